/// One bit a row.
package struct BitColumn: Sendable, Hashable {
  private(set) var words: [UInt64]
  package let count: Int

  package init(count: Int, repeating value: Bool = false) {
    self.count = count
    words = Array(repeating: value ? .max : 0, count: (count + 63) / 64)
    if value, count % 64 != 0 { words[words.count - 1] = (1 << UInt64(count % 64)) - 1 }
  }

  /// - Returns: `nil` if there are more or fewer words than rows need, or bits beyond the last row.
  init?(count: Int, words: [UInt64]) {
    guard words.count == (count + 63) / 64 else { return nil }
    if count % 64 != 0, words[words.count - 1] >> UInt64(count % 64) != 0 { return nil }
    self.count = count
    self.words = words
  }

  package subscript(row: Int) -> Bool { words[row >> 6] & 1 << UInt64(row & 63) != 0 }

  package mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

  /// Sets a bit in a column that there is none of as long as all bits are clear.
  static func insert(_ row: Int, into column: inout BitColumn?, count: Int) {
    if column == nil { column = BitColumn(count: count) }
    column?.insert(row)
  }

  /// Sets the bits of 64 rows that are set in `bits`.
  mutating func insert(_ bits: UInt64, atWord index: Int) { words[index] |= bits }

  /// Sets the bits that are set in `bits`, from the first row on.
  mutating func insert(_ bits: Span<UInt64>) {
    var words = words.mutableSpan
    for index in bits.indices { words[index] |= bits[index] }
  }

  package mutating func remove(_ row: Int) { words[row >> 6] &= ~(1 << UInt64(row & 63)) }

  /// Sets the bits of rows that lie side by side.
  mutating func insert(_ rows: Range<Int>) { forEachWord(of: rows) { $0 |= $1 } }

  /// Clears the bits of rows that lie side by side.
  mutating func remove(_ rows: Range<Int>) { forEachWord(of: rows) { $0 &= ~$1 } }

  @inline(__always)
  private mutating func forEachWord(of rows: Range<Int>, _ body: (inout UInt64, UInt64) -> Void) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let end = min(rows.upperBound, (row | 63) + 1)
      body(&words[row >> 6], (end - row == 64 ? .max : 1 << UInt64(end - row) - 1) << UInt64(row & 63))
      row = end
    }
  }

  /// Sets the bits of many rows.
  package mutating func insert(_ rows: ArraySlice<UInt32>) {
    let rows = rows.span
    var words = words.mutableSpan
    for index in rows.indices { words[Int(rows[index] >> 6)] |= 1 << UInt64(rows[index] & 63) }
  }

  /// How many rows have their bit set.
  package var setCount: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The rows whose bit is set, ascending.
  package var rows: [UInt32] {
    var rows: [UInt32] = []
    forEachRow { rows.append(UInt32(truncatingIfNeeded: $0)) }
    return rows
  }

  /// How many rows before `end`, at most ``count``, have their bit set.
  /// - Complexity: O(`end` / 64).
  func rank(_ end: Int) -> Int {
    let whole = words[..<(end >> 6)].reduce(0) { $0 + $1.nonzeroBitCount }
    return end & 63 == 0 ? whole : whole + (words[end >> 6] & (1 << UInt64(end & 63) - 1)).nonzeroBitCount
  }

  /// The first row at or after `row` whose bit is set; `end`, at most ``count``, if there is none before.
  /// - Complexity: O(1) for every 64 rows that are passed over.
  package func firstRow(from row: Int, to end: Int) -> Int {
    guard row < end else { return end }
    var index = row >> 6
    var word = words[index] & .max << UInt64(row & 63)
    while word == 0 {
      index += 1
      guard index << 6 < end else { return end }
      word = words[index]
    }
    return min(index << 6 | word.trailingZeroBitCount, end)
  }

  /// The first row at or after `row` whose bit is clear; `end`, at most ``count``, if there is none before.
  /// - Complexity: O(1) for every 64 rows that are passed over.
  func firstClearRow(from row: Int, to end: Int) -> Int {
    guard row < end else { return end }
    var index = row >> 6
    var word = ~words[index] & .max << UInt64(row & 63)
    while word == 0 {
      index += 1
      guard index << 6 < end else { return end }
      word = ~words[index]
    }
    return min(index << 6 | word.trailingZeroBitCount, end)
  }

  package mutating func formUnion(_ other: borrowing BitColumn) {
    let other = other.words.span
    var words = words.mutableSpan
    for index in words.indices { words[index] |= other[index] }
  }

  package mutating func formIntersection(_ other: borrowing BitColumn) {
    let other = other.words.span
    var words = words.mutableSpan
    for index in words.indices { words[index] &= other[index] }
  }

  /// Sets the bits that are set in `other` and not in `excluded`.
  mutating func formUnion(_ other: borrowing BitColumn, without excluded: borrowing BitColumn) {
    let other = other.words.span
    let excluded = excluded.words.span
    var words = words.mutableSpan
    for index in words.indices { words[index] |= other[index] & ~excluded[index] }
  }

  /// Calls `body` with the words, to set bits of many rows.
  @inline(__always)
  mutating func update(_ body: (inout MutableSpan<UInt64>) -> Void) {
    var words = words.mutableSpan
    body(&words)
  }

  package mutating func formSymmetricDifference(_ other: borrowing BitColumn) {
    for index in words.indices { words[index] ^= other.words[index] }
  }

  package mutating func subtract(_ other: borrowing BitColumn) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// Keeps those bits that `body` gives back of each 64 that are not all clear.
  /// - Parameter body: is called with them, and with their index.
  mutating func filter(_ body: (UInt64, Int) -> UInt64) {
    var words = take(&self.words)
    for index in words.indices where words[index] != 0 { words[index] &= body(words[index], index) }
    self.words = words
  }

  /// Calls `body` for every row whose bit is set, in ascending order.
  package func forEachRow(_ body: (Int) -> Void) {
    for index in words.indices {
      var word = words[index]
      while word != 0 {
        body(index << 6 | word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }
}

/// A builder of a ``BitColumn``, row by row.
struct BitList {
  private var words: [UInt64] = []
  private var count = 0

  mutating func append(_ bit: Bool) {
    if count & 63 == 0 { words.append(0) }
    if bit { words[count >> 6] |= 1 << UInt64(count & 63) }
    count += 1
  }

  var column: BitColumn {
    var column = BitColumn(count: count)
    column.insert(words.span)
    return column
  }
}
