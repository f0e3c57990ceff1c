/// A list that answers queries as they are typed.
///
///     let index = try SearchIndex(cities, id: \.id, title: \.name, searchText: \.aliases)
///     for hit in try index.search("gotebrg", limit: 10) {
///       print(hit.element.name, hit.highlights(in: .title))
///     }
///
/// List order is the order in which the elements came.
public final class SearchIndex<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  private let current: Snapshot<Element, ID>

  /// Indexes `elements`.
  ///
  /// - Parameters:
  ///   - id: tells elements apart; no two may share one.
  ///   - weight: puts an element before its equals; higher comes first.
  ///   - isSearchable: `false` keeps an element out of every answer, except to a query without terms.
  /// - Complexity: O(*n*) in the length of the text, and O(*w* log *w*) in the number of distinct words.
  /// - Throws: ``IndexError``.
  public init(
    _ elements: some Sequence<Element>,
    id: (Element) -> ID,
    title: (Element) -> String,
    searchText: ((Element) -> String)? = nil,
    reading: ((Element) -> String)? = nil,
    weight: ((Element) -> UInt16)? = nil,
    isSearchable: ((Element) -> Bool)? = nil,
    options: IndexOptions = IndexOptions()
  ) throws(IndexError) {
    var builder = SegmentBuilder(options: options)
    var kept: [Element] = []
    kept.reserveCapacity(elements.underestimatedCount)
    var ids = IDTable<ID>(minimumCapacity: elements.underestimatedCount)
    for element in elements {
      let id = id(element)
      if let earlier = ids.append(id) {
        throw .duplicateID(id: "\(id)", firstOffset: earlier, secondOffset: builder.count)
      }
      try builder.append(
        title: title(element), reading: reading?(element) ?? "", searchText: searchText?(element) ?? "",
        weight: weight?(element) ?? 0, isSearchable: isSearchable?(element) ?? true)
      kept.append(element)
    }
    let truncated = builder.truncatedFields
    current = Snapshot(elements: kept, ids: ids, segment: builder.finish(), truncated: truncated)
  }

  /// The list as it is now. A snapshot never changes.
  /// - Complexity: O(1).
  public func snapshot() -> Snapshot<Element, ID> { current }

  /// Searches the list as it is now; see ``Snapshot/search(_:mode:offset:limit:totalLimit:)``.
  public func search(
    _ text: String, mode: QueryMode = .smart, offset: Int = 0, limit: Int = .max, totalLimit: TotalLimit = .standard
  ) throws(QueryError) -> SearchResults<Element, ID> {
    try current.search(text, mode: mode, offset: offset, limit: limit, totalLimit: totalLimit)
  }
}

extension SearchIndex where Element == Item<ID> {
  /// Indexes items.
  /// - Throws: ``IndexError``.
  public convenience init(_ items: some Sequence<Item<ID>>, options: IndexOptions = IndexOptions()) throws(IndexError) {
    try self.init(
      items, id: \.id, title: \.title, searchText: \.searchText, reading: \.reading, weight: \.weight,
      isSearchable: \.isSearchable, options: options)
  }
}
