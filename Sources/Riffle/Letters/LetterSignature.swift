/// The letters of a word, or of all words of an item, in 32 bits, as stored in dictionaries and rows of segments.
///
/// `a` to `z` have a bit each, digits share five, and scalars beyond ASCII are hashed onto the letters' bits, vowels onto those
/// of vowels. The last bit marks any letter or digit of ASCII, which separates words of other scripts. Every scalar sets one
/// bit at most, so that at least as many letters are missing as bits are.
struct LetterSignature: LetterSet {
  private(set) var bits: UInt32

  static let empty = LetterSignature(bits: 0)

  /// The bits of digits, which no typo accounts for.
  static let digits: UInt32 = 0x1F << 26
  static let ascii: UInt32 = 1 << 31
  /// The bits of vowels, and of some other scalars beyond ASCII; see ``isVowel(_:)``.
  static let vowels: UInt32 = 1 << 0 | 1 << 4 | 1 << 8 | 1 << 14 | 1 << 20 | 1 << 24

  init(bits: UInt32) { self.bits = bits }

  /// - Parameter utf8: valid UTF-8.
  init(_ utf8: Span<UInt8>) {
    var bits: UInt32 = 0
    var index = 0
    while index < utf8.count {
      let (scalar, length) = scalarAndLength(utf8, at: index)
      bits |= LetterSignature.bits(of: scalar)
      index += length
    }
    self.bits = bits
  }

  /// Of the small letters and digits of ASCII alone: in text that is not cut into words, what else there is may not be
  /// part of any word.
  init(ofASCII utf8: [UInt8]) { bits = utf8.reduce(0) { $0 | LetterSignature.bits(ofASCII: UInt32($1)) } }

  static func bits(ofASCII scalar: UInt32) -> UInt32 { scalar < 0x80 ? bits(of: scalar) : 0 }

  @inline(__always)
  static func bits(of scalar: UInt32) -> UInt32 {
    if scalar &- 0x61 < 26 { return ascii | 1 << (scalar &- 0x61) }
    if scalar &- 0x30 < 10 { return ascii | 1 << (26 + (scalar &- 0x30) % 5) }
    return scalar < 0x80 ? 0 : bit(beyondASCII: scalar)
  }

  private static func bit(beyondASCII scalar: UInt32) -> UInt32 {
    if isVowel(scalar) { return 1 << (0x18_14_0E_08_04_00 >> (UInt64(scalar % 6) * 8) & 0xFF) }
    return 1 << UInt32(truncatingIfNeeded: (UInt64(scalar &* 0x9E37_79B1) &* 26) >> 32)
  }

  /// Adds all letters of a text if it is ASCII, otherwise returns `false`.
  @inline(__always)
  mutating func insertASCII(_ text: Span<UInt8>) -> Bool {
    var found: UInt32 = 0
    var all: UInt8 = 0
    for index in text.indices {
      all |= text[index]
      found |= LetterSignature.ofASCII[Int(text[index] & 0x7F)]
    }
    if all >= 0x80 { return false }
    bits |= found
    return true
  }

  /// The bits of each byte of ASCII.
  private static let ofASCII = InlineArray<128, UInt32> { bits(of: UInt32($0)) }

  mutating func formUnion(_ other: LetterSignature) { bits |= other.bits }

  /// The same without the bit that every letter of ASCII has: then no letter has two.
  var withoutASCII: LetterSignature { LetterSignature(bits: bits & ~LetterSignature.ascii) }
}
