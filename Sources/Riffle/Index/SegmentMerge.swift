/// A row of one of several segments.
package struct MergeRow: Sendable, Hashable {
  package var source: UInt32
  package var row: UInt32

  package init(source: Int, row: Int) {
    self.source = UInt32(truncatingIfNeeded: source)
    self.row = UInt32(truncatingIfNeeded: row)
  }
}
/// Makes one segment of rows of several, in a new order.
package struct SegmentMerge {
  let sources: [Segment]
  let order: [MergeRow]
  package init(_ sources: [Segment], order: [MergeRow], threadCount: Int = 1) {
    self.sources = sources
    self.order = order
  }
  package consuming func run(isCancelled: () -> Bool) throws(IndexError) -> Segment? {
    var builder = SegmentBuilder(options: sources[0].options, expectedCount: order.count, threadCount: 1)
    for row in order {
      let s = sources[Int(row.source)]
      let r = Int(row.row)
      try builder.append(
        title: s.string(.title, r), reading: s.isRomanized(r) ? "" : s.string(.reading, r),
        searchText: s.string(.searchText, r),
        weight: s.weight(r), isSearchable: s.isSearchable(r))
    }
    return try builder.finish { () throws(IndexError) in 0 }.0
  }
}
