import ArgumentParser
import Riffle

struct MissesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "misses",
    abstract: "Shows every query whose first hit is not the right one, what beat it, and why.")

  @OptionGroup var list: ListOptions

  @Option(help: "The query set: TSV without a header (query id, kind, query, target row, target title).")
  var queries: String

  @OptionGroup var search: SearchOptions

  @Option(help: "How many hits to look for the right one in.")
  var limit = 10

  func validate() throws {
    guard limit >= 1 else { throw ValidationError("--limit is \(limit): give 1 or more") }
  }

  func run() throws {
    let items = try list.load()
    let set = try QuerySet(path: queries, items: items)
    let snapshot = try list.build(items).snapshot
    let request = search.request(limit: limit)
    var missCount = 0
    for query in set.queries {
      let results = try query.ask(snapshot, request)
      let rank = query.rank(in: results, of: items)
      guard rank != 0 else { continue }
      missCount += 1
      let miss = try Miss(query: query, rank: rank, results: results, snapshot: snapshot, mode: search.mode)
      try writeToStandardOutput(miss.text(items) + "\n")
    }
    try writeToStandardOutput("\(missCount) of \(set.queries.count) queries missed the first place\n")
  }
}

/// A query whose target is not the first hit.
struct Miss {
  let query: BenchQuery
  /// From 0; `nil` if it is not among the hits.
  let rank: Int?
  let results: SearchResults<Int, Int>
  /// The best target among the hits, or the first target, with the reasons for its rank.
  private let wanted: Int
  private let wantedReasons, winnerReasons: Explanation?

  init(
    query: BenchQuery, rank: Int?, results: SearchResults<Int, Int>, snapshot: BenchSnapshot, mode: QueryMode
  ) throws(BenchError) {
    self.query = query
    self.rank = rank
    self.results = results
    do {
      let parsed = try Query(query.text, mode: mode)
      let explained = rank.map { [results[$0].element] } ?? query.targets
      let candidates = explained.map { (row: $0, explanation: snapshot.explain(parsed, id: $0)) }
      let best = candidates.min { ($0.explanation?.cost ?? .infinity) < ($1.explanation?.cost ?? .infinity) }
      wanted = best?.row ?? 0
      wantedReasons = best?.explanation
      winnerReasons = results.first.flatMap { snapshot.explain(parsed, id: $0.element) }
    } catch {
      throw .badQuery(id: query.id, error: error)
    }
  }

  func text(_ items: ItemList) -> String {
    let place =
      rank.map { "is number \($0 + 1)" }
      ?? (wantedReasons == nil ? "does not match" : "is not among the first \(results.count)")
    var text = "\(query.id)\t\(query.kind)\t\(query.text)\n"
    text += "  wanted: \(items.title(wanted)) (row \(wanted)) \(place) of \(results.total)\n"
    for (number, hit) in results.prefix(3).enumerated() {
      text += "  \(number + 1). \(items.title(hit.element)) (row \(hit.element))\n"
    }
    text += reasons("wanted", wantedReasons)
    return text + reasons("1.", winnerReasons)
  }

  private func reasons(_ name: String, _ explanation: Explanation?) -> String {
    guard let explanation else { return "" }
    let lines = explanation.description.split(separator: "\n").map { "      \($0)\n" }
    return "    why \(name) costs \(explanation.cost.rounded(digits: 3)):\n" + lines.joined()
  }
}
