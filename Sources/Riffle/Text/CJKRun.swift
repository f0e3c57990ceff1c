/// A run of Han and kana letters without anything between them: its dictionary words, and beside
/// them its overlapping pairs of letters, which find what the dictionary cut elsewhere.
struct CJKRun: Sendable {
  /// Letters with the marks on them.
  private var letters: [Range<Int>] = []
  private var words: [Range<Int>] = []

  /// Adds a letter, which begins a word or belongs to the one before it.
  mutating func append(
    _ letter: Range<Int>, startsWord: Bool, into builder: inout WordBuilder, _ tokens: inout [Token]
  ) {
    if let last = letters.last, last.upperBound != letter.lowerBound {
      flush(into: &builder, &tokens)
    }
    letters.append(letter)
    if let word = words.last, !startsWord {
      words[words.count - 1] = word.lowerBound..<letter.upperBound
    } else {
      words.append(letter)
    }
  }

  /// Adds a mark to the last letter, if it stands there.
  mutating func extend(from start: Int, to end: Int) {
    guard let letter = letters.last, let word = words.last, letter.upperBound == start else {
      return
    }
    letters[letters.count - 1] = letter.lowerBound..<end
    words[words.count - 1] = word.lowerBound..<end
  }

  /// Writes the tokens, and starts over.
  mutating func flush(into builder: inout WordBuilder, _ tokens: inout [Token]) {
    if letters.isEmpty { return }
    var i = 0
    for word in words {
      builder.append(word, kind: .simple, to: &tokens)
      while i < letters.count, letters[i].lowerBound < word.upperBound {
        let pair = letters[i].lowerBound..<letters[min(i + 1, letters.count - 1)].upperBound
        if pair != word {
          builder.append(
            pair, kind: pair.upperBound <= word.upperBound ? .extra : .extraAcross, to: &tokens)
        }
        i += 1
      }
    }
    letters.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
  }
}
