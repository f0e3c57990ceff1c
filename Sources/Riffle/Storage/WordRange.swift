internal import CKernels

// Unsafe memory: the kernel reads `min(64, tokens.count - start)` tokens from `start` on, all of them in the span.

/// Neighbouring words of a dictionary, which begin alike, by number.
struct WordRange: Sendable {
  let first: UInt32
  let count: UInt32

  init(_ words: Range<Int>) {
    first = UInt32(truncatingIfNeeded: words.lowerBound)
    count = UInt32(truncatingIfNeeded: words.count)
  }

  @inline(__always)
  func contains(_ word: UInt32) -> Bool { word &- first < count }

  /// Which of the next 64 words of a row, from one on, are among them: one bit each.
  /// - Parameter tokens: as ``TokenColumn`` codes them.
  @inline(__always)
  func bits(in tokens: Span<UInt32>, from start: Int) -> UInt64 {
    if count == 0 || start >= tokens.count { return 0 }
    return tokens.withUnsafeBufferPointer { tokens in
      guard let base = tokens.baseAddress else { return 0 }
      return kernel_words_in_range(base + start, min(UInt64.bitWidth, tokens.count - start), first, count)
    }
  }
}
