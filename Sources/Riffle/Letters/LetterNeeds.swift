/// What a set of letters must hold: all of ``exact``; or all of ``one`` but one; or all of ``two`` but two.
/// See ``LetterSignature``.
struct LetterNeeds {
  var exact: UInt32
  var one: UInt32
  var two: UInt32

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
