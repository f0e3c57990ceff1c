internal import CKernels

/// The letter signatures of words, asked 64 at a time.
///
/// Invariant: ``padding`` elements follow the `count` signatures in `storage`. The kernel reads 64 elements from a
/// position below `count`, so it never reads outside `storage`; what it says of the padding is masked away.
struct SignatureColumn: Sendable {
  static let padding = 64

  private let storage: [UInt32]
  let count: Int

  init(_ signatures: consuming [UInt32]) {
    count = signatures.count
    signatures.append(contentsOf: repeatElement(0, count: SignatureColumn.padding))
    storage = signatures
  }

  subscript(word: Int) -> UInt32 { storage[word] }

  /// Calls `body` with every word of `words` whose bits that are in `asked` are just `bits`, ascending.
  /// - Complexity: O(`words.count` / 64), and a call for each word found.
  @inline(__always)
  func forEachWord(in words: Range<Int>, having bits: UInt32, of asked: UInt32, _ body: (Int) -> Void) {
    precondition(words.lowerBound >= 0 && words.upperBound <= count)
    storage.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var word = words.lowerBound
      while word < words.upperBound {
        var mask = kernel_bits_mask64(base + word, asked, bits)
        if words.upperBound - word < 64 { mask &= 1 << UInt64(words.upperBound - word) &- 1 }
        while mask != 0 {
          body(word + mask.trailingZeroBitCount)
          mask &= mask &- 1
        }
        word += 64
      }
    }
  }
}
