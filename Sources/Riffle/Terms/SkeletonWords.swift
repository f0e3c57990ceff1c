/// Finds the words that a term is without their vowels: those with its first letter stand together, and signatures rule
/// out most of them, 64 at a time.
struct SkeletonWords {
  private let term: Term
  private let dictionary: WordDictionary
  /// Words that need no check.
  private let skipped: Range<Int>
  private let isASCII: Bool

  /// - Parameter skipped: the words that begin with the term.
  init?(_ term: Term, in dictionary: WordDictionary, skipping skipped: Range<Int>) {
    guard term.mayBeSkeleton else { return nil }
    self.term = term
    self.dictionary = dictionary
    self.skipped = skipped
    isASCII = term.bytes.count == term.length
  }

  /// All words, ascending.
  /// - Complexity: O(words with the first letter / 64), and what is spent on those that have just the consonants of the term.
  func found() -> [WordRun] {
    let first = dictionary.words(withPrefix: Array(term.bytes.prefix(utf8Length(lead: term.bytes[0]))))
    let bits = LetterSignature(term.bytes.span).bits
    // The word has no other consonants.
    let asked = ~(LetterSignature.vowels | LetterSignature.ascii) | bits
    let match = WordMatch(loose: .skeleton)
    var found: [WordRun] = []
    let places = dictionary.places
    let letters = dictionary.letters
    for words in [first.lowerBound..<skipped.lowerBound, skipped.upperBound..<first.upperBound] {
      dictionary.signatureBits.forEach(in: words, having: bits, of: asked) { word in
        if matches(places.range(word), letters) { found.append(WordRun(word, word + 1, match)) }
      }
    }
    return found
  }

  /// Whether the term is a word that does not begin with it, without its vowels.
  private func matches(_ range: Range<Int>, _ letters: WordLetters) -> Bool {
    guard range.count > term.bytes.count || !isASCII else { return false }
    if isASCII, let isSkeleton = letters.isSkeleton(term.bytes.span, of: range) { return isSkeleton }
    return isSkeleton(term.scalars.span, of: letters.bytes.span(range))
  }
}
