/// A permutation of the rows of a segment: by weight, then by the words and the length of the title, then by the place in the list.
///
/// The ordinal of a row is its number in that order. Postings, pairs and the forward index number rows by ordinal. So among rows of
/// equal cost the first ones are the best, and a search stops after them. Texts and all that is shown stay in list order.
/// (Static rank, as in S. Gog, G. E. Pibiri and R. Venturini, Efficient and Effective Query Auto-Completion, SIGIR 2020.)
package struct StaticOrder: Sendable {
  private let rows: PackedColumn<UInt32>
  private let ordinals: PackedColumn<UInt32>

  /// - Parameter keys: for each row what decides, less is better. Rows of equal keys stay in list order.
  /// - Complexity: O(rows).
  init(_ keys: [UInt64]) {
    let rows = StaticOrder.sorted(keys)
    var ordinals = [UInt32](repeating: 0, count: rows.count)
    for (ordinal, row) in rows.enumerated() { ordinals[Int(row)] = UInt32(truncatingIfNeeded: ordinal) }
    self.rows = PackedColumn(rows)
    self.ordinals = PackedColumn(ordinals)
  }

  /// What decides between the rows of a segment.
  /// - Parameters:
  ///   - titleWords: how many the title has; beyond 64 all are alike.
  ///   - titleLength: in bytes, as far as the title is indexed.
  @inline(__always)
  static func key(weight: UInt16, titleWords: Int32, titleLength: Int) -> UInt64 {
    UInt64(UInt16.max - weight) << 38 | UInt64(min(max(0, titleWords - 1), 63)) << 32
      | UInt64(UInt32(truncatingIfNeeded: titleLength))
  }

  var count: Int { rows.count }

  /// The row of an ordinal.
  @inline(__always)
  func row(_ ordinal: Int) -> Int { min(Int(rows[ordinal]), rows.count - 1) }

  /// The ordinal of a row.
  @inline(__always)
  package func ordinal(_ row: Int) -> Int { min(Int(ordinals[row]), rows.count - 1) }

  /// Calls `body` with each row, ascending, and with its ordinal.
  @inline(__always)
  func forEachRow(_ body: (_ row: Int, _ ordinal: Int) -> Void) {
    ordinals.forEach(in: ordinals.indices) { row, ordinal in body(row, min(Int(ordinal), ordinals.count - 1)) }
  }

  /// The rows by ordinal.
  var all: [UInt32] { rows[rows.indices] }

  /// One bit for each ordinal whose row has its bit set.
  /// - Complexity: O(rows).
  func ordinals(ofRows column: borrowing BitColumn) -> BitColumn { permuted(column, by: ordinals) }

  /// One bit for each row whose ordinal has its bit set.
  /// - Complexity: O(rows).
  package func rows(ofOrdinals column: borrowing BitColumn) -> BitColumn { permuted(column, by: rows) }

  private func permuted(_ column: borrowing BitColumn, by places: PackedColumn<UInt32>) -> BitColumn {
    var found = BitColumn(count: column.count)
    column.forEachRow { found.insert(min(Int(places[$0]), column.count - 1)) }
    return found
  }

  /// Numbers by their keys, equal ones in their order: byte by byte, from the last one, as far as keys differ in it.
  private static func sorted(_ keys: [UInt64]) -> [UInt32] {
    var rows = (0..<UInt32(keys.count)).map { $0 }
    guard let first = keys.first else { return rows }
    let differing = keys.reduce(0) { $0 | ($1 ^ first) }
    var spare = rows
    for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
      var next = InlineArray<257, Int>(repeating: 0)
      for key in keys { next[Int(truncatingIfNeeded: key >> shift & 0xFF) + 1] += 1 }
      for byte in 1...256 { next[byte] += next[byte - 1] }
      for row in rows {
        let byte = Int(truncatingIfNeeded: keys[Int(row)] >> shift & 0xFF)
        spare[next[byte]] = row
        next[byte] += 1
      }
      swap(&rows, &spare)
    }
    return rows
  }
}

extension StaticOrder: StoredPart {
  func list(in columns: inout ColumnList) {
    columns.add("rows", rows)
    columns.add("ordinals", ordinals)
  }

  init(_ columns: ColumnSource) throws(SegmentError) {
    rows = try columns.part("rows")
    ordinals = try columns.part("ordinals")
    try columns.check(ordinals.count == rows.count, "ordinals")
  }
}
