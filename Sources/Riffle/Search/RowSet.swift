/// Rows, each once: a hash table while they are few, one bit a row once they are many.
struct RowSet {
  private let rowCount: Int
  private var table: NumberTable?
  private var bits: BitColumn
  private(set) var count = 0

  /// - Parameter slots: those of the first table, a power of two; fewer than eight rows a slot are one bit each.
  init(rowCount: Int, slots: Int = SearchEfforts().rowSetSlots) {
    self.rowCount = rowCount
    table = rowCount <= 8 * slots ? nil : NumberTable(slots: slots)
    bits = BitColumn(count: table == nil ? rowCount : 0)
  }

  /// Rows of a segment.
  init(of segment: Segment) { self.init(rowCount: segment.count, slots: segment.options.efforts.rowSetSlots) }

  /// Whether the row was not there yet.
  mutating func insert(_ row: Int) -> Bool {
    let isNew: Bool
    if let inserted = table?.insert(row) {
      isNew = inserted
      // From here on a table would be larger than one bit for every row.
      if (table?.slotCount ?? 0) * 64 > rowCount, let known = table { useBits(known) }
    } else {
      isNew = !bits[row]
      bits.insert(row)
    }
    if isNew { count += 1 }
    return isNew
  }

  func contains(_ row: Int) -> Bool { table.map { $0[row] != nil } ?? bits[row] }

  private mutating func useBits(_ known: NumberTable) {
    var bits = BitColumn(count: rowCount)
    for row in known.numbers { bits.insert(row) }
    self.bits = bits
    table = nil
  }
}
