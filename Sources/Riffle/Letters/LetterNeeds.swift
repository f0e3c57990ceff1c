/// The letters that a word, or any of several words, must hold: all of ``exact``; or all of ``one`` except one; or all of
/// ``two`` except two. See ``LetterSignature``.
struct LetterNeeds: Sendable {
  var exact: UInt32
  var one: UInt32
  var two: UInt32

  /// What can never be held.
  static let unmet = UInt32.max

  init(exact: UInt32, one: UInt32 = unmet, two: UInt32 = unmet) { (self.exact, self.one, self.two) = (exact, one, two) }

  /// What a word needs in which no more than `limit` typos account for what it lacks of a term.
  /// More than two are not counted: then any word may do.
  init(_ term: Term, lacking limit: Int) {
    guard limit <= 2 else {
      self.init(exact: 0)
      return
    }
    let bits = LetterSignature(term.bytes.span).bits
    // A word of another script lacks all letters of ASCII; one letter would count as two missing bits.
    let needsASCII = term.bytes.count { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 } > limit
    let spare = needsASCII ? bits : bits & ~LetterSignature.ascii
    self.init(
      exact: limit > 0 ? spare : bits, one: limit > 0 ? spare : LetterNeeds.unmet,
      two: limit > 1 ? spare : LetterNeeds.unmet)
  }

  /// - Parameter bits: of the signature of a word, or the union of several.
  @inline(__always)
  func admits(_ bits: UInt32) -> Bool {
    if exact & ~bits == 0 { return true }
    var missing = one & ~bits
    // No typo accounts for digits.
    if missing & LetterSignature.digits == 0, missing & (missing &- 1) == 0 { return true }
    missing = two & ~bits
    guard missing & LetterSignature.digits == 0 else { return false }
    missing &= missing &- 1
    return missing & (missing &- 1) == 0
  }
}
