internal import CKernels

extension WordLetters {
  private static let vowels = Array("aeiouy".utf8)

  /// Returns whether `term` is a word of ASCII without its vowels, as ``isSkeleton(_:of:)`` does for a word that is longer than
  /// the term and has its first letter.
  ///
  /// - Returns: `nil` if the word is too long to decide, or not ASCII.
  @inline(__always)
  func isSkeleton(_ term: Span<UInt8>, of word: Range<Int>) -> Bool? {
    guard word.count <= 16 else { return nil }
    precondition(word.lowerBound >= 0 && word.upperBound <= count && term.count > 0)
    return bytes.withUnsafeBufferPointer(toRead: word) { buffer in
      term.withUnsafeBufferPointer { term -> Bool? in
        guard let base = buffer.baseAddress else { return nil }
        let letters = base + word.lowerBound
        let whole: UInt32 = 1 << UInt32(word.count) &- 1
        if kernel_beyond_ascii16(letters) & whole != 0 { return nil }
        let found = kernel_subsequence16(letters, word.count, term.baseAddress, term.count)
        if found == 0 { return false }
        let vowels = WordLetters.vowels.withUnsafeBufferPointer {
          kernel_members16(letters, $0.baseAddress, $0.count)
        }
        return whole & ~vowels & ~found == 0
      }
    }
  }
}
