/// The words of some rows, read together: so their cache misses overlap.
struct RowsAhead: Sendable {
  private var rows: [UInt32] = []
  /// Where the words of each row end in ``tokens``.
  private var ends: [Int] = []
  private(set) var tokens: [UInt32] = []
  /// The row that will be asked for next, if none is left out.
  private var next = 0

  /// Rows are asked for in their order; so many may be left out.
  private static let mostLeftOut = 16

  /// Reads the words of rows, instead of those read before.
  mutating func read(_ rows: [UInt32], of column: borrowing TokenColumn) {
    next = 0
    self.rows.removeAll(keepingCapacity: true)
    self.rows += rows
    for row in rows { column.prefetch(Int(row)) }
    column.read(rows, into: &tokens, ends: &ends)
  }

  /// Calls `body` with each row and its words.
  func forEachRow(_ body: (_ row: UInt32, _ words: Span<UInt32>) -> Void) {
    let tokens = tokens.span
    var start = 0
    for index in rows.indices {
      body(rows[index], tokens.extracting(start..<ends[index]))
      start = ends[index]
    }
  }

  /// Where the words of a row lie among ``tokens``; `nil` if they have not been read.
  mutating func range(of row: Int) -> Range<Int>? {
    var index = next
    let end = min(next + RowsAhead.mostLeftOut, rows.count)
    while index < end, Int(rows[index]) != row { index += 1 }
    guard index < end else { return nil }
    next = index + 1
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// Calls `body` with the first few words of each row. Of longer ones it takes no longer to wait for those that come
  /// later.
  func forEachFirstWord(_ body: (Int) -> Void) {
    let tokens = tokens.span
    var start = 0
    for end in ends {
      for index in start..<min(end, start + RowsAhead.fewWords) { body(TokenColumn.word(tokens[index])) }
      start = end
    }
  }

  private static let fewWords = 8
}
