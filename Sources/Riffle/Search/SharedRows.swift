/// Rows that match all clauses, or all but a few: computed on one bit per row and clause, 64 rows at a time.
///
/// A plane for each number of clauses that a row may lack, as in bit-sliced counting (P. O'Neil and D. Quass, Improved Query
/// Performance with Variant Indexes, SIGMOD 1997).
struct SharedRows {
  /// The rows that lack no clause so far, those that lack one, and so on.
  private var planes: [BitColumn]
  /// The number of rows left.
  private(set) var count: Int

  /// - Parameters:
  ///   - within: the rows to search; `nil` for all.
  ///   - mayLack: the number of clauses that rows may lack.
  init(rowCount: Int, within: BitColumn?, mayLack: Int = 0) {
    planes = [within ?? BitColumn(count: rowCount, repeating: true)]
    for _ in 0..<mayLack { planes.append(BitColumn(count: rowCount)) }
    count = within?.setCount ?? rowCount
  }

  /// Whether a row is left.
  @inline(__always)
  func contains(_ row: Int) -> Bool {
    for plane in planes where plane[row] { return true }
    return false
  }

  /// The rows that are left.
  var rows: BitColumn {
    var rows = planes[0]
    for plane in planes.dropFirst() { rows.formUnion(plane) }
    return rows
  }

  /// Adds a clause that is found in these rows.
  mutating func add(_ found: borrowing BitColumn) {
    for number in planes.indices.reversed() {
      planes[number].formIntersection(found)
      // Those that have lacked one clause fewer and lack this one.
      if number > 0 { planes[number].formUnion(planes[number - 1], without: found) }
    }
    count = planes.reduce(0) { $0 + $1.setCount }
  }
}
