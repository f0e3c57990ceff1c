import ArgumentParser
import RiffleCommandLine
import RiffleInput

/// Options for reporting matches and lines without a match. Names are those of grep.
struct FilterOptions: ParsableArguments {
  @Option(
    name: [.customShort("f"), .customLong("file-of-queries"), .customLong("file")],
    help: ArgumentHelp(
      "Find what matches any of the queries in this file, one a line; all arguments are then inputs.",
      discussion: """
        Each query is one by itself, with hits of its own within its reach. A record that several find is printed \
        once, where that puts it which it matches best; as JSON it says which. An empty line finds all, an empty \
        file nothing, and of several files all queries count.
        """,
      valueName: "file"),
    completion: .file())
  var queryFiles: [String] = []

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
    help: "End with status 2 at a record that cannot be read, instead of saying what is wrong and leaving it out.")
  var strict = false

  @Flag(
    help: "Go on when the ends of files are reached, as tail -F does, and print matches as they come, in their order.")
  var follow = false

  /// An option that has been given; `nil` if there is none.
  var used: String? { follow ? "--follow" : usedInFilterOnly }

  /// The same for options without effect in a picker.
  var usedInFilterOnly: String? {
    if !queryFiles.isEmpty { return "--file-of-queries" }
    if withFilename { return "--with-filename" }
    if lineNumber { return "--line-number" }
    if filesWithMatches { return "--files-with-matches" }
    if strict { return "--strict" }
    if quiet { return "--quiet" }
    return invertMatch ? "--invert-match" : nil
  }

  /// Returns the queries of all files, with their places for messages.
  func queries() throws(CommandError) -> [(text: String, place: String)] {
    var queries: [(String, String)] = []
    for file in queryFiles {
      if file != "-" { try checkReadable(file) }
      let lines = try reading { () throws(InputError) in try InputDescription.lines(of: file) }
      queries += lines.map { ($0.text, "\($0.location)") }
    }
    return queries
  }
}
