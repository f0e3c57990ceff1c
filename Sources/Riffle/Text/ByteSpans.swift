extension Span<UInt8> {
  func starts(with needle: [UInt8]) -> Bool {
    guard count >= needle.count else { return false }
    for index in needle.indices where self[index] != needle[index] { return false }
    return true
  }

  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  /// Offset of the first occurrence of `needle`, which must not be empty, at or after `start`.
  /// - Complexity: O(*n*).
  package func firstOffset(of needle: [UInt8], from start: Int = 0) -> Int? {
    // Of short ones little is compared twice.
    if needle.count > ByteSearch.longestCompared { return ByteSearch(needle).firstOffset(in: self, from: start) }
    var offset = start
    while offset + needle.count <= count {
      if self[offset] == needle[0] {
        var matched = 1
        while matched < needle.count, self[offset + matched] == needle[matched] { matched += 1 }
        if matched == needle.count { return offset }
      }
      offset += 1
    }
    return nil
  }

  @inline(__always)
  func holds(_ byte: UInt8) -> Bool {
    for index in indices where self[index] == byte { return true }
    return false
  }

  /// Whether the text comes before another in byte order, which in UTF-8 is that of scalars.
  func isOrderedBefore(_ other: Span<UInt8>) -> Bool {
    let common = Swift.min(count, other.count)
    for index in 0..<common where self[index] != other[index] { return self[index] < other[index] }
    return count < other.count
  }
}

extension [UInt8] {
  init(copying span: Span<UInt8>) {
    self = []
    append(copying: span)
  }

  mutating func append(copying span: Span<UInt8>) {
    span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}

extension MutableSpan<UInt8> {
  /// Copies a text to where it fits.
  @inline(__always)
  mutating func copy(_ text: Span<UInt8>, to offset: Int) {
    precondition(offset >= 0 && text.count <= count - offset)
    withUnsafeMutableBufferPointer { output in
      text.withUnsafeBufferPointer { text in
        guard let base = output.baseAddress, let start = text.baseAddress else { return }
        (base + offset).update(from: start, count: text.count)
      }
    }
  }
}
