import ArgumentParser
import RiffleCommandLine

/// What is said of matches, and of what has none. The names are those of grep.
struct FilterOptions: ParsableArguments {
  @Flag(
    name: [.customShort("H"), .customLong("with-filename")], help: "Print before each record the name of its file.")
  var withFilename = false

  @Flag(help: "Print before each record the number of its line in its file.")
  var lineNumber = false

  @Flag(
    name: [.customShort("l"), .customLong("files-with-matches")], help: "Print only the names of files with a match.")
  var filesWithMatches = false

  @Flag(name: [.customShort("v"), .customLong("invert-match")], help: "Print the records that do not match.")
  var invertMatch = false

  @Flag(name: .shortAndLong, help: "Print nothing: the exit status says whether something matches.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Take capital letters for small ones, which is so unless --case-sensitive is given before.")
  var ignoreCase = false

  @Flag(
    help: "Go on when the end of a file is reached, as tail -F does, and print matches as they come, in their order.")
  var follow = false

  /// An option that has been given; `nil` if there is none.
  var used: String? {
    if withFilename { return "--with-filename" }
    if lineNumber { return "--line-number" }
    if filesWithMatches { return "--files-with-matches" }
    if follow { return "--follow" }
    return invertMatch ? "--invert-match" : nil
  }
}
