import RiffleTestSupport
import Testing

@testable import Riffle

/// Items that are put where there is no label left, against a plain array of ids.
@Suite(.timeLimit(.minutes(15))) struct RelabellingTests {
  enum Way: CaseIterable {
    case atOnePlace, beforeTheLatest, afterTheLatest, movedToTheStart, movedBetweenTwo, anywhere
  }

  @Test(arguments: Way.allCases, [UInt64(1), 2])
  func orderOutlivesLabels(way: Way, seed: UInt64) throws {
    var random = RandomText(seed: seed)
    var options = IndexOptions()
    options.upkeep = random.upkeep()
    var ids = Array(0..<40)
    let index = try SearchIndex(ids.map { Item(id: $0, title: "\($0)") }, options: options)
    for step in 1...400 {
      let new = Item(id: 1000 + step, title: "\(step)")
      switch way {
      case .atOnePlace:
        try index.update { $0.insert(new, at: .position(7)) }
        ids.insert(new.id, at: 7)
      case .beforeTheLatest:
        let latest = step == 1 ? 20 : new.id - 1
        try index.update { $0.insert(new, at: .before(latest)) }
        ids.insert(new.id, at: try #require(ids.firstIndex(of: latest)))
      case .afterTheLatest:
        let latest = step == 1 ? 20 : new.id - 1
        try index.update { $0.insert(new, at: .after(latest)) }
        ids.insert(new.id, at: try #require(ids.firstIndex(of: latest)) + 1)
      case .movedToTheStart:
        let moved = ids.remove(at: random.number(below: ids.count))
        try index.move(id: moved, to: .start)
        ids.insert(moved, at: 0)
      case .movedBetweenTwo:
        let moved = ids.remove(at: 2 + random.number(below: ids.count - 2))
        try index.move(id: moved, to: .position(1))
        ids.insert(moved, at: 1)
      case .anywhere:
        let position = random.number(below: 12)
        try index.update { $0.insert(new, at: .position(position)) }
        ids.insert(new.id, at: position)
      }
      if step % 50 == 0 { compare(index, ids, "\(way), seed \(seed), step \(step)") }
      if step == 250 { try index.optimize() }
    }
    try index.waitForMerges()
    compare(index, ids, "\(way), seed \(seed), at last")
    // What is moved to an end finds room there, and what goes anywhere mostly does.
    #expect(index.snapshot().state.rows.relabellings > 0 || way == .movedToTheStart || way == .anywhere)
  }

  private func compare(_ index: SearchIndex<Item<Int>, Int>, _ ids: [Int], _ origin: String) {
    let snapshot = index.snapshot()
    #expect(snapshot.search(SearchRequest()).map(\.id) == ids, "\(origin)")
    #expect(snapshot.state.labelProblem == nil, "\(origin)")
  }

  /// As after two thousand million items that have been put at one end.
  @Test(arguments: [true, false])
  func thereIsRoomAtTheEndsHoweverFarTheyHaveGone(atStart: Bool) throws {
    let items = (0..<4).map { Item(id: $0, title: "\($0)") }
    var state = try SearchIndex(items).snapshot().state
    for (row, room) in [UInt64(4), 3, 2, 1].enumerated() {
      state.rows.segments[0].labels.set(
        atStart ? 3 - row : row, OrderLabel(rawValue: atStart ? room - 1 : UInt64.max - room))
    }
    var reader = TailItemReader(IndexOptions())
    var ids = Array(0..<4)
    for id in 10..<300 {
      var batch = UpdateBatch<Item<Int>, Int>()
      batch.insert(Item(id: id, title: ""), at: atStart ? .start : .end)
      _ = try state.apply(batch, &reader)
      ids.insert(id, at: atStart ? 0 : ids.count)
      #expect(state.labelProblem == nil)
      #expect(Snapshot(ListContent(state)).search(SearchRequest()).map(\.id) == ids)
      if state.labelProblem != nil { return }
    }
  }
}

extension ListState {
  /// What is wrong with the labels: they have to ascend in each part, and no two live items may share one.
  var labelProblem: String? {
    var living: Set<OrderLabel> = []
    for part in 0...tailPart {
      var latest: OrderLabel?
      for row in 0..<rowCount(ofPart: part) {
        let label = rows.label(ListRow(part: part, row: row))
        let isLive = part == tailPart || rows.segments[part].live.contains(row)
        if let latest, label < latest { return "row \(row) of part \(part) comes before the one above it" }
        if isLive, !living.insert(label).inserted { return "row \(row) of part \(part) shares its label" }
        latest = label
      }
    }
    return living.count == count ? nil : "\(living.count) live items, not \(count)"
  }
}
