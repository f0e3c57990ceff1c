internal import CKernels

// Unsafe memory: the kernels read exactly as many bytes from each pointer as they are passed, which is what the spans have.

/// A folded text to be found in original texts, without folding and cutting these: folding makes the capitals of ASCII small
/// and leaves its punctuation as it is. Text beyond ASCII may fold to punctuation too (`…` to three dots), so ``mayHold(in:)``
/// is for callers that check rows with such text separately, as an index does.
struct ASCIINeedle: Sendable {
  /// Not empty.
  let bytes: [UInt8]
  private let lowercases: Bool
  /// In Turkish, folding makes other letters of capitals.
  let isPlain: Bool
  /// Where the byte stands that fewest texts hold: the others are compared where that one is found.
  private let anchor: Int
  /// That of ASCII, each once, blanks left out.
  private let punctuation: [UInt8]

  /// - Parameter bytes: not empty.
  init(_ bytes: [UInt8], _ options: FoldingOptions) {
    self.init(bytes, lowercases: !options.isCaseSensitive, isPlain: options.language != .turkic)
  }

  /// For texts that are lower-cased and nothing else.
  init(lowercased bytes: [UInt8]) { self.init(bytes, lowercases: true, isPlain: true) }

  private init(_ bytes: [UInt8], lowercases: Bool, isPlain: Bool) {
    self.bytes = bytes
    self.lowercases = lowercases
    self.isPlain = isPlain
    anchor = bytes.indices.max { ASCIINeedle.rarity(bytes[$0]) < ASCIINeedle.rarity(bytes[$1]) } ?? 0
    punctuation = bytes.reduce(into: []) { found, byte in
      if ASCIINeedle.isPunctuation(byte), !found.contains(byte) { found.append(byte) }
    }
  }

  /// Whether the folded text holds the needle; `nil` if that cannot be decided without folding it.
  /// - Complexity: O(*n*).
  @inline(__always)
  func holds(in text: Span<UInt8>) -> Bool? {
    if text.count == 0 { return false }
    guard isPlain, text.isASCII else { return nil }
    return nextCandidate(in: text, from: 0) != nil
  }

  /// Whether the folded text may hold the needle, by its ASCII.
  @inline(__always)
  func mayHold(in text: Span<UInt8>) -> Bool {
    if text.count == 0 { return false }
    return holds(in: text) ?? hasPunctuation(text)
  }

  /// Whether a text has the punctuation that the needle has.
  @inline(__always)
  func hasPunctuation(_ text: Span<UInt8>) -> Bool { punctuation.allSatisfy { text.holds($0) } }

  /// Where the next occurrence begins that lies in `text`, or the next byte beyond ASCII stands, whichever comes first.
  @inline(__always)
  func nextCandidate(in text: Span<UInt8>, from start: Int) -> Int? {
    text.withUnsafeBufferPointer { text in
      bytes.withUnsafeBufferPointer { needle in
        guard let base = text.baseAddress, let first = needle.baseAddress else { return nil }
        let found = kernel_next_candidate(base, start, text.count, first, needle.count, anchor, lowercases ? 1 : 0)
        if found == text.count { return nil }
        return base[found] > 0x7F ? found : found - anchor
      }
    }
  }

  @inline(__always)
  static func isPunctuation(_ byte: UInt8) -> Bool {
    byte &- 0x21 < 0x5E && !((byte | 0x20) &- 0x61 < 26) && !(byte &- 0x30 < 10)
  }

  /// How rare a byte is in titles, paths and descriptions: those that all have come first.
  private static func rarity(_ byte: UInt8) -> Int { rarities[Int(byte)] }

  private static let rarities: [Int] = {
    var rarities = [Int](repeating: 256, count: 256)
    for (place, byte) in " eaisrtnolcudphmgbfykvwxzjq0123456789".utf8.enumerated() { rarities[Int(byte)] = place }
    return rarities
  }()
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

  /// Whether some byte is no greater than `most`.
  @inline(__always)
  func holds(upTo most: UInt8) -> Bool {
    withUnsafeBufferPointer { text in text.baseAddress.map { kernel_holds_up_to($0, text.count, most) != 0 } ?? false }
  }

  /// Whether no byte is above 0x7F.
  @inline(__always)
  var isASCII: Bool {
    withUnsafeBufferPointer { text in text.baseAddress.map { kernel_is_ascii($0, text.count) != 0 } ?? true }
  }
}
