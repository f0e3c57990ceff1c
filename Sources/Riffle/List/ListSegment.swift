/// A segment with the elements it was made of, in list order.
final class ListSegment<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  let segment: Segment
  let shortAnswers: ShortAnswers
  /// The same in all segments that have these rows, wherever their columns lie and whatever their elements are made into.
  let identity: SegmentIdentity
  let elements: ElementColumn<Element>
  let ids: IDTable<ID>
  let scopes: ScopeColumns
  let fields: FieldColumns
  /// The rows that meet the latest filters, live or not.
  let filterCache = FilterCache<FilterRows>(capacity: 16)
  /// The row where each bucket begins, and at last the number of rows; empty in an order without buckets.
  let bucketStarts: [Int]
  /// The fields that are longer than what is indexed of them.
  let truncated: [(row: Int, field: Field, bytes: Int)]
  /// What the columns lie in, if that can be damaged.
  let memory: BlockMemory?

  var count: Int { elements.count }

  /// Whether part of it has been read that is not what was written.
  var isDamaged: Bool { memory?.isDamaged ?? false }

  /// Reads all of it that has not been read yet.
  /// - Returns: whether all of it is what was written; `false` also if it was cancelled.
  /// - Complexity: O(*n*) in its bytes.
  func isSoundThroughout(isCancelled: () -> Bool) -> Bool {
    guard let memory else { return true }
    let stretch = 64 * BlockMemory.blockSize
    for start in stride(from: 0, to: memory.byteCount, by: stretch) {
      if isCancelled() || !memory.isSound(at: start, byteCount: min(stretch, memory.byteCount - start)) { return false }
    }
    return true
  }

  init(
    segment: Segment, elements: ElementColumn<Element>, ids: IDTable<ID>, scopes: ScopeColumns, fields: FieldColumns,
    bucketStarts: [Int], truncated: [(row: Int, field: Field, bytes: Int)], memory: BlockMemory? = nil,
    identity: SegmentIdentity = SegmentIdentity(), shortAnswers: ShortAnswers = ShortAnswers()
  ) {
    self.segment = segment
    self.shortAnswers = shortAnswers
    self.identity = identity
    self.elements = elements
    self.ids = ids
    self.scopes = scopes
    self.fields = fields
    self.bucketStarts = bucketStarts
    self.truncated = truncated
    self.memory = memory
  }

  /// - Parameter copy: gives a segment of the same items.
  func withSegment<Failure: Error>(_ copy: (Segment) throws(Failure) -> Segment) throws(Failure) -> ListSegment {
    ListSegment(
      segment: try copy(segment), elements: elements, ids: ids, scopes: scopes, fields: fields,
      bucketStarts: bucketStarts, truncated: truncated, memory: memory, identity: identity)
  }

  /// The bucket of a row; 0 in an order without buckets.
  func bucket(_ row: Int) -> Int { max(0, bucketStarts.partitioningIndex { $0 > row } - 1) }
}

/// Stands for the rows of a segment.
final class SegmentIdentity: Sendable {}

extension ListSegment: ColumnPart {
  func list(in columns: inout ColumnList) {
    columns.add("segment", segment)
    elements.list(in: &columns)
    columns.add("ids", ids)
    columns.add("scopes", scopes)
    columns.add("fields", fields)
    columns.add("bucketStarts", inMemory: bucketStarts)
  }
}
