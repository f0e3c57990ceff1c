/// A decoder of UTF-16 in pieces to UTF-8. Ill-formed input becomes U+FFFD.
struct UTF16Decoder: Sendable {
  private let isBigEndian: Bool
  /// The first byte of a unit.
  private var half: UInt8?
  /// A surrogate whose other half has not arrived.
  private var lead: UInt16?

  /// - Parameter bytes: the first two bytes of an input.
  /// - Returns: `nil` if they are not a byte order mark of UTF-16.
  init?(mark bytes: some Collection<UInt8>) {
    if bytes.prefix(2).elementsEqual([0xFF, 0xFE]) {
      isBigEndian = false
    } else if bytes.prefix(2).elementsEqual([0xFE, 0xFF]) {
      isBigEndian = true
    } else {
      return nil
    }
  }

  mutating func decode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    for byte in bytes {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let unit = isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
      take(unit, &decoded)
    }
    return decoded
  }

  /// Returns the remaining output at the end.
  mutating func finish() -> [UInt8] {
    var decoded: [UInt8] = []
    if lead != nil || half != nil { append("\u{FFFD}", &decoded) }
    (lead, half) = (nil, nil)
    return decoded
  }

  private mutating func take(_ unit: UInt16, _ decoded: inout [UInt8]) {
    if let high = lead {
      lead = nil
      if UTF16.isTrailSurrogate(unit) {
        append(UTF16.decode(UTF16.EncodedScalar([high, unit])), &decoded)
        return
      }
      append("\u{FFFD}", &decoded)
    }
    if UTF16.isLeadSurrogate(unit) {
      lead = unit
    } else {
      append(Unicode.Scalar(unit) ?? "\u{FFFD}", &decoded)
    }
  }

  private func append(_ scalar: Unicode.Scalar, _ decoded: inout [UInt8]) {
    decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
