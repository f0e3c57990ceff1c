import RiffleTestSupport
import Testing

@testable import Riffle

/// Many changes at once of lists that are sorted; ``ListModelTests`` has random ones of all kinds.
@Suite struct SortedBulkTests {
  private static func options() -> IndexOptions {
    var options = IndexOptions()
    options.upkeep.mostTailItems = 0
    return options
  }

  /// Those of one weight all go into one gap, which is soon full.
  @Test func whatIsEqualInOrderStandsAsItCameHoweverMuchItIs() throws {
    let byWeight = ListOrder<Item<Int>>.sorted { $0.weight < $1.weight }
    var items = (0..<30).map { Item(id: $0, title: "\($0)", weight: UInt16($0 % 3)) }
    let index = try SearchIndex(items, order: byWeight, options: SortedBulkTests.options())
    for round in 1...40 {
      let new = (0..<300).map { Item(id: round * 1000 + $0, title: "\($0)", weight: $0 % 100 == 0 ? 2 : 1) }
      try index.update { $0.upsert(contentsOf: new) }
      items += new
    }
    let state = index.snapshot().state
    #expect(state.labelProblem == nil && state.rows.relabellings > 0)
    let expected = (0..<3).flatMap { weight in items.filter { Int($0.weight) == weight } }
    #expect(index.snapshot().search(SearchRequest()).map(\.id) == expected.map(\.id))
  }

  @Test func bucketsAreCountedAsItemsMoveBetweenThem() throws {
    let buckets = ListOrder<Item<Int>>.sorted(into: ["a", "b", "c"], bucket: { Int($0.weight) })
    var items = (0..<90).map { Item(id: $0, title: "\($0)", weight: UInt16($0 % 3)) }
    let index = try SearchIndex(items, order: buckets, options: SortedBulkTests.options())
    for round in 1...5 {
      let moved = (0..<60).map { Item(id: $0, title: "\($0)", weight: UInt16(($0 + round) % 3)) }
      try index.update { $0.upsert(contentsOf: moved) }
      items = moved + items[60...]
      let counts = (0..<3).map { weight in items.count { Int($0.weight) == weight } }
      #expect(index.snapshot().state.bucketCounts == counts, "round \(round)")
    }
  }

  /// As that of numbers of which some are none: it is called with whatever a stranger's list has.
  @Test(arguments: UInt64(1)...20)
  func anOrderThatContradictsItselfLosesNothing(seed: UInt64) throws {
    let order = ListOrder<Item<Int>>.sorted { a, b in (a.id &* 7919 ^ b.id) % 5 < 2 }
    var random = RandomText(seed: seed)
    let index = try SearchIndex(
      (0..<50).map { Item(id: $0, title: "\($0)") }, order: order, options: SortedBulkTests.options())
    var ids = Set(0..<50)
    for _ in 0..<6 {
      let new = (0..<80).map { _ in random.number(below: 400) }
      try index.update { batch in for id in Set(new) { batch.upsert(Item(id: id, title: "title \(id)")) } }
      ids.formUnion(new)
      let found = index.snapshot().search(SearchRequest()).map(\.id)
      #expect(Set(found) == ids && found.count == ids.count, "seed \(seed)")
      #expect(index.snapshot().state.labelProblem == nil, "seed \(seed)")
    }
  }
}
