/// Numbers distinct words in the order in which they first come.
struct WordInterner {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [UInt32] = []
  /// Open addressing with linear probing; 0 is an empty slot, otherwise word number + 1.
  private var slots: [UInt32]
  private var hashes: [UInt32] = []
  private(set) var signatures: [LetterSignature] = []

  init() { slots = Array(repeating: 0, count: 1 << 12) }

  var count: Int { ends.count }

  func range(_ word: Int) -> Range<Int> {
    (word == 0 ? 0 : Int(ends[word - 1]))..<Int(ends[word])
  }

  mutating func number(of range: Range<Int>, in text: [UInt8]) -> UInt32 {
    let word = text.span.extracting(range)
    let hash = WordInterner.hash(word)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let candidate = Int(slots[slot]) - 1
      if hashes[candidate] == hash, isEqual(candidate, word) { return UInt32(candidate) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = UInt32(count)
    slots[slot] = number + 1
    bytes.append(copying: word)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
    hashes.append(hash)
    signatures.append(LetterSignature(word))
    if count * 2 > slots.count { grow() }
    return number
  }

  /// The words' numbers in byte order of the words.
  func sortedNumbers() -> [UInt32] {
    let span = bytes.span
    // The first eight bytes decide most comparisons.
    let keys = (0..<count).map { word in
      let range = range(word)
      var key: UInt64 = 0
      for offset in 0..<8 {
        key = key << 8 | (offset < range.count ? UInt64(span[range.lowerBound + offset]) : 0)
      }
      return (key: key, word: UInt32(word))
    }
    return keys.sorted { a, b in
      if a.key != b.key { return a.key < b.key }
      let left = span.extracting(range(Int(a.word)))
      let right = span.extracting(range(Int(b.word)))
      let common = min(left.count, right.count)
      for index in 0..<common where left[index] != right[index] { return left[index] < right[index] }
      return left.count < right.count
    }.map(\.word)
  }

  private func isEqual(_ number: Int, _ word: Span<UInt8>) -> Bool {
    let range = range(number)
    guard range.count == word.count else { return false }
    for offset in word.indices where bytes[range.lowerBound + offset] != word[offset] { return false }
    return true
  }

  private mutating func grow() {
    var larger = [UInt32](repeating: 0, count: slots.count * 2)
    for number in hashes.indices {
      var slot = Int(hashes[number]) & (larger.count - 1)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = UInt32(number) + 1
    }
    slots = larger
  }

  /// FNV-1a (Fowler, Noll, Vo), with a final mix because the table uses the low bits.
  private static func hash(_ word: Span<UInt8>) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in word.indices { hash = (hash ^ UInt64(word[index])) &* 0x100_0000_01B3 }
    hash ^= hash >> 29
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
