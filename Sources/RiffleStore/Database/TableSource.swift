/// The part of a table that is a list: the columns and expressions for the fields of an item.
///
/// Expressions are SQL over the columns of one row, such as `alias || ', ' || city`. `NULL` counts as empty, as 0, and, for
/// ``isSearchable``, as true. Subqueries are refused, because changes of the rows that they read would not be noted. Functions
/// that vary by themselves, such as `date()`, keep their value from the time when the row was last written.
public struct TableSource: Sendable, Hashable, Codable {
  /// The name of a table of the database's main schema: no view, and no table of an attached database.
  public var table: String
  /// A column with a unique integer or text in each row, because it is the primary key or has a unique index.
  public var id: String
  /// An expression.
  public var title: String
  /// An expression; `nil` if items have none.
  public var searchText: String?
  /// An expression; `nil` if items have none.
  public var reading: String?
  /// An expression; values above 65,535 count as that and values below 0 as 0. `nil` if all weights are 0.
  public var weight: String?
  /// An expression; `nil` if all items are searchable.
  public var isSearchable: String?
  /// The columns that the rows are ordered by. None may be `NULL`; equal rows are in the order of arrival. An index that begins
  /// with these columns keeps changes fast.
  public var order: [String]
  /// The conditions of scopes, by name.
  public var scopes: [String: String]
  /// An expression for ``StoreItem/section``, as read by ``ListStore/items(_:)``; `nil` if items have none.
  public var section: String?
  /// An expression for ``StoreItem/position``, as read by ``ListStore/items(_:)``; `nil` if items have none.
  public var position: String?
  /// An expression for ``StoreItem/payload``, as read by ``ListStore/items(_:)``; `nil` if items have none.
  public var payload: String?

  public init(
    table: String, id: String, title: String, searchText: String? = nil, reading: String? = nil, weight: String? = nil,
    isSearchable: String? = nil, order: [String] = [], scopes: [String: String] = [:], section: String? = nil,
    position: String? = nil, payload: String? = nil
  ) {
    (self.table, self.id, self.title, self.searchText) = (table, id, title, searchText)
    (self.reading, self.weight, self.isSearchable) = (reading, weight, isSearchable)
    (self.order, self.scopes, self.section) = (order, scopes, section)
    (self.position, self.payload) = (position, payload)
  }

  /// All parts that are SQL expressions.
  package var expressions: [String] {
    [title] + [searchText, reading, weight, isSearchable, section, position, payload].compactMap(\.self)
      + scopes.sorted { $0.key < $1.key }.map(\.value)
  }
}
