/// A table that numbers distinct words in order of first occurrence.
///
/// A word of up to eight bytes, as most are, is compared within one slot, at the cost of one cache miss, which ``prefetch(_:)``
/// can hide. A longer one costs two more, one after the other.
struct WordInterner: Sendable {
  /// The words, one after another.
  private(set) var bytes: [UInt8] = []
  private var ends: [UInt32] = []
  /// Open addressing with linear probing, at most 3/4 full.
  private var slots: [Slot]
  /// How far to the right the hash of a tag goes to be a slot.
  private var shift: UInt32

  private struct Slot {
    var head: UInt64 = 0
    var tag: UInt32 = 0
    /// 0 in an empty slot, otherwise word number + 1.
    var number: UInt32 = 0
  }

  private let seed: WordSeed
  /// The words that found no slot within ``longestChain``: none, unless the seed has leaked.
  private var overflow: [[UInt8]: UInt32] = [:]
  /// The number of slots read.
  private(set) var probeCount = 0

  /// The greatest distance of a word from the slot of its hash.
  static let longestChain = 128

  init(_ seed: WordSeed = .ofProcess) {
    self.seed = seed
    slots = Array(repeating: Slot(), count: 1 << WordInterner.leastBits)
    shift = 32 - WordInterner.leastBits
  }

  /// The table begins with so many bits of slots: small segments are made all the time.
  private static let leastBits: UInt32 = 6

  var count: Int { ends.count }

  func range(_ word: Int) -> Range<Int> {
    (word == 0 ? 0 : Int(ends[word - 1]))..<Int(ends[word])
  }

  /// Prefetches what ``prefetchLetters(_:)`` and ``range(_:)`` need.
  @inline(__always)
  func prefetchRange(_ word: Int) { ends.prefetch(word) }

  /// Prefetches the letters of a word.
  @inline(__always)
  func prefetchLetters(_ word: Int) { bytes.prefetch(word == 0 ? 0 : Int(ends[word - 1])) }

  /// Prefetches the slot of a word that is numbered soon.
  @inline(__always)
  func prefetch(_ key: WordKey) { slots.prefetch(Int(truncatingIfNeeded: key.tag >> shift)) }

  /// Prefetches what longer words are compared with, if their slots have been prefetched.
  func prefetchLetters(ofLongWords keys: Span<PendingWords.Word>) {
    for index in keys.indices where keys[index].key.needsComparison {
      if let number = candidate(keys[index].key) { prefetchRange(number) }
    }
    for index in keys.indices where keys[index].key.needsComparison {
      if let number = candidate(keys[index].key) { prefetchLetters(number) }
    }
  }

  private func candidate(_ key: WordKey) -> Int? {
    var slot = Int(truncatingIfNeeded: key.tag >> shift)
    for _ in 0..<WordInterner.longestChain {
      if slots[slot].number == 0 { return nil }
      if slots[slot].head == key.head, slots[slot].tag == key.tag { return Int(slots[slot].number) - 1 }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The number of the word that lies in `range` of `text`, the next one if it is new.
  mutating func number(of range: Range<Int>, in text: Span<UInt8>) -> UInt32 {
    number(of: WordKey(range, of: text.bytes, seed), range, in: text)
  }

  /// - Parameter key: that of the word.
  @inline(__always)
  mutating func number(of key: WordKey, _ range: Range<Int>, in text: Span<UInt8>) -> UInt32 {
    var slot = Int(truncatingIfNeeded: key.tag >> shift)
    for probe in 0..<WordInterner.longestChain {
      let candidate = slots[slot]
      if candidate.number == 0 {
        probeCount += probe + 1
        return insert(key, text.extracting(range), at: slot)
      }
      if candidate.head == key.head, candidate.tag == key.tag {
        let number = candidate.number - 1
        if !key.needsComparison || isEqual(Int(number), text.extracting(range)) {
          probeCount += probe + 1
          return number
        }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    probeCount += WordInterner.longestChain
    return insert(key, text.extracting(range), at: nil)
  }

  /// Numbers the words of another interner too.
  /// - Returns: for each number there the one here.
  mutating func insert(_ other: borrowing WordInterner) throws(IndexError) -> [UInt32] {
    let text = other.bytes.span
    var numbers: [UInt32] = []
    numbers.reserveCapacity(other.count)
    var ahead = 0
    for word in 0..<other.count {
      while ahead < min(word + WordInterner.prefetchDistance, other.count) {
        prefetch(WordKey(other.range(ahead), of: text.bytes, seed))
        ahead += 1
      }
      numbers.append(number(of: other.range(word), in: text))
      guard count <= TokenColumn.maximumWordCount else {
        throw .tooLarge(what: "distinct words", limit: TokenColumn.maximumWordCount)
      }
      guard bytes.count <= Int(UInt32.max) else {
        throw .tooLarge(what: "bytes of distinct words", limit: Int(UInt32.max))
      }
    }
    return numbers
  }

  private static let prefetchDistance = 16

  /// - Parameter slot: an empty one; `nil` if there is none near enough.
  private mutating func insert(_ key: WordKey, _ word: Span<UInt8>, at slot: Int?) -> UInt32 {
    if !overflow.isEmpty || slot == nil {
      if let known = overflow[word.withUnsafeBufferPointer(Array.init)] { return known }
    }
    let number = UInt32(truncatingIfNeeded: count)
    if let slot {
      slots[slot] = Slot(head: key.head, tag: key.tag, number: number + 1)
    } else {
      overflow[word.withUnsafeBufferPointer(Array.init)] = number
    }
    bytes.append(copying: word)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
    if count * 4 > slots.count * 3 { grow() }
    return number
  }

  /// The first eight bytes are known to be equal.
  private func isEqual(_ number: Int, _ word: Span<UInt8>) -> Bool {
    let range = range(number)
    guard range.count == word.count else { return false }
    let known = bytes.span.extracting(range).bytes
    for offset in stride(from: 8, to: word.count, by: 8)
    where eightBytes(offset..<word.count, of: known) != eightBytes(offset..<word.count, of: word.bytes) {
      return false
    }
    return true
  }

  private mutating func grow() {
    // All 28 bits of the hash distinguish slots: enough for as many words as an index can have.
    shift -= 1
    var larger = [Slot](repeating: Slot(), count: slots.count * 2)
    for old in slots where old.number != 0 {
      var slot = Int(truncatingIfNeeded: old.tag >> shift)
      var probe = 0
      while probe < WordInterner.longestChain, larger[slot].number != 0 {
        slot = (slot + 1) & (larger.count - 1)
        probe += 1
      }
      probeCount += probe
      if probe < WordInterner.longestChain {
        larger[slot] = old
      } else {
        overflow[Array(bytes[range(Int(old.number) - 1)])] = old.number - 1
      }
    }
    slots = larger
  }

  /// The words' numbers in byte order of the words. The interner can number no more words.
  mutating func sortedNumbers() -> [UInt32] {
    slots = []
    let text = bytes.span.bytes
    var words: [WordSort.Word] = []
    words.reserveCapacity(count)
    for word in 0..<count {
      words.append(
        WordSort.Word(key: eightBytes(range(word), of: text).byteSwapped, number: UInt32(truncatingIfNeeded: word)))
    }
    WordSort.sortByKey(&words)

    // Most words differ in their first eight bytes.
    var start = 0
    while start < words.count {
      var end = start + 1
      while end < words.count, words[end].key == words[start].key { end += 1 }
      if end - start > 1 { sortTails(&words, start..<end) }
      start = end
    }
    return words.map(\.number)
  }

  /// Sorts words that are alike in their first eight bytes.
  private func sortTails(_ words: inout [WordSort.Word], _ range: Range<Int>) {
    let text = bytes.span
    var tails = words[range].map { word in
      let whole = self.range(Int(word.number))
      let tail = min(whole.lowerBound + 8, whole.upperBound)..<whole.upperBound
      return WordSort.Word(key: eightBytes(tail, of: text.bytes).byteSwapped, number: word.number)
    }
    tails.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      return text.extracting(self.range(Int(a.number))).isOrderedBefore(text.extracting(self.range(Int(b.number))))
    }
    for (offset, word) in tails.enumerated() { words[range.lowerBound + offset].number = word.number }
  }
}
