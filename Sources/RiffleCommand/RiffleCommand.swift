import ArgumentParser
import Glibc
import Riffle
import RiffleCommandLine
import RiffleInput
import RifflePicker

@main
struct RiffleCommand: ParsableCommand {
  private static let usage = """
    riffle [<options>] <query> [<file> ...]
           riffle [<options>] --interactive [<query>] [<file> ...]
    """

  static let configuration = CommandConfiguration(
    commandName: "riffle",
    abstract: "Find lines in large lists, misspelt or abbreviated as they may be.",
    usage: usage,
    discussion: HelpText.discussion,
    version: "0.1.0")

  @Argument(
    help: "What to look for; an empty query prints the whole list. Without one, the picker opens on a terminal.")
  var query: String?

  @Argument(
    help: ArgumentHelp(
      "Lists to search; standard input if there is none, or where it is -.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Matching")
  var matching: MatchingOptions

  @OptionGroup(title: "Text")
  var text: TextOptions

  @OptionGroup(title: "Input")
  var input: InputOptions

  @OptionGroup(title: "Store")
  var store: StoreInput

  @OptionGroup(title: "Output")
  var output: OutputOptions

  @OptionGroup(title: "Picking")
  var picking: PickerArguments

  @Option(
    help: ArgumentHelp(
      "Print what binds riffle to keys of a shell (bash, zsh or fish), as in eval \"$(riffle --shell bash)\".",
      valueName: "shell"))
  var shell: ShellIntegration?

  static func main() { Program.run(Self.self) { () throws(CommandError) in try CommandArguments.all() } }

  func run() throws {
    if let shell {
      let writer = ByteWriter()
      try writer.write(shell.script + "\n")
      try writer.flush()
      return
    }
    if picking.isAsked || query == nil && isatty(STDERR_FILENO) == 1 {
      let status = try pick()
      if status != .success { throw ExitCode(status) }
      return
    }
    guard let query else { throw ValidationError("Missing expected argument '<query>'") }
    if try !search(query) { throw ExitCode(.nothing) }
  }

  private func search(_ query: String) throws(CommandError) -> Bool {
    let request = try matching.request(query, output)
    if let found = try store.search(request, output, besides: files, input, text) { return found }
    return try filter(request)
  }

  private func filter(_ request: SearchRequest) throws(CommandError) -> Bool {
    let description = input.description(files: files)
    let search = Search(
      lines: LineSearch(request, options: text.indexOptions, terminator: description.terminator),
      description: description, explains: output.explain, countsIllFormed: output.verbose)
    let writer = ByteWriter()
    let record = Record(in: ByteBuffer(), description.columns)
    let summary = try search.run(into: record, output: output.output, writer: writer)
    if output.count { try writer.write("\(summary.total)\n") }
    try writer.flush()
    if output.verbose { report(summary) }
    return summary.total > 0
  }

  private func report(_ summary: Search.Summary) {
    Program.note("\(summary.recordCount) records, \(summary.byteCount) bytes, \(summary.total) found")
    Program.note("searched in \(milliseconds(summary.seconds))")
    if summary.truncatedFields > 0 {
      Program.note("\(summary.truncatedFields) texts are too long to be matched to their ends")
    }
    if summary.illFormedCount > 0 {
      Program.note("ill-formed UTF-8 in \(summary.illFormedCount) places, matched as U+FFFD and printed as it came")
    }
  }

  private func milliseconds(_ seconds: Double) -> String { "\((seconds * 1000).inThousandths) ms" }
}
