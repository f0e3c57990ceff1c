/// The repair of ill-formed UTF-8 when it becomes a `String`.
package enum UTF8Repair {
  /// Converts ascending offsets into the repaired text to offsets into the original bytes.
  static func originalOffsets(_ offsets: [Int], in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var original = 0
    var repaired = 0
    return offsets.map { offset in
      while repaired < offset && original < bytes.count {
        let letter = letter(at: original, in: bytes)
        original += letter.width
        repaired += letter.repairedWidth
      }
      return original
    }
  }

  /// Returns the number of ill-formed places.
  package static func count(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var index = 0
    while index < bytes.count {
      let letter = letter(at: index, in: bytes)
      if letter.isIllFormed { count += 1 }
      index += letter.width
    }
    return count
  }

  /// A scalar, or a place that becomes U+FFFD.
  struct Letter {
    let width: Int
    let isIllFormed: Bool
    var repairedWidth: Int { isIllFormed ? 3 : width }
  }

  static func letter(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Letter {
    if bytes[index] < 0x80 { return Letter(width: 1, isIllFormed: false) }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes[index...].makeIterator()
    return switch parser.parseScalar(from: &iterator) {
    case .valid(let scalar): Letter(width: scalar.count, isIllFormed: false)
    case .error(let length): Letter(width: length, isIllFormed: true)
    case .emptyInput: Letter(width: 1, isIllFormed: true)
    }
  }
}
