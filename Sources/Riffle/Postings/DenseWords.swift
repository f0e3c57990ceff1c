/// The rows of the words that many rows hold, one bit each: what hundreds of thousands of postings say, read in a few
/// microseconds. Lists have few such words: they are the `usr` and `share` of file paths.
struct DenseWords: Sendable {
  /// Ascending.
  private let words: Column<UInt32>
  /// Column by column, as ``BitColumn`` has them.
  private let bits: Column<UInt64>
  private let wordsPerColumn: Int

  /// Of a word that fewer rows hold than one of so many, the rows of its postings take less memory than the bits.
  private static let rowsPerPosting = 32
  /// Words of no more rows have no bits, however small the segment.
  private static let fewRows = 64

  /// None.
  init() { (words, bits, wordsPerColumn) = (Column(), Column(), 0) }

  /// - Parameters:
  ///   - rows: those of all postings.
  ///   - starts: for each word where its postings begin, and where the last one's end.
  init(rows: PackedColumn<UInt32>, starts: PackedColumn<UInt32>) {
    var rowCount = 0
    rows.forEach(in: rows.indices) { rowCount = max(rowCount, Int($1) + 1) }
    wordsPerColumn = (rowCount + 63) / 64
    var words: [UInt32] = []
    var bits: [UInt64] = []
    let fewest = max(DenseWords.fewRows, rowCount / DenseWords.rowsPerPosting)
    for word in 0..<max(0, starts.count - 1) where Int(starts[word + 1] - starts[word]) > fewest {
      words.append(UInt32(truncatingIfNeeded: word))
      var column = BitColumn(count: rowCount)
      rows.insert(Int(starts[word])..<Int(starts[word + 1]), into: &column)
      bits += column.words
    }
    self.words = Column(words)
    self.bits = Column(bits)
  }

  /// Which of the words lie in a range, by their places among all of them.
  func places(in range: Range<Int>) -> Range<Int> {
    let first = words.partitioningIndex { $0 >= range.lowerBound }
    return first..<max(first, words.partitioningIndex { $0 >= range.upperBound })
  }

  func word(at place: Int) -> Int { Int(words[place]) }

  /// Sets the bits of the rows that hold a word.
  func insertRows(ofWordAt place: Int, into column: inout BitColumn) {
    column.insert(bits.span(place * wordsPerColumn..<(place + 1) * wordsPerColumn))
  }
}

extension DenseWords: StoredPart {
  func list(in columns: inout ColumnList) {
    columns.add("words", words)
    columns.add("bits", bits)
    columns.add("wordsPerColumn", number: wordsPerColumn)
  }

  init(_ columns: ColumnSource) throws(SegmentError) {
    words = try columns.column("words")
    bits = try columns.column("bits")
    wordsPerColumn = try columns.number("wordsPerColumn", most: Int(UInt32.max))
    try columns.check(bits.count == words.count * wordsPerColumn, "bits")
  }
}
