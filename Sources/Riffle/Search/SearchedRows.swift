/// The rows of a segment that may be hits, as bits in list order and as bits by ordinal. Both are computed lazily.
struct SearchedRows: Sendable {
  private enum Source {
    case live(LiveRows)
    case some(BitColumn, byOrdinal: Lazy<BitColumn>)
    /// Live rows that meet a filter.
    case filtered(BitColumn, FilterRows, LiveRows, byOrdinal: Lazy<BitColumn>)
  }

  private let segment: Segment
  private let source: Source

  /// The live rows of a segment that are searchable.
  /// - Returns: `nil` if all rows are live: then all that are searchable may be hits.
  init?(_ live: LiveRows, in segment: Segment) {
    if live.areAll { return nil }
    self.segment = segment
    source = .live(live)
  }

  /// - Parameter rows: searchable ones.
  init(_ rows: BitColumn, in segment: Segment) {
    self.segment = segment
    source = .some(rows, byOrdinal: Lazy())
  }

  /// The live rows of a segment that meet a filter, and are searchable.
  /// - Parameter rows: these rows.
  init(_ rows: BitColumn, of filter: FilterRows, _ live: LiveRows, in segment: Segment) {
    self.segment = segment
    source = .filtered(rows, filter, live, byOrdinal: Lazy())
  }

  func contains(_ row: Int) -> Bool {
    switch source {
    case .live(let live): live.contains(row) && segment.isSearchable(row)
    case .some(let rows, _), .filtered(let rows, _, _, _): rows[row]
    }
  }

  /// One bit for each row.
  /// - Complexity: O(rows / 64) the first time.
  var rows: BitColumn {
    switch source {
    case .live(let live):
      live.bits(within: segment.searchable) ?? BitColumn(count: segment.count, repeating: true)
    case .some(let rows, _), .filtered(let rows, _, _, _): rows
    }
  }

  /// One bit for each ordinal.
  /// - Complexity: O(rows) the first time.
  var ordinals: BitColumn {
    switch source {
    case .live(let live):
      live.bits(by: segment.order, within: segment.searchableByOrdinal)
        ?? BitColumn(count: segment.count, repeating: true)
    case .some(let rows, let byOrdinal): byOrdinal.value { segment.order.ordinals(ofRows: rows) }
    case .filtered(_, let filter, let live, let byOrdinal):
      byOrdinal.value {
        var ordinals = filter.ordinals(segment.order)
        if let left = live.bits(by: segment.order, within: segment.searchableByOrdinal) ?? segment.searchableByOrdinal {
          ordinals.formIntersection(left)
        }
        return ordinals
      }
    }
  }
}
