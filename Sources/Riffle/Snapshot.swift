/// A list at one moment: a value that never changes, to be read from any thread.
public struct Snapshot<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  private let content: Content
  /// The rows that are left of the list, and those of them that may be hits; `nil` for all.
  private var within: (rows: BitColumn, searchable: BitColumn)?
  package var segment: Segment { content.segment }

  private final class Content: Sendable {
    let elements: [Element]
    let ids: IDTable<ID>
    let segment: Segment
    let buckets: JumplistBuckets?
    let scopes: ScopeColumns
    let truncatedFields: [TruncatedField<ID>]

    init(
      elements: [Element], ids: IDTable<ID>, segment: Segment, buckets: JumplistBuckets?, scopes: ScopeColumns,
      truncatedFields: [TruncatedField<ID>]
    ) {
      self.elements = elements
      self.ids = ids
      self.segment = segment
      self.buckets = buckets
      self.scopes = scopes
      self.truncatedFields = truncatedFields
    }
  }

  init(
    elements: [Element], ids: IDTable<ID>, segment: Segment, buckets: JumplistBuckets?, scopes: ScopeColumns,
    truncated: [(row: Int, field: Field, bytes: Int)]
  ) {
    content = Content(
      elements: elements, ids: ids, segment: segment, buckets: buckets, scopes: scopes,
      truncatedFields: truncated.map { TruncatedField(id: ids[$0.row], field: $0.field, utf8Count: $0.bytes) })
  }

  /// All that is kept in memory, the elements and their ids included.
  package var columns: [StoredColumn] { StoredColumn.all(in: content) }

  /// How many items the list has, searchable or not.
  public var count: Int { within?.rows.setCount ?? content.elements.count }

  /// The element at a position of the whole list; `nil` if there is none there, or none in this part of the list.
  /// - Complexity: O(1).
  public func element(at position: Int) -> Element? {
    guard content.elements.indices.contains(position), within?.rows[position] ?? true else { return nil }
    return element(position)
  }

  /// Where in the whole list the element with an id stands; `nil` if it is not in this part of the list.
  /// - Complexity: O(1) on average.
  public func position(of id: ID) -> Int? {
    guard let row = content.ids.row(of: id), within?.rows[row] ?? true else { return nil }
    return row
  }

  /// The part of the list that is in a scope. Positions are still those of the whole list.
  ///
  /// - Complexity: O(*n* / 64) for each part of the scope; queries then take as long as without.
  /// - Throws: ``ScopeError/unknownScope(_:known:)``.
  public func restricted(to scope: Scope) throws(ScopeError) -> Self {
    var rows = try content.scopes.rows(scope)
    if let within { rows.formIntersection(within.rows) }
    var searchable = rows
    if let column = segment.searchable { searchable.formIntersection(column) }
    var restricted = self
    restricted.within = (rows, searchable)
    return restricted
  }

  /// The fields that are too long to be found by all of their text.
  public var truncatedFields: [TruncatedField<ID>] { content.truncatedFields }

  /// What to jump by in the whole list; `nil` if it is not in the order of a ``ListAlphabet``.
  /// - Complexity: O(buckets).
  public func jumplist(_ options: Jumplist.Options = Jumplist.Options()) -> Jumplist? {
    guard let rows = within?.rows else { return content.buckets?.jumplist(options) }
    return content.buckets?.jumplist(options, of: rows)
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
    let answer = SegmentSearch(segment, prepared, within: within?.searchable, memory: memory).answer(
      keeping: capacity, windowEnd: windowEnd, totalLimit: totalLimit, order: order)
    return (answer, HitText(segment: segment, query: prepared, examiner: answer.examiner))
  }

  func results(
    _ answer: SegmentSearch.Answer, _ text: HitText, offset: Int, limit: Int, totalLimit: TotalLimit
  ) -> SearchResults<Element, ID> {
    let answer = part(of: answer)
    let counted = answer.isInListOrder ? Int.max : totalLimit.count(windowEnd: offset.addingClamped(limit))
    let view: SearchResults<Element, ID>.View =
      if let hits = answer.hits {
        answer.isFilter ? .filtered(hits) : .part(hits)
      } else {
        answer.isWholeList ? .wholeList : .ranked
      }
    return SearchResults(
      hits: SegmentSearch(segment, text.query).window(of: answer, offset, limit).map { hit($0, text) },
      total: min(answer.total, counted), isTotalExact: answer.isTotalExact && answer.total <= counted,
      view: view, buckets: content.buckets)
  }

  /// The answer to a query without terms is as much of the list as is left.
  func part(of answer: SegmentSearch.Answer) -> SegmentSearch.Answer {
    guard answer.isWholeList, let rows = within?.rows else { return answer }
    return SegmentSearch.Answer(wholeListWithin: rows)
  }

  func hit(_ row: RankedRow, _ text: HitText) -> Hit<Element, ID> {
    Hit(
      id: content.ids[Int(row.row)], element: element(Int(row.row)), position: Int(row.row), score: row.score,
      text: text)
  }

  func element(_ row: Int) -> Element { content.elements[row] }

  /// Why the item matches the query, and why it stands where it stands; `nil` if it does not match
  /// or there is no such item.
  public func explain(_ query: Query, id: ID) -> Explanation? {
    guard let row = position(of: id) else { return nil }
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
