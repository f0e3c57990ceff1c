/// The optimal string alignment distance between a term and whole words, for more typos than ``TypoAutomaton`` counts.
///
/// The words begin with the first letter of the term. Few people misspell that, and a word so far away that begins with another
/// is hardly the one that was meant. In a sorted dictionary these words stand together.
///
/// The vertical differences of one column of the table of distances are two bit vectors, so that a letter of a word takes a few
/// operations whatever the distance: H. Hyyrö, A bit-vector algorithm for computing Levenshtein and Damerau edit distances,
/// Nordic Journal of Computing 10, 2003. The term has no digits, and a word with digits has no distance from it, because no
/// digit is edited.
struct WordDistance: Sendable {
  /// The most typos that are counted.
  let most: Int
  private let letters: TypoAutomaton
  private let length: Int
  /// The first letter in UTF-8.
  let first: [UInt8]
  private let signature: UInt32

  /// `nil` if the term has digits.
  init?(_ term: Term, _ letters: TypoAutomaton, atMost most: Int) {
    guard !term.scalars.contains(where: isDigit) else { return nil }
    self.most = most
    self.letters = letters
    length = term.length
    first = Array(term.bytes.prefix(utf8Length(lead: term.bytes[0])))
    signature = LetterSignature(term.bytes.span).withoutASCII.bits
  }

  /// Whether words with the letters of a ``LetterSignature`` may be near enough: a typo takes away no more than one letter, and
  /// brings no more than one.
  @inline(__always)
  func mayBeNear(_ bits: UInt32) -> Bool {
    let word = bits & ~LetterSignature.ascii
    return (signature & ~word).nonzeroBitCount <= most && (word & ~signature).nonzeroBitCount <= most
  }

  /// The same of words with so many bytes, which are as many letters at most.
  @inline(__always)
  func mayBeNear(byteCount: Int) -> Bool { byteCount &+ most >= length }

  /// Returns the number of typos between the term and a word; `nil` if there are more than ``most``, or if it begins otherwise.
  /// - Complexity: O(`word.count`).
  func typos(_ word: Range<Int>, _ bytes: Span<UInt8>) -> Int? {
    guard bytes.extracting(word).starts(with: first) else { return nil }
    let last: UInt64 = 1 << UInt64(length &- 1)
    var (higher, lower, matched, previous) = (UInt64.max, 0 as UInt64, 0 as UInt64, 0 as UInt64)
    var typos = length
    var next = word.lowerBound
    var count = 0
    while next < word.upperBound {
      let (scalar, size) = scalarAndLength(bytes, at: next)
      next &+= size
      count &+= 1
      if isDigit(scalar) || count &- length > most { return nil }
      let mask = letters.mask(scalar)
      let swapped = (~matched & mask) << 1 & previous
      matched = ((mask & higher) &+ higher) ^ higher | mask | lower | swapped
      var increased = lower | ~(matched | higher)
      var decreased = matched & higher
      if increased & last != 0 { typos &+= 1 }
      if decreased & last != 0 { typos &-= 1 }
      increased = increased << 1 | 1
      decreased <<= 1
      higher = decreased | ~(matched | increased)
      lower = increased & matched
      previous = mask
    }
    return typos <= most ? typos : nil
  }
}
