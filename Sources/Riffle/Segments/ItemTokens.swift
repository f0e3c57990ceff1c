/// The words of one item that is read from its text, numbered in their order, with their letters.
struct ItemTokens: Sendable {
  /// As ``TokenColumn`` codes them.
  private(set) var tokens: [UInt32] = []
  /// What the letters of words lie in: folded, valid UTF-8.
  private(set) var letters: [UInt8] = []
  private var ranges: [(start: UInt32, count: UInt32)] = []
  private(set) var titleWords: Int32 = 0
  private(set) var traits = ItemTraits()

  init() {}

  init(_ letters: [UInt8], _ layout: borrowing ItemLayout) { read(letters, layout) }

  /// Reads the words of an item.
  /// - Parameter letters: what the ranges of `layout` refer to.
  mutating func read(_ letters: [UInt8], _ layout: borrowing ItemLayout) {
    self.letters = letters
    tokens.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    for (index, word) in layout.words.enumerated() {
      tokens.append(
        TokenColumn.token(
          UInt32(truncatingIfNeeded: index), word.kind, word.field, startsPhrase: word.isCounted && word.startsPhrase))
      ranges.append((word.start, word.length))
    }
    titleWords = layout.titleCount
    traits = ItemTraits(lastComponent: layout.lastComponent, isRomanized: layout.isRomanized)
  }

  /// The range of the letters of a word.
  func range(_ word: UInt32) -> Range<Int> {
    let (start, count) = ranges[Int(word)]
    return Int(start)..<Int(start) + Int(count)
  }
}

/// The properties of an item that a scorer needs besides its words.
struct ItemTraits {
  /// Of a title that is a path.
  var lastComponent: LastComponent?
  /// Whether the reading is the title in Latin letters, as a ``Romanizer`` guesses it.
  var isRomanized = false
}
