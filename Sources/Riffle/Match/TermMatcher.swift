/// Finds the ways in which a term matches a word.
///
/// This is the part of the scorer that an item has no say in, so that a dictionary can ask it once
/// per word instead of once per item.
package struct TermMatcher: Sendable {
  package let term: Term
  let admitsLoose: Bool
  /// What letters a word must have to be the term with typos.
  private let letters: LetterFilter

  /// The shortest term that is looked for inside words.
  static let shortestInfix = 3
  /// The shortest term that can be a word without its vowels.
  static let shortestSkeleton = 2

  /// Longer terms are found literally only: nobody types them letter by letter.
  static let longestLoose = TypoAutomaton.longestTerm

  /// - Parameter admitsLoose: `false` to match literally only.
  package init(_ term: Term, admitsLoose: Bool = true) {
    self.term = term
    self.admitsLoose = admitsLoose && term.length <= TermMatcher.longestLoose
    letters = LetterFilter(term, limit: term.anchoredTypoBudget)
  }

  /// The ways in which the term matches a folded, valid UTF-8 word, typos up to
  /// ``Term/anchoredTypoBudget``.
  package func match(_ word: Span<UInt8>, scratch: inout TypoScratch) -> WordMatch {
    if word.starts(with: term.bytes) {
      return WordMatch(literal: word.count == term.bytes.count ? .exact : .prefix)
    }
    return admitsLoose ? looseMatch(word, scratch: &scratch) : .none
  }

  /// How the term is inside a word that it does not begin, or a skeleton of it.
  func looseWithoutTypos(_ word: Span<UInt8>) -> WordMatch.Loose {
    if term.length >= TermMatcher.shortestInfix, word.firstOffset(of: term.bytes, from: 1) != nil { return .infix }
    return term.length >= TermMatcher.shortestSkeleton && isSkeleton(term.scalars.span, of: word) ? .skeleton : .none
  }

  private func looseMatch(_ word: Span<UInt8>, scratch: inout TypoScratch) -> WordMatch {
    let loose = looseWithoutTypos(word)
    // Most words lack too many letters, which takes less time to find out than how many typos there are.
    guard letters.admits(LetterSignature(word).bits) else {
      return loose == .none
        ? .none : WordMatch(loose: loose, typos: 0, typosInPrefix: false, wrongFirstLetter: false)
    }
    decodeScalars(word, into: &scratch.word)
    let letters = scratch.word
    if term.length == 1 {
      // Of a word of two letters one can be missing; any other edit would leave nothing of the term.
      let isSlip = letters.count == 2 && letters[1] == term.scalars[0] && term.anchoredTypoBudget > 0
      return isSlip && !isDigit(letters[0])
        ? WordMatch(loose: .none, typos: 1, typosInPrefix: false, wrongFirstLetter: true) : .none
    }
    let distance = typoDistance(
      term.scalars, letters, budget: term.anchoredTypoBudget, scratch: &scratch)
    guard let prefix = distance.prefix else {
      return loose == .none
        ? .none : WordMatch(loose: loose, typos: 0, typosInPrefix: false, wrongFirstLetter: false)
    }
    return WordMatch(
      loose: loose, typos: prefix, typosInPrefix: distance.whole != prefix,
      wrongFirstLetter: letters.first != term.scalars.first)
  }
}
