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
    let order = numbers.keys.indices.sorted { numbers.keys[$0] < numbers.keys[$1] }
    keys = order.map { numbers.keys[$0] }
    var places = [Int](repeating: 0, count: order.count)
    var ends: [UInt32] = []
    ends.reserveCapacity(order.count)
    var total = 0
    for number in order {
      places[number] = total
      total += numbers.byteCounts[number]
      ends.append(UInt32(truncatingIfNeeded: total))
    }
    self.ends = ends
    var lasts = [UInt32](repeating: 0, count: order.count)
    var runs = [UInt8](repeating: 0, count: total)
    for (number, start, count) in found {
      let number = Int(number)
      var place = places[number]
      WordTrigrams.write((start - lasts[number]) << 1 | (count > 1 ? 1 : 0), to: &runs, at: &place)
      if count > 1 { WordTrigrams.write(count - 2, to: &runs, at: &place) }
      places[number] = place
      lasts[number] = start + count
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
    private(set) var keys: [UInt32] = []
    private(set) var byteCounts: [Int] = []
    private var lasts: [UInt32] = []
    private var isOpen: [Bool] = []
    /// Open addressing with linear probing; 0 is an empty slot, otherwise a number + 1.
    private var slots = [UInt32](repeating: 0, count: 1 << 12)

    mutating func number(of key: UInt32) -> Int {
      var slot = Numbers.slot(key) & (slots.count - 1)
      while slots[slot] != 0 {
        let number = Int(slots[slot]) - 1
        if keys[number] == key { return number }
        slot = (slot + 1) & (slots.count - 1)
      }
      keys.append(key)
      byteCounts.append(0)
      lasts.append(0)
      isOpen.append(false)
      slots[slot] = UInt32(keys.count)
      if keys.count * 2 > slots.count { grow() }
      return keys.count - 1
    }

    private static func slot(_ key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> 8) }

    private mutating func grow() {
      var larger = [UInt32](repeating: 0, count: slots.count * 2)
      for (number, key) in keys.enumerated() {
        var slot = Numbers.slot(key) & (larger.count - 1)
        while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
        larger[slot] = UInt32(number) + 1
      }
      slots = larger
    }

    /// `false` if it is open already.
    mutating func open(_ number: Int) -> Bool {
      if isOpen[number] { return false }
      isOpen[number] = true
      return true
    }

    mutating func close(_ number: Int, _ start: Int, _ end: Int) {
      isOpen[number] = false
      byteCounts[number] += Numbers.length((start - Int(lasts[number])) << 1)
      if end - start > 1 { byteCounts[number] += Numbers.length(end - start - 2) }
      lasts[number] = UInt32(truncatingIfNeeded: end)
    }

    private static func length(_ value: Int) -> Int {
      value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5
    }
  }
}
