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

  @OptionGroup
  var filtering: FilterOptions

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
    let status = try search(query)
    if status != .success { throw ExitCode(status) }
  }

  private func search(_ query: String) throws(CommandError) -> Status {
    let request = try matching.request(query, output)
    if let found = try store.search(request, output, besides: files, input, text) {
      if let option = filtering.used { throw .usage("\(option) is for inputs, not for a store") }
      return found ? .success : .nothing
    }
    return try filter(request)
  }

  private func filter(_ request: SearchRequest) throws(CommandError) -> Status {
    var description = input.description(files: files)
    description.passesOverUnreadable = true
    let isCounting = output.count || filtering.quiet
    // What is not found is printed from a second reading.
    let spool = filtering.invertMatch && !isCounting ? try InputSpool(&description) : nil
    defer { withExtendedLifetime(spool) {} }
    var search = Search(
      lines: LineSearch(request, options: text.indexOptions, terminator: description.terminator),
      description: description, explains: output.explain, countsIllFormed: output.verbose)
    (search.showsFile, search.showsLine) = (filtering.withFilename, filtering.lineNumber)
    search.listsFiles = filtering.filesWithMatches && !isCounting
    search.isInverted = filtering.invertMatch
    let writer = ByteWriter()
    let record = Record(in: ByteBuffer(), description.columns)
    let followed = filtering.follow ? try follow(&search) : nil
    defer { followed?.command.kill() }
    let summary: Search.Summary
    if let reach = atOnceReach(search.description), let output = output.output, !isCounting,
      !filtering.invertMatch, !filtering.filesWithMatches
    {
      summary = try search.runAtOnce(into: record, output: output, writer: writer, reach: reach)
    } else {
      summary = try search.run(into: record, output: isCounting ? nil : output.output, writer: writer)
    }
    if output.count, !filtering.quiet { try writer.write("\(summary.total)\n") }
    try writer.flush()
    if output.verbose { report(summary) }
    for error in summary.unreadable { Program.note(error.description) }
    if !summary.unreadable.isEmpty { return .failure }
    return summary.total > 0 ? .success : .nothing
  }

  /// What a hit may cost that is printed before the end has come; `nil` where what is printed depends on all lines.
  private func atOnceReach(_ description: InputDescription) -> Double?? {
    let isLines =
      (description.format ?? .lines) == .lines
      && description.files.allSatisfy { InputFormat(guessedFrom: $0) == .lines }
    guard isLines, !output.verbose else { return nil }
    let isInListOrder = matching.mode == .substring || matching.mode == .lowercasedSubstring
    if filtering.follow { return .some(isInListOrder ? nil : reachCost) }
    return isInListOrder && !description.canBeReadTwice ? .some(nil) : nil
  }

  private var reachCost: Double {
    switch matching.reach {
    case .cost(let cost): cost
    case .unlimited: .infinity
    }
  }

  /// Has files be read beyond their ends.
  private func follow(_ search: inout Search) throws(CommandError) -> CommandOutput? {
    if search.description.files.isEmpty || search.description.files == ["-"] { return nil }
    guard search.description.files.count == 1, let file = search.description.files.first else {
      throw .usage("--follow: only one file can be followed")
    }
    try checkReadable(file)
    guard
      let output = CommandOutput("exec tail -n +1 -F -- \(Placeholders.quoted(file)) 2>/dev/null", withErrors: false)
    else {
      throw .usage("--follow: tail cannot be started")
    }
    let path = "/dev/fd/\(output.descriptor)"
    search.description.names[path] = file
    search.description.files = [path]
    return output
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
