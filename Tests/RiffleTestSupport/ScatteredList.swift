package import Riffle

extension RandomText {
  /// Takes pieces of a list out of its segments and puts them back unchanged, so that it lies in many parts, with
  /// tombstones and a tail, but reads as before.
  package mutating func scatter(_ index: SearchIndex<Item<Int>, Int>, _ items: [Item<Int>]) throws {
    guard !items.isEmpty else { return }
    for _ in 0..<1 + number(below: 5) {
      var piece: [Int: Item<Int>] = [:]
      for _ in 0..<1 + number(below: items.count) {
        let item = items[number(below: items.count)]
        piece[item.id] = item
      }
      let (first, second) = (piece.values.prefix(piece.count / 2), piece.values.dropFirst(piece.count / 2))
      try index.upsert(contentsOf: first.sorted { $0.id < $1.id })
      for item in second { try index.upsert(item) }
    }
    if oneIn(3) { try index.waitForMerges() }
  }

  /// An index of a list, in as many parts as chance wants.
  package mutating func snapshot(
    _ items: [Item<Int>], _ options: IndexOptions = IndexOptions()
  ) throws -> Snapshot<Item<Int>, Int> {
    var options = options
    if oneIn(2) { return try SearchIndex(items, options: options).snapshot() }
    options.upkeep = upkeep()
    let index = try SearchIndex(items, options: options)
    try scatter(index, items)
    return index.snapshot()
  }
}
