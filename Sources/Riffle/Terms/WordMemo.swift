/// Cached matches of a term, by word.
struct WordMemo: Sendable {
  /// Open addressing with linear probing; 0 is an empty slot, otherwise word + 1.
  private var words: [UInt32] = []
  private var matches: [UInt16] = []
  private var count = 0

  private static let leastSlots = 256

  /// What is known of `word`.
  subscript(word: Int) -> WordMatch? {
    if words.isEmpty { return nil }
    var slot = WordMemo.slot(word, words.count)
    while words[slot] != 0 {
      if words[slot] == UInt32(truncatingIfNeeded: word + 1) { return WordMatch(rawValue: matches[slot]) }
      slot = (slot + 1) & (words.count - 1)
    }
    return nil
  }

  /// Remembers a word that nothing is known of.
  mutating func insert(_ match: WordMatch, for word: Int) {
    if words.isEmpty { grow() }
    var slot = WordMemo.slot(word, words.count)
    while words[slot] != 0 { slot = (slot + 1) & (words.count - 1) }
    words[slot] = UInt32(truncatingIfNeeded: word + 1)
    matches[slot] = match.rawValue
    count += 1
    if count * 2 > words.count { grow() }
  }

  private mutating func grow() {
    let (oldWords, oldMatches) = (words, matches)
    words = Array(repeating: 0, count: max(WordMemo.leastSlots, oldWords.count * 2))
    matches = Array(repeating: 0, count: words.count)
    for index in oldWords.indices where oldWords[index] != 0 {
      var slot = WordMemo.slot(Int(oldWords[index]) - 1, words.count)
      while words[slot] != 0 { slot = (slot + 1) & (words.count - 1) }
      words[slot] = oldWords[index]
      matches[slot] = oldMatches[index]
    }
  }

  private static func slot(_ word: Int, _ size: Int) -> Int {
    Int((UInt32(truncatingIfNeeded: word) &* 2_654_435_769) >> 7) & (size - 1)
  }
}
