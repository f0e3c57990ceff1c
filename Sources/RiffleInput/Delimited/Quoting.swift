/// Quotes within a quoted CSV field (RFC 4180): two represent one.
enum Quoting {
  static let quote = UInt8(ascii: "\"")

  static func unquote(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      plain.append(bytes[index])
      index += width(at: index, in: bytes)
    }
    return plain
  }

  /// Converts ascending offsets into the unquoted text to offsets into the quoted one.
  static func quotedOffsets(_ offsets: [Int], in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var index = 0
    var plain = 0
    return offsets.map { offset in
      while plain < offset && index < bytes.count {
        index += width(at: index, in: bytes)
        plain += 1
      }
      return index
    }
  }

  private static func width(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes[index] == quote && index + 1 < bytes.count && bytes[index + 1] == quote ? 2 : 1
  }
}
