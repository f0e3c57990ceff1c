extension PairPostings {
  /// Takes the pairs of several segments.
  ///
  /// - Parameter check: called again and again, to throw if the merge is not to go on.
  init(
    merging sources: [Segment], _ rows: borrowing MergedRows, _ check: () throws(MergeInterruption) -> Void
  ) throws(MergeInterruption) {
    try check()
    var live: [[PairKey]] = []
    for (number, source) in sources.enumerated() { live.append(source.pairs.liveKeys(number, rows)) }
    let keys = PairPostings.union(of: live)
    try check()
    let numbers = PairPostings.numbers(of: sources, among: keys)
    let lists = try PostingLists(
      merging: sources.map(\.pairs.postings), rows, numbers, listCount: keys.count, check)
    self.init(keys: keys, postings: Postings(ofPairs: lists))
  }

  /// The keys of which not all rows are dead.
  private func liveKeys(_ source: Int, _ rows: borrowing MergedRows) -> [PairKey] {
    guard rows.hasDead(source) else { return (0..<keyCount).map(key) }
    var live: [PairKey] = []
    live.reserveCapacity(keyCount)
    for key in 0..<keyCount {
      for row in postings.rows(key..<key + 1) where rows.newRow(of: row, source) != nil {
        live.append(self.key(key))
        break
      }
    }
    return live
  }

  /// - Parameter lists: each ascending.
  private static func union(of lists: [[PairKey]]) -> [PairKey] {
    // Two by two, so that each key is compared as often as the number of lists can be halved.
    var lists = lists
    while lists.count > 1 {
      lists = stride(from: 0, to: lists.count, by: 2).map { index in
        index + 1 < lists.count ? union(of: lists[index], lists[index + 1]) : lists[index]
      }
    }
    return lists.first ?? []
  }

  private static func union(of first: [PairKey], _ second: [PairKey]) -> [PairKey] {
    if first.isEmpty { return second }
    if second.isEmpty { return first }
    var union: [PairKey] = []
    union.reserveCapacity(first.count + second.count)
    var (index, other) = (0, 0)
    while index < first.count, other < second.count {
      let (a, b) = (first[index], second[other])
      union.append(min(a, b))
      index += a <= b ? 1 : 0
      other += b <= a ? 1 : 0
    }
    union += first[index...]
    union += second[other...]
    return union.fitted()
  }

  private static func numbers(of sources: [Segment], among keys: [PairKey]) -> MergedNumbers {
    var numbers: [UInt32] = []
    var firsts = [0]
    numbers.reserveCapacity(sources.reduce(0) { $0 + $1.pairs.keyCount })
    for source in sources {
      var number = 0
      for index in 0..<source.pairs.keyCount {
        let key = source.pairs.key(index)
        while number + 1 < keys.count, keys[number] < key { number += 1 }
        numbers.append(UInt32(truncatingIfNeeded: number))
      }
      firsts.append(numbers.count)
    }
    return MergedNumbers(numbers, firsts: firsts)
  }
}
