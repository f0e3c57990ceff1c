import ArgumentParser
import Glibc
import RiffleInput

/// How to print the records.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, tsv
}

/// When to colour what matched.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Whether to colour what goes to `descriptor`; see no-color.org.
  func isOn(for descriptor: Int32) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: isatty(descriptor) == 1 && environment("NO_COLOR").isEmpty && environment("TERM") != "dumb"
    }
  }

  private func environment(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }
}

/// What to print.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("n"), .long], help: ArgumentHelp("How many records to print at most.", valueName: "count"))
  var limit: Int?

  @Option(help: ArgumentHelp("How many of the first records to leave out.", valueName: "count"))
  var offset = 0

  @Option(
    help: ArgumentHelp(
      "How to print a record.",
      discussion: """
        text prints it as it came; json prints an object with id, title, position in the list (from 0), \
        cost, and the matched fields and UTF-8 offsets; tsv prints id, title, cost, position and fields.
        """,
      valueName: "format"))
  var format = OutputFormat.text

  @Flag(name: [.customShort("Z"), .customLong("print0")], help: "End records with NUL instead of a line end.")
  var endsWithNUL = false

  @Option(help: ArgumentHelp("Whether to colour what matched; auto does on a terminal.", valueName: "when"))
  var color = ColorChoice.auto

  @Flag(help: "Say why each record matches and what that costs.")
  var explain = false

  @Flag(name: .shortAndLong, help: "Print only how many records match.")
  var count = false

  @Flag(help: "Tell standard error about sizes, times and ill-formed text.")
  var verbose = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit \(limit): a count cannot be negative") }
    if offset < 0 { throw ValidationError("--offset \(offset): a count cannot be negative") }
  }

  func output(for record: Record) -> any RecordOutput {
    let terminator = endsWithNUL ? 0 : UInt8(ascii: "\n")
    return switch format {
    case .text: TextOutput(record: record, terminator: terminator, isColored: color.isOn(for: STDOUT_FILENO))
    case .json: JSONOutput(record: record, terminator: terminator)
    case .tsv: TSVOutput(record: record, terminator: terminator)
    }
  }
}
