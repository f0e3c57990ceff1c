/// Postings that a term matches in one way, best first.
struct RankedWay {
  var postings: BestPostings
  let places: PlaceCosts
  /// A lower bound of the slips of the way's typos; see ``SlipKinds``.
  var slips = 0

  /// A lower bound of the cost of the next rows.
  var bound: UInt32? { postings.region.map { places[$0] } }
}

extension Evaluator {
  /// Calls `body` with the rows of some ways, by lower bound, while they can be among the best.
  mutating func forEachRow(
    of ways: [RankedWay], _ body: (inout Evaluator, _ row: Int, _ bound: UInt32) -> Void
  ) {
    var ways = ways
    while let next = ways.indices.min(by: { (ways[$0].bound ?? .max) < (ways[$1].bound ?? .max) }),
      let bound = ways[next].bound, collector.admits(bound), !isGivenUp
    {
      guard let key = ways[next].postings.next(), let region = Place.Region(rawValue: key.region) else {
        ways.remove(at: next)
        continue
      }
      work.postings += 1
      let cost = ways[next].places[region]
      if collector.admits(cost, slips: ways[next].slips, ordinal: key.ordinal) {
        body(&self, key.ordinal, cost)
      } else if let other = ways[next].places.cost(after: region), collector.admits(other),
        region == .titleStart || segment.searchTexts.count > 0
      {
        // What comes later in the region is no better, but in another one the same may cost less.
        ways[next].postings.skip(region)
      } else {
        ways.remove(at: next)
      }
    }
  }
}
