internal import CKernels

/// The letters of a line, or of a part of it, as they are read from its bytes before anything is folded.
///
/// `a` to `z`, whatever their case, and the digits have a bit each; the other scalars of folded text share 27. A
/// ``LetterSignature`` has half the bits, because an index stores one for every word and row. A line is read once, and the more
/// lines the bits reject, the fewer have to be cut into words.
struct LineLetters: LetterSet {
  var bits: UInt64 = 0

  static let empty = LineLetters()
  /// What may hold any letter.
  static let all = LineLetters(bits: .max)

  static let digits: UInt64 = 0x3FF << 26
  /// Those that other scalars share.
  private static let others: UInt64 = ((1 << 27) - 1) << 36
  private static let notASCII: UInt64 = 1 << 63

  init(bits: UInt64 = 0) { self.bits = bits }

  /// - Parameter folded: valid UTF-8.
  /// - Complexity: O(*n*).
  init(_ folded: Span<UInt8>) {
    var index = 0
    while index < folded.count {
      let byte = folded[index]
      if byte < 0x80 {
        bits |= LineLetters.bit(ofASCII: byte)
        index &+= 1
      } else {
        let (scalar, length) = decodeScalar(folded, at: index)
        bits |= LineLetters.bit(ofOther: scalar)
        index &+= length
      }
    }
  }

  init(_ folded: [UInt8]) { self.init(folded.span) }

  /// The set of each byte: for a text in ASCII the union equals ``init(_:)`` of it folded; any other has ``isASCII`` unset.
  static let table: [UInt64] = (0...255).map { $0 < 0x80 ? bit(ofASCII: UInt8($0)) : notASCII }

  var isASCII: Bool { bits & LineLetters.notASCII == 0 }

  @inline(__always)
  private static func bit(ofASCII byte: UInt8) -> UInt64 {
    let letter = (byte | 0x20) &- 0x61
    if letter < 26 { return 1 << UInt64(letter) }
    let digit = byte &- 0x30
    return digit < 10 ? 1 << UInt64(26 &+ digit) : 0
  }

  private static func bit(ofOther scalar: UInt32) -> UInt64 { 1 << UInt64(36 + scalar % 27) }

  func union(_ other: LineLetters) -> LineLetters { LineLetters(bits: bits | other.bits) }
  func intersection(_ other: LineLetters) -> LineLetters { LineLetters(bits: bits & other.bits) }

  @inline(__always)
  func subtracting(_ other: LineLetters) -> LineLetters { LineLetters(bits: bits & ~other.bits) }
}

extension LineLetters {
  /// The letters that a text may have once it is folded by the default options, from its bytes as they
  /// came; ``all`` where scalars do not fold one by one, and where the text is ill-formed.
  /// - Complexity: O(*n*).
  init(unfolded text: Span<UInt8>) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        bits |= LineLetters.bit(ofASCII: byte)
        index &+= 1
        continue
      }
      guard let (scalar, length) = wellFormedScalar(text, at: index) else {
        self = .all
        return
      }
      index &+= length
      let code = text_fold_code(scalar)
      switch UInt32(code) {
      case UInt32(TEXT_FOLDS_TO_ITSELF.rawValue):
        insert(other: scalar)
      case UInt32(TEXT_FOLDS_TO_NOTHING.rawValue):
        break
      case UInt32(TEXT_FOLD_MARK.rawValue), UInt32(TEXT_FOLD_STABLE_MARK.rawValue)...:
        // With the letter before it, it may become another one; not one of ASCII that the letter is not by itself, unless the
        // letter may be written as two.
        bits |= LineLetters.others
        for letter in SpelledLetters.letters(of: scalar) { bits |= LineLetters.bit(ofASCII: letter) }
      case UInt32(TEXT_FOLD_NEEDS_ICU.rawValue), UInt32(TEXT_FOLD_UNKNOWN.rawValue):
        self = .all
        return
      default:
        insert(entry: code)
        if let second = SpelledLetters.second(of: scalar) { bits |= LineLetters.bit(ofASCII: second) }
      }
    }
  }

  /// Adds what a scalar that is not ASCII becomes in the last step of folding.
  private mutating func insert(other scalar: UInt32) {
    if !SearchLetters(FoldingOptions()).rewrite(scalar, { bits |= LineLetters.bit(ofOther: $0) }) {
      bits |= LineLetters.bit(ofOther: scalar)
    }
  }

  private mutating func insert(entry code: UInt16) {
    let count = Int(text_fold_entry_count(code))
    var index = 0
    while index < count {
      let lead = text_fold_entry_byte(code, index)
      if lead < 0x80 {
        bits |= LineLetters.bit(ofASCII: lead)
        index += 1
        continue
      }
      let length = min(utf8Length(lead: lead), count - index)
      var scalar = UInt32(lead) & (0x7F >> UInt32(length))
      for offset in 1..<max(1, length) {
        scalar = scalar << 6 | UInt32(text_fold_entry_byte(code, index + offset) & 0x3F)
      }
      insert(other: scalar)
      index += length
    }
  }
}

/// The scalar of several bytes that begins at `offset`, and its length in bytes; `nil` if it is ill-formed.
private func wellFormedScalar(_ text: Span<UInt8>, at offset: Int) -> (scalar: UInt32, length: Int)? {
  let lead = text[offset]
  guard lead >= 0xC2, lead < 0xF5 else { return nil }
  let length = utf8Length(lead: lead)
  guard length <= text.count - offset else { return nil }
  for index in 1..<length where text[offset + index] & 0xC0 != 0x80 { return nil }
  let scalar = decodeScalar(text, at: offset).scalar
  let isShortest = length == 2 || scalar >= (length == 3 ? 0x800 : 0x1_0000)
  return isShortest && scalar < 0x11_0000 && scalar &- 0xD800 >= 0x800 ? (scalar, length) : nil
}
