internal import CKernels

extension WordLetters {
  private static let vowels = Array("aeiouy".utf8)

  /// How `term` is a skeleton of a word of ASCII, as ``skeletonMatch(_:_:)`` says it of one that is longer than the
  /// term and has its first letter.
  ///
  /// - Returns: `.some(nil)` if it is not; `nil` if the word is too long to tell, or not ASCII.
  @inline(__always)
  func skeletonMatch(_ term: Span<UInt8>, _ word: Range<Int>) -> SkeletonMatch?? {
    guard word.count <= 16 else { return nil }
    precondition(word.lowerBound >= 0 && word.upperBound <= count && term.count > 0)
    return bytes.withUnsafeBufferPointer(toRead: word) { buffer in
      term.withUnsafeBufferPointer { term -> SkeletonMatch?? in
        guard let base = buffer.baseAddress else { return nil }
        let letters = base + word.lowerBound
        let whole: UInt32 = 1 << UInt32(word.count) &- 1
        let found = kernel_subsequence16(letters, word.count, term.baseAddress, term.count)
        if found == 0 { return kernel_beyond_ascii16(letters) & whole == 0 ? .some(nil) : nil }
        let vowels = WordLetters.vowels.withUnsafeBufferPointer {
          kernel_members16(letters, $0.baseAddress, $0.count)
        }
        if kernel_beyond_ascii16(letters) & whole != 0 { return nil }
        let missing = whole & ~vowels & ~found
        if missing == 0 { return .consonants }
        // Consonants are missing only after the last letter of the term.
        return missing & (0 &- missing) > found ? .openConsonants : .other
      }
    }
  }
}
