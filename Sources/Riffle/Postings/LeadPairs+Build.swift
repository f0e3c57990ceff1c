extension LeadPairs {
  /// - Parameter batches: the entries of neighbouring batches, each with the row of its first item.
  /// - Complexity: O(*n*) in the number of entries, and at most 12 bytes more for each while it runs.
  init(_ batches: [(firstRow: Int, entries: [Entry])]) {
    let count = batches.reduce(0) { $0 + $1.entries.count }
    if count < PairStarts.leastEntriesOfTable {
      self.init(few: batches, count)
    } else {
      self.init(many: batches, count)
    }
  }

  private init(many batches: [(firstRow: Int, entries: [Entry])], _ count: Int) {
    var starts = [UInt32](repeating: 0, count: 1 << 16 + 1)
    var counts = starts.mutableSpan
    for (_, entries) in batches {
      for entry in entries { counts[entry.pair + 1] += 1 }
    }
    for pair in 0..<1 << 16 { counts[pair + 1] += counts[pair] }
    var rows = [UInt32](repeating: 0, count: count)
    var contexts = ScratchMemory<UInt32>(count: count)
    var next = starts
    LeadPairs.place(batches, next: &next, &rows, &contexts)
    self.init(rows: rows, contexts: RunContexts(contexts), starts: PairStarts(table: starts))
  }

  private static func place(
    _ batches: [(firstRow: Int, entries: [Entry])], next: inout [UInt32], _ rows: inout [UInt32],
    _ contexts: inout ScratchMemory<UInt32>
  ) {
    var next = next.mutableSpan
    var rows = rows.mutableSpan
    for (firstRow, entries) in batches {
      let firstRow = UInt32(truncatingIfNeeded: firstRow)
      for entry in entries {
        let place = Int(next[entry.pair])
        next[entry.pair] += 1
        rows[place] = firstRow &+ entry.row
        contexts[place] = entry.context
      }
    }
  }

  /// An entry with its row in the segment.
  private struct Placed {
    let entry: Entry
    let row: UInt32
  }

  private init(few batches: [(firstRow: Int, entries: [Entry])], _ count: Int) {
    var placed: [Placed] = []
    placed.reserveCapacity(count)
    for (firstRow, entries) in batches {
      let firstRow = UInt32(truncatingIfNeeded: firstRow)
      for entry in entries { placed.append(Placed(entry: entry, row: firstRow &+ entry.row)) }
    }
    LeadPairs.sortByPair(&placed)
    var pairs: [UInt16] = []
    var ends: [UInt32] = []
    var contexts = ScratchMemory<UInt32>(count: count)
    for (index, element) in placed.enumerated() {
      if index > 0, placed[index - 1].entry.pair != element.entry.pair {
        ends.append(UInt32(truncatingIfNeeded: index))
      }
      if ends.count == pairs.count { pairs.append(UInt16(truncatingIfNeeded: element.entry.pair)) }
      contexts[index] = element.entry.context
    }
    if count > 0 { ends.append(UInt32(truncatingIfNeeded: count)) }
    self.init(
      rows: placed.map(\.row), contexts: RunContexts(contexts),
      starts: PairStarts(pairs.fitted(), ends: ends))
  }

  /// Sorts entries by their pairs; those of one pair stay in their order.
  private static func sortByPair(_ placed: inout [Placed]) {
    // What the counts of the other way take, as long as there are few entries.
    guard placed.count > 64 else { return sortFewByPair(&placed) }
    var sorted = placed
    for shift in [0, 8] {
      var next = [Int](repeating: 0, count: 257)
      for element in placed { next[element.entry.pair >> shift & 0xFF + 1] += 1 }
      for byte in 0..<256 { next[byte + 1] += next[byte] }
      for element in placed {
        let byte = element.entry.pair >> shift & 0xFF
        sorted[next[byte]] = element
        next[byte] += 1
      }
      swap(&placed, &sorted)
    }
  }

  private static func sortFewByPair(_ placed: inout [Placed]) {
    for index in placed.indices.dropFirst() {
      let element = placed[index]
      var place = index
      while place > 0, placed[place - 1].entry.pair > element.entry.pair {
        placed[place] = placed[place - 1]
        place -= 1
      }
      placed[place] = element
    }
  }
}
