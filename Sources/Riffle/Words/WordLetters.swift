internal import CKernels

/// The letters of words, one after the other.
///
/// Invariant: ``padding`` bytes follow the `count` letters in ``bytes``. The kernels read 16 bytes from a
/// position of a letter, so they never read outside ``bytes``; what they see of the padding, or of the next
/// word, is masked away.
struct WordLetters: Sendable {
  static let padding = 16

  /// The letters, and the padding.
  let bytes: Column<UInt8>
  let count: Int

  init(_ letters: [UInt8]) {
    count = letters.count
    bytes = Column(letters, padding: WordLetters.padding)
  }

  /// Returns whether `tail` can stand in a word at most `shift` letters away from `place`; `true` also if letters beyond ASCII
  /// make that hard to decide.
  @inline(__always)
  func mayHold(_ tail: Span<UInt8>, at place: Int, within shift: Int, of word: Range<Int>) -> Bool {
    precondition(word.lowerBound >= 0 && word.upperBound <= count)
    guard place + shift <= 16 else { return true }
    return bytes.withUnsafeBufferPointer(toRead: word) { buffer in
      tail.withUnsafeBufferPointer { tail in
        guard let base = buffer.baseAddress, let first = tail.first else { return true }
        let letters = base + word.lowerBound
        var offset = place - shift
        let last = min(place + shift, word.count - tail.count)
        while offset <= last {
          if letters[offset] == first {
            var matched = 1
            while matched < tail.count, letters[offset + matched] == tail[matched] { matched += 1 }
            if matched == tail.count { return true }
          }
          offset += 1
        }
        return kernel_beyond_ascii16(letters) & (1 << UInt32(min(word.count, place + shift)) &- 1) != 0
      }
    }
  }
}

extension WordLetters: StoredPart {
  func list(in columns: inout ColumnList) { columns.add("bytes", bytes, standingFor: count) }

  init(_ columns: ColumnSource) throws(SegmentError) {
    (bytes, count) = try columns.packed("bytes")
    try columns.check(bytes.count - WordLetters.padding == count, "bytes")
  }
}
