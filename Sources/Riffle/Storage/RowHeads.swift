/// The data read first of every row, side by side, because each further column is a cache miss: the letters of its words, and
/// where they lie in the forward index.
struct RowHeads: Sendable {
  /// For each row a ``LetterSignature`` in the upper half and the offset of its first token in the lower; then one
  /// more with the end of the last row.
  private let heads: Column<UInt64>

  var count: Int { heads.count - 1 }

  /// - Parameter rows: for each row its letters in the upper half and how many tokens it has in the lower; and a zero.
  /// - Returns: `nil` if together there are more tokens than can be numbered.
  init?(_ rows: [UInt64]) {
    var end: UInt64 = 0
    heads = Column(zeros: rows.count) { heads in
      for row in heads.indices {
        let count = rows[row] & UInt64(UInt32.max)
        heads[row] = rows[row] - count | end & UInt64(UInt32.max)
        end += count
      }
    }
    if end > UInt64(UInt32.max) { return nil }
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

  /// Where the tokens of a row are; nothing if zeros have taken the place of an offset, see ``BlockMemory``.
  @inline(__always)
  func tokens(_ row: Int) -> Range<Int> {
    let start = UInt32(truncatingIfNeeded: heads[row])
    let end = UInt32(truncatingIfNeeded: heads[row + 1])
    // Less than 0 is more than any length.
    return end &- start > RowHeads.longestRow ? 0..<0 : Int(start)..<Int(end)
  }

  /// In bytes: more than the words of three fields take.
  private static let longestRow: UInt32 = 1 << 22
}

/// The heads of rows that are still collected.
struct RowHeadList: Sendable {
  /// As in ``RowHeads``.
  private var heads: [UInt64] = [0]

  var count: Int { heads.count - 1 }

  @inline(__always)
  func prefetch(_ row: Int) { heads.prefetch(row) }

  mutating func reserveCapacity(_ rows: Int) { heads.reserveCapacity(rows + 1) }

  mutating func append(_ letters: LetterSignature, tokenEnd: Int) {
    heads[heads.count - 1] |= UInt64(letters.bits) << 32
    heads.append(UInt64(UInt32(truncatingIfNeeded: tokenEnd)))
  }

  /// Adds other rows, whose tokens follow `tokenOffset` others.
  mutating func append(_ other: borrowing RowHeadList, tokenOffset: Int) {
    let others = other.heads.span
    let offset = UInt64(truncatingIfNeeded: tokenOffset)
    heads.removeLast()
    heads.append(addingCapacity: others.count) { output in
      for index in others.indices { output.append(others[index] &+ offset) }
    }
  }

  @inline(__always)
  func letters(_ row: Int) -> LetterSignature { LetterSignature(bits: UInt32(truncatingIfNeeded: heads[row] >> 32)) }

  @inline(__always)
  func tokens(_ row: Int) -> Range<Int> {
    Int(UInt32(truncatingIfNeeded: heads[row]))..<Int(UInt32(truncatingIfNeeded: heads[row + 1]))
  }
}

extension RowHeads: StoredPart {
  func list(in columns: inout ColumnList) { columns.add("heads", heads) }

  init(_ columns: ColumnSource) throws(SegmentError) {
    heads = try columns.column("heads")
    try columns.check(!heads.isEmpty, "heads")
  }
}
