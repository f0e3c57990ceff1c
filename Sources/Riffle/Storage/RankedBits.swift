/// One bit a row, and how many are set before any row and where the *n*th is, found quickly.
///
/// Counts are kept of every 512 rows, as in G. Jacobson, Space-efficient Static Trees and Graphs (1989).
struct RankedBits: Sendable {
  let bits: BitColumn
  /// How many rows before each block have their bit set; at last, how many in all.
  private let ranks: [UInt32]

  private static let wordsInBlock = 8

  /// - Complexity: O(rows / 64).
  init(_ bits: BitColumn) {
    self.bits = bits
    var ranks: [UInt32] = []
    ranks.reserveCapacity(bits.words.count / RankedBits.wordsInBlock + 2)
    var count: UInt32 = 0
    for (index, word) in bits.words.enumerated() {
      if index % RankedBits.wordsInBlock == 0 { ranks.append(count) }
      count += UInt32(truncatingIfNeeded: word.nonzeroBitCount)
    }
    ranks.append(count)
    self.ranks = ranks
  }

  var setCount: Int { Int(ranks[ranks.count - 1]) }

  /// How many rows before `row` have their bit set.
  /// - Complexity: O(1).
  func rank(_ row: Int) -> Int {
    if row >= bits.count { return setCount }
    let word = row >> 6
    var rank = Int(ranks[word / RankedBits.wordsInBlock])
    for index in (word & ~(RankedBits.wordsInBlock - 1))..<word { rank += bits.words[index].nonzeroBitCount }
    return rank + (bits.words[word] & (1 << UInt64(row & 63) &- 1)).nonzeroBitCount
  }

  /// The first row at or after `row` whose bit is set; `end` if there is none before.
  /// - Complexity: O(1) if it is among the next 512, otherwise O(log *n*).
  func firstRow(from row: Int, to end: Int) -> Int {
    let rowsInBlock = RankedBits.wordsInBlock * 64
    let block = row / rowsInBlock + 1
    let near = min(end, block * rowsInBlock)
    let found = bits.firstRow(from: row, to: near)
    if found < near || near == end { return found }
    let next = (block..<ranks.count).partitioningIndex { ranks[$0] > ranks[block] } - 1
    return bits.firstRow(from: min(next * rowsInBlock, end), to: end)
  }
}

extension RankedBits: ColumnPart {
  func list(in columns: inout ColumnList) {
    columns.add("bits", bits)
    columns.add("ranks", inMemory: ranks)
  }
}
