public import ArgumentParser
public import Riffle

extension QueryMode: ExpressibleByArgument {}

extension Reach: ExpressibleByArgument {
  public init?(argument: String) {
    if argument == "unlimited" {
      self = .unlimited
    } else if let cost = Double(argument), cost.isFinite, cost >= 0 {
      self = .cost(cost)
    } else {
      return nil
    }
  }

  public var defaultValueDescription: String {
    switch self {
    case .cost(let cost): cost == cost.rounded() ? "\(Int(cost))" : "\(cost)"
    case .unlimited: "unlimited"
    }
  }
}

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

/// How to search.
struct MatchingOptions: ParsableArguments {
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
  var mode = QueryMode.smart

  @Flag(help: "Tell capital letters from small ones.")
  var caseSensitive = false

  @Flag(help: "Titles are paths: what follows the last slash counts as their start.")
  var paths = false

  @Flag(help: "Find titles in other scripts by how they are written in Latin letters, too: moskva, beijing, bj.")
  var romanize = false

  @Flag(help: "Read 'inside, ^start, end$, !not, a | b and '\\ ' for a space in the query.")
  var extended = false

  @Option(
    help: ArgumentHelp(
      "How much more than the best record another may cost: a number, or unlimited for all that match at all.",
      valueName: "cost"))
  var reach = Reach.standard

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

  var indexOptions: IndexOptions {
    IndexOptions(
      folding: FoldingOptions(isCaseSensitive: caseSensitive), titlesArePaths: paths, romanizesTitles: romanize)
  }

  func validate() throws {
    guard weightWorth >= 0, weightWorth <= 63.875 else {
      throw ValidationError("what weights are worth is a number from 0 to 63.875, not \(weightWorth)")
    }
  }

  func query(_ text: String) throws(CommandError) -> Query {
    do throws(QueryError) {
      return try Query(text, mode: mode, syntax: extended ? .extended : .plain)
    } catch {
      throw .query(error)
    }
  }
}
