/// The set of letters of a word, other scalars hashed: a term can only match words whose signature
/// lacks no more of its letters than the term may have typos.
struct LetterSignature: Sendable, Hashable {
  let bits: UInt64

  /// - Parameter utf8: valid UTF-8.
  init(_ utf8: Span<UInt8>) {
    var bits: UInt64 = 0
    for index in utf8.indices {
      let byte = utf8[index]
      switch byte {
      case 0x61...0x7A: bits |= 1 << UInt64(byte - 0x61)
      case 0x30...0x39: bits |= 1 << UInt64(26 + byte - 0x30)
      // Bytes of longer scalars are taken apart, so that no scalar has to be decoded.
      default: bits |= 1 << UInt64(36 + byte % 28)
      }
    }
    self.bits = bits
  }

  /// How many letters of `term` the word lacks for certain.
  ///
  /// A scalar of several bytes may count several times, so the count is only good as it is for ASCII;
  /// for others any lack counts as one.
  func isMissing(atMost limit: Int, of term: LetterSignature) -> Bool {
    let missing = term.bits & ~bits
    let ascii = (missing & 0xF_FFFF_FFFF).nonzeroBitCount
    return ascii <= limit && (limit > 0 || missing == 0)
  }
}

/// The letters of all the words of an item, in half the space: `a` to `z`, and digits two to a bit.
struct RowLetters: Sendable, Hashable {
  private(set) var bits: UInt32 = 0

  init() {}

  init(_ signature: LetterSignature) { insert(signature) }

  mutating func insert(_ signature: LetterSignature) {
    let digits = UInt32(truncatingIfNeeded: signature.bits >> 26) & 0x3FF
    bits |= UInt32(truncatingIfNeeded: signature.bits & 0x3FF_FFFF) | (digits & 0x1F | digits >> 5) << 26
  }

  /// How many different letters of `term` the item lacks; `nil` if it lacks a digit, which no typo
  /// accounts for.
  @inline(__always)
  func missing(of term: RowLetters) -> Int? {
    let missing = term.bits & ~bits
    return missing >> 26 == 0 ? missing.nonzeroBitCount : nil
  }
}
