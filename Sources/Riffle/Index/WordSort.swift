/// Sorts by eight bytes, a byte at a time from the last: as many passes as there are bytes that differ.
enum WordSort {
  struct Word {
    var key: UInt64
    var number: UInt32
  }

  /// Sorts `words` by their keys; equal ones stay in their order.
  /// - Complexity: O(*n*), and as much memory again.
  static func sortByKey(_ words: inout [Word]) {
    var counts = [UInt32](repeating: 0, count: 8 << 8)
    for word in words {
      for byte in 0..<8 { counts[byte << 8 | Int(word.key >> UInt64(byte << 3) & 0xFF)] += 1 }
    }
    var sorted = [Word](repeating: Word(key: 0, number: 0), count: words.count)
    for byte in 0..<8 {
      var total: UInt32 = 0
      var isUniform = false
      for value in byte << 8..<byte << 8 + 256 {
        let count = counts[value]
        if Int(count) == words.count { isUniform = true }
        counts[value] = total
        total += count
      }
      if isUniform { continue }
      let shift = UInt64(byte << 3)
      for word in words {
        let slot = byte << 8 | Int(word.key >> shift & 0xFF)
        sorted[Int(counts[slot])] = word
        counts[slot] += 1
      }
      swap(&words, &sorted)
    }
  }
}
