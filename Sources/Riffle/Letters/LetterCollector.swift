/// Collects the letters of the words of one item after the other.
struct LetterCollector: Sendable {
  private(set) var letters = LetterSignature.empty
  /// The bit of each byte of ASCII.
  private let bits: InlineArray<128, UInt32>

  init() { bits = InlineArray { LetterSignature.bits(of: UInt32($0)) } }

  mutating func removeAll() { letters = LetterSignature.empty }

  /// Adds all letters of a text if it is ASCII, otherwise returns `false`.
  @inline(__always)
  mutating func insertASCII(_ text: Span<UInt8>) -> Bool {
    var found: UInt32 = 0
    var all: UInt8 = 0
    for index in text.indices {
      all |= text[index]
      found |= bits[Int(text[index] & 0x7F)]
    }
    if all >= 0x80 { return false }
    letters.formUnion(LetterSignature(bits: found))
    return true
  }

  mutating func insert(_ signature: LetterSignature) { letters.formUnion(signature) }
}
