/// Entries of pairs in the order of their keys, those of one key by the ordinals of their rows.
///
/// They are put into buckets by the first bits of the key, which leaves enough of 64 bits for the ordinal. A
/// bucket is then sorted byte by byte, from the last one.
struct SortedPairs: ~Copyable {
  /// From the highest bit down: the part of the key beyond the bucket, the ordinal, the place.
  private var entries: ScratchMemory<UInt64>
  private var spare = ScratchMemory<UInt64>(count: 0)
  /// Where the entries of each bucket begin, and those of the last one end.
  private var starts: [Int] = []
  private let bucketBits: Int
  /// Of the ordinal and the place.
  private let lowBits: Int

  private static let keyBits = 40
  private static let placeBits = 8
  /// The first bytes of both words: most lists have fewer pairs of these than there are.
  private static let mostBucketBits = 16
  /// Counting bytes costs more than comparing so few entries.
  private static let fewEntries = 64
  private static let rowsAhead = 16

  var count: Int { entries.count }

  /// - Parameters:
  ///   - batches: the entries of neighbouring batches, each with the row of its first item.
  ///   - rows: those of all batches, by ordinal.
  /// - Complexity: O(*n*) in the number of entries.
  init(_ batches: [(firstRow: Int, entries: [PairKey.Entry])], rows: [UInt32]) {
    let count = batches.reduce(0) { $0 + $1.entries.count }
    let rowBits = Int.bitWidth - rows.count.leadingZeroBitCount
    lowBits = rowBits + SortedPairs.placeBits
    let wanted = Int.bitWidth - (count / SortedPairs.fewEntries).leadingZeroBitCount
    bucketBits = max(min(wanted, SortedPairs.mostBucketBits), lowBits + SortedPairs.keyBits - UInt64.bitWidth)
    entries = ScratchMemory(count: count)
    fill(batches, rows)
    sort()
  }

  private mutating func fill(_ batches: [(firstRow: Int, entries: [PairKey.Entry])], _ rows: [UInt32]) {
    let keyBits = SortedPairs.keyBits - bucketBits
    let inBucket: UInt64 = 1 << UInt64(keyBits) - 1
    starts = Array(repeating: 0, count: 1 << bucketBits + 1)
    var counts = starts.mutableSpan
    for (_, batch) in batches {
      for entry in batch { counts[Int(truncatingIfNeeded: entry.key.bits >> UInt64(keyBits)) + 1] += 1 }
    }
    for bucket in 1..<counts.count { counts[bucket] += counts[bucket - 1] }
    var ends = starts
    var next = ends.mutableSpan
    let starts = SortedPairs.starts(batches, rowCount: rows.count)
    // The batch of a row, and the index of its first entry there.
    func place(_ row: Int) -> (batch: Int, first: Int) {
      let batch = batches.partitioningIndex { $0.firstRow > row } - 1
      return (batch, Int(starts[row]) - Int(starts[batches[batch].firstRow]))
    }
    for (ordinal, row) in rows.enumerated() {
      let row = Int(row)
      // Entries to come lie anywhere in memory.
      if ordinal + 2 * SortedPairs.rowsAhead < rows.count {
        starts.prefetch(Int(rows[ordinal + 2 * SortedPairs.rowsAhead]))
      }
      if ordinal + SortedPairs.rowsAhead < rows.count {
        let (batch, first) = place(Int(rows[ordinal + SortedPairs.rowsAhead]))
        if first < batches[batch].entries.count { batches[batch].entries.prefetch(first) }
      }
      let (batch, first) = place(row)
      for index in 0..<Int(starts[row + 1]) - Int(starts[row]) {
        let entry = batches[batch].entries[first + index]
        let bucket = Int(truncatingIfNeeded: entry.key.bits >> UInt64(keyBits))
        entries[next[bucket]] =
          (entry.key.bits & inBucket) << UInt64(lowBits)
          | UInt64(truncatingIfNeeded: ordinal) << UInt64(SortedPairs.placeBits) | UInt64(entry.place)
        next[bucket] += 1
      }
    }
  }

  /// For each row how many entries come before its own, and at last how many there are.
  private static func starts(_ batches: [(firstRow: Int, entries: [PairKey.Entry])], rowCount: Int) -> [UInt32] {
    var starts = [UInt32](repeating: 0, count: rowCount + 1)
    for (firstRow, batch) in batches { for entry in batch { starts[firstRow + Int(entry.row) + 1] += 1 } }
    for row in 0..<rowCount { starts[row + 1] += starts[row] }
    return starts
  }

  /// Calls `body` with all entries in order.
  @inline(__always)
  func forEachEntry(_ body: (_ key: PairKey, _ ordinal: UInt32, _ place: UInt8) -> Void) {
    let keyBits = SortedPairs.keyBits - bucketBits
    let rowMask: UInt64 = 1 << UInt64(lowBits - SortedPairs.placeBits) - 1
    for bucket in 0..<starts.count - 1 {
      for index in starts[bucket]..<starts[bucket + 1] {
        let entry = entries[index]
        body(
          PairKey(bits: UInt64(truncatingIfNeeded: bucket) << UInt64(keyBits) | entry >> UInt64(lowBits)),
          UInt32(truncatingIfNeeded: entry >> UInt64(SortedPairs.placeBits) & rowMask),
          UInt8(truncatingIfNeeded: entry))
      }
    }
  }

  // MARK: - Buckets

  /// Sorts each bucket by key. Its entries come by row, and those of one key stay in their order.
  private mutating func sort() {
    for bucket in 0..<starts.count - 1 {
      let range = starts[bucket]..<starts[bucket + 1]
      if range.count <= SortedPairs.fewEntries {
        entries.sortFew(range, by: UInt64(lowBits))
      } else {
        sortByBytes(range)
      }
    }
    spare = ScratchMemory(count: 0)
  }

  private mutating func sortByBytes(_ range: Range<Int>) {
    if spare.count < range.count { spare = ScratchMemory(count: range.count + range.count / 2) }
    var differing: UInt64 = 0
    for index in range { differing |= entries[index] ^ entries[range.lowerBound] }
    for shift in stride(from: lowBits, to: UInt64.bitWidth, by: 8) where differing >> UInt64(shift) & 0xFF != 0 {
      var next = InlineArray<257, Int>(repeating: 0)
      for index in range {
        spare[index - range.lowerBound] = entries[index]
        next[Int(truncatingIfNeeded: entries[index] >> UInt64(shift) & 0xFF) + 1] += 1
      }
      next[0] = range.lowerBound
      for byte in 1...256 { next[byte] += next[byte - 1] }
      for index in 0..<range.count {
        let byte = Int(truncatingIfNeeded: spare[index] >> UInt64(shift) & 0xFF)
        entries[next[byte]] = spare[index]
        next[byte] += 1
      }
    }
  }
}
