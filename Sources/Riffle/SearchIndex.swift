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
  /// - Complexity: O(*n*) in the length of the text.
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
    current = Snapshot()
  }

  /// The list as it is now. A snapshot never changes.
  /// - Complexity: O(1).
  public func snapshot() -> Snapshot<Element, ID> { current }

  /// Searches the list as it is now; see ``Snapshot/search(_:mode:offset:limit:)``.
  public func search(
    _ text: String, mode: QueryMode = .smart, offset: Int = 0, limit: Int = .max
  ) throws(QueryError) -> SearchResults<Element, ID> {
    try current.search(text, mode: mode, offset: offset, limit: limit)
  }
}
