/// The number of rows of each bucket.
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

  /// Returns the counts of some rows, by buckets that the caller has counted.
  ///
  /// - Parameter counts: the number of rows of the whole list in each bucket.
  /// - Complexity: that of ``ListRows/ranks(ofPositions:among:)``.
  func bucketCounts(of rows: [RankedBits], counts: [Int]) -> [Int] {
    var end = 0
    let ends = counts.map { count in
      end += count
      return end
    }
    var before = 0
    return self.rows.ranks(ofPositions: ends, among: rows).map { rank in
      defer { before = rank }
      return rank - before
    }
  }
}
