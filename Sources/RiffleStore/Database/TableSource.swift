public import Riffle

/// The part of a table that is a list: the columns and expressions for the fields of an item.
///
/// Expressions are SQL over the columns of one row, such as `alias || ', ' || city`. `NULL` counts as empty, as 0, and, for
/// ``isSearchable``, as true. Subqueries are refused, because changes of the rows that they read would not be noted. Functions
/// that vary by themselves, such as `date()`, keep their value from the time when the row was last written.
public struct TableSource: Sendable, Hashable {
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
  /// The fields that items are filtered, counted and sorted by.
  public var fields: [TableField] {
    get { storedFields ?? [] }
    set { storedFields = newValue.isEmpty ? nil : newValue }
  }
  /// Whether the fields contain ``OrderFields``, or the id orders equal rows; `nil` if not.
  package private(set) var hasOrderFields: Bool?
  /// `nil` without fields, as in definitions that are stored by versions before fields.
  private var storedFields: [TableField]?

  public init(
    table: String, id: String, title: String, searchText: String? = nil, reading: String? = nil, weight: String? = nil,
    isSearchable: String? = nil, order: [String] = [], scopes: [String: String] = [:], section: String? = nil,
    position: String? = nil, payload: String? = nil, fields: [TableField] = []
  ) {
    (self.table, self.id, self.title, self.searchText) = (table, id, title, searchText)
    (self.reading, self.weight, self.isSearchable) = (reading, weight, isSearchable)
    (self.order, self.scopes, self.section) = (order, scopes, section)
    (self.position, self.payload) = (position, payload)
    self.fields = fields
  }

  mutating func markTotalOrder() { hasOrderFields = true }

  /// All parts that are SQL expressions.
  package var expressions: [String] {
    [title] + [searchText, reading, weight, isSearchable, section, position, payload].compactMap(\.self)
      + scopes.sorted { $0.key < $1.key }.map(\.value) + fields.map(\.expression)
  }
}

extension TableSource: Codable {
  private enum CodingKeys: String, CodingKey {
    case table, id, title, searchText, reading, weight, isSearchable, order, scopes, section, position, payload
    case hasOrderFields
    case storedFields = "fields"
  }
}

/// A field of a table's rows, and the SQL expression for its values.
///
/// `NULL` is a missing value, and so is a value that the field cannot hold.
///
/// | field | values of SQLite |
/// |---|---|
/// | keyword | any value, as text; for several values, a JSON array |
/// | integer | an integer, a real number without a fraction, or a text of an integer |
/// | real | a number, or a text of one |
/// | time | a text in ISO 8601, or a number of seconds since 1970 |
/// | boolean | a number, 0 for false; or the text `true` or `false` |
public struct TableField: Sendable, Hashable, Codable {
  public var definition: FieldDefinition
  /// An expression over the columns of a row.
  public var expression: String

  public init(_ definition: FieldDefinition, _ expression: String) {
    (self.definition, self.expression) = (definition, expression)
  }
}
