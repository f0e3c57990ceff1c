import ArgumentParser
import Glibc
import Riffle
import RiffleCommandLine

@main
struct RiffleCommand: ParsableCommand {
  private static let usage = """
    riffle [<options>] <query> [<file> ...]
           riffle [<options>] --file-of-queries <file> [<file> ...]
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

  @OptionGroup(title: "Columns")
  var fields: FieldOptions

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
    if picking.isAsked
      || query == nil && picking.filter == nil && filtering.queryFiles.isEmpty && fields.used == nil
        && isatty(STDERR_FILENO) == 1
    {
      try checkGiven(picks: true)
      let status = try pick()
      if status != .success { throw ExitCode(status) }
      return
    }
    try checkGiven(picks: false)
    let status = try filter()
    if status != .success { throw ExitCode(status) }
  }

  /// Rejects options without effect. Permanent options of the user may have none at times.
  private func checkGiven(picks: Bool) throws {
    guard let given = try? RiffleCommand.parse(CommandArguments.given) else { return }
    if picks {
      if let option = given.filtering.usedInFilterOnly ?? given.output.usedInFilterOnly ?? given.fields.usedInFilterOnly
      {
        throw CommandError.usage("\(option) is for filtering, not for picking")
      }
    } else if let option = given.picking.usedInPickingOnly {
      throw CommandError.usage("\(option) is for picking: leave it out, or say --interactive")
    } else if store.store != nil, let option = given.picking.usedInInputsOnly {
      throw CommandError.usage("\(option) is for inputs, not for a store")
    }
    if let option = given.matching.unused(in: matching.mode), !picks {
      throw CommandError.usage("\(option) does nothing in --mode \(matching.mode.rawValue): leave it out")
    }
  }
}
