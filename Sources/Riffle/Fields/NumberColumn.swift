/// A field of integers, reals or times, by row, as codes (``FieldCode``).
///
/// Codes are kept as steps from the least code. A step is the greatest common divisor of all distances, so times that are whole
/// days take two bytes for a span of 179 years.
struct NumberColumn: Sendable {
  /// In steps; 0 for rows without a number.
  private let numbers: PackedColumn<UInt64>
  private let least: UInt64
  /// At least 1.
  private let step: UInt64
  /// The rows that have a number; `nil` for all.
  let present: BitColumn?

  var count: Int { numbers.count }

  /// - Parameter codes: one for each row; those of rows that are not `present` are ignored.
  /// - Complexity: O(rows).
  init(_ codes: consuming [UInt64], present: BitColumn?) {
    self.present = present
    let hasNumber = { (row: Int) in present.map { $0[row] } ?? true }
    var least = UInt64.max
    for row in codes.indices where hasNumber(row) { least = min(least, codes[row]) }
    var step: UInt64 = 0
    for row in codes.indices where step != 1 && hasNumber(row) {
      step = NumberColumn.greatestCommonDivisor(step, codes[row] - least)
    }
    self.least = least
    self.step = max(1, step)
    for row in codes.indices { codes[row] = hasNumber(row) ? (codes[row] - least) / self.step : 0 }
    numbers = PackedColumn(codes)
  }

  private static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  /// The code of a row; `nil` if it has none.
  @inline(__always)
  func code(_ row: Int) -> UInt64? { present.map { $0[row] } ?? true ? code(ofSteps: numbers[row]) : nil }

  private func code(ofSteps steps: UInt64) -> UInt64 { least &+ steps &* step }

  /// Calls `body` with the codes of those rows that have a number, ascending by row.
  @inline(__always)
  func forEach(of rows: BitColumn, _ body: (_ row: Int, _ code: UInt64) -> Void) {
    var rows = rows
    if let present { rows.formIntersection(present) }
    let (least, step) = (least, step)
    numbers.forEach(of: rows) { body($0, least &+ $1 &* step) }
  }

  /// The number of steps from one code of the column to a greater one.
  @inline(__always)
  func steps(between code: UInt64, _ other: UInt64) -> UInt64 { (other &- code) / step }

  /// The code so many steps after another one.
  func code(after code: UInt64, _ steps: UInt64) -> UInt64 { code &+ steps &* step }

  /// The rows whose codes lie in some ranges, which ascend without overlaps.
  /// - Complexity: O(rows) for each of up to eight ranges, and O(rows × log(ranges)) for more.
  func rows(of ranges: [ClosedRange<UInt64>]) -> BitColumn {
    var rows = BitColumn(count: count)
    // More passes take longer than a binary search for each row.
    if ranges.count <= 8 {
      for range in ranges { if let steps = steps(range) { numbers.insertIndices(of: steps, into: &rows) } }
    } else {
      numbers.forEach(in: numbers.indices) { row, steps in
        let code = code(ofSteps: steps)
        let place = ranges.partitioningIndex { $0.upperBound >= code }
        if place < ranges.count, ranges[place].lowerBound <= code { rows.insert(row) }
      }
    }
    if let present { rows.formIntersection(present) }
    return rows
  }

  private func steps(_ codes: ClosedRange<UInt64>) -> ClosedRange<UInt64>? {
    guard codes.upperBound >= least else { return nil }
    let low = codes.lowerBound <= least ? 0 : (codes.lowerBound - least - 1) / step + 1
    let high = (codes.upperBound - least) / step
    return low <= high ? low...high : nil
  }
}

extension NumberColumn: StoredPart {
  func list(in columns: inout ColumnList) {
    columns.add("numbers", numbers)
    columns.add("scale", Column([least, step]))
    columns.add("present", present)
  }

  init(_ columns: ColumnSource) throws(SegmentError) {
    numbers = try columns.whenRead.part("numbers")
    let scale: Column<UInt64> = try columns.column("scale", count: 2)
    (least, step) = (scale[0], scale[1])
    try columns.check(step > 0, "scale")
    present = try columns.bits("present", count: numbers.count)
  }
}
