/// A boolean field, by row; each value is true, false or missing.
struct FlagColumn: Sendable {
  let yes: BitColumn
  /// The rows that have a value; `nil` for all.
  let present: BitColumn?

  var count: Int { yes.count }

  func flag(_ row: Int) -> Bool? { present.map { $0[row] } ?? true ? yes[row] : nil }

  /// The rows with a value.
  func rows(of flag: Bool) -> BitColumn {
    if flag { return yes }
    var rows = present ?? BitColumn(count: count, repeating: true)
    rows.subtract(yes)
    return rows
  }
}

extension FlagColumn: ColumnPart {
  func list(in columns: inout ColumnList) {
    columns.add("yes", yes)
    columns.add("present", present)
  }

  /// - Throws: ``SegmentError`` if columns are missing or contradict each other.
  init(_ columns: ColumnSource, count: Int) throws(SegmentError) {
    yes = try columns.requiredBits("yes", count: count)
    present = try columns.bits("present", count: count)
    var strays = yes
    if let present { strays.subtract(present) }
    try columns.check(present == nil || strays.setCount == 0, "present")
  }
}
