/// A list that answers queries as they are typed.
///
///     let index = try SearchIndex(cities, id: \.id, title: \.name, searchText: \.aliases)
///     for hit in try index.search("gotebrg", limit: 10) {
///       print(hit.element.name, hit.highlights(in: .title))
///     }
///
/// List order is the order in which the elements came, or that of a ``ListAlphabet``.
public final class SearchIndex<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  private let current: Snapshot<Element, ID>

  /// Indexes `elements`.
  ///
  /// - Parameters:
  ///   - id: tells elements apart; no two may share one.
  ///   - weight: puts an element before its equals; higher comes first.
  ///   - isSearchable: `false` keeps an element out of every answer, except to a query without terms.
  ///   - scopes: conditions by name, for ``Snapshot/restricted(to:)``; each is asked once of every element.
  ///   - threadCount: how many threads to use at most, the caller's included; `nil` for as many as there are
  ///     processors, but no more than 4. What is asked of elements is asked on the caller's. The index is the same
  ///     whatever the number, and a short list is left to one thread.
  /// - Complexity: O(*n*) in the length of the text, which is read once. Beside the elements, building takes up to 1.4
  ///   times the memory that the index has in the end, or 1.6 times with several threads (measured with a million titles
  ///   of 21 bytes).
  /// - Throws: ``IndexError``.
  // Inlinable, because what it asks of every element would otherwise cost more than reading the title.
  @inlinable
  public convenience init(
    _ elements: some Sequence<Element>,
    id: (Element) -> ID,
    title: (Element) -> String,
    searchText: ((Element) -> String)? = nil,
    reading: ((Element) -> String)? = nil,
    weight: ((Element) -> UInt16)? = nil,
    isSearchable: ((Element) -> Bool)? = nil,
    scopes: [String: (Element) -> Bool] = [:],
    options: IndexOptions = IndexOptions(),
    threadCount: Int? = nil
  ) throws(IndexError) {
    let expectedCount = elements.underestimatedCount
    var builder = SegmentBuilder(options: options, expectedCount: expectedCount, threadCount: threadCount)
    var kept: [Element] = []
    var ids: [ID] = []
    kept.reserveCapacity(expectedCount)
    ids.reserveCapacity(expectedCount)
    for element in elements {
      try builder.append(
        title: title(element), reading: reading?(element) ?? "", searchText: searchText?(element) ?? "",
        weight: weight?(element) ?? 0, isSearchable: isSearchable?(element) ?? true)
      ids.append(id(element))
      kept.append(element)
    }
    try self.init(kept: kept, ids: ids, scopes: scopes, builder)
  }

  /// Indexes `elements` in alphabetical order: by their readings where they have any, otherwise by their titles; equal
  /// ones as they come. Such a list has a ``Snapshot/jumplist(_:)``.
  ///
  /// - Parameters:
  ///   - alphabet: the order, and the buckets that the list falls into.
  ///   - id: tells elements apart; no two may share one.
  ///   - weight: puts an element before its equals; higher comes first.
  ///   - isSearchable: `false` keeps an element out of every answer, except to a query without terms.
  ///   - scopes: conditions by name, for ``Snapshot/restricted(to:)``; each is asked once of every element.
  /// - Complexity: O(*n* log *n*), beside some 2 µs for each element's place in the alphabet.
  /// - Throws: ``IndexError``.
  public convenience init(
    _ elements: some Sequence<Element>,
    in alphabet: ListAlphabet,
    id: (Element) -> ID,
    title: (Element) -> String,
    searchText: ((Element) -> String)? = nil,
    reading: ((Element) -> String)? = nil,
    weight: ((Element) -> UInt16)? = nil,
    isSearchable: ((Element) -> Bool)? = nil,
    scopes: [String: (Element) -> Bool] = [:],
    options: IndexOptions = IndexOptions(),
    threadCount: Int? = nil
  ) throws(IndexError) {
    let given = Array(elements)
    let (order, starts) = alphabet.order(
      of: given.map { element in
        let reading = reading?(element) ?? ""
        return reading.isEmpty ? title(element) : reading
      })
    var builder = SegmentBuilder(options: options, expectedCount: given.count, threadCount: threadCount)
    for place in order {
      let element = given[place]
      try builder.append(
        title: title(element), reading: reading?(element) ?? "", searchText: searchText?(element) ?? "",
        weight: weight?(element) ?? 0, isSearchable: isSearchable?(element) ?? true)
    }
    let kept = order.map { given[$0] }
    let buckets = JumplistBuckets(alphabet.buckets.labels, starts: starts)
    try self.init(kept: kept, ids: kept.map(id), scopes: scopes, buckets: buckets, builder)
  }

  @usableFromInline
  init(
    kept: consuming [Element], ids: consuming [ID], scopes: [String: (Element) -> Bool],
    buckets: JumplistBuckets? = nil, _ builder: consuming SegmentBuilder
  ) throws(IndexError) {
    let truncated = builder.truncatedFields
    let fittedIDs = ids.fitted()
    let (segment, table) = try builder.finish { () throws(IndexError) in try IDTable(fittedIDs) }
    let elements = kept.fitted()
    current = Snapshot(
      elements: elements, ids: table, segment: segment, buckets: buckets, scopes: ScopeColumns(scopes, of: elements),
      truncated: truncated)
    releaseFreeMemory()
  }

  /// The list as it is now. A snapshot never changes.
  /// - Complexity: O(1).
  public func snapshot() -> Snapshot<Element, ID> { current }

  /// Searches the list as it is now; see ``Snapshot/search(_:mode:offset:limit:totalLimit:)``.
  public func search(
    _ text: String, mode: QueryMode = .smart, order: HitOrder = .relevance, offset: Int = 0, limit: Int = .max,
    totalLimit: TotalLimit = .standard
  ) throws(QueryError) -> SearchResults<Element, ID> {
    try current.search(text, mode: mode, order: order, offset: offset, limit: limit, totalLimit: totalLimit)
  }
}

extension SearchIndex where Element == Item<ID> {
  /// Indexes items.
  /// - Parameter threadCount: how many threads to use at most, the caller's included; `nil` leaves it to the index.
  /// - Throws: ``IndexError``.
  public convenience init(
    _ items: some Sequence<Item<ID>>, options: IndexOptions = IndexOptions(), threadCount: Int? = nil
  ) throws(IndexError) {
    try self.init(
      items, id: \.id, title: \.title, searchText: \.searchText, reading: \.reading, weight: \.weight,
      isSearchable: \.isSearchable, options: options, threadCount: threadCount)
  }
}
