extension LeadPairs {
  /// Takes the pairs of several segments.
  ///
  /// - Parameter check: called again and again, to throw if the merge is not to go on.
  init(
    merging sources: [Segment], _ rows: borrowing MergedRows, _ check: () throws(MergeInterruption) -> Void
  ) throws(MergeInterruption) {
    var merged = MergedEntries(capacity: sources.reduce(0) { $0 + $1.leadPairs.count })
    var starts: [UInt32] = []
    starts.reserveCapacity(1 << 16 + 1)
    var lists = RowLists()
    for lead in 0..<256 {
      try check()
      lists.reset(count: 256)
      for source in sources.indices {
        let pairs = sources[source].leadPairs
        for second in 0..<256 { lists.reserve(pairs.range(lead << 8 | second).count, in: second) }
      }
      lists.endReserving()
      for source in rows.sourcesBySize {
        let pairs = sources[source].leadPairs
        let oldRows = pairs.rows.span
        for second in 0..<256 {
          for entry in pairs.range(lead << 8 | second) {
            let ahead = entry + MergedRows.prefetchDistance
            if ahead < oldRows.count { rows.prefetchNewRow(of: oldRows[ahead], source) }
            if let row = rows.newRow(of: oldRows[entry], source) {
              lists.append(row: row, pairs.contexts.context(entry), to: second)
            }
          }
        }
      }
      lists.sort()
      for second in 0..<256 { starts.append(UInt32(truncatingIfNeeded: merged.rows.count + lists.start(second))) }
      merged.append(lists)
    }
    starts.append(UInt32(truncatingIfNeeded: merged.rows.count))
    self.init(rows: merged.rows.fitted(), contexts: merged.contexts(), starts: starts)
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
