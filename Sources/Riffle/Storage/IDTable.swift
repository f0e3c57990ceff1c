/// Finds the row of an id: a hash table of row numbers beside the ids themselves.
struct IDTable<ID: Hashable & Sendable>: Sendable {
  private(set) var ids: [ID] = []
  /// Open addressing with linear probing; 0 is an empty slot, otherwise row + 1.
  private var slots: [UInt32]

  init(minimumCapacity: Int) {
    var size = 16
    while size < minimumCapacity * 3 / 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    ids.reserveCapacity(minimumCapacity)
  }

  subscript(row: Int) -> ID { ids[row] }

  func row(of id: ID) -> Int? {
    let slot = slot(of: id)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  /// Gives `id` the next row. Returns the row that it already has, if it has one, and adds nothing then.
  mutating func append(_ id: ID) -> Int? {
    let free = slot(of: id)
    guard slots[free] == 0 else { return Int(slots[free]) - 1 }
    ids.append(id)
    slots[free] = UInt32(truncatingIfNeeded: ids.count)
    if ids.count * 4 > slots.count * 3 { grow() }
    return nil
  }

  /// The slot that holds `id`, or the free one where it belongs.
  private func slot(of id: ID) -> Int {
    var slot = id.hashValue & (slots.count - 1)
    while slots[slot] != 0, ids[Int(slots[slot]) - 1] != id { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for row in ids.indices { slots[slot(of: ids[row])] = UInt32(truncatingIfNeeded: row + 1) }
  }
}
