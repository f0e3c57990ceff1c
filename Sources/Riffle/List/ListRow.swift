/// The place of an item in one generation: the part of the list, a segment or the tail after all of them, and the row in it.
struct ListRow: Sendable, Hashable {
  let part: UInt32
  let row: UInt32

  init(part: Int, row: Int) {
    self.part = UInt32(truncatingIfNeeded: part)
    self.row = UInt32(truncatingIfNeeded: row)
  }
}
