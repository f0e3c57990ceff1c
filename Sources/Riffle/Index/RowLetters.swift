/// The letters of all the words of an item: `a` to `z`, other scalars hashed onto them, and digits two to a bit.
struct RowLetters: Sendable, Hashable {
  private(set) var bits: UInt32 = 0

  init() {}

  init(bits: UInt32) { self.bits = bits }

  init(_ signature: LetterSignature) { insert(signature) }

  mutating func insert(_ signature: LetterSignature) { bits |= signature.bits & ~LetterSignature.ascii }

  /// How many different letters of `term` the item lacks; `nil` if it lacks a digit, which no typo
  /// accounts for.
  @inline(__always)
  func missing(of term: RowLetters) -> Int? {
    let missing = term.bits & ~bits
    return missing >> 26 == 0 ? missing.nonzeroBitCount : nil
  }
}
