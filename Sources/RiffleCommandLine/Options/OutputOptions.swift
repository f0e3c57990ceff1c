package import ArgumentParser
import Glibc

/// The format of printed records.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case text, json, tsv
}

/// The condition for colouring matches.
package enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, always, never

  /// Returns whether to colour the output to `descriptor`; see no-color.org.
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

/// Options for printing.
package struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("n", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("How many records to print at most.", valueName: "count"))
  package var limit: Int?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many of the first records to leave out.", valueName: "count"))
  package var offset = 0

  @Option(
    help: ArgumentHelp(
      "How to print a record.",
      discussion: """
        text prints it as it came; json prints an object with id, title, position in the list (from 0), \
        cost, and the matched fields and UTF-8 offsets; tsv prints id, title, cost, position and fields.
        """,
      valueName: "format"))
  package var format = OutputFormat.text

  @Flag(name: [.customShort("Z"), .customLong("print0")], help: "End records with NUL instead of a line end.")
  package var endsWithNUL = false

  @Option(help: ArgumentHelp("Whether to colour what matched; auto does on a terminal.", valueName: "when"))
  var color = ColorChoice.auto

  @Flag(help: "Say why each record matches and what that costs.")
  package var explain = false

  @Flag(name: .shortAndLong, help: "Print only how many records match.")
  package var count = false

  @Flag(help: "Tell standard error about sizes, times and ill-formed text.")
  package var verbose = false

  package init() {}

  package func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit \(limit): a count cannot be negative") }
    if offset < 0 { throw ValidationError("--offset \(offset): a count cannot be negative") }
  }

  /// The first option on the command line that has no effect in the picker; `nil` if there is none.
  package var usedInFilterOnly: String? {
    if limit != nil { return "--limit" }
    if offset != 0 { return "--offset" }
    if format != .text { return "--format" }
    if explain { return "--explain" }
    return count ? "--count" : verbose ? "--verbose" : nil
  }

  /// Whether a picker shows colours.
  package var usesColorsOnTerminal: Bool {
    color == .always || color == .auto && (getenv("NO_COLOR").map { String(cString: $0) } ?? "").isEmpty
  }

  /// The way to print hits; `nil` if they are only counted.
  package var output: (any HitOutput)? {
    if count { return nil }
    let terminator = endsWithNUL ? 0 : UInt8(ascii: "\n")
    return switch format {
    case .text: TextOutput(terminator: terminator, isColored: color.isOn(for: STDOUT_FILENO))
    case .json: JSONOutput(terminator: terminator)
    case .tsv: TSVOutput(terminator: terminator)
    }
  }
}
