internal import CKernels

// Unsafe memory: the kernels read as many bytes from the pointer they get as they are told, and 256
// entries of the table. The functions tell them of no more than the span holds, and do nothing if the
// table is shorter.

/// How often `byte` stands in `text`.
/// - Complexity: O(*n*), at about 16 bytes a step.
func count(of byte: UInt8, in text: Span<UInt8>) -> Int {
  text.withUnsafeBufferPointer { text in
    text.baseAddress.map { kernel_count($0, text.count, byte) } ?? 0
  }
}

/// Calls `body` with each line of `text`, without what ends it, and what `table` says of its bytes taken
/// together. The last line can do without a terminator.
///
/// - Parameter table: 256 entries.
/// - Complexity: O(*n*).
@inline(__always)
func forEachLine(
  of text: Span<UInt8>, endingWith terminator: UInt8, _ table: Span<UInt64>, _ body: (Range<Int>, UInt64) -> Void
) {
  text.withUnsafeBufferPointer { text in
    table.withUnsafeBufferPointer { table in
      guard let base = text.baseAddress, let entries = table.baseAddress, table.count >= 256 else { return }
      var start = 0
      var offset = 0
      while offset < text.count {
        var ends = kernel_equal_mask(base + offset, min(64, text.count - offset), terminator)
        while ends != 0 {
          let end = offset &+ ends.trailingZeroBitCount
          ends &= ends &- 1
          body(start..<end, kernel_union(base + start, end &- start, entries))
          start = end &+ 1
        }
        offset &+= 64
      }
      if start < text.count {
        body(start..<text.count, kernel_union(base + start, text.count - start, entries))
      }
    }
  }
}

/// What `table` says of the bytes of `text` taken together; 0 for a range that is not there.
///
/// - Parameter table: 256 entries.
@inline(__always)
func union(of text: Span<UInt8>, _ range: Range<Int>, _ table: Span<UInt64>) -> UInt64 {
  text.withUnsafeBufferPointer { text in
    table.withUnsafeBufferPointer { table in
      guard let base = text.baseAddress, let entries = table.baseAddress, table.count >= 256,
        range.upperBound <= text.count
      else { return 0 }
      return kernel_union(base + range.lowerBound, range.count, entries)
    }
  }
}

/// Where blanks are among the 64 bytes of `text` from `start` on.
@inline(__always)
func blankMask(_ text: Span<UInt8>, from start: Int) -> UInt64 {
  text.withUnsafeBufferPointer { text in
    guard let base = text.baseAddress, start < text.count else { return 0 }
    return kernel_equal_mask(base + start, min(64, text.count - start), 0x20)
  }
}
