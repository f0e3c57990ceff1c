/// The words of several segments in one order, each once, without those that only dead rows hold.
struct MergedWords {
  var words: SortedWords
  let numbers: MergedNumbers

  /// - Parameter check: called again and again, to throw if the merge is not to go on.
  /// - Complexity: O(*n* log `sources.count`) in the number of words of the sources.
  init(
    _ sources: [Segment], _ rows: borrowing MergedRows, _ check: () throws(MergeInterruption) -> Void
  ) throws(MergeInterruption) {
    var firsts = [0]
    for source in sources { firsts.append((firsts.last ?? 0) + source.dictionary.count) }
    let wordCount = firsts.last ?? 0
    let letterCount = sources.reduce(0) { $0 + $1.dictionary.letters.count }
    // Copied together, because reading the columns of another source for each word would cost more.
    var letters: [UInt8] = []
    letters.reserveCapacity(letterCount)
    var found = ScratchMemory<WordMerge.Word>(count: wordCount)
    var merge = WordMerge(sourceCount: sources.count)
    for (number, source) in sources.enumerated() {
      try check()
      merge.addSource(words: firsts[number]..<firsts[number + 1], offset: letters.count)
      letters.append(copying: source.dictionary.bytes.span.extracting(first: source.dictionary.letters.count))
      MergedWords.collect(source.dictionary, from: firsts[number], to: &found)
      MergedWords.removeDead(of: source, number, rows, from: firsts[number], in: &found)
    }
    words = SortedWords(capacity: wordCount, letterCount: letterCount)
    var numbers = [UInt32](repeating: 0, count: wordCount)
    merge.start(found, letters.span)
    while merge.run(count: 4 * rows.pieceLength, found, letters.span, &words, &numbers) {
      try check()
      guard words.count <= TokenColumn.maximumWordCount else {
        throw .failed(.tooLarge(what: "distinct words", limit: TokenColumn.maximumWordCount))
      }
      guard words.letters.count <= Int(UInt32.max) else {
        throw .failed(.tooLarge(what: "bytes of distinct words", limit: Int(UInt32.max)))
      }
    }
    self.numbers = MergedNumbers(numbers, firsts: firsts)
  }

  private static func collect(
    _ dictionary: WordDictionary, from first: Int, to found: inout ScratchMemory<WordMerge.Word>
  ) {
    let letters = dictionary.bytes.span.bytes
    for word in 0..<dictionary.count {
      let range = dictionary.range(word)
      found[first + word] = WordMerge.Word(
        key: eightBytes(range, of: letters).byteSwapped, length: UInt32(truncatingIfNeeded: range.count),
        signature: dictionary.signatureBits[word])
    }
  }

  /// Marks the words of which all postings are dead rows.
  private static func removeDead(
    of segment: Segment, _ source: Int, _ rows: borrowing MergedRows, from first: Int,
    in found: inout ScratchMemory<WordMerge.Word>
  ) {
    guard rows.hasDead(source) else { return }
    var deadCounts = [UInt32](repeating: 0, count: segment.dictionary.count)
    var lastRows = [UInt32](repeating: .max, count: segment.dictionary.count)
    var tokens: [UInt32] = []
    rows.forEachDead(of: source) { row in
      segment.tokens.read(row, into: &tokens)
      for token in tokens {
        let word = TokenColumn.word(token)
        // An item that holds a word several times has one posting.
        if lastRows[word] == UInt32(truncatingIfNeeded: row) { continue }
        lastRows[word] = UInt32(truncatingIfNeeded: row)
        deadCounts[word] += 1
        if deadCounts[word] == UInt32(truncatingIfNeeded: segment.postings.range(word..<word + 1).count) {
          found[first + word].key = WordMerge.none
        }
      }
    }
  }
}

/// For each word, or pair key, of several segments its number in the one that they become.
struct MergedNumbers {
  /// Those of the first source first, and ascending for each. A word that is left out has a number between those of its
  /// neighbours.
  private let numbers: [UInt32]
  /// For each source where its words begin in ``numbers``, and the last one's end.
  private let firsts: [Int]

  init(_ numbers: [UInt32], firsts: [Int]) {
    self.numbers = numbers
    self.firsts = firsts
  }

  @inline(__always)
  func number(of word: Int, _ source: Int) -> UInt32 { numbers[firsts[source] + word] }

  /// Prefetches what ``number(of:_:)`` needs.
  @inline(__always)
  func prefetch(_ word: Int, _ source: Int) { numbers.prefetch(firsts[source] + word) }

  /// Calls `body` with the words of a source from `word` on whose number is less than `limit`, and with their number.
  /// - Returns: the first word that is no such.
  @inline(__always) @discardableResult
  func forEachWord(from word: Int, before limit: Int, of source: Int, _ body: (_ old: Int, _ new: Int) -> Void) -> Int {
    let first = firsts[source]
    let count = firsts[source + 1] - first
    var word = word
    while word < count {
      let number = Int(numbers[first + word])
      if number >= limit { break }
      body(word, number)
      word += 1
    }
    return word
  }
}
