extension LeadPairs {
  /// Takes the pairs of several segments.
  ///
  /// - Parameter check: called again and again, to throw if the merge is not to go on.
  init(
    merging sources: [Segment], _ rows: borrowing MergedRows, _ check: () throws(MergeInterruption) -> Void
  ) throws(MergeInterruption) {
    var merged = MergedEntries(capacity: sources.reduce(0) { $0 + $1.leadPairs.count })
    let pairs = LeadPairs.pairs(of: sources)
    var ends: [UInt32] = []
    ends.reserveCapacity(pairs.count)
    var lists = RowLists()
    var places = sources.map { _ in 0 }
    for first in stride(from: 0, to: pairs.count, by: LeadPairs.mergedAtOnce) {
      try check()
      let some = pairs[first..<min(first + LeadPairs.mergedAtOnce, pairs.count)]
      lists.reset(count: some.count)
      for source in sources.indices {
        sources[source].leadPairs.forEachPair(of: some, from: places[source]) { list, range in
          lists.reserve(range.count, in: list)
        }
      }
      lists.endReserving()
      for source in rows.sourcesBySize {
        let leadPairs = sources[source].leadPairs
        let oldRows = leadPairs.rows.span
        places[source] = leadPairs.forEachPair(of: some, from: places[source]) { list, range in
          for entry in range {
            let ahead = entry + MergedRows.prefetchDistance
            if ahead < oldRows.count { rows.prefetchNewRow(of: oldRows[ahead], source) }
            if let row = rows.newRow(of: oldRows[entry], source) {
              lists.append(row: row, leadPairs.contexts.context(entry), to: list)
            }
          }
        }
      }
      lists.sort()
      for list in some.indices {
        ends.append(UInt32(truncatingIfNeeded: merged.rows.count + lists.start(list - first + 1)))
      }
      merged.append(lists)
    }
    let starts = PairStarts(mergedPairs: pairs, ends: ends)
    self.init(rows: merged.rows.fitted(), contexts: merged.contexts(), starts: starts)
  }

  /// The entries of so many pairs stay in the cache until they are in order.
  private static let mergedAtOnce = 64

  /// All pairs that have entries in any source, ascending.
  private static func pairs(of sources: [Segment]) -> [UInt16] {
    var found = BitColumn(count: 1 << 16)
    for source in sources {
      source.leadPairs.starts.forEach(from: 0, through: .max) { pair, _ in found.insert(Int(pair)) }
    }
    return found.rows.map { UInt16(truncatingIfNeeded: $0) }
  }

  /// Calls `body` with those of `pairs` that have entries: which one of them it is, and where the entries lie.
  ///
  /// - Parameter place: where the first of them is to be found at the earliest, see ``PairStarts``.
  /// - Returns: the place behind them.
  @inline(__always) @discardableResult
  private func forEachPair(
    of pairs: ArraySlice<UInt16>, from place: Int, _ body: (_ index: Int, _ entries: Range<Int>) -> Void
  ) -> Int {
    var index = pairs.startIndex
    return starts.forEach(from: place, through: pairs.last ?? 0) { pair, range in
      while pairs[index] != pair { index += 1 }
      body(index - pairs.startIndex, range)
    }
  }
}

extension PairStarts {
  /// Leaves out pairs of which no entries are left.
  fileprivate init(mergedPairs pairs: [UInt16], ends: [UInt32]) {
    var kept: (pairs: [UInt16], ends: [UInt32]) = ([], [])
    for (pair, end) in zip(pairs, ends) where end > kept.ends.last ?? 0 {
      kept.pairs.append(pair)
      kept.ends.append(end)
    }
    self.init(kept.pairs.fitted(), ends: kept.ends)
  }
}

/// The entries of ``LeadPairs`` on their way.
private struct MergedEntries {
  private(set) var rows: [UInt32] = []
  private var firstInsides: [UInt8] = []
  private var nextInsides: [UInt8] = []
  private var laterLeads: [UInt8] = []

  init(capacity: Int) {
    rows.reserveCapacity(capacity)
    firstInsides.reserveCapacity(capacity + RunContexts.padding)
    nextInsides.reserveCapacity(capacity + RunContexts.padding)
    laterLeads.reserveCapacity(capacity + RunContexts.padding)
  }

  /// - Parameter lists: with contexts.
  mutating func append(_ lists: borrowing RowLists) {
    if lists.count == 0 { return }
    rows.append(addingCapacity: lists.count) { output in lists.forEachEntry { row, _ in output.append(row) } }
    firstInsides.append(lists, contextsFrom: 16)
    nextInsides.append(lists, contextsFrom: 8)
    laterLeads.append(lists, contextsFrom: 0)
  }

  consuming func contexts() -> RunContexts {
    RunContexts(firstInsides: firstInsides, nextInsides: nextInsides, laterLeads: laterLeads)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ lists: borrowing RowLists, contextsFrom bit: UInt32) {
    append(addingCapacity: lists.count) { output in
      lists.forEachEntry { _, context in output.append(UInt8(truncatingIfNeeded: context >> bit)) }
    }
  }
}
