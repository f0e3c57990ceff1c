/// The selected items, in the order of selection.
package struct Selection: Hashable, Sendable {
  private var order: [UInt32: Int] = [:]
  private var next = 0
  /// The most items that can be selected.
  package let limit: Int

  package init(limit: Int) { self.limit = limit }

  package var count: Int { order.count }
  package var isEmpty: Bool { order.isEmpty }
  /// - Complexity: O(*n* log *n*).
  package var ids: [UInt32] { order.sorted { $0.value < $1.value }.map(\.key) }
  package func contains(_ id: UInt32) -> Bool { order[id] != nil }

  /// - Returns: `false` if no more can be selected.
  @discardableResult
  package mutating func insert(_ id: UInt32) -> Bool {
    if order[id] != nil { return true }
    guard order.count < limit else { return false }
    order[id] = next
    next += 1
    return true
  }

  package mutating func remove(_ id: UInt32) { order[id] = nil }
  package mutating func removeAll() { order = [:] }
  package mutating func removeAll(before id: UInt32) { order = order.filter { $0.key >= id } }

  @discardableResult
  package mutating func toggle(_ id: UInt32) -> Bool {
    if contains(id) {
      remove(id)
      return true
    }
    return insert(id)
  }
}
