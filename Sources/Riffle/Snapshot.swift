/// A list at one moment: a value that never changes, to be read from any thread.
///
/// It keeps all that it needs in memory, whatever becomes of the list, until it is given up.
public struct Snapshot<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  let content: ListContent<Element, ID>
  /// What is left of the list; `nil` for all.
  private(set) var within: ScopedRows?
  var state: ListState<Element, ID> { content.state }

  init(_ content: ListContent<Element, ID>, within: ScopedRows? = nil) {
    self.content = content
    self.within = within
  }

  /// The segments that the list consists of, but for its latest changes.
  package var segments: [Segment] { state.contents.map { $0.segment } }

  /// All that is kept in memory, the elements and their ids included.
  package var columns: [StoredColumn] { ColumnList(of: state).columns }

  /// Whether items are still to come that belong to the list already.
  package var isIncomplete: Bool { state.isIncomplete }

  /// How many items, live or not, lie in segments that are not mapped.
  package var rowsInMemory: Int { state.contents.reduce(0) { $0 + ($1.memory == nil ? $1.count : 0) } }

  /// The same list with its segments in other memory.
  /// - Parameter copy: gives a segment of the same items.
  package func withSegments<Failure: Error>(_ copy: (Segment) throws(Failure) -> Segment) throws(Failure) -> Self {
    Snapshot(ListContent(try state.withSegments(copy)), within: within)
  }

  /// Whether both are of one moment, and lie in the same memory.
  package func isSame(as other: Self) -> Bool { content === other.content }

  /// Counts the changes of the list: that of a later snapshot is greater if, and only if, the list has changed.
  public var generation: UInt64 { state.generation }

  /// Whether items may be missing, because a list that is kept is still being read, or because part of its index is damaged.
  public var isPartial: Bool { state.isPartial }

  /// Whether part of the index has been read that is not what was written.
  package var isDamaged: Bool { state.isDamaged }

  /// How many items the list has, searchable or not.
  public var count: Int { within?.count ?? state.count }

  /// Which ids the whole list has.
  /// - Complexity: O(`ids.count` · segments) on average.
  package func contains(_ ids: [ID]) -> [Bool] { state.contains(ids) }

  /// The element at a position of the whole list; `nil` if there is none there, or none in this part of the list.
  /// - Complexity: O(log² *n*) in the number of items, for each segment.
  public func element(at position: Int) -> Element? {
    guard position >= 0, let place = state.rows.window(of: state.rows.liveRows, offset: position, limit: 1).first,
      within?.contains(place) ?? true
    else { return nil }
    return state.element(place)
  }

  /// Where in the whole list the element with an id stands; `nil` if it is not in this part of the list.
  /// - Complexity: O(log *n*) on average, for each segment.
  public func position(of id: ID) -> Int? {
    place(of: id).map { state.rows.position(of: $0, among: state.rows.liveRows) }
  }

  /// The bucket of the element with an id, 0 in an order without buckets; `nil` if there is none.
  package func bucket(of id: ID) -> Int? { place(of: id).map { state.bucket($0) } }

  /// The same list, of which it is said that items may be missing.
  package var incomplete: Self {
    var state = state
    state.isIncomplete = true
    return Snapshot(ListContent(state), within: within)
  }

  /// How many rows of this part of the list come before the one with an id; `nil` if that is not in this part.
  package func rank(of id: ID) -> Int? {
    place(of: id).map { state.rows.position(of: $0, among: partRows) }
  }

  /// The rows of this part of the list, by part of the state.
  var partRows: [PartRows] { within?.rows.map { .chosen($0) } ?? state.rows.liveRows }

  /// This part of the list without some of its rows.
  /// - Parameter ranks: stretches of them, by how many rows of this part come before each row.
  /// - Complexity: O(*n* / 64), and O(log² *n*) for each stretch and segment.
  package func without(_ ranks: [Range<Int>]) -> Self {
    if ranks.isEmpty { return self }
    let rows = partRows
    var bits = rows.map(\.bits)
    for stretch in ranks {
      let first = state.rows.cuts(of: rows, before: stretch.lowerBound)
      let end = state.rows.cuts(of: rows, before: stretch.upperBound)
      for part in bits.indices { bits[part].remove(first[part]..<max(first[part], end[part])) }
    }
    return Snapshot(content, within: ScopedRows(bits.map { RankedBits($0) }, of: state))
  }

  /// The elements of a window of this part, in list order.
  package func elements(offset: Int, limit: Int) -> [Element] {
    state.elements(
      state.rows.window(of: partRows, offset: offset, limit: limit))
  }

  /// What matches in an element, if the query does.
  package func hit(of id: ID, _ request: SearchRequest) -> Hit<Element, ID>? {
    place(of: id).map { place in
      Hit(PlacedRow(place, state.rows.label(place)), text(of: place, request), in: content)
    }
  }

  /// What tells how an element matches a query, if it does.
  private func text(of place: ListRow, _ request: SearchRequest) -> HitText {
    state.text(ofPart: Int(place.part), wholeListAnswer(request), form: nil)
  }

  /// The element with an id; `nil` if it is not in this part of the list.
  /// - Complexity: O(1) on average, for each segment.
  public func element(withID id: ID) -> Element? { place(of: id).map { state.element($0) } }

  private func place(of id: ID) -> ListRow? {
    guard let place = state.place(of: id), within?.contains(place) ?? true else { return nil }
    return place
  }

  /// The part of the list that is in a scope. Positions are still those of the whole list.
  ///
  /// - Complexity: O(*n* / 64) for each part of the scope; queries then take as long as without.
  /// - Throws: ``ScopeError/unknownScope(_:known:)``.
  public func restricted(to scope: Scope) throws(ScopeError) -> Self {
    // `nil` only if cancelled.
    try restricted(to: scope, cancellation: nil) ?? self
  }

  /// The part of the list that is in a scope; see ``restricted(to:)``.
  ///
  /// - Parameter cancellation: looked for before each part of the scope and each segment.
  /// - Returns: `nil` if it was cancelled.
  /// - Throws: ``ScopeError/unknownScope(_:known:)``.
  package func restricted(to scope: Scope, cancellation: Cancellation?) throws(ScopeError) -> Self? {
    guard let rows = try ScopedRows(scope, of: state, within: within, cancellation) else { return nil }
    var restricted = self
    restricted.within = rows
    return restricted
  }

  /// The part of the list that meets a filter. Positions are still those of the whole list.
  ///
  /// The snapshot keeps the rows of the latest 8 filters, and each segment those of the latest 16.
  ///
  /// - Complexity: O(*n*) for each condition, and O(1) for one of the latest filters.
  /// - Throws: ``FilterError``.
  public func filtered(by filter: Filter) throws(FilterError) -> Self {
    // Without a cancellation the result is never `nil`.
    try filtered(by: filter, cancellation: nil) ?? self
  }

  /// The part of the list that meets a filter in text form; see ``Filter/init(_:)``.
  /// - Throws: ``FilterError``.
  public func filtered(by filter: String) throws(FilterError) -> Self { try filtered(by: Filter(filter)) }

  /// The part of the list that meets a filter; see ``filtered(by:)``.
  ///
  /// - Parameter cancellation: checked before each condition of each segment.
  /// - Returns: `nil` if cancelled.
  /// - Throws: ``FilterError``.
  package func filtered(by filter: Filter, cancellation: Cancellation?) throws(FilterError) -> Self? {
    if within == nil, let rows = content.filterCache[filter] { return Snapshot(content, within: rows) }
    guard let rows = try ScopedRows(filter, of: state, within: within, cancellation) else { return nil }
    if within == nil { content.filterCache.insert(rows, for: filter) }
    return Snapshot(content, within: rows)
  }

  /// The fields that items are filtered, counted and sorted by.
  public var fields: [FieldDefinition] { state.reader.fieldDefinitions }

  /// The values of an item in a field, empty if missing; `nil` if there is no such item or field.
  public func values(of field: String, id: ID) -> [FieldValue]? {
    guard let place = place(of: id), let number = fields.firstIndex(where: { $0.name == field }) else { return nil }
    let (part, row) = (Int(place.part), Int(place.row))
    let content =
      part == state.tailPart
      ? state.tail.entries[row].fields[number]
      : state.contents[part].fields.columns[number].content(row, fields[number])
    return content.values(fields[number].kind)
  }

  /// The fields that are too long to be found by all of their text.
  /// - Complexity: O(*t*) in their number, and the length of the tail.
  public var truncatedFields: [TruncatedField<ID>] { state.truncatedFields }

  /// What to jump by in the whole list; `nil` if its order has no buckets.
  /// - Complexity: O(buckets); in a scope, O(*n* / 64).
  public func jumplist(_ options: Jumplist.Options = Jumplist.Options()) -> Jumplist? {
    guard state.hasBuckets else { return nil }
    let counts = within.map { state.bucketCounts(of: $0.rows) } ?? state.bucketCounts
    return Jumplist(state.reader.order.labels, counts: counts, options)
  }

  /// What to jump by, in buckets that are not the list's own.
  ///
  /// - Parameter buckets: those of the whole list.
  /// - Complexity: O(log² *n*) for each bucket and segment; in a scope, O(*n* / 64) beside.
  /// - Throws: ``JumplistError/otherRowCount(buckets:list:)``.
  public func jumplist(
    _ options: Jumplist.Options = Jumplist.Options(), in buckets: JumplistBuckets
  ) throws(JumplistError) -> Jumplist {
    guard buckets.rowCount == state.count else {
      throw .otherRowCount(buckets: buckets.rowCount, list: state.count)
    }
    guard let within else { return buckets.jumplist(options) }
    let counts = state.bucketCounts(of: within.rows, counts: buckets.counts)
    return Jumplist(buckets.labels, counts: counts, options)
  }

  /// Why the item matches the query, and why it stands where it stands; `nil` if it does not match
  /// or there is no such item.
  public func explain(_ query: Query, id: ID) -> Explanation? { explain(SearchRequest(query), id: id) }

  /// Why the item matches what is searched for, whatever reach and window say; `nil` if it does not match or there is no
  /// such item.
  public func explain(_ request: SearchRequest, id: ID) -> Explanation? {
    place(of: id).flatMap { text(of: $0, request).explanation(Int($0.row)) }
  }
}
