/// What is asked first of every row, side by side, because each look at another column is a cache miss: the
/// letters of its words, and where they lie in the forward index.
struct RowHeads: Sendable {
  /// For each row a ``LetterSignature`` in the upper half and the offset of its first token in the lower; then one
  /// more with the end of the last row.
  private var heads: [UInt64] = [0]

  var count: Int { heads.count - 1 }

  init() {}

  /// - Parameter rows: for each row its letters in the upper half and how many tokens it has in the lower; and a zero.
  /// - Returns: `nil` if together there are more tokens than can be numbered.
  init?(_ rows: consuming [UInt64]) {
    var heads = rows.mutableSpan
    var end: UInt64 = 0
    for row in heads.indices {
      let count = heads[row] & UInt64(UInt32.max)
      heads[row] = heads[row] - count | end
      end += count
      if end > UInt64(UInt32.max) { return nil }
    }
    self.heads = rows
  }

  mutating func reserveCapacity(_ rows: Int) { heads.reserveCapacity(rows + 1) }

  mutating func append(_ letters: LetterSignature, tokenEnd: Int) {
    heads[heads.count - 1] |= UInt64(letters.bits) << 32
    heads.append(UInt64(UInt32(truncatingIfNeeded: tokenEnd)))
  }

  /// Adds other rows, whose tokens follow `tokenOffset` others.
  mutating func append(_ other: borrowing RowHeads, tokenOffset: Int) {
    let others = other.heads.span
    let offset = UInt64(truncatingIfNeeded: tokenOffset)
    heads.removeLast()
    heads.append(addingCapacity: others.count) { output in
      for index in others.indices { output.append(others[index] &+ offset) }
    }
  }

  @inline(__always)
  func prefetch(_ row: Int) { heads.prefetch(row) }

  @inline(__always)
  func letters(_ row: Int) -> LetterSignature { LetterSignature(bits: UInt32(truncatingIfNeeded: heads[row] >> 32)) }

  /// The rows that hold all of some letters.
  /// - Complexity: O(rows), as fast as memory is read.
  func rows(holding letters: LetterSignature) -> BitColumn {
    var rows = BitColumn(count: count)
    let wanted = UInt64(letters.bits) << 32
    let heads = heads.span
    for first in stride(from: 0, to: count, by: 64) {
      var bits: UInt64 = 0
      for row in first..<min(first + 64, count) {
        bits |= (heads[row] & wanted == wanted ? 1 : 0) << UInt64(row & 63)
      }
      rows.insert(bits, atWord: first >> 6)
    }
    return rows
  }

  @inline(__always)
  func tokens(_ row: Int) -> Range<Int> {
    Int(UInt32(truncatingIfNeeded: heads[row]))..<Int(UInt32(truncatingIfNeeded: heads[row + 1]))
  }
}
