/// The length in bytes of a scalar.
func utf8Length(_ scalar: UInt32) -> Int {
  scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
}

extension OutputSpan<UInt8> {
  /// Appends `scalar` as UTF-8, which has `length` bytes.
  @inline(always)
  mutating func append(scalar: UInt32, length: Int) {
    switch length {
    case 1: append(UInt8(truncatingIfNeeded: scalar))
    case 2:
      append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    case 3:
      append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    default:
      append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
  }
}

extension [UInt8] {
  /// Appends `scalar` as UTF-8.
  mutating func append(scalar: UInt32) {
    let length = utf8Length(scalar)
    append(addingCapacity: length) { $0.append(scalar: scalar, length: length) }
  }
}
