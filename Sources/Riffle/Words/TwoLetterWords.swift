/// The words of two letters whose first one may be missing in a term: what a term of one letter can mean besides
/// the words that begin with it.
struct TwoLetterWords: Sendable {
  /// By their second letter, then ascending.
  private let words: Column<UInt32>
  private let seconds: Column<UInt32>

  init(letters: Span<UInt8>, ends: Span<UInt32>) {
    var found: [(second: UInt32, word: UInt32)] = []
    var start = 0
    for word in ends.indices {
      let end = Int(ends[word])
      defer { start = end }
      guard end - start <= 8, !isDigit(UInt32(letters[start])) else { continue }
      let first = scalarAndLength(letters, at: start)
      guard start + first.length < end else { continue }
      let second = scalarAndLength(letters, at: start + first.length)
      // Terms of such letters have no typos.
      guard start + first.length + second.length == end, !isIdeographicOrSyllabic(second.scalar) else { continue }
      found.append((second.scalar, UInt32(truncatingIfNeeded: word)))
    }
    found.sort { $0 < $1 }
    words = Column(found.map(\.word))
    seconds = Column(found.map(\.second))
  }

  /// The words of two letters that end in `letter` and do not begin with a digit, ascending.
  func words(endingIn letter: UInt32) -> Slice<Column<UInt32>> {
    let start = seconds.partitioningIndex { $0 >= letter }
    var end = start
    while end < seconds.count, seconds[end] == letter { end += 1 }
    return words[start..<end]
  }
}

extension TwoLetterWords: StoredPart {
  func list(in columns: inout ColumnList) {
    columns.add("words", words)
    columns.add("seconds", seconds)
  }

  init(_ columns: ColumnSource) throws(SegmentError) {
    words = try columns.column("words")
    seconds = try columns.column("seconds", count: words.count)
  }
}
