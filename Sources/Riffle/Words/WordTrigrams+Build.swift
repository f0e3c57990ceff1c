extension WordTrigrams {
  /// - Complexity: O(bytes of letters), and 12 bytes for each run while it runs.
  init(letters: Span<UInt8>, ends: Span<UInt32>) {
    var numbers = Numbers(expectedCount: letters.count)
    // A trigram begins at every letter of a word but the first and the last two.
    var runs = ScratchMemory<Run>(count: letters.count)
    let count = WordTrigrams.findRuns(letters, ends, &numbers, &runs)
    self.init(numbers, runs, count: count)
  }

  /// The words from `start` on that hold a trigram, given by number.
  private struct Run {
    let number: UInt32
    let start: UInt32
    let count: UInt32
  }

  /// Writes them in the order in which they end, and returns how many there are.
  private static func findRuns(
    _ letters: Span<UInt8>, _ ends: Span<UInt32>, _ numbers: inout Numbers, _ found: inout ScratchMemory<Run>
  ) -> Int {
    var count = 0
    // The trigrams of the word at hand by their places: their numbers, and the word since which they stand there. Of equal ones
    // only the first is stored: it stays longest.
    var storage = [(number: UInt32, start: UInt32)](repeating: (0, 0), count: longestWord(ends))
    var open = storage.mutableSpan
    // Whether a trigram is in `open`, by number.
    var isOpen = ScratchMemory<Bool>(count: letters.count)
    var depth = 0
    var previous = 0..<0
    for word in 0...ends.count {
      let range = previous.upperBound..<(word < ends.count ? Int(ends[word]) : previous.upperBound)
      let common = commonPrefix(letters, previous, range)
      let kept = max(0, min(depth, common - 3))
      while depth > kept {
        depth -= 1
        let (number, start) = open[depth]
        guard number != isRepeated else { continue }
        isOpen[Int(number)] = false
        found[count] = Run(number: number, start: start, count: UInt32(truncatingIfNeeded: word) - start)
        count += 1
      }
      while depth + 3 < range.count {
        var number = numbers.number(of: WordTrigrams.key(letters, range.lowerBound + depth + 1))
        if isOpen[Int(number)] { number = isRepeated } else { isOpen[Int(number)] = true }
        open[depth] = (number, UInt32(truncatingIfNeeded: word))
        depth += 1
      }
      previous = range
    }
    return count
  }

  private static let isRepeated = UInt32.max

  private static func longestWord(_ ends: Span<UInt32>) -> Int {
    var longest = 0
    var start = 0
    for word in ends.indices {
      longest = max(longest, Int(ends[word]) - start)
      start = Int(ends[word])
    }
    return longest
  }

  @inline(__always)
  private static func commonPrefix(_ letters: Span<UInt8>, _ a: Range<Int>, _ b: Range<Int>) -> Int {
    let limit = min(a.count, b.count)
    var common = 0
    while common < limit, letters[a.lowerBound + common] == letters[b.lowerBound + common] { common += 1 }
    return common
  }

  private init(_ numbers: borrowing Numbers, _ found: borrowing ScratchMemory<Run>, count: Int) {
    /// For each trigram where its last run ended, and what its runs take, then where the next one is written.
    var states = [(last: UInt32, place: UInt32)](repeating: (0, 0), count: numbers.keys.count)
    var open = states.mutableSpan
    for index in 0..<count {
      let run = found[index]
      let number = Int(run.number)
      open[number].place += WordTrigrams.length((run.start - open[number].last) << 1)
      if run.count > 1 { open[number].place += WordTrigrams.length(run.count - 2) }
      open[number].last = run.start + run.count
    }
    var order = numbers.keys.enumerated().map { number, key in
      WordSort.Word(key: UInt64(key), number: UInt32(truncatingIfNeeded: number))
    }
    WordSort.sortByKey(&order)
    keys = Column(order.map { UInt32(truncatingIfNeeded: $0.key) })
    var ends: [UInt32] = []
    ends.reserveCapacity(order.count)
    var total: UInt32 = 0
    for element in order {
      let number = Int(element.number)
      let length = open[number].place
      open[number] = (0, total)
      total += length
      ends.append(total)
    }
    self.ends = Column(ends)
    runs = Column(zeros: Int(total)) { output in
      for index in 0..<count {
        let run = found[index]
        let number = Int(run.number)
        var place = Int(open[number].place)
        WordTrigrams.write((run.start - open[number].last) << 1 | (run.count > 1 ? 1 : 0), to: &output, at: &place)
        if run.count > 1 { WordTrigrams.write(run.count - 2, to: &output, at: &place) }
        open[number] = (run.start + run.count, UInt32(truncatingIfNeeded: place))
      }
    }
  }

  @inline(__always)
  private static func write(_ value: UInt32, to runs: inout MutableSpan<UInt8>, at place: inout Int) {
    var value = value
    while value >= 0x80 {
      runs[place] = UInt8(truncatingIfNeeded: value) | 0x80
      value >>= 7
      place += 1
    }
    runs[place] = UInt8(truncatingIfNeeded: value)
    place += 1
  }

  @inline(__always)
  private static func length(_ value: UInt32) -> UInt32 {
    value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5
  }

  /// Numbers trigrams in the order in which they first come.
  private struct Numbers: ~Copyable {
    private(set) var keys: [UInt32] = []
    /// Open addressing with linear probing: the key in the upper half, a number + 1 in the lower; 0 is an empty slot.
    private var slots: [UInt64]

    /// - Parameter expectedCount: how many trigrams come at the most, if they are few.
    init(expectedCount: Int) {
      var slotCount = 1 << 6
      while slotCount < 1 << 12, slotCount < expectedCount { slotCount *= 2 }
      slots = Array(repeating: 0, count: slotCount)
    }

    @inline(__always)
    mutating func number(of key: UInt32) -> UInt32 {
      var slot = Numbers.slot(key) & (slots.count - 1)
      while true {
        let found = slots[slot]
        if found == 0 { return insert(key, at: slot) }
        if UInt32(truncatingIfNeeded: found >> 32) == key { return UInt32(truncatingIfNeeded: found) - 1 }
        slot = (slot + 1) & (slots.count - 1)
      }
    }

    private static func slot(_ key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> 8) }

    @inline(never)
    private mutating func insert(_ key: UInt32, at slot: Int) -> UInt32 {
      keys.append(key)
      slots[slot] = UInt64(key) << 32 | UInt64(keys.count)
      if keys.count * 2 > slots.count { grow() }
      return UInt32(truncatingIfNeeded: keys.count - 1)
    }

    private mutating func grow() {
      var larger = [UInt64](repeating: 0, count: slots.count * 2)
      for old in slots where old != 0 {
        var slot = Numbers.slot(UInt32(truncatingIfNeeded: old >> 32)) & (larger.count - 1)
        while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
        larger[slot] = old
      }
      slots = larger
    }
  }
}
