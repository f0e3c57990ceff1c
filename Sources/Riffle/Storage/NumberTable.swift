/// A hash table of whole numbers, each with a small value.
struct NumberTable: Sendable {
  /// Open addressing with linear probing; 0 is an empty slot, otherwise the number + 1 in the upper bits, and the value below.
  private var slots: [UInt64]
  private(set) var count = 0

  /// - Parameter slots: those of the first table, a power of two.
  init(slots: Int = 256) { self.slots = Array(repeating: 0, count: slots) }

  var slotCount: Int { slots.count }

  /// The value of a number, if it is there.
  subscript(number: Int) -> UInt16? {
    let entry = slots[slot(of: number)]
    return entry == 0 ? nil : UInt16(truncatingIfNeeded: entry)
  }

  /// Inserts a number, unless it is there.
  /// - Returns: whether it was not there.
  mutating func insert(_ number: Int, _ value: UInt16 = 0) -> Bool {
    let slot = slot(of: number)
    if slots[slot] != 0 { return false }
    slots[slot] = UInt64(number + 1) << 16 | UInt64(value)
    count += 1
    if count * 2 > slots.count { grow() }
    return true
  }

  /// All numbers, in no order.
  var numbers: some Sequence<Int> { slots.lazy.filter { $0 != 0 }.map { Int($0 >> 16) - 1 } }

  /// Where a number is, or comes.
  ///
  /// Multiplication by 2³² / φ spreads neighbouring numbers (D. Knuth, The Art of Computer Programming 3, 6.4).
  @inline(__always)
  private func slot(of number: Int) -> Int {
    var slot = Int((UInt32(truncatingIfNeeded: number) &* 2_654_435_769) >> 7) & (slots.count - 1)
    while slots[slot] != 0, slots[slot] >> 16 != UInt64(number + 1) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 { slots[slot(of: Int(entry >> 16) - 1)] = entry }
  }
}
