/// How many rows each bucket has.
extension ListState {
  var hasBuckets: Bool { !reader.order.labels.isEmpty }

  /// Of some rows, by the buckets of the list's own order.
  /// - Complexity: O(buckets × parts), and the length of the tail.
  func bucketCounts(of rows: [RankedBits]) -> [Int] {
    var counts = [Int](repeating: 0, count: reader.order.labels.count)
    for (part, rows) in rows.enumerated() where rows.setCount > 0 {
      if part == tailPart {
        rows.bits.forEachRow { counts[tail.entries[$0].bucket] += 1 }
        continue
      }
      let starts = contents[part].bucketStarts
      var before = 0
      for bucket in counts.indices {
        let end = rows.rank(starts[bucket + 1])
        counts[bucket] += end - before
        before = end
      }
    }
    return counts
  }

  /// Of some rows, by buckets that somebody else has counted.
  ///
  /// - Parameter counts: how many rows of the whole list each bucket has.
  /// - Complexity: that of ``ranks(ofPositions:among:)``.
  func bucketCounts(of rows: [RankedBits], counts: [Int]) -> [Int] {
    var end = 0
    let ends = counts.map { count in
      end += count
      return end
    }
    var before = 0
    return ranks(ofPositions: ends, among: rows).map { rank in
      defer { before = rank }
      return rank - before
    }
  }

  /// For positions in the whole list, how many of some rows come before each.
  /// - Parameter positions: ascending.
  /// - Complexity: O(log² *n*) for each position and part while they are few; then O(1) on average, and O(log *n*) for each
  ///   stretch of rows that lie side by side in one part.
  func ranks(ofPositions positions: [Int], among rows: [RankedBits]) -> [Int] {
    let largest = self.rows.segments.map(\.live.count).max() ?? 0
    // A stretch of the largest segment ends only where one of another part begins.
    let mostStretches = 2 * (count - largest) + 1
    if positions.count < mostStretches / 8 {
      let all = self.rows.liveRows
      return positions.map { position in
        let cuts = self.rows.cuts(of: all, before: position)
        return rows.indices.reduce(0) { $0 + rows[$1].rank(cuts[$1]) }
      }
    }
    var ranks: [Int] = []
    ranks.reserveCapacity(positions.count)
    var stretches = ListStretches(self.rows)
    var stretch = stretches.next()
    // How many live rows and how many of `rows` come before the stretch.
    var (position, rank) = (0, 0)
    var row = stretch?.rows.lowerBound ?? 0
    for wanted in positions {
      while let (part, range) = stretch {
        let length = liveRank(range.upperBound, part) - liveRank(range.lowerBound, part)
        if position + length > wanted { break }
        position += length
        rank += rows[part].rank(range.upperBound) - rows[part].rank(range.lowerBound)
        stretch = stretches.next()
        row = stretch?.rows.lowerBound ?? 0
      }
      guard let (part, range) = stretch else {
        ranks.append(rank)
        continue
      }
      row = liveRow(liveRank(range.lowerBound, part) + wanted - position, part, from: row)
      ranks.append(rank + rows[part].rank(row) - rows[part].rank(range.lowerBound))
    }
    return ranks
  }

  private func liveRank(_ row: Int, _ part: Int) -> Int {
    part == tailPart ? row : rows.segments[part].live.rank(row)
  }

  /// The row of a part that has `rank` live rows before it, from another row on, which has no more.
  private func liveRow(_ rank: Int, _ part: Int, from start: Int) -> Int {
    if part == tailPart { return rank }
    let live = rows.segments[part].live
    if live.areAll { return rank }
    var (low, step) = (start, 1)
    while low + step <= live.rowCount, live.rank(low + step) <= rank {
      low += step
      step *= 2
    }
    return (low..<min(live.rowCount, low + step)).partitioningIndex { live.rank($0 + 1) > rank }
  }
}
