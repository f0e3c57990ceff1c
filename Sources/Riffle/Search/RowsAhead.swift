/// The words of some rows, read together so that their cache misses overlap.
struct RowsAhead: Sendable {
  private var rows: [UInt32] = []
  /// Where the words of each row end in ``tokens``.
  private var ends: [TokenColumn.RowEnd] = []
  private(set) var tokens: [UInt32] = []
  /// The row expected next, if none is skipped.
  private var next = 0

  /// Rows are looked up in order; so many may be skipped.
  private static let mostLeftOut = 16

  /// Reads the words of rows, instead of those read before.
  /// - Parameter readsSearchText: `false` leaves out the words of search texts.
  mutating func read(_ rows: [UInt32], of column: borrowing TokenColumn, readsSearchText: Bool = true) {
    next = 0
    self.rows.removeAll(keepingCapacity: true)
    self.rows += rows
    for row in rows { column.prefetch(Int(row)) }
    column.read(rows, readsSearchText: readsSearchText, into: &tokens, ends: &ends)
  }

  /// Reads all words of a row beside those read before.
  /// - Returns: where they lie among ``tokens``.
  mutating func readWhole(_ row: Int, of column: borrowing TokenColumn) -> Range<Int> {
    let start = tokens.count
    column.append(row, to: &tokens)
    return start..<tokens.count
  }

  /// Calls `body` with each row and its words.
  func forEachRow(_ body: (_ row: UInt32, _ words: Span<UInt32>) -> Void) {
    let tokens = tokens.span
    var start = 0
    for index in rows.indices {
      body(rows[index], tokens.extracting(start..<ends[index].offset))
      start = ends[index].offset
    }
  }

  /// Where the words of a row lie among ``tokens``, and whether these are all that it has; `nil` if they have not been read.
  mutating func find(_ row: Int) -> (words: Range<Int>, areAll: Bool)? {
    var index = next
    let end = min(next + RowsAhead.mostLeftOut, rows.count)
    while index < end, Int(rows[index]) != row { index += 1 }
    guard index < end else { return nil }
    next = index + 1
    return ((index == 0 ? 0 : ends[index - 1].offset)..<ends[index].offset, ends[index].isWhole)
  }

  /// Calls `body` with the first few words of each row. Of longer ones it takes no longer to wait for those that come
  /// later.
  func forEachFirstWord(_ body: (Int) -> Void) {
    let tokens = tokens.span
    var start = 0
    for end in ends {
      for index in start..<min(end.offset, start + RowsAhead.fewWords) { body(TokenColumn.word(tokens[index])) }
      start = end.offset
    }
  }

  private static let fewWords = 8
}
