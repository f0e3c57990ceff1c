/// What two snapshots of one list do not share, without a look at what they do.
///
/// A row that nobody has touched is the same row of the same segment in both, and so are its neighbours. What is left is
/// what has come and gone: also rows that are in both, but have been written anew, moved, or merged into another segment.
extension Snapshot {
  /// A row of one snapshot that the other one does not have as it is.
  package struct LooseRow {
    /// How many rows of its snapshot come before it.
    package let rank: Int
    package let element: Element
  }

  /// The rows of a stretch of `earlier` and of one of this snapshot that are not in the other one, each in order.
  ///
  /// The rows that are in both stand in the same order in both.
  /// - Parameters:
  ///   - ranks: the stretch of this part, by how many rows of this part come before each row.
  ///   - earlierRanks: that of `earlier`.
  /// - Complexity: O(log² *n*) and O(*c* log *n*) for *c* rows that come or go, for each segment; where either is only a
  ///   part of the list, or many rows have gone, also O(*m* / 64) for stretches of *m* rows.
  package func difference(
    _ ranks: Range<Int>, from earlier: Self, _ earlierRanks: Range<Int>
  ) -> (gone: [LooseRow], come: [LooseRow]) {
    let (before, after) = (Stretch(earlier, earlierRanks), Stretch(self, ranks))
    var gone = before.rows.map { _ in [Int]() }
    var come = after.rows.map { _ in [Int]() }
    var isShared = [Bool](repeating: false, count: state.contents.count)
    for (part, content) in earlier.state.contents.enumerated() {
      let other = state.contents.firstIndex { $0 === content }
      if let other { isShared[other] = true }
      before.forEachLoose(part, after, other) { row, isBefore in
        if isBefore { gone[part].append(row) } else if let other { come[other].append(row) }
      }
    }
    for part in isShared.indices where !isShared[part] { after.forEachRow(part) { come[part].append($0) } }
    // Items of a tail that are in both are the same objects.
    var entries: [ObjectIdentifier: Int] = [:]
    after.forEachRow(state.tailPart) { entries[ObjectIdentifier(state.tail.entries[$0])] = $0 }
    before.forEachRow(earlier.state.tailPart) { row in
      if entries.removeValue(forKey: ObjectIdentifier(earlier.state.tail.entries[row])) == nil {
        gone[earlier.state.tailPart].append(row)
      }
    }
    come[state.tailPart] = entries.values.sorted()
    return (earlier.loose(gone, among: before.rows), loose(come, among: after.rows))
  }

  /// Rows by part, with their ranks and in order of these.
  private func loose(_ rows: [[Int]], among parts: [PartRows]) -> [LooseRow] {
    var loose: [LooseRow] = []
    loose.reserveCapacity(rows.reduce(0) { $0 + $1.count })
    for (part, rows) in rows.enumerated() where !rows.isEmpty {
      let rows = rows.sorted()
      let ranks = state.rows.positions(of: rows, inPart: part, among: parts)
      for (row, rank) in zip(rows, ranks) {
        loose.append(LooseRow(rank: rank, element: state.element(ListRow(part: part, row: row))))
      }
    }
    // Sorted already, but for where parts meet.
    loose.sort { $0.rank < $1.rank }
    return loose
  }

  /// Where in the whole list the rows of this part stand, in order.
  /// - Complexity: O(*n* / 64), and O(log *n*) for each row and segment.
  package func positions() -> [Int] {
    guard let within else { return Array(0..<count) }
    var positions: [Int] = []
    positions.reserveCapacity(count)
    for (part, rows) in within.rows.enumerated() where rows.setCount > 0 {
      positions += state.rows.positions(
        of: rows.bits.rows.map { Int($0) }, inPart: part, among: state.rows.liveRows)
    }
    positions.sort()
    return positions
  }

  /// The rows of all parts that lie in a stretch of a snapshot.
  private struct Stretch {
    let rows: [PartRows]
    private let low, high: [Int]

    init(_ snapshot: Snapshot, _ ranks: Range<Int>) {
      rows = snapshot.partRows
      low = snapshot.state.rows.cuts(of: rows, before: ranks.lowerBound)
      high = snapshot.state.rows.cuts(of: rows, before: ranks.upperBound)
    }

    private func range(_ part: Int) -> Range<Int> { low[part]..<max(low[part], high[part]) }

    func forEachRow(_ part: Int, _ body: (Int) -> Void) {
      let range = range(part)
      var row = range.lowerBound
      while true {
        row = rows[part].first(from: row, to: range.upperBound)
        guard row < range.upperBound else { return }
        body(row)
        row += 1
      }
    }

    /// Calls `body` for every row of a segment that is in one of two stretches, and whether it is in this one.
    /// - Parameter otherPart: which part of the other stretch has the same segment; `nil` for none.
    func forEachLoose(_ part: Int, _ other: Self, _ otherPart: Int?, _ body: (_ row: Int, _ isBefore: Bool) -> Void) {
      guard let otherPart else { return forEachRow(part) { body($0, true) } }
      let (own, others) = (range(part), other.range(otherPart))
      if case .live(let live) = rows[part], case .live(let otherLive) = other.rows[otherPart],
        let (dead, otherDead) = live.latestTombstones(of: otherLive)
      {
        // All that is not in both ranges, and what only one of them has lost since.
        for range in own.without(others) { for row in range where live.contains(row) { body(row, true) } }
        for row in otherDead where own.contains(row) && others.contains(row) && live.contains(row) { body(row, true) }
        for range in others.without(own) { for row in range where otherLive.contains(row) { body(row, false) } }
        for row in dead where own.contains(row) && others.contains(row) && otherLive.contains(row) { body(row, false) }
        return
      }
      let (bits, otherBits) = (rows[part].bits, other.rows[otherPart].bits)
      let words = min(own.lowerBound, others.lowerBound) >> 6..<(max(own.upperBound, others.upperBound) + 63) >> 6
      for index in words {
        let word = bits.word(index, in: own)
        let otherWord = otherBits.word(index, in: others)
        var loose = word ^ otherWord
        while loose != 0 {
          let bit = loose & ~(loose - 1)
          body(index << 6 | loose.trailingZeroBitCount, word & bit != 0)
          loose &= loose - 1
        }
      }
    }
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
