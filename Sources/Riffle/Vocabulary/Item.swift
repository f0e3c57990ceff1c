/// A ready-made element for ``SearchIndex``, for lists that have no type of their own.
public struct Item<ID: Hashable & Sendable>: Sendable, Identifiable, Hashable {
  public var id: ID
  /// What people see.
  public var title: String
  /// More words to find the item by, never shown.
  public var searchText: String
  /// How the title is pronounced or sorted, where it does not say so itself.
  public var reading: String
  /// Puts an item before its equals; higher comes first.
  public var weight: UInt16
  /// `false` keeps the item out of every answer, except to a query without terms.
  public var isSearchable: Bool
  /// The scopes that the item is in, by name, in lists whose scopes are kept with the items.
  public var scopes: Set<String>
  /// The values of fields by name, in lists that keep fields with the items. Only a field of several keywords has more than one.
  public var fields: [String: [FieldValue]]
  /// Whatever the caller wants to find again with the item.
  public var payload: [UInt8]

  public init(
    id: ID,
    title: String,
    searchText: String = "",
    reading: String = "",
    weight: UInt16 = 0,
    isSearchable: Bool = true,
    scopes: Set<String> = [],
    fields: [String: [FieldValue]] = [:],
    payload: [UInt8] = []
  ) {
    self.id = id
    self.title = title
    self.searchText = searchText
    self.reading = reading
    self.weight = weight
    self.isSearchable = isSearchable
    self.scopes = scopes
    self.fields = fields
    self.payload = payload
  }
}
