/// The letters of all the words of an item: `a` to `z`, other scalars hashed onto them, and digits two to a bit.
struct RowLetters: Sendable, Hashable {
  private(set) var bits: UInt32 = 0

  init() {}

  init(bits: UInt32) { self.bits = bits }

  init(_ signature: LetterSignature) { insert(signature) }

  fileprivate mutating func insert(_ other: UInt32) { bits |= other & ~LetterSignature.ascii }

  mutating func insert(_ signature: LetterSignature) { bits |= signature.bits & ~LetterSignature.ascii }

  /// How many different letters of `term` the item lacks; `nil` if it lacks a digit, which no typo
  /// accounts for.
  @inline(__always)
  func missing(of term: RowLetters) -> Int? {
    let missing = term.bits & ~bits
    return missing >> 26 == 0 ? missing.nonzeroBitCount : nil
  }

  /// Collects the letters of the words of one item after the other.
  struct Collector: Sendable {
    private(set) var letters = RowLetters()
    /// The bit of each byte of ASCII.
    private let bits: InlineArray<128, UInt32>

    init() { bits = InlineArray { LetterSignature.bits(of: UInt32($0)) } }

    mutating func removeAll() { letters = RowLetters() }

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
      letters.insert(found)
      return true
    }

    mutating func insert(_ signature: LetterSignature) { letters.insert(signature) }
  }
}
