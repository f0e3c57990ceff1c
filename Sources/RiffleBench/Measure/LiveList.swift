import MadeUpLists
import Riffle

/// A list of titles that changes: an element has an id and the row of the file with its title.
struct LiveItem: Sendable, Hashable {
  let id: Int
  let row: Int
}

typealias LiveIndex = SearchIndex<LiveItem, Int>

/// A generator of random changes of a list whose initial ids are those of its rows: any item may become any other.
struct LiveChanges {
  private var random: SeededRandom
  private let rowCount: Int

  init(stream: String, rowCount: Int) {
    random = SeededRandom(seed: 1, stream: stream)
    self.rowCount = rowCount
  }

  mutating func number(below limit: Int) -> Int { random.below(limit) }

  /// Returns an item that replaces another.
  mutating func item() -> LiveItem { LiveItem(id: random.below(rowCount), row: random.below(rowCount)) }

  /// Returns `count` items with different ids, half of them new.
  mutating func batch(_ count: Int, newFrom first: Int) -> [LiveItem] {
    var ids: Set<Int> = []
    while ids.count < min(count, rowCount) / 2 { ids.insert(random.below(rowCount)) }
    var items = ids.sorted().map { LiveItem(id: $0, row: random.below(rowCount)) }
    for offset in 0..<max(0, count - items.count) {
      items.append(LiveItem(id: first + offset, row: random.below(rowCount)))
    }
    return items
  }
}

extension ItemList {
  /// Returns an index of the list that can change.
  func liveIndex(
    _ options: IndexOptions, order: ListOrder<LiveItem> = .manual,
    scopes: [String: @Sendable (LiveItem) -> Bool] = [:], path: String
  ) throws(BenchError) -> LiveIndex {
    let hidden: (@Sendable (LiveItem) -> String)? =
      hasSearchText ? { @Sendable item in self.searchText(item.row) } : nil
    do {
      return try SearchIndex(
        (0..<count).lazy.map { LiveItem(id: $0, row: $0) }, order: order, id: \.id, title: { self.title($0.row) },
        searchText: hidden, scopes: scopes, options: options)
    } catch {
      throw .badList(path: path, error: error)
    }
  }
}
