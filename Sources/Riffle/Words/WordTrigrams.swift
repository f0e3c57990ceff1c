/// The words of a dictionary that hold three given bytes anywhere except at their beginning.
///
/// The words of a trigram are stored as runs of consecutive words, without what a word shares with the one before. A run is the
/// distance from the end of the run before it, doubled, and 1 more if it has more than one word, in which case its length less
/// 2 follows. Both are in groups of seven bits, the lowest first, all but the last with the high bit set.
struct WordTrigrams: Sendable {
  /// The trigrams, ascending, the first byte the highest.
  let keys: Column<UInt32>
  /// Where the runs of each trigram end.
  let ends: Column<UInt32>
  let runs: Column<UInt8>

  /// The runs of one trigram, still to be read: a range of ``runs``.
  struct Cursor {
    var offset: Int
    let end: Int
    /// The run read last.
    var start = 0
    var upper = 0

    var byteCount: Int { end - offset }

    /// Reads the next run into ``start`` and ``upper``.
    @inline(__always)
    mutating func next(_ runs: Span<UInt8>) -> Bool {
      guard offset < end else { return false }
      let value = read(runs)
      start = upper + value >> 1
      upper = start + 1
      if value & 1 != 0 { upper += 1 + read(runs) }
      return true
    }

    @inline(__always)
    private mutating func read(_ runs: Span<UInt8>) -> Int {
      var byte = Int(runs[offset])
      offset += 1
      if byte < 0x80 { return byte }
      var value = byte & 0x7F
      var shift = 7
      repeat {
        byte = Int(runs[offset])
        offset += 1
        value |= (byte & 0x7F) << shift
        shift += 7
      } while byte >= 0x80
      return value
    }
  }

  @inline(__always)
  static func key(_ letters: Span<UInt8>, _ offset: Int) -> UInt32 {
    UInt32(letters[offset]) << 16 | UInt32(letters[offset + 1]) << 8 | UInt32(letters[offset + 2])
  }

  func cursor(_ key: UInt32) -> Cursor? {
    let keys = keys.span
    let index = keys.indices.partitioningIndex { keys[$0] >= key }
    guard index < keys.count, keys[index] == key else { return nil }
    return Cursor(offset: index == 0 ? 0 : Int(ends[index - 1]), end: Int(ends[index]))
  }

  /// The words that hold the two rarest of all trigrams of `letters`, at least 3 bytes: as runs, ascending. All words
  /// that hold `letters` anywhere but at their beginning are among them; if there are only 3, they are just those.
  func forEachRun(ofWordsThatMayHold letters: Span<UInt8>, _ body: (Int, Int) -> Void) {
    guard var (first, second) = rarest(letters) else { return }
    let runs = runs.span
    // A few more words to check cost less than reading a long list.
    if letters.count == 3 || second.byteCount > 4 * first.byteCount {
      while first.next(runs) { body(first.start, first.upper) }
      return
    }
    guard first.next(runs), second.next(runs) else { return }
    while true {
      let lower = max(first.start, second.start)
      let upper = min(first.upper, second.upper)
      if lower < upper { body(lower, upper) }
      if first.upper <= second.upper {
        guard first.next(runs) else { return }
      } else {
        guard second.next(runs) else { return }
      }
    }
  }

  private func rarest(_ letters: Span<UInt8>) -> (Cursor, Cursor)? {
    var best: Cursor?
    var second: Cursor?
    for offset in 0..<letters.count - 2 {
      guard let cursor = cursor(WordTrigrams.key(letters, offset)) else { return nil }
      if cursor.byteCount < best?.byteCount ?? .max {
        second = best
        best = cursor
      } else if cursor.byteCount < second?.byteCount ?? .max {
        second = cursor
      }
    }
    guard let best else { return nil }
    return (best, second ?? best)
  }
}

extension WordTrigrams: StoredPart {
  func list(in columns: inout ColumnList) {
    columns.add("keys", keys)
    columns.add("ends", ends)
    columns.add("runs", runs)
  }

  init(_ columns: ColumnSource) throws(SegmentError) {
    keys = try columns.column("keys")
    ends = try columns.column("ends", count: keys.count)
    runs = try columns.column("runs")
  }
}
