/// A match cache of a term on the words of a dictionary.
///
/// It returns what ``TermMatcher`` returns, but faster: most words are rejected by their letters, and the others are read once,
/// regardless of the rows they stand in.
struct TermProbe: Sendable {
  let matcher: TermMatcher
  /// The words that begin with the term. The one equal to it, if there is one, comes first.
  let literal: Range<Int>
  let hasExact: Bool
  let isAnchorable: Bool
  /// What the letters of a word must be at least, by the number of typos.
  private let filters: InlineArray<4, LetterNeeds>
  private let dictionary: WordDictionary
  private let signatures: LetterSets
  /// The matches of words that have been read.
  private var memo = NumberTable()
  /// How many typos any word may have.
  private let typoLimit: Int
  /// All loose words with so many typos, and the same by number, once found.
  private var words: TermWords?
  private var foundBudget = -1
  private var found = BitColumn(count: 0)

  /// - Parameter isAnchorable: whether other terms of the query may allow the term one typo more.
  init(_ matcher: TermMatcher, isAnchorable: Bool, in dictionary: WordDictionary) {
    self.matcher = matcher
    self.dictionary = dictionary
    signatures = dictionary.signatureBits
    self.isAnchorable = isAnchorable
    let term = matcher.term
    (literal, hasExact) = dictionary.literal(term.bytes)
    let limit = isAnchorable ? term.anchoredTypoBudget : term.typoBudget
    typoLimit = limit
    filters = InlineArray { LetterNeeds(term, lacking: min($0, limit)) }
  }

  var exact: Range<Int> { literal.lowerBound..<literal.lowerBound + (hasExact ? 1 : 0) }
  var prefixed: Range<Int> { exact.upperBound..<literal.upperBound }

  /// The first word of a row, from one on, that the term matches, but not literally, and how; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - tokens: as ``TokenColumn`` codes them.
  ///   - typos: words with more typos may be left out.
  mutating func nextLoose(
    _ tokens: Span<UInt32>, from start: Int, typos: Int
  ) -> (index: Int, match: WordMatch)? {
    guard matcher.admitsLoose else { return nil }
    let literal = literal
    for index in start..<tokens.count {
      let word = Int(tokens[index] & TokenColumn.wordBits)
      if literal.contains(word) || !mayBeLoose(word, typos: typos) { continue }
      let match = findMatch(of: word)
      if !match.isNone { return (index, match) }
    }
    return nil
  }

  /// Whether a word that the term does not match literally may match otherwise.
  @inline(__always)
  private func mayBeLoose(_ word: Int, typos: Int) -> Bool {
    if foundBudget >= 0, found[word] { return true }
    return matcher.admitsLoose && foundBudget < min(typos, typoLimit) && filters[min(typos, 3)].admits(signatures[word])
  }

  @inline(never)
  private mutating func findMatch(of word: Int) -> WordMatch {
    if let known = memo[word] { return WordMatch(rawValue: known) }
    var match = foundBudget >= 0 && found[word] ? words?[word] ?? .none : .none
    // With more typos there may be another way than without any; the cached match serves all later calls.
    if foundBudget < typoLimit, match.typos == 0 {
      match = matcher.match(dictionary.bytes.span(dictionary.range(word)))
    }
    _ = memo.insert(word, match.rawValue)
    return match
  }

  /// Takes over the words of the term, so that they need not be read; and no others, if these have as many typos as can
  /// count.
  mutating func use(_ found: TermWords) {
    guard matcher.admitsLoose, found.term == matcher.term, found.typoBudget <= typoLimit else { return }
    if foundBudget >= found.typoBudget { return }
    var bits = BitColumn(count: dictionary.count)
    for run in found.loose { bits.insert(run.words) }
    words = found
    foundBudget = found.typoBudget
    self.found = bits
  }
}
