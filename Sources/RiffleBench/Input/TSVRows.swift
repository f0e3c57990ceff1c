/// One row of a TSV file: the places of its columns.
struct TSVRow {
  /// From 1.
  let line: Int
  private(set) var columnCount = 1
  /// The start of the row, then every tab, then the end of the row. Columns past the fifth are only counted.
  private var bounds: [6 of Int]

  fileprivate init(line: Int, start: Int) {
    self.line = line
    bounds = .init(repeating: start)
  }

  fileprivate mutating func end(columnAt offset: Int) {
    if columnCount < bounds.count { bounds[columnCount] = offset }
  }

  fileprivate mutating func beginColumn() { columnCount += 1 }

  /// The bytes of a column in the file, for the first five columns only.
  subscript(column: Int) -> Range<Int> {
    (column == 0 ? bounds[0] : bounds[column] + 1)..<bounds[column + 1]
  }
}

/// The rows of a file, separated by line feeds, with columns separated by tabs. There is no quoting.
struct TSVRows: Sequence, IteratorProtocol {
  let bytes: [UInt8]
  private var offset = 0
  private var line = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> TSVRow? {
    let bytes = bytes
    guard offset < bytes.count else { return nil }
    line += 1
    var row = TSVRow(line: line, start: offset)
    let start = offset
    var end = start
    let span = bytes.span
    while end < span.count, span[end] != UInt8(ascii: "\n") {
      if span[end] == UInt8(ascii: "\t") {
        row.end(columnAt: end)
        row.beginColumn()
      }
      end += 1
    }
    let endsWithReturn = end > start && span[end - 1] == UInt8(ascii: "\r")
    row.end(columnAt: endsWithReturn ? end - 1 : end)
    offset = end + 1
    return row
  }
}
