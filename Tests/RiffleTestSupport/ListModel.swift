package import Riffle

/// A list as a plain array: what an index has to be equal to, whatever is done to it.
package struct ListModel: Sendable {
  /// In list order.
  package private(set) var items: [Item<Int>]
  private let order: Order

  package enum Order: Sendable {
    case manual
    case alphabet(ListAlphabet)
    /// By weight, greatest first, in buckets by the length of the title.
    case weight

    package var listOrder: ListOrder<Item<Int>> {
      switch self {
      case .manual: .manual
      case .alphabet(let alphabet): .alphabet(alphabet)
      case .weight: .sorted(into: ["short", "long", "very long"], bucket: lengthBucket) { $0.weight > $1.weight }
      }
    }

    /// `nil` in an order without buckets.
    package func bucket(of item: Item<Int>) -> Int? {
      switch self {
      case .manual: nil
      case .alphabet(let alphabet): alphabet.buckets.bucket(for: text(item))
      case .weight: min(lengthBucket(item), 2)
      }
    }

    /// Whether an item comes before another, whatever came first.
    fileprivate func isOrdered(_ a: Item<Int>, before b: Item<Int>) -> Bool {
      let buckets = (bucket(of: a) ?? 0, bucket(of: b) ?? 0)
      if buckets.0 != buckets.1 { return buckets.0 < buckets.1 }
      switch self {
      case .manual: return false
      case .weight: return a.weight > b.weight
      case .alphabet(let alphabet):
        return alphabet.collation.key(for: text(a)).lexicographicallyPrecedes(alphabet.collation.key(for: text(b)))
      }
    }

    private func text(_ item: Item<Int>) -> String { item.reading.isEmpty ? item.title : item.reading }
  }

  package init(_ items: [Item<Int>], _ order: Order) {
    self.order = order
    self.items = []
    for item in items { insert(item) }
  }

  private mutating func insert(_ item: Item<Int>) {
    if case .manual = order { return items.append(item) }
    items.insert(item, at: items.firstIndex { order.isOrdered(item, before: $0) } ?? items.count)
  }

  package func place(of id: Int) -> Int? { items.firstIndex { $0.id == id } }

  /// Applies changes as one batch.
  /// - Returns: the ids of deletions without effect, and whether anything has changed.
  package mutating func apply(_ changes: [ListChange]) throws(IndexError) -> (unknown: [Int], hasChanged: Bool) {
    var model = self
    var offsets: [Int: Int] = [:]
    for (offset, change) in changes.enumerated() {
      if let first = offsets.updateValue(offset, forKey: change.id) {
        throw .duplicateID(id: "\(change.id)", firstOffset: first, secondOffset: offset)
      }
    }
    var unknown: [Int] = []
    for (offset, change) in changes.enumerated() {
      if try !model.apply(change, offset) { unknown.append(change.id) }
    }
    self = model
    return (unknown, unknown.count < changes.count)
  }

  private mutating func apply(_ change: ListChange, _ offset: Int) throws(IndexError) -> Bool {
    let place = place(of: change.id)
    switch change {
    case .insert(let item, let destination):
      if place != nil { throw .idInUse(id: "\(item.id)", offset: offset) }
      if let destination {
        items.insert(item, at: try position(destination, of: item.id, without: nil, offset))
      } else {
        insert(item)
      }
    case .upsert(let item):
      if let place { replace(place, by: item) } else { insert(item) }
    case .place(let item, let destination):
      let position = try position(destination, of: item.id, without: place, offset)
      if let place { items.remove(at: place) }
      items.insert(item, at: position)
    case .update(let id, let title, let weight):
      guard let place else { throw .unknownID(id: "\(id)", offset: offset) }
      var item = items[place]
      item.title = title
      item.weight = weight
      replace(place, by: item)
    case .delete:
      guard let place else { return false }
      items.remove(at: place)
    case .move(let id, let destination):
      guard let place else { throw .unknownID(id: "\(id)", offset: offset) }
      let position = try position(destination, of: id, without: place, offset)
      items.insert(items.remove(at: place), at: position)
    }
    return true
  }

  private mutating func replace(_ place: Int, by item: Item<Int>) {
    let old = items[place]
    if !order.isOrdered(old, before: item), !order.isOrdered(item, before: old) {
      items[place] = item
    } else {
      items.remove(at: place)
      insert(item)
    }
  }

  /// The position that an item will have, itself not counted.
  private func position(
    _ destination: ListChange.Place, of id: Int, without place: Int?, _ offset: Int
  ) throws(IndexError) -> Int {
    guard case .manual = order else { throw .notInManualOrder(id: "\(id)", offset: offset) }
    let count = place == nil ? items.count : items.count - 1
    func position(of other: Int) throws(IndexError) -> Int {
      guard other != id, let found = self.place(of: other) else { throw .unknownID(id: "\(other)", offset: offset) }
      return place.map { found > $0 } == true ? found - 1 : found
    }
    switch destination {
    case .start: return 0
    case .end: return count
    case .position(let position):
      guard 0...count ~= position else {
        throw .positionOutOfRange(position: position, count: count, offset: offset)
      }
      return position
    case .before(let other): return try position(of: other)
    case .after(let other): return try position(of: other) + 1
    }
  }
}

private let lengthBucket: @Sendable (Item<Int>) -> Int = { $0.title.utf8.count / 12 }

extension ListChange {
  package var id: Int {
    switch self {
    case .insert(let item, _), .upsert(let item), .place(let item, _): item.id
    case .update(let id, _, _), .delete(let id), .move(let id, _): id
    }
  }
}
