import FoundationEssentials

/// The content of a JSON string with escapes.
enum JSONString {
  private static let decoder = JSONDecoder()

  /// Decodes a string. Ill-formed UTF-8 and unpaired surrogates become U+FFFD, as everywhere else. Programs that store file names
  /// in JSON write these, and one of them must not make a list of a million records unreadable.
  static func decode(_ inside: UnsafeBufferPointer<UInt8>) -> String {
    var quoted = Data(capacity: inside.count + 2)
    quoted.append(UInt8(ascii: "\""))
    quoted.append(contentsOf: inside)
    quoted.append(UInt8(ascii: "\""))
    if let text = try? decoder.decode(String.self, from: quoted) { return text }
    let repaired = Data(String(decoding: withoutLoneSurrogates(quoted), as: UTF8.self).utf8)
    return (try? decoder.decode(String.self, from: repaired)) ?? String(decoding: inside, as: UTF8.self)
  }

  /// Converts ascending UTF-8 offsets into the decoded text to offsets into the written string.
  static func writtenOffsets(_ offsets: [Int], in inside: UnsafeBufferPointer<UInt8>) -> [Int] {
    var written = 0
    var decoded = 0
    return offsets.map { offset in
      while decoded < offset && written < inside.count {
        let unit = unit(at: written, in: inside)
        written += unit.width
        decoded += unit.decodedWidth
      }
      return min(written, inside.count)
    }
  }

  static func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// A character or an escape.
  private struct Unit {
    let width: Int
    /// In UTF-8.
    let decodedWidth: Int
    var isLoneSurrogate = false
  }

  private static func unit(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Unit {
    guard bytes[index] == UInt8(ascii: "\\") else {
      let letter = UTF8Repair.letter(at: index, in: bytes)
      return Unit(width: letter.width, decodedWidth: letter.repairedWidth)
    }
    guard let codeUnit = codeUnit(at: index, in: bytes) else { return Unit(width: 2, decodedWidth: 1) }
    switch codeUnit {
    case 0..<0x80: return Unit(width: 6, decodedWidth: 1)
    case 0x80..<0x800: return Unit(width: 6, decodedWidth: 2)
    case 0xD800..<0xDC00:
      if let low = Self.codeUnit(at: index + 6, in: bytes), 0xDC00..<0xE000 ~= low {
        return Unit(width: 12, decodedWidth: 4)
      }
      return Unit(width: 6, decodedWidth: 3, isLoneSurrogate: true)
    case 0xDC00..<0xE000: return Unit(width: 6, decodedWidth: 3, isLoneSurrogate: true)
    default: return Unit(width: 6, decodedWidth: 3)
    }
  }

  /// Returns the code unit of an escape `\uXXXX`; `nil` if there is none at the place.
  private static func codeUnit(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[index + 2..<index + 6] {
      guard let digit = hexadecimalDigit(byte) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  private static func withoutLoneSurrogates(_ data: Data) -> [UInt8] {
    let bytes = Array(data)
    return bytes.withUnsafeBufferPointer { bytes in
      var result: [UInt8] = []
      var index = 0
      while index < bytes.count {
        let unit = unit(at: index, in: bytes)
        let end = min(index + unit.width, bytes.count)
        if unit.isLoneSurrogate {
          result.append(contentsOf: "\\uFFFD".utf8)
        } else {
          result.append(contentsOf: bytes[index..<end])
        }
        index = end
      }
      return result
    }
  }
}
