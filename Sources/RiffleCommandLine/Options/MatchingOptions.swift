import ArgumentParser
package import Riffle

extension KeyboardLayout {
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  fileprivate static func layouts(_ list: String) throws -> [KeyboardLayout] {
    try list.split(separator: ",").map { name in
      guard let layout = KeyboardLayout(rawValue: String(name)) else {
        throw ValidationError("there is no keyboard '\(name)': use \(names)")
      }
      return layout
    }
  }
}

/// Options for searching.
package struct MatchingOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "How to match.",
      discussion: """
        smart finds words that are whole, begun, misspelt or abbreviated; words finds whole and begun \
        ones; substring finds the query as it stands, but for capitals and accents, and \
        lowercased-substring but for capitals only; subsequence finds its letters in their order.
        """,
      valueName: "mode"))
  package var mode = QueryMode.smart

  @Flag(
    help: ArgumentHelp(
      "Read 'inside, ^start, end$, !not, a | b and '\\ ' for a space in the query.",
      discussion: """
        '!a | c' finds what is without a, and what has c. A query of nothing but ! keeps the order of the list.
        """))
  var extended = false

  @Option(
    help: ArgumentHelp(
      "How much more than the best record another may cost: a number, or unlimited for all that match at all.",
      valueName: "cost"))
  package var reach = Reach.standard

  @Flag(help: "Find only records that match every term: none that lack one because nothing better is there.")
  var allTerms = false

  @Option(
    help: ArgumentHelp(
      "How much more than another record one with the highest weight may cost to come before it, from 0 to 63.875.",
      valueName: "cost"))
  var weightWorth = 0.0

  @Option(
    help: ArgumentHelp(
      "Keyboards to try, with commas between them, where hardly anything matches: \(KeyboardLayout.names).",
      valueName: "names"),
    transform: KeyboardLayout.layouts)
  var layouts: [KeyboardLayout] = []

  package init() {}

  package func validate() throws {
    guard weightWorth >= 0, weightWorth <= 63.875 else {
      throw ValidationError("what weights are worth is a number from 0 to 63.875, not \(weightWorth)")
    }
  }

  /// Returns the first option on the command line that has no effect in a mode; `nil` if there is none.
  package func unused(in mode: QueryMode) -> String? {
    if extended, mode == .lowercasedSubstring { return "--extended" }
    if mode == .smart { return nil }
    if reach != .standard { return "--reach" }
    return allTerms ? "--all-terms" : layouts.isEmpty ? nil : "--layouts"
  }

  /// Returns the request for a query.
  package func request(_ text: String, _ output: OutputOptions) throws(CommandError) -> SearchRequest {
    // The search determines in any case whether there is a hit.
    SearchRequest(
      try query(text), offset: output.offset, limit: output.count ? 0 : output.limit ?? .max,
      totalLimit: output.count || output.verbose ? .exact : .upTo(1), reach: reach,
      terms: allTerms ? .all : .standard, layouts: layouts, weightWorth: weightWorth)
  }

  /// The same for a picker, which sets query and window itself.
  package var standingRequest: SearchRequest {
    SearchRequest(reach: reach, terms: allTerms ? .all : .standard, layouts: layouts, weightWorth: weightWorth)
  }

  private func query(_ text: String) throws(CommandError) -> Query {
    do throws(QueryError) {
      return try Query(text, mode: mode, syntax: extended ? .extended : .plain)
    } catch {
      throw .query(error)
    }
  }
}
