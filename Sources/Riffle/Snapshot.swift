/// A list at one moment: a value that never changes, to be read from any thread.
public struct Snapshot<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  private let content: Content
  package var segment: Segment { content.segment }

  private final class Content: Sendable {
    let elements: [Element]
    let ids: IDTable<ID>
    let segment: Segment
    let buckets: JumplistBuckets?
    let truncatedFields: [TruncatedField<ID>]

    init(
      elements: [Element], ids: IDTable<ID>, segment: Segment, buckets: JumplistBuckets?,
      truncatedFields: [TruncatedField<ID>]
    ) {
      self.elements = elements
      self.ids = ids
      self.segment = segment
      self.buckets = buckets
      self.truncatedFields = truncatedFields
    }
  }

  init(
    elements: [Element], ids: IDTable<ID>, segment: Segment, buckets: JumplistBuckets?,
    truncated: [(row: Int, field: Field, bytes: Int)]
  ) {
    content = Content(
      elements: elements, ids: ids, segment: segment, buckets: buckets,
      truncatedFields: truncated.map { TruncatedField(id: ids[$0.row], field: $0.field, utf8Count: $0.bytes) })
  }

  /// All that is kept in memory, the elements and their ids included.
  package var columns: [StoredColumn] { StoredColumn.all(in: content) }

  /// How many items the list has, searchable or not.
  public var count: Int { content.elements.count }

  /// The fields that are too long to be found by all of their text.
  public var truncatedFields: [TruncatedField<ID>] { content.truncatedFields }

  /// What to jump by in the whole list; `nil` if it is not in the order of a ``ListAlphabet``.
  /// - Complexity: O(buckets).
  public func jumplist(_ options: Jumplist.Options = Jumplist.Options()) -> Jumplist? {
    content.buckets?.jumplist(options)
  }

  /// Searches for what someone typed.
  ///
  /// - Parameters:
  ///   - order: whether the best hits come first, or those that come first in the list.
  ///   - offset: how many of the first hits to leave out.
  ///   - limit: how many hits to give at most.
  ///   - totalLimit: how far to count hits outside the window.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, mode: QueryMode = .smart, order: HitOrder = .relevance, offset: Int = 0, limit: Int = .max,
    totalLimit: TotalLimit = .standard
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(try Query(text, mode: mode), order: order, offset: offset, limit: limit, totalLimit: totalLimit)
  }

  /// Searches for a query made before.
  public func search(
    _ query: Query, order: HitOrder = .relevance, offset: Int = 0, limit: Int = .max,
    totalLimit: TotalLimit = .standard
  ) -> SearchResults<Element, ID> {
    let windowEnd = max(0, offset).addingClamped(max(0, limit))
    let (answer, text) = answer(
      query, order: order, keeping: windowEnd, windowEnd: windowEnd, totalLimit: totalLimit, memory: nil)
    return results(answer, text, offset: max(0, offset), limit: max(0, limit), totalLimit: totalLimit)
  }

  /// The best rows up to the end of a window, and what tells their highlights.
  func answer(
    _ query: Query, order: HitOrder, keeping capacity: Int, windowEnd: Int, totalLimit: TotalLimit,
    memory: SearchMemory?
  ) -> (SegmentSearch.Answer, HitText) {
    let prepared = PreparedQuery(query, analyzer: segment.analyzer)
    let answer = SegmentSearch(segment, prepared, memory: memory).answer(
      keeping: capacity, windowEnd: windowEnd, totalLimit: totalLimit, order: order)
    return (answer, HitText(segment: segment, query: prepared, examiner: answer.examiner))
  }

  func results(
    _ answer: SegmentSearch.Answer, _ text: HitText, offset: Int, limit: Int, totalLimit: TotalLimit
  ) -> SearchResults<Element, ID> {
    let isComplete = answer.isWholeList || answer.hits != nil
    let counted = isComplete ? Int.max : totalLimit.count(windowEnd: offset.addingClamped(limit))
    return SearchResults(
      hits: SegmentSearch(segment, text.query).window(of: answer, offset, limit).map { row in
        Hit(
          id: content.ids[Int(row.row)], element: content.elements[Int(row.row)], position: Int(row.row),
          score: row.score, text: text)
      },
      total: min(answer.total, counted), isTotalExact: answer.isTotalExact && answer.total <= counted,
      view: answer.isWholeList ? .wholeList : answer.hits.map { .filtered($0) } ?? .ranked, buckets: content.buckets)
  }

  /// Why the item matches the query, and why it stands where it stands; `nil` if it does not match
  /// or there is no such item.
  public func explain(_ query: Query, id: ID) -> Explanation? {
    guard let row = content.ids.row(of: id) else { return nil }
    let text = HitText(segment: segment, query: PreparedQuery(query, analyzer: segment.analyzer))
    return text.explanation(row)
  }
}

/// A field longer than what is indexed of it.
public struct TruncatedField<ID: Hashable & Sendable>: Sendable, Hashable {
  public let id: ID
  public let field: Field
  /// Length of the whole field in UTF-8; its first 64 KiB are indexed.
  public let utf8Count: Int
}
