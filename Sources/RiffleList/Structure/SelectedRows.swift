internal import HashTreeCollections

/// The rows that are selected individually, and the order of their selection. A value: copies share their common parts.
struct SelectedRows: Sendable {
  private var numbers: TreeDictionary<RowID, Int> = [:]
  private var last = 0

  var isEmpty: Bool { numbers.isEmpty }
  var count: Int { numbers.count }

  /// In no order.
  var ids: some Collection<RowID> { numbers.keys }

  /// - Complexity: O(*s* log *s*).
  var inOrder: [RowID] { numbers.sorted { $0.value < $1.value }.map(\.key) }

  /// - Complexity: O(1) on average.
  func contains(_ id: RowID) -> Bool { numbers[id] != nil }

  /// Returns the rows that another selection does not have.
  /// - Complexity: O(*c*) in those that only one of them has.
  func ids(notIn other: SelectedRows) -> Set<RowID> { Set(numbers.keys.subtracting(other.numbers.keys)) }

  /// Adds a row. A row that is already selected keeps its place in the order.
  mutating func insert(_ id: RowID) {
    guard numbers[id] == nil else { return }
    last += 1
    numbers[id] = last
  }

  /// - Returns: whether it was selected.
  @discardableResult
  mutating func remove(_ id: RowID) -> Bool { numbers.removeValue(forKey: id) != nil }
}
