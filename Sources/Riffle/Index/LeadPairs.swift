/// For each two bytes the rows of the items in which a word begins with the first and the word after it
/// with the second: where to look for terms that run over several words.
struct LeadPairs: Sendable {
  fileprivate let rows: [UInt32]
  /// By pair, first byte × 256 + second byte.
  /// Beside each row the second byte of the first word, 0 if it has only one.
  fileprivate let seconds: [UInt8]
  fileprivate let starts: [UInt32]

  /// Where the pair's rows lie in ``rows`` and ``seconds``.
  private func range(_ first: UInt8, _ next: UInt8) -> Range<Int> {
    let pair = Int(first) << 8 | Int(next)
    return Int(starts[pair])..<Int(starts[pair + 1])
  }

  func rows(_ first: UInt8, _ next: UInt8) -> ArraySlice<UInt32> { rows[range(first, next)] }

  /// The same, and the second bytes of the first words, where they matter.
  func rowsAndSeconds(_ first: UInt8, _ next: UInt8) -> (rows: ArraySlice<UInt32>, seconds: ArraySlice<UInt8>) {
    let range = range(first, next)
    return (rows[range], seconds[range])
  }

  /// Collects pairs row by row.
  struct Builder {
    private var entries: [UInt64] = []

    /// Adds the item laid out, whose words lie in `letters`.
    mutating func append(_ layout: borrowing ItemLayout, letters: Span<UInt8>, row: Int) {
      for word in layout.words where word.kind != .extra && word.kind != .extraAcross {
        let next = Int(word.next)
        guard next < layout.words.count, layout.words[next].field == word.field,
          word.length > 0, layout.words[next].length > 0
        else { continue }
        let first = UInt64(letters[Int(word.start)])
        let second = UInt64(letters[Int(layout.words[next].start)])
        let inside = word.length > 1 ? UInt64(letters[Int(word.start) + 1]) : 0
        entries.append((first << 8 | second) << 40 | inside << 32 | UInt64(row))
      }
    }

    consuming func finish() -> LeadPairs {
      var starts = [UInt32](repeating: 0, count: 1 << 16 + 1)
      var last = [UInt64](repeating: .max, count: 1 << 16)
      // An item may hold a pair several times; its entries for a pair follow each other.
      var kept = 0
      for entry in entries {
        let pair = Int(entry >> 40)
        if last[pair] == entry { continue }
        last[pair] = entry
        starts[pair + 1] += 1
        entries[kept] = entry
        kept += 1
      }
      for pair in 0..<1 << 16 { starts[pair + 1] += starts[pair] }
      var rows = [UInt32](repeating: 0, count: kept)
      var seconds = [UInt8](repeating: 0, count: kept)
      var next = starts
      for entry in entries[..<kept] {
        let pair = Int(entry >> 40)
        rows[Int(next[pair])] = UInt32(truncatingIfNeeded: entry)
        seconds[Int(next[pair])] = UInt8(truncatingIfNeeded: entry >> 32)
        next[pair] += 1
      }
      return LeadPairs(rows: rows, seconds: seconds, starts: starts)
    }
  }
}
