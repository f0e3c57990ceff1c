extension WordTrigrams {
  /// - Complexity: O(bytes of letters).
  init(letters: Span<UInt8>, ends: Span<UInt32>) {
    var numbers = Numbers()
    var found: [(number: UInt32, start: UInt32, count: UInt32)] = []
    found.reserveCapacity(ends.count * 3)
    /// The trigrams of the word at hand by their places, and since which word they stand there. Of equal ones only
    /// the first is told: it stays longest.
    var open: [(number: UInt32, start: UInt32)] = []
    let isRepeated = UInt32.max
    var previous = 0..<0
    func close(_ length: Int, _ word: Int) {
      while open.count > length {
        let (number, start) = open.removeLast()
        guard number != isRepeated else { continue }
        found.append((number, start, UInt32(truncatingIfNeeded: word) - start))
        numbers.close(Int(number), Int(start), word)
      }
    }
    for word in ends.indices {
      let range = previous.upperBound..<Int(ends[word])
      var common = 0
      let limit = min(previous.count, range.count)
      while common < limit, letters[previous.lowerBound + common] == letters[range.lowerBound + common] { common += 1 }
      close(max(0, common - 3), word)
      while open.count + 3 < range.count {
        let number = numbers.number(of: WordTrigrams.key(letters, range.lowerBound + open.count + 1))
        open.append((numbers.open(number) ? UInt32(number) : isRepeated, UInt32(truncatingIfNeeded: word)))
      }
      previous = range
    }
    close(0, ends.count)
    self.init(numbers, found)
  }

  private init(_ numbers: borrowing Numbers, _ found: [(number: UInt32, start: UInt32, count: UInt32)]) {
    let trigrams = numbers.trigrams
    let order = trigrams.indices.sorted { trigrams[$0].key < trigrams[$1].key }
    keys = order.map { trigrams[$0].key }
    /// Where the next run of each trigram is written, and where its last one ended.
    var open = [(place: UInt32, last: UInt32)](repeating: (0, 0), count: order.count)
    var ends: [UInt32] = []
    ends.reserveCapacity(order.count)
    var total = 0
    for number in order {
      open[number].place = UInt32(truncatingIfNeeded: total)
      total += Int(trigrams[number].byteCount)
      ends.append(UInt32(truncatingIfNeeded: total))
    }
    self.ends = ends
    var runs = [UInt8](repeating: 0, count: total)
    for (number, start, count) in found {
      let number = Int(number)
      var place = Int(open[number].place)
      WordTrigrams.write((start - open[number].last) << 1 | (count > 1 ? 1 : 0), to: &runs, at: &place)
      if count > 1 { WordTrigrams.write(count - 2, to: &runs, at: &place) }
      open[number] = (UInt32(truncatingIfNeeded: place), start + count)
    }
    self.runs = runs
  }

  private static func write(_ value: UInt32, to runs: inout [UInt8], at place: inout Int) {
    var value = value
    while value >= 0x80 {
      runs[place] = UInt8(truncatingIfNeeded: value) | 0x80
      value >>= 7
      place += 1
    }
    runs[place] = UInt8(truncatingIfNeeded: value)
    place += 1
  }

  /// Numbers trigrams in the order in which they first come, and adds up what their runs will take.
  private struct Numbers: ~Copyable {
    struct Trigram {
      let key: UInt32
      /// Where its last run ended.
      var last: UInt32 = 0
      var byteCount: UInt32 = 0
      var isOpen = false
    }

    private(set) var trigrams: [Trigram] = []
    /// Open addressing with linear probing; 0 is an empty slot, otherwise a number + 1.
    private var slots = [UInt32](repeating: 0, count: 1 << 12)

    mutating func number(of key: UInt32) -> Int {
      var slot = Numbers.slot(key) & (slots.count - 1)
      while slots[slot] != 0 {
        let number = Int(slots[slot]) - 1
        if trigrams[number].key == key { return number }
        slot = (slot + 1) & (slots.count - 1)
      }
      trigrams.append(Trigram(key: key))
      slots[slot] = UInt32(trigrams.count)
      if trigrams.count * 2 > slots.count { grow() }
      return trigrams.count - 1
    }

    private static func slot(_ key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> 8) }

    private mutating func grow() {
      var larger = [UInt32](repeating: 0, count: slots.count * 2)
      for (number, trigram) in trigrams.enumerated() {
        var slot = Numbers.slot(trigram.key) & (larger.count - 1)
        while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
        larger[slot] = UInt32(number) + 1
      }
      slots = larger
    }

    /// `false` if it is open already.
    mutating func open(_ number: Int) -> Bool {
      if trigrams[number].isOpen { return false }
      trigrams[number].isOpen = true
      return true
    }

    mutating func close(_ number: Int, _ start: Int, _ end: Int) {
      var bytes = Numbers.length((start - Int(trigrams[number].last)) << 1)
      if end - start > 1 { bytes += Numbers.length(end - start - 2) }
      trigrams[number].isOpen = false
      trigrams[number].byteCount += UInt32(truncatingIfNeeded: bytes)
      trigrams[number].last = UInt32(truncatingIfNeeded: end)
    }

    private static func length(_ value: Int) -> Int {
      value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5
    }
  }
}
