/// Where an item of one generation lies: in which part of the list, a segment or the tail after all of them, and in which
/// row of it.
struct ListRow: Sendable, Hashable {
  let part: UInt32
  let row: UInt32

  init(part: Int, row: Int) {
    self.part = UInt32(truncatingIfNeeded: part)
    self.row = UInt32(truncatingIfNeeded: row)
  }
}
