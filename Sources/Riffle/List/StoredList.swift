/// A list as files store it at one moment.
package struct StoredList<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  private let state: ListState<Element, ID>

  /// - Parameter state: all of whose items are in segments.
  init(_ state: ListState<Element, ID>) { self.state = state }

  package var segments: [StoredSegment<Element, ID>] { state.contents.map { StoredSegment($0) } }

  /// Whether some of it is not what was written.
  package var isDamaged: Bool { state.isDamaged }

  /// The number of its items.
  package var count: Int { state.count }

  /// The columns of what changes about segments: which of their rows are live, and where these stand in the list.
  package var rows: [StoredColumn] {
    var columns = ColumnList()
    columns.add("segmentCount", number: state.contents.count)
    for (number, rows) in state.rows.segments.enumerated() {
      columns.add("\(number)", StoredRows(rows))
    }
    return columns.columns
  }
}

/// An immutable segment. Segments are equal only if they are identical, regardless of content.
package struct StoredSegment<Element: Sendable, ID: Hashable & Sendable>: Sendable, Hashable {
  let content: ListSegment<Element, ID>

  init(_ content: ListSegment<Element, ID>) { self.content = content }

  package var columns: [StoredColumn] { content.storedColumns }

  /// Whether this process has made it, so that it lies in no file that is mapped.
  package var isInMemory: Bool { content.memory == nil }

  package static func == (a: Self, b: Self) -> Bool { a.content === b.content }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(content)) }
}

/// The source of a stored segment.
package enum SegmentSource<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  /// ``StoredSegment/columns``.
  case columns(ColumnSource)
  /// A list at hand, of the same key, order, scopes and options.
  case segment(StoredSegment<Element, ID>)
}

/// The rows of a segment as a file stores them.
private struct StoredRows: ColumnPart {
  private let rows: ListRows.Segment

  init(_ rows: ListRows.Segment) { self.rows = rows }

  func list(in columns: inout ColumnList) {
    columns.add("live", rows.live.bits)
    if let first = rows.labels.evenlySpacedFrom {
      columns.add("firstLabel", Column([first.rawValue]))
    } else {
      columns.add("labels", Column((0..<rows.labels.count).map { rows.labels[$0].rawValue }))
    }
  }

  /// - Throws: ``SegmentError/wrongColumn(_:)`` also if labels do not ascend.
  static func rows(_ columns: ColumnSource, count: Int) throws(SegmentError) -> ListRows.Segment {
    var rows = ListRows.Segment(labels: try labels(columns, count: count))
    if let live = try columns.bits("live", count: count) {
      var dead = BitColumn(count: count, repeating: true)
      dead.subtract(live)
      rows.live.remove(contentsOf: dead.rows)
    }
    return rows
  }

  private static func labels(_ columns: ColumnSource, count: Int) throws(SegmentError) -> OrderLabels {
    guard columns.has("labels") else {
      let column: Column<UInt64> = try columns.column("firstLabel", count: 1)
      let first = OrderLabel(rawValue: column[0])
      try columns.check(OrderLabels.areThere(count, from: first), "firstLabel")
      return OrderLabels(evenlySpaced: count, from: first)
    }
    let raw: Column<UInt64> = try columns.column("labels", count: count)
    let areRight =
      zip(raw, raw.dropFirst()).allSatisfy { $0 <= $1 } && raw.last.map { $0 <= OrderLabel.greatest } ?? true
    try columns.check(areRight, "labels")
    return OrderLabels(raw.map { OrderLabel(rawValue: $0) })
  }
}

extension ListState {
  /// A list as it was written.
  ///
  /// - Parameters:
  ///   - rows: as ``StoredList/rows``.
  ///   - segments: where each comes from.
  /// - Throws: ``SegmentError``.
  init(
    _ rows: ColumnSource, segments: [SegmentSource<Element, ID>], _ storage: ElementStorage<Element, ID>,
    _ reader: ElementReader<Element, ID>
  ) throws(SegmentError) {
    try rows.check(try rows.number("segmentCount") == segments.count, "segmentCount")
    var contents: [ListSegment<Element, ID>] = []
    for source in segments {
      switch source {
      case .columns(let columns): contents.append(try ListSegment(columns, storage, reader))
      case .segment(let segment): contents.append(segment.content)
      }
    }
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
