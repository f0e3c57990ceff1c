/// The hits of a peer for a query set.
struct JudgedPeer {
  let name, title: String
  /// By kind, all kinds first. Empty if nothing was judged.
  let quality: [(kind: String, tally: Tally)]
  private let allClaims: [PeerMeasurement.Claim]

  /// - Parameter found: rows by query id, best first; missing queries were not run.
  init(
    _ peer: PeerMeasurement, found: [String: [Int]], queries: QuerySet, items: ItemList
  ) throws(BenchError) {
    name = peer.name
    title = peer.title
    allClaims = peer.claims
    quality = try JudgedPeer.judge(found, name: peer.name, queries: queries, items: items)
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

  /// The peer's claims about the kinds of queries that were run, with its results.
  var claims: [(claim: PeerMeasurement.Claim, tally: Tally)] {
    allClaims.compactMap { claim in
      quality.first { $0.kind == claim.kind }.map { (claim, $0.tally) }
    }
  }

  /// Its results, and its claims about them.
  var members: [(key: String, value: JSONValue)] {
    [
      ("quality", .object(quality.map { (key: $0.kind, value: $0.tally.json) })),
      (
        "claims",
        .array(
          claims.map { claim, tally in
            [
              "kind": .string(claim.kind), "rule": .string(claim.rule.rawValue), "percent": .integer(claim.percent),
              "reason": .string(claim.reason), "holds": .bool(claim.holds(for: tally)),
            ]
          })
      ),
    ]
  }
}
