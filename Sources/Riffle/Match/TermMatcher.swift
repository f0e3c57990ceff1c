/// A matcher of a term on single words.
///
/// It is the part of the scorer that depends on no item, so a dictionary calls it once per word instead of once per item.
package struct TermMatcher: Sendable {
  package let term: Term
  package let admitsLoose: Bool
  /// What letters a word must have to be the term with typos.
  private let letters: LetterNeeds
  /// Reads words for typos up to ``Term/anchoredTypoBudget``; `nil` if there can be none.
  let typos: TypoReader?

  /// Longer terms are matched literally only: they are hardly ever typed letter by letter.
  static let longestLoose = TypoAutomaton.longestTerm

  /// - Parameter admitsLoose: `false` to match literally only.
  package init(_ term: Term, admitsLoose: Bool = true) {
    self.term = term
    self.admitsLoose = admitsLoose && term.length <= TermMatcher.longestLoose
    letters = LetterNeeds(term, lacking: term.anchoredTypoBudget)
    typos = self.admitsLoose ? TypoReader(term, budget: term.anchoredTypoBudget) : nil
  }

  /// The ways in which the term matches a folded, valid UTF-8 word, typos up to
  /// ``Term/anchoredTypoBudget``.
  package func match(_ word: Span<UInt8>) -> WordMatch {
    if word.starts(with: term.bytes) {
      return WordMatch(literal: word.count == term.bytes.count ? .exact : .prefix)
    }
    return admitsLoose ? looseMatch(word) : .none
  }

  /// How the term is inside a word that it does not begin, or a skeleton of it.
  func looseWithoutTypos(_ word: Span<UInt8>) -> WordMatch.Loose {
    if term.isFoundInside, word.firstOffset(of: term.bytes, from: 1) != nil { return .infix }
    return term.mayBeSkeleton && isSkeleton(term.scalars.span, of: word) ? .skeleton : .none
  }

  private func looseMatch(_ word: Span<UInt8>) -> WordMatch {
    let loose = looseWithoutTypos(word)
    // Most words lack too many letters, which takes less time to find out than how many typos there are.
    guard letters.admits(LetterSignature(word).bits) else { return WordMatch(loose: loose) }
    if term.length == 1 { return isSlip(word) ? WordMatch.slip : .none }
    let match = typos?.match(0..<word.count, word)
    return WordMatch(rawValue: WordMatch(loose: loose).rawValue | (match?.rawValue ?? 0))
  }

  /// Whether a term of one letter is a word of two without its first: any other edit would leave nothing of the term.
  private func isSlip(_ word: Span<UInt8>) -> Bool {
    guard term.anchoredTypoBudget > 0, word.count > 0 else { return false }
    let (first, length) = scalarAndLength(word, at: 0)
    return !isDigit(first) && word.count == length + term.bytes.count
      && word.extracting(length..<word.count).starts(with: term.bytes)
  }
}
