#if Store
  import Foundation
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
      // GRDB's texts end at a NUL.
      let keywords: [String] = settings.fields.filter { $0.kind == .keyword && !$0.hasSeveralValues }.map { field in
        let name = field.name.replacing("\"", with: "\"\"")
        return ", CAST(\"field_\(name)\" AS BLOB) AS \"bytes \(name)\""
      }
      let queue = try otherProgram(path)
      items = try queue.read { db in
        try Row.fetchAll(db, sql: "SELECT *\(conditions)\(keywords.joined()) FROM items ORDER BY \(order)").map { row in
          let id: DatabaseValue = row["id"]
          return StoreItem(
            id: Int64.fromDatabaseValue(id).map { .integer($0) } ?? .text(row["id"]), title: row["title"],
            searchText: row["search_text"], reading: row["reading"], weight: row["weight"],
            isSearchable: row["searchable"],
            scopes: Set(scopes.map(\.key).filter { row["scope \($0)"] ?? false }), section: row["section"],
            position: row["position"], payload: StoredTable.payload(row["payload"]),
            fields: try StoredTable.fields(settings.fields, row))
        }
      }
      try queue.close()
    }

    private static func fields(_ fields: [FieldDefinition], _ row: Row) throws -> [String: [FieldValue]] {
      var values: [String: [FieldValue]] = [:]
      for field in fields {
        let column = "field_\(field.name)"
        switch field.kind {
        case .keyword where field.hasSeveralValues:
          guard let json: String = row[column] else { continue }
          values[field.name] = try JSONDecoder().decode([FieldValue].self, from: Data(json.utf8))
        case .keyword:
          guard let bytes: Data = row["bytes \(field.name)"] else { continue }
          values[field.name] = [.text(String(decoding: bytes, as: UTF8.self))]
        case .integer: if let integer: Int64 = row[column] { values[field.name] = [.integer(integer)] }
        case .real: if let real: Double = row[column] { values[field.name] = [.real(real)] }
        case .time:
          if let text: String = row[column], let time = Timestamp(text) { values[field.name] = [.time(time)] }
        case .boolean: if let flag: Bool = row[column] { values[field.name] = [.boolean(flag)] }
        }
      }
      return values
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
        fields: fields, options: options)
    }
  }

  extension StoreItem {
    /// What an index has of it.
    package var indexed: Item<ItemID> {
      Item(
        id: id, title: title, searchText: searchText, reading: reading, weight: weight, isSearchable: isSearchable,
        scopes: scopes, fields: fields)
    }
  }
#endif
