/// What of a table is a list: the columns and expressions that give what Riffle knows of an item.
///
/// Expressions are SQL over the columns of one row, such as `alias || ', ' || city`. `NULL` counts as empty, as 0, and, for
/// ``isSearchable``, as true. Subqueries are refused, because changes of the rows that they read would not be noted; functions whose
/// value changes by itself, as that of `date()` does, give what they gave when the row was last written to.
public struct TableSource: Sendable, Hashable, Codable {
  /// Of the main schema of the database: no view, and no table of an attached database.
  public var table: String
  /// A column that has another whole number or text in each row, because it is the primary key or has a unique index.
  public var id: String
  /// An expression.
  public var title: String
  /// An expression; `nil` if items have none.
  public var searchText: String?
  /// An expression; `nil` if items have none.
  public var reading: String?
  /// An expression, of which more than 65,535 counts as that and less than 0 as 0; `nil` if all weigh 0.
  public var weight: String?
  /// An expression; `nil` if all are.
  public var isSearchable: String?
  /// The columns that the rows are ordered by, none of which may be `NULL`; equal rows stand in the order in which they have
  /// come. An index that begins with these columns keeps changes quick.
  public var order: [String]
  /// Conditions by the names of scopes.
  public var scopes: [String: String]
  /// An expression that gives what ``ListStore/items(_:)`` has as ``StoreItem/section``; `nil` if items have none.
  public var section: String?
  /// An expression that gives what ``ListStore/items(_:)`` has as ``StoreItem/position``; `nil` if items have none.
  public var position: String?
  /// An expression that gives what ``ListStore/items(_:)`` has as ``StoreItem/payload``; `nil` if items have none.
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

  /// All that are SQL.
  package var expressions: [String] {
    [title] + [searchText, reading, weight, isSearchable, section, position, payload].compactMap(\.self)
      + scopes.sorted { $0.key < $1.key }.map(\.value)
  }
}
