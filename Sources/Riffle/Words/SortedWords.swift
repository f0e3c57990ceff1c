/// Distinct words in byte order, on their way into a ``WordDictionary``.
struct SortedWords: Sendable {
  /// The letters of all words, one after another.
  var letters: [UInt8] = []
  /// Where each word ends in ``letters``.
  var ends: [UInt32] = []
  private var places = OffsetList()
  var signatures: [UInt32] = []

  var count: Int { ends.count }

  init() { self.init(capacity: 0, letterCount: 0) }

  /// - Parameters:
  ///   - count: how many words are to come.
  ///   - letterCount: how many bytes they have.
  init(capacity count: Int, letterCount: Int) {
    letters.reserveCapacity(letterCount)
    ends.reserveCapacity(count)
    places.reserveCapacity(count + 1)
    signatures.reserveCapacity(count)
    places.append(0)
  }

  /// Where each word begins, and the last one ends. No more words may be added.
  mutating func takePlaces() -> OffsetColumn {
    var taken = OffsetList()
    swap(&taken, &places)
    return OffsetColumn(taken)
  }

  @inline(__always)
  mutating func append(_ word: Span<UInt8>, signature: UInt32) {
    letters.append(copying: word)
    let end = UInt32(truncatingIfNeeded: letters.count)
    ends.append(end)
    places.append(end)
    signatures.append(signature)
  }
}

extension SortedWords {
  init(_ order: WordOrder) {
    let source = order.words.bytes.span
    self.init(capacity: order.count, letterCount: source.count)
    order.forEachRange { range in
      let word = source.extracting(range)
      append(word, signature: LetterSignature(word).bits)
    }
  }
}

/// Transfers ownership of the words to the caller.
func take(_ words: inout SortedWords) -> SortedWords {
  var taken = SortedWords()
  swap(&taken, &words)
  return taken
}
