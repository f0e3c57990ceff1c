/// A radix sort by eight bytes, from the last: as many passes as there are bytes that differ.
enum WordSort {
  struct Word {
    var key: UInt64
    var number: UInt32
  }

  /// Sorts `words` by their keys; equal ones stay in their order.
  /// - Complexity: O(*n*), and as much memory again.
  static func sortByKey(_ words: inout [Word]) {
    // The counts alone cost more than comparing few words.
    guard words.count > fewWords else { return sortFewByKey(&words) }
    var differing: UInt64 = 0
    for word in words { differing |= word.key ^ words[0].key }
    let shifts = stride(from: 0, to: UInt64(64), by: 8).filter { differing >> $0 & 0xFF != 0 }
    var sorted = [Word](repeating: Word(key: 0, number: 0), count: words.count)
    var counts = [UInt32](repeating: 0, count: shifts.count << 8)
    count(words.span, shifts.span, &counts)
    for (pass, shift) in shifts.enumerated() {
      place(words.span, shift, &counts, pass << 8, to: &sorted)
      swap(&words, &sorted)
    }
  }

  private static func count(_ words: Span<Word>, _ shifts: Span<UInt64>, _ counts: inout [UInt32]) {
    var counts = counts.mutableSpan
    for index in words.indices {
      let key = words[index].key
      for pass in shifts.indices { counts[pass << 8 | Int(key >> shifts[pass] & 0xFF)] += 1 }
    }
  }

  /// - Parameter first: where the counts of the byte begin.
  private static func place(
    _ words: Span<Word>, _ shift: UInt64, _ counts: inout [UInt32], _ first: Int, to sorted: inout [Word]
  ) {
    var next = counts.mutableSpan
    var sorted = sorted.mutableSpan
    var total: UInt32 = 0
    for slot in first..<first + 256 {
      let count = next[slot]
      next[slot] = total
      total += count
    }
    for index in words.indices {
      let slot = first | Int(words[index].key >> shift & 0xFF)
      sorted[Int(next[slot])] = words[index]
      next[slot] += 1
    }
  }

  private static let fewWords = 32

  private static func sortFewByKey(_ words: inout [Word]) {
    for index in words.indices.dropFirst() {
      let word = words[index]
      var place = index
      while place > 0, words[place - 1].key > word.key {
        words[place] = words[place - 1]
        place -= 1
      }
      words[place] = word
    }
  }
}
