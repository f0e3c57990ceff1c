/// A signature of the letters of a text, many to a bit: rejects most texts that lack letters of a term without reading them.
///
/// No letter has two bits. So a term lacks at least as many letters as it has bits that are missing.
protocol LetterSet: Sendable, Hashable {
  associatedtype Bits: FixedWidthInteger & UnsignedInteger & Sendable
  var bits: Bits { get }
  /// The bits of digits, which no typo accounts for.
  static var digits: Bits { get }
}

extension LetterSet {
  /// Whether the bits of another set are all here.
  @inline(__always)
  func contains(_ other: Self) -> Bool { other.bits & ~bits == 0 }

  /// How many typos a match of a term has at least in a text with no other letters than these; more than `limit` if there
  /// is none with so few.
  ///
  /// - Parameters:
  ///   - term: the letters of the term.
  ///   - limit: the most typos that matter.
  @inline(__always)
  func fewestTypos(of term: Self, atMost limit: Int) -> Int {
    var missing = term.bits & ~bits
    if missing == 0 { return 0 }
    if limit == 0 || missing & Self.digits != 0 { return limit &+ 1 }
    missing &= missing &- 1
    if missing == 0 { return 1 }
    missing &= missing &- 1
    return missing == 0 ? 2 : 2 &+ missing.nonzeroBitCount
  }
}
