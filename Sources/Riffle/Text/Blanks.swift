/// A text without the blanks around it.
func trimmed(_ bytes: [UInt8]) -> [UInt8] {
  guard let first = bytes.firstIndex(where: { !isBlank($0) }),
    let last = bytes.lastIndex(where: { !isBlank($0) })
  else { return [] }
  return Array(bytes[first...last])
}

/// A space, tab or line break of ASCII.
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 9 < 5 }
