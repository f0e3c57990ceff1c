import ArgumentParser
import Glibc

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
    let search = Search(
      query: try matching.query(query), options: matching.indexOptions, offset: output.offset,
      limit: output.limit ?? .max, explains: output.explain)
    let started = monotonicSeconds()
    let table = try input.description(files: files).read()
    let read = monotonicSeconds()
    let writer = ByteWriter()
    let summary = try search.run(on: table, output: output.count ? nil : output.output(for: table), writer: writer)
    if output.count { try writer.write("\(summary.total)\n") }
    try writer.flush()
    if output.verbose { report(summary, table, readSeconds: read - started) }
    return summary.total > 0
  }

  private func report(_ summary: Search.Summary, _ table: RecordTable, readSeconds: Double) {
    note("\(table.count) records, \(table.source.count) bytes read in \(milliseconds(readSeconds))")
    note(
      "\(summary.total) found; indexed in \(milliseconds(summary.indexSeconds)), "
        + "searched in \(milliseconds(summary.searchSeconds))")
    if summary.truncatedFields > 0 { note("\(summary.truncatedFields) texts are too long to be matched to their ends") }
    let illFormed = UTF8Repair.count(in: table.source.bytes)
    if illFormed > 0 { note("ill-formed UTF-8 in \(illFormed) places, matched as U+FFFD and printed as it came") }
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
