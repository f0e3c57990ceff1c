/// Reads lines: each is a record, and all of it is the title.
struct LineReader {
  /// What ends a record: a line feed or NUL. The last record can do without.
  let terminator: UInt8

  func read(_ range: Range<Int>, into table: RecordTable) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = table.source.firstIndex(of: terminator, in: start..<range.upperBound) ?? range.upperBound
      table.append(start..<end)
      start = end + 1
    }
  }
}
