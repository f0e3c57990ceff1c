internal import HeapModule

/// Keeps the best rows of an answer while it is being found.
package struct TopRows: Sendable {
  private var heap = Heap<RankedRow>()
  private var all: [RankedRow] = []
  private let capacity: Int
  /// Rows that are not better are turned down in any case.
  private let turnedDown: RankedRow?

  /// Above this many rows, keeping them in order as they come costs more than sorting them in the end.
  private static let largestHeap = 4096

  /// - Parameters:
  ///   - capacity: how many rows to keep.
  ///   - worst: what rows have to be better than; `nil` for nothing.
  package init(capacity: Int, worst: RankedRow? = nil) {
    self.capacity = max(0, capacity)
    turnedDown = worst
  }

  /// What a row has to be better than to be among the best; `nil` if any would be.
  var worst: RankedRow? {
    if keepsAll || heap.count < capacity { return turnedDown }
    guard let last = heap.max else { return turnedDown }
    return turnedDown.map { min($0, last) } ?? last
  }

  /// Whether no row is turned down.
  var keepsAll: Bool { capacity > TopRows.largestHeap }

  /// Whether the row would be among the best of those inserted so far.
  package func admits(_ row: RankedRow) -> Bool {
    if let turnedDown, !(row < turnedDown) { return false }
    if keepsAll || heap.count < capacity { return capacity > 0 }
    guard let last = heap.max else { return false }
    return row < last
  }

  package mutating func insert(_ row: RankedRow) {
    if let turnedDown, !(row < turnedDown) { return }
    if keepsAll {
      all.append(row)
    } else if heap.count < capacity {
      heap.insert(row)
    } else if let last = heap.max, row < last {
      heap.replaceMax(with: row)
    }
  }

  /// The kept rows from `offset` on, best first.
  package consuming func rows(from offset: Int) -> [RankedRow] {
    let kept = keepsAll ? all : heap.unordered
    return Array(kept.sorted().prefix(capacity).dropFirst(max(0, offset)))
  }
}
