/// One bit a row, for columns that are kept for long and read whole: pieces of 65,536 rows, each in the smallest of three
/// forms.
///
/// The forms are those of Roaring bitmaps (S. Chambi et al., Better bitmap performance with Roaring bitmaps, 2016), with
/// pieces of one value instead of runs.
struct CompressedBits: Sendable {
  private enum Piece: Sendable {
    case same(Bool)
    /// The rows whose bit is `value`, counted from the piece's first, ascending.
    case rows([UInt16], value: Bool)
    case words([UInt64])
  }

  let count: Int
  private let pieces: [Piece]

  private static let pieceWords = 1024
  /// More rows take more memory than all bits.
  private static let mostRows = 4096

  /// - Complexity: O(rows / 64).
  init(_ bits: borrowing BitColumn) {
    count = bits.count
    var pieces: [Piece] = []
    for first in stride(from: 0, to: bits.words.count, by: CompressedBits.pieceWords) {
      let words = Array(bits.words[first..<min(first + CompressedBits.pieceWords, bits.words.count)])
      pieces.append(CompressedBits.piece(words, rowCount: min(count - first * 64, CompressedBits.pieceWords * 64)))
    }
    self.pieces = pieces
  }

  private static func piece(_ words: [UInt64], rowCount: Int) -> Piece {
    let setCount = words.reduce(0) { $0 + $1.nonzeroBitCount }
    if setCount == 0 { return .same(false) }
    if setCount == rowCount { return .same(true) }
    let value = setCount <= mostRows
    guard value || rowCount - setCount <= mostRows else { return .words(words) }
    var rows: [UInt16] = []
    rows.reserveCapacity(value ? setCount : rowCount - setCount)
    for (index, word) in words.enumerated() {
      var left = value ? word : ~word
      while left != 0, index << 6 | left.trailingZeroBitCount < rowCount {
        rows.append(UInt16(truncatingIfNeeded: index << 6 | left.trailingZeroBitCount))
        left &= left - 1
      }
    }
    return .rows(rows, value: value)
  }

  /// - Complexity: O(log *m*) in the number of rows of a piece that are listed.
  subscript(row: Int) -> Bool {
    let place = row % (CompressedBits.pieceWords * 64)
    switch pieces[row / (CompressedBits.pieceWords * 64)] {
    case .same(let value): return value
    case .words(let words): return words[place >> 6] & 1 << UInt64(place & 63) != 0
    case .rows(let rows, let value):
      let index = rows.partitioningIndex { Int($0) >= place }
      let isListed = index < rows.count && Int(rows[index]) == place
      return isListed == value
    }
  }

  /// All bits.
  /// - Complexity: O(rows / 64).
  var column: BitColumn {
    var column = BitColumn(count: count)
    for (number, piece) in pieces.enumerated() {
      let first = number * CompressedBits.pieceWords * 64
      let rowCount = min(count - first, CompressedBits.pieceWords * 64)
      switch piece {
      case .same(false): break
      case .same(true): column.insertAll(first..<first + rowCount)
      case .rows(let rows, value: true):
        for row in rows { column.insert(first + Int(row)) }
      case .rows(let rows, value: false):
        column.insertAll(first..<first + rowCount)
        for row in rows { column.remove(first + Int(row)) }
      case .words(let words):
        for (index, word) in words.enumerated() { column.insert(word, atWord: first >> 6 + index) }
      }
    }
    return column
  }
}

extension BitColumn {
  /// - Parameter rows: begin at a multiple of 64.
  fileprivate mutating func insertAll(_ rows: Range<Int>) {
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: 64) {
      let count = min(64, rows.upperBound - first)
      insert(count == 64 ? .max : 1 << UInt64(count) - 1, atWord: first >> 6)
    }
  }
}

extension CompressedBits: ColumnPart {
  func list(in columns: inout ColumnList) {
    for piece in pieces {
      switch piece {
      case .same: break
      case .rows(let rows, _): columns.add("rows", inMemory: rows)
      case .words(let words): columns.add("words", inMemory: words)
      }
    }
  }
}
