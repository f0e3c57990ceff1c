internal import CKernels

// Unsafe memory: the kernels read exactly as many bytes from their pointer as they are passed, no more than the span holds.

/// How often `byte` stands in `text`.
/// - Complexity: O(*n*), at about 16 bytes a step.
func count(of byte: UInt8, in text: Span<UInt8>) -> Int {
  text.withUnsafeBufferPointer { text in
    text.baseAddress.map { kernel_count($0, text.count, byte) } ?? 0
  }
}

/// Calls `body` with each line of `text`, without what ends it. The last line can do without a terminator.
/// - Complexity: O(*n*), at about 16 bytes a step.
@inline(__always)
func forEachLine(of text: Span<UInt8>, endingWith terminator: UInt8, _ body: (Range<Int>) -> Void) {
  var start = 0
  var offset = 0
  while offset < text.count {
    var ends = equalMask(text, from: offset, terminator)
    while ends != 0 {
      let end = offset &+ ends.trailingZeroBitCount
      ends &= ends &- 1
      body(start..<end)
      start = end &+ 1
    }
    offset &+= 64
  }
  if start < text.count { body(start..<text.count) }
}

/// Where `byte` stands among the 64 bytes of `text` from `start` on.
@inline(__always)
private func equalMask(_ text: Span<UInt8>, from start: Int, _ byte: UInt8) -> UInt64 {
  text.withUnsafeBufferPointer { text in
    guard let base = text.baseAddress, start < text.count else { return 0 }
    return kernel_equal_mask(base + start, min(64, text.count - start), byte)
  }
}
