/// The rows of a segment that meet a filter, live or not.
final class FilterRows: Sendable {
  let rows: BitColumn
  private let byOrdinal = Lazy<BitColumn>()

  init(_ rows: BitColumn) { self.rows = rows }

  /// The rows by ordinal.
  /// - Parameter order: the static order of the segment.
  /// - Complexity: O(rows) the first time.
  func ordinals(_ order: StaticOrder) -> BitColumn { byOrdinal.value { order.ordinals(ofRows: rows) } }
}
