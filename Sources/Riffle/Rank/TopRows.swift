internal import HeapModule

/// Keeps the best rows of an answer while it is being found, and counts all of them.
package struct TopRows: Sendable {
  private var heap = Heap<RankedRow>()
  private var all: [RankedRow] = []
  private let capacity: Int
  package private(set) var total = 0

  /// Above this many rows, keeping them in order as they come costs more than sorting them in the end.
  private static let largestHeap = 4096

  /// - Parameter capacity: how many rows to keep.
  package init(capacity: Int) {
    self.capacity = max(0, capacity)
  }

  /// The row that a better one would push out; `nil` while there is room for all.
  var worst: RankedRow? { heap.count < capacity || capacity > TopRows.largestHeap ? nil : heap.max }

  /// Counts a row that is known not to be among the best.
  mutating func count() { total += 1 }

  package mutating func insert(_ row: RankedRow) {
    total += 1
    if capacity > TopRows.largestHeap {
      all.append(row)
    } else if heap.count < capacity {
      heap.insert(row)
    } else if let worst = heap.max, row < worst {
      heap.replaceMax(with: row)
    }
  }

  /// The kept rows from `offset` on, best first.
  package consuming func rows(from offset: Int) -> [RankedRow] {
    let kept = capacity > TopRows.largestHeap ? all : heap.unordered
    return Array(kept.sorted().prefix(capacity).dropFirst(max(0, offset)))
  }
}
