internal import HeapModule

/// Keeps the best of rows of several parts of a list.
struct BestPlacedRows {
  private var heap = Heap<PlacedRow>()
  private let capacity: Int

  init(capacity: Int) { self.capacity = max(0, capacity) }

  /// Best first.
  var rows: [PlacedRow] { heap.unordered.sorted() }

  func admits(_ row: PlacedRow) -> Bool {
    if heap.count < capacity { return true }
    return heap.max.map { row < $0 } ?? false
  }

  mutating func insert(_ row: PlacedRow) {
    if heap.count < capacity {
      heap.insert(row)
    } else if admits(row) {
      heap.replaceMax(with: row)
    }
  }
}
