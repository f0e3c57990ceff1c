/// Postings that a term matches in one way, best first.
struct RankedWay {
  var postings: BestPostings
  let places: PlaceCosts
  /// How unlike slips of the hand the typos of the way are at least; see ``SlipKinds``.
  var slips = 0

  /// What the next rows cost at least.
  var bound: UInt32? { postings.place.map { places[$0] } }
}

extension Evaluator {
  /// Calls `body` with the rows that some ways find, by the least that they can cost, as long as they can be among the best, and
  /// until it returns `false`.
  mutating func forEachRow(
    of ways: [RankedWay], _ body: (inout Evaluator, _ row: Int, _ bound: UInt32) -> Bool
  ) {
    var ways = ways
    while let next = ways.indices.min(by: { (ways[$0].bound ?? .max) < (ways[$1].bound ?? .max) }),
      let bound = ways[next].bound, collector.admits(bound), !isGivenUp
    {
      guard let (row, key) = ways[next].postings.next() else {
        ways.remove(at: next)
        continue
      }
      work.postings += 1
      let cost = ways[next].places[key.place]
      if collector.admits(cost, slips: ways[next].slips, key) {
        guard body(&self, row, cost) else { return }
      } else if let other = ways[next].places.cost(after: key.place.region), collector.admits(other),
        key.place.region == .titleStart || segment.searchTexts.count > 0
      {
        // What comes later in the region is no better, but in another one the same may cost less.
        ways[next].postings.skip(region: key.place.region)
      } else {
        ways.remove(at: next)
      }
    }
  }
}
