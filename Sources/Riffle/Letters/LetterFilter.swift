/// Asks signatures whether a word, or any of several, can be within a number of typos of a term: what
/// ``LetterSet/fewestTypos(of:atMost:)`` says, without a branch, because it is asked of words by the thousand.
struct LetterFilter: Sendable {
  private let needed: UInt32
  /// Bits that no typo accounts for.
  private let hard: UInt32
  /// 1 where a first and a second letter may be missing; otherwise 0, with which nothing is cleared.
  private let one, two: UInt32

  init(_ term: LetterSignature, limit: Int) {
    needed = term.bits & ~LetterSignature.ascii
    hard = limit > 0 ? LetterSignature.digits : .max
    one = limit > 0 ? 1 : 0
    two = limit > 1 ? 1 : 0
  }

  init(_ term: Term, limit: Int) {
    let signature = LetterSignature(term.bytes.span)
    // A word of another script lacks all of these.
    let asciiCount = term.bytes.count { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 }
    let needsASCII = asciiCount > limit
    needed = signature.bits & ~(needsASCII ? 0 : LetterSignature.ascii)
    hard = limit > 0 ? LetterSignature.digits | (needsASCII ? LetterSignature.ascii : 0) : .max
    one = limit > 0 ? 1 : 0
    two = limit > 1 ? 1 : 0
  }

  /// - Parameter bits: of the signature of a word, or the union of several.
  @inline(__always)
  func admits(_ bits: UInt32) -> Bool {
    let missing = needed & ~bits
    // Each conjunction clears the lowest bit.
    let once = missing & (missing &- one)
    return missing & hard | once & (once &- two) == 0
  }
}
