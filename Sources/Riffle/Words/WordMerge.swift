/// A merge of sorted lists of words by a tree of losers: each word is compared with as many others as the tree has levels.
struct WordMerge: ~Copyable {
  /// A word of a source.
  struct Word: BitwiseCopyable {
    /// The first eight bytes, the first one highest, zeros after a shorter word; or ``WordMerge/none``.
    var key: UInt64 = 0
    var length: UInt32 = 0
    /// See ``LetterSignature``.
    var signature: UInt32 = 0
  }

  /// The next word of a source.
  struct Cursor: BitwiseCopyable {
    var word: Int = 0
    var end: Int = 0
    /// Where the letters of the word begin.
    var offset: Int = 0
    var length: Int = 0
  }

  /// A source and the key of its next word, ``WordMerge/none`` if there is none.
  struct Entrant: BitwiseCopyable {
    var key: UInt64 = 0
    var source: Int = 0
  }

  /// The key of a word to leave out: no letters have it, because no byte of UTF-8 is so high.
  static let none = UInt64.max

  /// By source, as many as a whole tree has leaves.
  private var cursors: ScratchMemory<Cursor>
  /// The loser at each inner node, the root first at 1.
  private var losers: ScratchMemory<Entrant>
  /// The overall winner.
  private var winner = Entrant()
  private var sourceCount = 0
  /// The word that was merged last.
  private var last = Cursor()
  private var lastKey = WordMerge.none

  init(sourceCount: Int) {
    var leaves = 1
    while leaves < sourceCount { leaves *= 2 }
    cursors = ScratchMemory(count: leaves)
    losers = ScratchMemory(count: leaves)
  }

  /// - Parameters:
  ///   - words: where the words of the next source lie, ascending.
  ///   - offset: where their letters begin.
  mutating func addSource(words: Range<Int>, offset: Int) {
    cursors[sourceCount].word = words.lowerBound
    cursors[sourceCount].end = words.upperBound
    cursors[sourceCount].offset = offset
    sourceCount += 1
  }

  /// Finds the first word. All sources have been added.
  mutating func start(_ words: borrowing ScratchMemory<Word>, _ letters: Span<UInt8>) {
    var entrants: [Entrant] = []
    for source in 0..<cursors.count { entrants.append(Entrant(key: next(source, words) { _ in }, source: source)) }
    var round = entrants
    var first = cursors.count
    while round.count > 1 {
      first /= 2
      for match in 0..<first {
        let (a, b) = (round[2 * match], round[2 * match + 1])
        let isFirst = isOrderedBefore(a, b, letters)
        round[match] = isFirst ? a : b
        losers[first + match] = isFirst ? b : a
      }
      round.removeLast(first)
    }
    winner = round[0]
  }

  /// Merges the next words.
  ///
  /// - Parameters:
  ///   - count: so many of them at most.
  ///   - merged: gets the distinct ones.
  ///   - numbers: gets for each word its number in `merged`; a word that is left out has a number between those of its
  ///     neighbours.
  /// - Returns: whether there were so many.
  mutating func run(
    count: Int, _ words: borrowing ScratchMemory<Word>, _ letters: Span<UInt8>, _ merged: inout SortedWords,
    _ numbers: inout [UInt32]
  ) -> Bool {
    var numbers = numbers.mutableSpan
    for _ in 0..<count {
      if winner.key == WordMerge.none { return false }
      let cursor = cursors[winner.source]
      if winner.key != lastKey || !WordMerge.isEqual(cursor, last, letters) {
        merged.append(
          letters.extracting(cursor.offset..<cursor.offset + cursor.length), signature: words[cursor.word].signature)
        last = cursor
        lastKey = winner.key
      }
      let number = UInt32(truncatingIfNeeded: merged.count - 1)
      numbers[cursor.word] = number
      cursors[winner.source].offset += cursor.length
      cursors[winner.source].word += 1
      winner.key = next(winner.source, words) { numbers[$0] = number }
      playAgain(letters)
    }
    return true
  }

  /// Goes on to the next word of a source that is not to be left out, and calls `body` with those that are.
  /// - Returns: its key.
  @inline(__always)
  private mutating func next(
    _ source: Int, _ words: borrowing ScratchMemory<Word>, leavingOut body: (Int) -> Void
  ) -> UInt64 {
    var cursor = cursors[source]
    var key = WordMerge.none
    while cursor.word < cursor.end {
      let word = words[cursor.word]
      cursor.length = Int(word.length)
      key = word.key
      if key != WordMerge.none { break }
      body(cursor.word)
      cursor.offset += cursor.length
      cursor.word += 1
    }
    cursors[source] = cursor
    return key
  }

  /// Finds the winner after the last one has got another word.
  @inline(__always)
  private mutating func playAgain(_ letters: Span<UInt8>) {
    var node = (cursors.count + winner.source) / 2
    while node > 0 {
      let loser = losers[node]
      // Without branches on the order, which is unpredictable.
      let isFirst = loser.key == winner.key ? isTailOrderedBefore(loser, winner, letters) : loser.key < winner.key
      losers[node] = Entrant(
        key: isFirst ? winner.key : loser.key, source: isFirst ? winner.source : loser.source)
      winner = Entrant(key: isFirst ? loser.key : winner.key, source: isFirst ? loser.source : winner.source)
      node /= 2
    }
  }

  private func isOrderedBefore(_ a: Entrant, _ b: Entrant, _ letters: Span<UInt8>) -> Bool {
    a.key != b.key ? a.key < b.key : isTailOrderedBefore(a, b, letters)
  }

  /// Given that the keys are equal.
  private func isTailOrderedBefore(_ a: Entrant, _ b: Entrant, _ letters: Span<UInt8>) -> Bool {
    if a.key == WordMerge.none { return false }
    let (a, b) = (cursors[a.source], cursors[b.source])
    let common = min(a.length, b.length)
    for offset in stride(from: 8, to: common, by: 8) {
      let (tail, other) = (WordMerge.tail(a, offset, letters), WordMerge.tail(b, offset, letters))
      if tail != other { return tail < other }
    }
    return a.length < b.length
  }

  /// Given that the keys are equal.
  @inline(__always)
  private static func isEqual(_ a: Cursor, _ b: Cursor, _ letters: Span<UInt8>) -> Bool {
    guard a.length == b.length else { return false }
    for offset in stride(from: 8, to: a.length, by: 8) where tail(a, offset, letters) != tail(b, offset, letters) {
      return false
    }
    return true
  }

  /// Eight bytes of a word, the first one highest.
  @inline(__always)
  private static func tail(_ word: Cursor, _ offset: Int, _ letters: Span<UInt8>) -> UInt64 {
    eightBytes(word.offset + offset..<word.offset + word.length, of: letters.bytes).byteSwapped
  }
}
