import RiffleTestSupport
import Testing

@testable import Riffle

/// Many items that go to places at once, as a store reads them from a table, against a plain array. RIFFLE_CASES sets how
/// many random programs there are, RIFFLE_SEED where they begin.
@Suite struct PlacedBulkTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 20)

  @Test(arguments: seeds) func placesInListOrderAreGivenAtOnce(seed: Int) throws {
    var random = RandomText(seed: UInt64(seed))
    var options = IndexOptions()
    options.upkeep = random.upkeep()
    options.upkeep.mostTailItems = 0
    options.upkeep.mostUnindexedItems = 1000
    var ids = Array(0..<random.number(below: 60))
    let index = try SearchIndex(ids.map { Item(id: $0, title: "\($0)") }, options: options)
    var atOnce = 0
    for round in 1...30 {
      let change = random.rearrangement(of: ids, firstNew: 1000 * round)
      var state = index.snapshot().state
      try state.indexTail()
      if state.placedLabels(of: change.batch, change.batch.changes.map { $0.id }) != nil { atOnce += 1 }
      try index.update { $0 = change.batch }
      ids = change.ids
      let snapshot = index.snapshot()
      #expect(snapshot.search(SearchRequest()).map(\.id) == ids, "seed \(seed), round \(round)")
      #expect(snapshot.state.labelProblem == nil, "seed \(seed), round \(round)")
      if random.oneIn(8) { try index.optimize() }
    }
    #expect(atOnce > 20, "seed \(seed)")
  }
}

extension UpdateBatch.Change where Element == Item<Int>, ID == Int {
  fileprivate var id: Int {
    switch self {
    case .insert(let item, _), .upsert(let item), .place(let item, _): item.id
    case .update(let id, _), .delete(let id), .move(let id, _): id
    }
  }
}

extension RandomText {
  /// Takes some items away, moves others, puts new ones in runs, and adds some at the end.
  fileprivate mutating func rearrangement(
    of ids: [Int], firstNew: Int
  ) -> (batch: UpdateBatch<Item<Int>, Int>, ids: [Int]) {
    var batch = UpdateBatch<Item<Int>, Int>()
    var kept = ids.filter { _ in !oneIn(4) }
    let gone = Set(ids).subtracting(kept).sorted()
    var placed = gone.filter { _ in oneIn(2) }
    for id in gone where !placed.contains(id) { batch.delete(id: id) }
    for id in kept where oneIn(20) { batch.upsert(Item(id: id, title: "other \(id)")) }
    placed += firstNew..<firstNew + number(below: 40)
    var isPlaced: Set<Int> = []
    while !placed.isEmpty {
      let length = min(placed.count, 1 + number(below: oneIn(4) ? 30 : 4))
      kept.insert(contentsOf: placed.suffix(length), at: number(below: kept.count + 1))
      isPlaced.formUnion(placed.suffix(length))
      placed.removeLast(length)
    }
    for (position, id) in kept.enumerated() where isPlaced.contains(id) {
      batch.upsert(Item(id: id, title: "\(id)"), at: position == 0 ? .start : .after(kept[position - 1]))
    }
    for id in firstNew + 500..<firstNew + 500 + number(below: 5) {
      if oneIn(2) {
        batch.upsert(Item(id: id, title: "\(id)"))
      } else {
        batch.upsert(Item(id: id, title: "\(id)"), at: .end)
      }
      kept.append(id)
    }
    return (batch, kept)
  }
}
