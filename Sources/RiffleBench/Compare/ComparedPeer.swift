/// One line of the comparison: a peer with one number of threads, judged.
struct ComparedPeer {
  let peer: PeerMeasurement
  let threads: Int
  /// Of all passes.
  let latency: Distribution
  /// Microseconds from the least to the most, in steps of a hundredth of the keystrokes.
  let quantiles: [Double]
  /// Of each pass by itself, least first: how far the medians spread.
  let medians: [Double]
  let byLetters: [(letters: Int, distribution: Distribution)]
  /// How many keystrokes had no row for an answer.
  let emptyCount: Int
  /// By kind, all kinds first. Empty where nothing was judged.
  let quality: [(kind: String, tally: Tally)]

  init(
    _ peer: PeerMeasurement, _ run: PeerMeasurement.Run, queries: QuerySet, items: ItemList
  ) throws(BenchError) {
    self.peer = peer
    threads = run.threads
    let keystrokes = run.passes.joined()
    latency = Distribution(nanoseconds: keystrokes.lazy.map(\.nanoseconds))
    let sorted = keystrokes.map(\.nanoseconds).sorted()
    quantiles = sorted.isEmpty ? [] : (0...100).map { Double(sorted[(sorted.count - 1) * $0 / 100]) / 1000 }
    medians = run.passes.filter { !$0.isEmpty }.map { Distribution(nanoseconds: $0.lazy.map(\.nanoseconds)).p50 }
      .sorted()
    byLetters = Dictionary(grouping: keystrokes, by: \.letters)
      .map { (letters: $0.key, distribution: Distribution(nanoseconds: $0.value.lazy.map(\.nanoseconds))) }
      .sorted { $0.letters < $1.letters }
    emptyCount = keystrokes.count { $0.rowCount == 0 }
    quality = try ComparedPeer.judge(run.found, name: peer.name, queries: queries, items: items)
  }

  private static func judge(
    _ found: [String: [Int]], name: String, queries: QuerySet, items: ItemList
  ) throws(BenchError) -> [(kind: String, tally: Tally)] {
    var all = Tally()
    var byKind: [String: Tally] = [:]
    for query in queries.queries {
      guard let rows = found[query.id] else { continue }
      if let row = rows.first(where: { !(0..<items.count).contains($0) }) {
        throw .badMeasurements(reason: "\(name) found row \(row), but the list has \(items.count) rows")
      }
      let rank = query.rank(inRows: rows, of: items)
      all.count(rank: rank)
      byKind[query.kind, default: Tally()].count(rank: rank)
    }
    guard all.queries > 0 else { return [] }
    return [("all", all)] + queries.kinds.compactMap { kind in byKind[kind].map { (kind, $0) } }
  }

  /// What the peer says it finds of the kinds that were asked, with what it found.
  var claims: [(claim: PeerMeasurement.Claim, tally: Tally)] {
    peer.claims.compactMap { claim in
      quality.first { $0.kind == claim.kind }.map { (claim, $0.tally) }
    }
  }
}
