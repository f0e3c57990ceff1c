/// Makes JSON readable whose text cannot be Unicode, in the way that ill-formed text is treated
/// everywhere else: what has no meaning becomes U+FFFD.
enum JSONRepair {
  /// Replaces ill-formed UTF-8, and escapes of surrogates that have no partner; `nil` if there are none.
  ///
  /// Programs that keep file names or UTF-16 in JSON write such escapes, and one of them must not make
  /// a list of a million records unreadable.
  static func repair(_ bytes: some Collection<UInt8>) -> [UInt8]? {
    var repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    var index = 0
    while index < repaired.count {
      guard repaired[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      guard let unit = escape(at: index, in: repaired), 0xD800...0xDFFF ~= unit else {
        index += 2
        continue
      }
      if unit < 0xDC00, let low = escape(at: index + 6, in: repaired), 0xDC00...0xDFFF ~= low {
        index += 12
        continue
      }
      repaired.replaceSubrange(index + 2..<index + 6, with: "FFFD".utf8)
      index += 6
    }
    return repaired.elementsEqual(bytes) ? nil : repaired
  }

  /// The code unit of an escape `\uXXXX`, if there is one.
  private static func escape(at index: Int, in bytes: [UInt8]) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}
