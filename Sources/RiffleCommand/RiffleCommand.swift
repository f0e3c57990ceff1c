import ArgumentParser
import Glibc
import Riffle
import RiffleInput

@main
struct RiffleCommand: ParsableCommand {
  private static let usage = "riffle [<options>] <query> [<file> ...]"

  static let configuration = CommandConfiguration(
    commandName: "riffle",
    abstract: "Find lines in large lists, misspelt or abbreviated as they may be.",
    usage: usage,
    discussion: HelpText.discussion,
    version: "0.1.0")

  @Argument(help: "What to look for; an empty query prints the whole list.")
  var query: String

  @Argument(
    help: ArgumentHelp(
      "Lists to search; standard input if there is none, or where it is -.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Matching")
  var matching: MatchingOptions

  @OptionGroup(title: "Input")
  var input: InputOptions

  @OptionGroup(title: "Output")
  var output: OutputOptions

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as CommandError {
      note(error.description)
      leave(.failure)
    } catch let code as ExitCode {
      leave(code == .success ? .found : .nothingFound)
    } catch {
      // ArgumentParser would leave with 64; programs that filter say 2.
      if exitCode(for: error) == .success { exit(withError: error) }
      note(message(for: error))
      writeToStandardError("Usage: \(usage)\n  See 'riffle --help' for more.\n")
      leave(.failure)
    }
  }

  func run() throws {
    let isFound = try filter()
    throw isFound ? ExitCode.success : ExitCode.failure
  }

  private func filter() throws(CommandError) -> Bool {
    // Whether there is any hit is known in any case.
    let request = SearchRequest(
      try matching.query(query), offset: output.offset, limit: output.count ? 0 : output.limit ?? .max,
      totalLimit: output.count || output.verbose ? .exact : .upTo(1), reach: matching.reach,
      terms: matching.allTerms ? .all : .standard, layouts: matching.layouts, weightWorth: matching.weightWorth)
    let description = input.description(files: files)
    let search = Search(
      lines: LineSearch(request, options: matching.indexOptions, terminator: description.terminator),
      description: description, explains: output.explain, countsIllFormed: output.verbose)
    let writer = ByteWriter()
    let record = Record(in: ByteBuffer(), description.columns)
    let summary = try search.run(
      into: record, output: output.count ? nil : output.output(for: record), writer: writer)
    if output.count { try writer.write("\(summary.total)\n") }
    try writer.flush()
    if output.verbose { report(summary) }
    return summary.total > 0
  }

  private func report(_ summary: Search.Summary) {
    note("\(summary.recordCount) records, \(summary.byteCount) bytes, \(summary.total) found")
    note("searched in \(milliseconds(summary.seconds))")
    if summary.truncatedFields > 0 { note("\(summary.truncatedFields) texts are too long to be matched to their ends") }
    if summary.illFormedCount > 0 {
      note("ill-formed UTF-8 in \(summary.illFormedCount) places, matched as U+FFFD and printed as it came")
    }
  }

  private func milliseconds(_ seconds: Double) -> String { "\((seconds * 1000).inThousandths) ms" }
}

/// How the program ends, as grep and fzf do.
private enum Status: Int32 {
  case found = 0
  case nothingFound = 1
  /// The command line or an input is wrong.
  case failure = 2
}

private func leave(_ status: Status) -> Never { exit(status.rawValue) }
