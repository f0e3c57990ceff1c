package import Riffle

/// A changing index of items with made-up fields, and the same items as a plain array.
package struct FieldListModel {
  package private(set) var items: [Item<Int>]
  package let index: SearchIndex<Item<Int>, Int>
  package var random: RandomFields
  package var texts: RandomText

  package init(seed: UInt64, count: Int) throws {
    random = RandomFields(seed: seed)
    texts = RandomText(seed: seed)
    items = texts.items(count: count)
    for offset in items.indices { items[offset].fields = random.values() }
    var options = IndexOptions()
    // A few changes make segments and merges.
    options.upkeep.mostTailItems = 8
    options.upkeep.lowestTier = 16
    options.efforts = texts.efforts()
    index = try SearchIndex(
      items, id: \.id, title: \.title, searchText: \.searchText, reading: \.reading, weight: \.weight,
      isSearchable: \.isSearchable, fields: RandomFields.fields, options: options)
  }

  /// Changes some items, sometimes so many at once that they bypass the tail.
  package mutating func change() throws {
    let count = random.oneIn(4) ? 20 : 1 + random.number(below: 3)
    var ids: Set<Int> = []
    try index.update { batch in
      for _ in 0..<count {
        let id = random.number(below: items.count + 5)
        guard ids.insert(id).inserted else { continue }
        if random.oneIn(4) {
          batch.delete(id: id)
          items.removeAll { $0.id == id }
          continue
        }
        var item = Item(id: id, title: texts.title())
        item.fields = random.values()
        batch.upsert(item)
        if let offset = items.firstIndex(where: { $0.id == id }) { items[offset] = item } else { items.append(item) }
      }
    }
  }

  /// Merges all items into one segment.
  package func optimize() throws { try index.optimize() }
}
