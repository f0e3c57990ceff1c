/// The distinct words of a segment in byte order, which is the order of their scalars.
package struct WordDictionary: Sendable {
  private(set) var bytes: [UInt8]
  private let ends: [UInt32]
  /// One bit for each letter that occurs in the word; see ``LetterSignature``.
  let signatures: [LetterSignature]

  /// - Parameter words: sorted, distinct, as ranges of `source`.
  init(sorted words: [Range<Int>], in source: Span<UInt8>) {
    var bytes: [UInt8] = []
    var ends: [UInt32] = []
    var signatures: [LetterSignature] = []
    ends.reserveCapacity(words.count)
    signatures.reserveCapacity(words.count)
    for word in words {
      let letters = source.extracting(word)
      bytes.append(copying: letters)
      ends.append(UInt32(truncatingIfNeeded: bytes.count))
      signatures.append(LetterSignature(letters))
    }
    self.bytes = bytes
    self.ends = ends
    self.signatures = signatures
  }

  package var count: Int { ends.count }

  func range(_ word: Int) -> Range<Int> {
    (word == 0 ? 0 : Int(ends[word - 1]))..<Int(ends[word])
  }

  /// The words that begin with `prefix`, by binary search.
  func words(withPrefix prefix: [UInt8]) -> Range<Int> {
    let span = bytes.span
    let lower = partitionPoint { !span.extracting(range($0)).isOrderedBefore(prefix) }
    let upper = partitionPoint(from: lower) { !span.extracting(range($0)).starts(with: prefix) }
    return lower..<upper
  }

  /// The words that begin with the byte `lead`.
  func words(withLead lead: UInt8) -> Range<Int> { words(withPrefix: [lead]) }

  /// The first word for which `predicate` holds, given that it holds for all words after it too.
  private func partitionPoint(from start: Int = 0, _ predicate: (Int) -> Bool) -> Int {
    var low = start
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Span<UInt8> {
  func isOrderedBefore(_ other: [UInt8]) -> Bool {
    let common = Swift.min(count, other.count)
    for index in 0..<common where self[index] != other[index] { return self[index] < other[index] }
    return count < other.count
  }
}
