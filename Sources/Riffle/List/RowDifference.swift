/// The rows of a stretch of one generation of a list, and of a stretch of another, that the other one does not have as they
/// are.
///
/// An untouched row is the same row of the same segment in both. This type does not read the content of rows: it does all bulk
/// work, without calls of generic functions. ``ContentDifference`` compares the content of rows in segments that only one of
/// the two has.
struct RowDifference {
  /// By part, in no order.
  private(set) var gone: [[Int]]
  private(set) var come: [[Int]]

  /// Some rows of a list, by rank among those that are left of it.
  struct Stretch {
    let list: ListRows
    let parts: [PartRows]
    private let low, high: [Int]

    init(_ list: ListRows, _ parts: [PartRows], _ ranks: Range<Int>) {
      (self.list, self.parts) = (list, parts)
      low = list.cuts(of: parts, before: ranks.lowerBound)
      high = ranks.isEmpty ? low : list.cuts(of: parts, before: ranks.upperBound)
    }

    func range(_ part: Int) -> Range<Int> { low[part]..<max(low[part], high[part]) }

    func contains(_ place: ListRow) -> Bool {
      let (part, row) = (Int(place.part), Int(place.row))
      return range(part).contains(row) && parts[part].contains(row)
    }

    /// The rows of a part that are in the stretch.
    func bits(_ part: Int) -> BitColumn {
      var bits = parts[part].bits
      bits.remove(0..<range(part).lowerBound)
      bits.remove(range(part).upperBound..<max(range(part).upperBound, bits.count))
      return bits
    }

    func forEachRow(_ part: Int, _ body: (Int) -> Void) {
      let range = range(part)
      var row = range.lowerBound
      while true {
        row = parts[part].first(from: row, to: range.upperBound)
        guard row < range.upperBound else { return }
        body(row)
        row += 1
      }
    }
  }

  /// Compares what both have of the segments that both have.
  /// - Parameter shared: these, by their numbers.
  init(_ before: Stretch, _ after: Stretch, shared: [(before: Int, after: Int)]) {
    gone = before.parts.map { _ in [] }
    come = after.parts.map { _ in [] }
    for (part, other) in shared { compare(before, part, after, other) }
  }

  mutating func addGone(_ place: ListRow) { gone[Int(place.part)].append(Int(place.row)) }
  mutating func addCome(_ place: ListRow) { come[Int(place.part)].append(Int(place.row)) }

  /// Compares what both have of one segment.
  private mutating func compare(_ before: Stretch, _ part: Int, _ after: Stretch, _ other: Int) {
    let (old, new) = (before.range(part), after.range(other))
    if old.isEmpty, new.isEmpty { return }
    if case .live(let live) = before.parts[part], case .live(let liveAfter) = after.parts[other],
      let (dead, deadAfter) = live.latestTombstones(of: liveAfter)
    {
      // What is in one of the ranges only, and what only one of them has lost since.
      for range in old.without(new) { for row in range where live.contains(row) { gone[part].append(row) } }
      for range in new.without(old) { for row in range where liveAfter.contains(row) { come[other].append(row) } }
      for row in deadAfter where old.contains(row) && new.contains(row) && live.contains(row) {
        gone[part].append(row)
      }
      for row in dead where old.contains(row) && new.contains(row) && liveAfter.contains(row) {
        come[other].append(row)
      }
      return
    }
    let (bits, bitsAfter) = (before.parts[part].bits, after.parts[other].bits)
    let first = old.isEmpty ? new.lowerBound : new.isEmpty ? old.lowerBound : min(old.lowerBound, new.lowerBound)
    for index in first >> 6..<(max(old.upperBound, new.upperBound) + 63) >> 6 {
      let (word, wordAfter) = (bits.word(index, in: old), bitsAfter.word(index, in: new))
      var loose = word ^ wordAfter
      while loose != 0 {
        let row = index << 6 | loose.trailingZeroBitCount
        if word & (loose & ~(loose - 1)) != 0 { gone[part].append(row) } else { come[other].append(row) }
        loose &= loose - 1
      }
    }
  }
}

extension ListRows {
  /// Rows by part, with their ranks among all rows of a kind and in order of these.
  func inOrder(_ rows: [[Int]], among parts: [PartRows]) -> (ranks: [Int], places: [ListRow]) {
    var found: [(rank: Int, place: ListRow)] = []
    found.reserveCapacity(rows.reduce(0) { $0 + $1.count })
    for (part, rows) in rows.enumerated() where !rows.isEmpty {
      let rows = rows.sorted()
      for (row, rank) in zip(rows, positions(of: rows, inPart: part, among: parts)) {
        found.append((rank, ListRow(part: part, row: row)))
      }
    }
    // In order already, except where parts meet.
    found.sort { $0.rank < $1.rank }
    return (found.map(\.rank), found.map(\.place))
  }

  /// For positions among all live rows, how many of some rows come before each.
  /// - Parameter positions: ascending.
  /// - Complexity: O(log² *n*) for each position and part while they are few; then O(1) on average, and O(log *n*) for each
  ///   stretch of rows that lie side by side in one part.
  func ranks(ofPositions positions: [Int], among rows: [RankedBits]) -> [Int] {
    let largest = segments.map(\.live.count).max() ?? 0
    // A stretch of the largest segment ends only where one of another part begins.
    let mostStretches = 2 * (count - largest) + 1
    if positions.count < mostStretches / 8 {
      let all = liveRows
      return positions.map { position in
        let cuts = cuts(of: all, before: position)
        return rows.indices.reduce(0) { $0 + rows[$1].rank(cuts[$1]) }
      }
    }
    var ranks: [Int] = []
    ranks.reserveCapacity(positions.count)
    var stretches = ListStretches(self)
    var counter = RowCounter(self, rows)
    for wanted in positions {
      while !counter.advance(to: wanted), let next = stretches.next() { counter.begin(next) }
      ranks.append(counter.rank)
    }
    return ranks
  }
}

/// A walk through the rows of a list, by stretches and 64 at a time, that counts the live ones and those of a kind.
private struct RowCounter {
  /// How many live rows and how many of the kind there are before where it stands.
  private(set) var position = 0
  private(set) var rank = 0
  private let live: [BitColumn?]
  private let chosen: [BitColumn]
  private var part = 0
  private var row = 0
  private var end = 0

  init(_ list: ListRows, _ rows: [RankedBits]) {
    live = list.segments.map(\.live.bits) + [nil]
    chosen = rows.map(\.bits)
  }

  mutating func begin(_ stretch: (part: Int, rows: Range<Int>)) {
    part = stretch.part
    (row, end) = (stretch.rows.lowerBound, stretch.rows.upperBound)
  }

  /// - Returns: `false` if the stretch ends before so many live rows.
  mutating func advance(to wanted: Int) -> Bool {
    while position < wanted {
      guard row < end else { return false }
      let (word, bit) = (row >> 6, UInt64(row & 63))
      let count = min(64 - Int(bit), end - row)
      let mask: UInt64 = count == 64 ? .max : (1 << UInt64(count)) - 1
      let alive = (live[part]?.words[word] ?? .max) >> bit & mask
      let marked = chosen[part].words[word] >> bit & mask
      if position + alive.nonzeroBitCount <= wanted {
        position += alive.nonzeroBitCount
        rank += marked.nonzeroBitCount
        row += count
        continue
      }
      var rest = alive
      for _ in position..<wanted { rest &= rest - 1 }
      let next = rest.trailingZeroBitCount
      rank += (marked & ((1 << UInt64(next)) - 1)).nonzeroBitCount
      position = wanted
      row += next
    }
    return true
  }
}

extension Range<Int> {
  /// What is before another range, and what is after it.
  fileprivate func without(_ other: Range<Int>) -> [Range<Int>] {
    guard overlaps(other) else { return [self] }
    return [
      lowerBound..<Swift.max(lowerBound, other.lowerBound), Swift.min(upperBound, other.upperBound)..<upperBound,
    ]
  }
}

extension BitColumn {
  /// The bits of 64 rows, without those of rows outside of a range.
  fileprivate func word(_ index: Int, in range: Range<Int>) -> UInt64 {
    let (low, high) = (range.lowerBound - index << 6, range.upperBound - index << 6)
    guard low < 64, high > 0 else { return 0 }
    var word = words[index]
    if low > 0 { word &= .max << UInt64(low) }
    if high < 64 { word &= (1 << UInt64(high)) - 1 }
    return word
  }
}
