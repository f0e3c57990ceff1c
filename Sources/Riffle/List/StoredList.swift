/// What files have of a list at one moment.
package struct StoredList<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  private let state: ListState<Element, ID>

  /// - Parameter state: all of whose items are in segments.
  init(_ state: ListState<Element, ID>) { self.state = state }

  /// How many segments it has.
  package var segmentCount: Int { state.contents.count }

  /// What tells a segment from all others of this process.
  package func identity(_ segment: Int) -> ObjectIdentifier { ObjectIdentifier(state.contents[segment]) }

  /// The columns of a segment, which never change.
  package func columns(_ segment: Int) -> [StoredColumn] { state.contents[segment].storedColumns }

  /// The columns of what changes about segments: which of their rows are live, and where these stand in the list.
  package var rows: [StoredColumn] {
    var columns = ColumnList()
    columns.add("segmentCount", number: segmentCount)
    for (number, rows) in state.rows.segments.enumerated() {
      columns.add("\(number)", StoredRows(rows))
    }
    return columns.columns
  }
}

/// What a file has of the rows of a segment.
private struct StoredRows: ColumnPart {
  private let rows: ListRows.Segment

  init(_ rows: ListRows.Segment) { self.rows = rows }

  func list(in columns: inout ColumnList) {
    columns.add("live", rows.live.bits)
    if !rows.labels.areEvenlySpaced {
      columns.add("labels", Column((0..<rows.labels.count).map { rows.labels[$0].rawValue }))
    }
  }

  /// - Throws: ``SegmentError/wrongColumn(_:)`` also if labels do not ascend.
  static func rows(_ columns: ColumnSource, count: Int) throws(SegmentError) -> ListRows.Segment {
    var labels = OrderLabels(evenlySpaced: count)
    if columns.has("labels") {
      let raw: Column<UInt64> = try columns.column("labels", count: count)
      try columns.check(zip(raw, raw.dropFirst()).allSatisfy { $0 <= $1 }, "labels")
      labels = OrderLabels(raw.map { OrderLabel(rawValue: $0) })
    }
    var rows = ListRows.Segment(labels: labels)
    if let live = try columns.bits("live", count: count) {
      var dead = BitColumn(count: count, repeating: true)
      dead.subtract(live)
      rows.live.remove(contentsOf: dead.rows)
    }
    return rows
  }
}

extension ListState {
  /// A list as it was written.
  ///
  /// - Parameters:
  ///   - rows: as ``StoredList/rows``.
  ///   - segments: the columns of each, as ``StoredList/columns(_:)``.
  /// - Throws: ``SegmentError``.
  init(
    _ rows: ColumnSource, segments: [ColumnSource], _ storage: ElementStorage<Element, ID>,
    _ reader: ElementReader<Element, ID>
  ) throws(SegmentError) {
    try rows.check(try rows.number("segmentCount") == segments.count, "segmentCount")
    var contents: [ListSegment<Element, ID>] = []
    for columns in segments { contents.append(try ListSegment(columns, storage, reader)) }
    self.init(contents, reader: reader)
    for (part, content) in contents.enumerated() {
      self.rows.segments[part] = try StoredRows.rows(rows.inside("\(part)"), count: content.count)
    }
    for bucket in bucketCounts.indices {
      bucketCounts[bucket] = zip(contents, self.rows.segments).reduce(0) { sum, part in
        let (starts, live) = (part.0.bucketStarts, part.1.live)
        return sum + live.rank(starts[bucket + 1]) - live.rank(starts[bucket])
      }
    }
  }
}
