/// The rows of the words that many rows hold, one bit each: what hundreds of thousands of postings say, read in a few
/// microseconds. Lists have few such words: they are the `usr` and `share` of file paths.
struct DenseWords: Sendable {
  /// Ascending.
  private var words: [UInt32] = []
  /// Column by column, as ``BitColumn`` has them.
  private var bits: [UInt64] = []
  private var wordsPerColumn = 0

  /// Of a word that fewer rows hold than one of so many, the rows of its postings take less memory than the bits.
  private static let rowsPerPosting = 32
  /// Words of no more rows have no bits, however small the segment.
  private static let fewRows = 64

  /// None.
  init() {}

  /// - Parameters:
  ///   - rows: those of all postings.
  ///   - starts: for each word where its postings begin, and where the last one's end.
  init(rows: PackedColumn<UInt32>, starts: PackedColumn<UInt32>) {
    var rowCount = 0
    rows.forEach(in: rows.indices) { rowCount = max(rowCount, Int($1) + 1) }
    wordsPerColumn = (rowCount + 63) / 64
    let fewest = max(DenseWords.fewRows, rowCount / DenseWords.rowsPerPosting)
    for word in 0..<max(0, starts.count - 1) where Int(starts[word + 1] - starts[word]) > fewest {
      words.append(UInt32(truncatingIfNeeded: word))
      var column = BitColumn(count: rowCount)
      rows.insert(Int(starts[word])..<Int(starts[word + 1]), into: &column)
      bits += column.words
    }
  }

  /// Which of the words lie in a range, by their places among all of them.
  func places(in range: Range<Int>) -> Range<Int> {
    let first = words.partitioningIndex { $0 >= range.lowerBound }
    return first..<max(first, words.partitioningIndex { $0 >= range.upperBound })
  }

  func word(at place: Int) -> Int { Int(words[place]) }

  /// Sets the bits of the rows that hold a word.
  func insertRows(ofWordAt place: Int, into column: inout BitColumn) {
    column.insert(bits[place * wordsPerColumn..<(place + 1) * wordsPerColumn])
  }
}
