#if Store
  internal import GRDB
  package import Riffle
  package import RiffleStore

  /// The table of a store, as any program reads it.
  package struct StoredTable {
    /// In list order, but for an alphabet: then as they have come.
    package let items: [StoreItem]
    package let path: String
    private let settings: StoreSettings

    package init(_ path: String, _ settings: StoreSettings) throws {
      self.path = path
      self.settings = settings
      let order = settings.arrangement == .sections ? "section, position, number" : "number"
      let scopes = settings.scopes.sorted { $0.key < $1.key }
      let conditions = scopes.map { ", (\($0.value)) <> 0 AS \"scope \($0.key)\"" }.joined()
      let queue = try otherProgram(path)
      items = try queue.read { db in
        try Row.fetchAll(db, sql: "SELECT *\(conditions) FROM items ORDER BY \(order)").map { row in
          let id: DatabaseValue = row["id"]
          return StoreItem(
            id: Int64.fromDatabaseValue(id).map { .integer($0) } ?? .text(row["id"]), title: row["title"],
            searchText: row["search_text"], reading: row["reading"], weight: row["weight"],
            isSearchable: row["searchable"],
            scopes: Set(scopes.map(\.key).filter { row["scope \($0)"] ?? false }), section: row["section"],
            position: row["position"], payload: StoredTable.payload(row["payload"]))
        }
      }
      try queue.close()
    }

    private static func payload(_ value: DatabaseValue) -> StorePayload? {
      switch value.storage {
      case .null: nil
      case .blob(let data): .bytes(Array(data))
      default: String.fromDatabaseValue(value).map { .json($0) }
      }
    }

    /// All of it, indexed at once.
    package func index() throws -> SearchIndex<Item<ItemID>, ItemID> { try settings.index(items) }
  }

  extension StoreSettings {
    /// What a list of these items has to be.
    package func index(_ items: [StoreItem]) throws -> SearchIndex<Item<ItemID>, ItemID> {
      var order = ListOrder<Item<ItemID>>.manual
      if case .alphabet(let locales) = arrangement { order = .alphabet(try ListAlphabet(locales: locales)) }
      var conditions: [String: @Sendable (Item<ItemID>) -> Bool] = [:]
      for name in scopes.keys { conditions[name] = { $0.scopes.contains(name) } }
      return try SearchIndex(
        storable: items.map(\.indexed), key: SipHash(first: 1, second: 2), order: order, scopes: conditions,
        options: options)
    }
  }

  extension StoreItem {
    /// What an index has of it.
    package var indexed: Item<ItemID> {
      Item(
        id: id, title: title, searchText: searchText, reading: reading, weight: weight, isSearchable: isSearchable,
        scopes: scopes)
    }
  }
#endif
