internal import CKernels

// Unsafe memory: the kernels read as many bytes from each pointer as they are told, which is what the spans have.

/// What a text says of itself without being folded and cut: folding makes the capitals of ASCII small and leaves its
/// punctuation as it is, where nothing else folds to that.
struct ASCIIText: Sendable {
  private let lowercases: Bool
  /// In Turkish, folding makes other letters of capitals.
  private let isPlain: Bool

  init(_ options: FoldingOptions) {
    lowercases = !options.isCaseSensitive
    isPlain = options.language != .turkic
  }

  private init(lowercases: Bool) {
    self.lowercases = lowercases
    isPlain = true
  }

  /// What is lower-cased and nothing else.
  static let lowercased = ASCIIText(lowercases: true)

  /// Whether the folded text holds another, which is not empty; `nil` if that cannot be said without folding it.
  /// - Complexity: O(*n*), for needles that do not repeat themselves.
  @inline(__always)
  func holds(_ needle: Span<UInt8>, in text: Span<UInt8>) -> Bool? {
    if text.count == 0 { return false }
    guard isPlain, text.isASCII else { return nil }
    return text.withUnsafeBufferPointer { text in
      needle.withUnsafeBufferPointer { needle in
        guard let base = text.baseAddress, let start = needle.baseAddress else { return nil }
        return kernel_holds(base, text.count, start, needle.count, lowercases ? 1 : 0) != 0
      }
    }
  }
}

extension ASCIIText {
  /// Whether the folded text may hold another, which is not empty, as far as its ASCII says.
  /// - Parameter punctuation: that of the other in ASCII.
  @inline(__always)
  func mayHold(_ needle: Span<UInt8>, punctuation: Span<UInt8>, in text: Span<UInt8>) -> Bool {
    if text.count == 0 { return false }
    if let isHeld = holds(needle, in: text) { return isHeld }
    for index in punctuation.indices where !text.holds(punctuation[index]) { return false }
    return true
  }

  /// The punctuation of ASCII in a folded text, each once, blanks left out.
  static func punctuation(of folded: [UInt8]) -> [UInt8] {
    folded.reduce(into: []) { found, byte in
      if isPunctuation(byte), !found.contains(byte) { found.append(byte) }
    }
  }

  @inline(__always)
  static func isPunctuation(_ byte: UInt8) -> Bool {
    byte &- 0x21 < 0x5E && !((byte | 0x20) &- 0x61 < 26) && !(byte &- 0x30 < 10)
  }
}

extension Span<UInt8> {
  /// How many scalars of UTF-8 there are.
  @inline(__always)
  var scalarCount: Int {
    withUnsafeBufferPointer { text in text.baseAddress.map { kernel_scalar_count($0, text.count) } ?? 0 }
  }

  /// Whether letters stand in a text of ASCII in their order.
  /// - Parameter lowercases: `false` if capitals are letters of their own.
  @inline(__always)
  func holdsInOrder(_ letters: Span<UInt8>, lowercases: Bool) -> Bool {
    if letters.count == 0 { return true }
    return withUnsafeBufferPointer { text in
      letters.withUnsafeBufferPointer { letters in
        guard let base = text.baseAddress, let first = letters.baseAddress else { return false }
        return kernel_holds_in_order(base, text.count, first, letters.count, lowercases ? 1 : 0) != 0
      }
    }
  }

  /// Whether no byte is above 0x7F.
  @inline(__always)
  var isASCII: Bool {
    withUnsafeBufferPointer { text in text.baseAddress.map { kernel_is_ascii($0, text.count) != 0 } ?? true }
  }
}
