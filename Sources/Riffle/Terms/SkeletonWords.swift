/// Finds the words that a term is a skeleton of: those with its first letter stand together, and signatures rule
/// out most of them, 64 at a time.
struct SkeletonWords {
  private let term: Term
  private let dictionary: WordDictionary
  /// These need no looking at.
  private let skipped: Range<Int>
  private let isASCII: Bool
  /// Whether skeletons count that leave out more than vowels.
  private let admitsAny: Bool

  /// - Parameter skipped: the words that begin with the term.
  init?(_ term: Term, in dictionary: WordDictionary, skipping skipped: Range<Int>) {
    guard term.length >= TermMatcher.shortestConsonants else { return nil }
    self.term = term
    self.dictionary = dictionary
    self.skipped = skipped
    isASCII = term.bytes.count == term.length
    admitsAny = term.length >= TermMatcher.shortestSkeleton
  }

  /// All words, ascending.
  /// - Complexity: O(words with the first letter / 64), and what is spent on those that have all letters of the term.
  func found() -> [WordRun] {
    let first = dictionary.words(withPrefix: Array(term.bytes.prefix(utf8Length(lead: term.bytes[0]))))
    let bits = LetterSignature(term.bytes.span).bits
    // If only vowels may be left out, the word has no others.
    let asked = admitsAny ? bits : ~(LetterSignature.vowels | LetterSignature.ascii) | bits
    var found: [WordRun] = []
    let places = dictionary.places
    let letters = dictionary.letters
    for words in [first.lowerBound..<skipped.lowerBound, skipped.upperBound..<first.upperBound] {
      dictionary.signatureBits.forEach(in: words, having: bits, of: asked) { word in
        let range = places.range(word)
        if let match = match(range, letters) { found.append(WordRun(word, word + 1, match)) }
      }
    }
    return found
  }

  /// How the term is a skeleton of a word that does not begin with it.
  @inline(__always)
  func match(_ range: Range<Int>, _ letters: WordLetters) -> WordMatch? {
    guard let match = kind(range, letters), admitsAny || match == .consonants else { return nil }
    return SkeletonWords.wordMatch(match)
  }

  @inline(__always)
  private func kind(_ range: Range<Int>, _ letters: WordLetters) -> SkeletonMatch? {
    guard range.count > term.bytes.count || !isASCII else { return nil }
    if isASCII, let match = letters.skeletonMatch(term.bytes.span, range) { return match }
    return skeletonMatch(term.scalars.span, letters.bytes.span(range))
  }

  @inline(__always)
  private static func wordMatch(_ match: SkeletonMatch) -> WordMatch {
    let loose: WordMatch.Loose =
      switch match {
      case .consonants: .consonantSkeleton
      case .openConsonants: .openConsonantSkeleton
      case .other: .skeleton
      }
    return WordMatch(loose: loose, typos: 0, typosInPrefix: false, wrongFirstLetter: false)
  }
}
