/// The words of a dictionary that a term matches, and how.
struct TermWords {
  /// The words that begin with the term. The one equal to it, if there is one, comes first.
  let literal: Range<Int>
  let hasExact: Bool
  /// The other words, ascending.
  private(set) var loose: [(word: UInt32, match: WordMatch)] = []
  /// Loose matches by word number; empty if there are none.
  private var table: [WordMatch] = []

  init(_ matcher: TermMatcher, in dictionary: WordDictionary, admitsLoose: Bool) {
    let term = matcher.term
    literal = dictionary.words(withPrefix: term.bytes)
    hasExact = !literal.isEmpty && dictionary.range(literal.lowerBound).count == term.bytes.count
    guard admitsLoose else { return }
    let signature = LetterSignature(term.bytes.span)
    let letters = dictionary.bytes.span
    var scratch = TypoScratch()
    let shortest = term.length - term.anchoredTypoBudget
    for word in 0..<dictionary.count {
      guard
        dictionary.signatures[word].isMissing(atMost: term.anchoredTypoBudget, of: signature)
      else { continue }
      let range = dictionary.range(word)
      guard range.count >= shortest, !literal.contains(word) else { continue }
      let match = matcher.match(letters.extracting(range), scratch: &scratch)
      if !match.isNone { loose.append((UInt32(word), match)) }
    }
    guard !loose.isEmpty else { return }
    table = Array(repeating: .none, count: dictionary.count)
    for (word, match) in loose { table[Int(word)] = match }
  }

  subscript(word: Int) -> WordMatch {
    if literal.contains(word) {
      return WordMatch(literal: hasExact && word == literal.lowerBound ? .exact : .prefix)
    }
    return table.isEmpty ? .none : table[word]
  }
}
