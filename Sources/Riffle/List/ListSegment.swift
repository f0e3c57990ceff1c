/// A segment with the elements it was made of, in list order.
final class ListSegment<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  let segment: Segment
  let elements: [Element]
  let ids: IDTable<ID>
  let scopes: ScopeColumns
  /// The row where each bucket begins, and at last the number of rows; empty in an order without buckets.
  let bucketStarts: [Int]
  /// The fields that are longer than what is indexed of them.
  let truncated: [(row: Int, field: Field, bytes: Int)]

  var count: Int { elements.count }

  init(
    segment: Segment, elements: [Element], ids: IDTable<ID>, scopes: ScopeColumns, bucketStarts: [Int],
    truncated: [(row: Int, field: Field, bytes: Int)]
  ) {
    self.segment = segment
    self.elements = elements
    self.ids = ids
    self.scopes = scopes
    self.bucketStarts = bucketStarts
    self.truncated = truncated
  }

  /// The bucket of a row; 0 in an order without buckets.
  func bucket(_ row: Int) -> Int { max(0, bucketStarts.partitioningIndex { $0 > row } - 1) }
}

/// A segment as it belongs to one generation of a list.
struct SegmentView<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  let content: ListSegment<Element, ID>
  var live: LiveRows
  var labels: OrderLabels

  var segment: Segment { content.segment }

  init(_ content: ListSegment<Element, ID>, labels: OrderLabels) {
    self.content = content
    self.labels = labels
    live = LiveRows(rowCount: content.count)
  }

  /// The row of a live element.
  func row(of id: ID) -> Int? {
    guard let row = content.ids.row(of: id), live.contains(row) else { return nil }
    return row
  }
}
