/// A list at one moment: a value that never changes, to be read from any thread.
public struct Snapshot<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  init() {}

  /// How many items the list has, searchable or not.
  public var count: Int { 0 }

  /// Searches for what someone typed.
  ///
  /// - Parameters:
  ///   - offset: how many of the first hits to leave out.
  ///   - limit: how many hits to give at most.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, mode: QueryMode = .smart, offset: Int = 0, limit: Int = .max
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(try Query(text, mode: mode), offset: offset, limit: limit)
  }

  /// Searches for a query made before.
  public func search(_ query: Query, offset: Int = 0, limit: Int = .max) -> SearchResults<Element, ID> {
    SearchResults()
  }

  /// Why the item matches the query, and why it stands where it stands; `nil` if it does not match
  /// or there is no such item.
  public func explain(_ query: Query, id: ID) -> Explanation? { nil }
}
