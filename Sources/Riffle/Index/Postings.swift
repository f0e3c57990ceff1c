/// For each word of the dictionary the rows of the items that hold it, ascending, each once.
package struct Postings: Sendable {
  private let rows: [UInt32]
  private let starts: [UInt32]

  init(_ tokens: TokenColumn, wordCount: Int) {
    var starts = [UInt32](repeating: 0, count: wordCount + 1)
    var lastRow = [UInt32](repeating: .max, count: wordCount)
    for row in 0..<tokens.count {
      for index in tokens.range(row) {
        let word = TokenColumn.word(tokens.tokens[index])
        if lastRow[word] != UInt32(row) {
          lastRow[word] = UInt32(row)
          starts[word + 1] += 1
        }
      }
    }
    for word in 0..<wordCount { starts[word + 1] += starts[word] }
    var rows = [UInt32](repeating: 0, count: Int(starts[wordCount]))
    var next = starts
    for word in lastRow.indices { lastRow[word] = .max }
    for row in 0..<tokens.count {
      for index in tokens.range(row) {
        let word = TokenColumn.word(tokens.tokens[index])
        if lastRow[word] != UInt32(row) {
          lastRow[word] = UInt32(row)
          rows[Int(next[word])] = UInt32(row)
          next[word] += 1
        }
      }
    }
    self.rows = rows
    self.starts = starts
  }

  func count(_ word: Int) -> Int { Int(starts[word + 1] - starts[word]) }

  /// The rows of neighbouring words, ascending for each of them.
  func rows(_ words: Range<Int>) -> ArraySlice<UInt32> {
    rows[Int(starts[words.lowerBound])..<Int(starts[words.upperBound])]
  }
}
