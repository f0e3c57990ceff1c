/// Rows, each once: a hash table while they are few, one bit a row once they are many.
struct RowSet {
  private let rowCount: Int
  /// Open addressing with linear probing; 0 is an empty slot, otherwise row + 1.
  private var slots: [UInt32]
  private var bits: BitColumn?
  private(set) var count = 0

  /// - Parameter slots: those of the first table, a power of two; fewer than four rows a slot are one bit each.
  init(rowCount: Int, slots: Int = SearchEfforts().rowSetSlots) {
    self.rowCount = rowCount
    if rowCount <= 4 * slots {
      self.slots = []
      bits = BitColumn(count: rowCount)
    } else {
      self.slots = Array(repeating: 0, count: slots)
    }
  }

  /// Rows of a segment.
  init(of segment: Segment) { self.init(rowCount: segment.count, slots: segment.options.efforts.rowSetSlots) }

  /// Whether the row was not there yet.
  mutating func insert(_ row: Int) -> Bool {
    if bits != nil {
      guard bits?[row] == false else { return false }
      bits?.insert(row)
      count += 1
      return true
    }
    var slot = RowSet.slot(row, slots.count)
    while slots[slot] != 0 {
      if slots[slot] == UInt32(truncatingIfNeeded: row + 1) { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(truncatingIfNeeded: row + 1)
    count += 1
    if count * 2 > slots.count { grow() }
    return true
  }

  func contains(_ row: Int) -> Bool {
    if let bits { return bits[row] }
    var slot = RowSet.slot(row, slots.count)
    while slots[slot] != 0 {
      if slots[slot] == UInt32(truncatingIfNeeded: row + 1) { return true }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }

  private mutating func grow() {
    let old = slots
    // From here on a table would be larger than one bit for every row.
    if old.count * 64 > rowCount { return useBits() }
    slots = Array(repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 {
      var slot = RowSet.slot(Int(entry) - 1, slots.count)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  private mutating func useBits() {
    var bits = BitColumn(count: rowCount)
    for entry in slots where entry != 0 { bits.insert(Int(entry) - 1) }
    self.bits = bits
    slots = []
  }

  /// Multiplication by 2³² / φ spreads neighbouring rows (D. Knuth, The Art of Computer Programming 3, 6.4).
  private static func slot(_ row: Int, _ size: Int) -> Int {
    Int((UInt32(truncatingIfNeeded: row) &* 2_654_435_769) >> 7) & (size - 1)
  }
}
