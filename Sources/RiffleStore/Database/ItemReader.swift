#if Store
  import GRDB
  import Riffle

  /// A reader of the indexed fields of rows.
  struct ItemReader {
    private let sql: TableSQL
    /// In the order of their columns.
    private let scopes: [String]
    /// In the order of their columns.
    private let fields: [FieldDefinition]
    /// The sets of scopes read so far; most rows share theirs with others.
    private var known: [UInt64: Set<String>] = [:]

    init(_ sql: TableSQL) {
      self.sql = sql
      scopes = sql.source.scopes.keys.sorted()
      fields = sql.source.fields.map(\.definition)
    }

    private static let fixedColumns = 6
    /// The number of columns of an item.
    var columnCount: Int { ItemReader.fixedColumns + scopes.count + fields.count }

    /// - Returns: `nil` if the id is neither an integer nor a text.
    mutating func item(_ row: RowStatement) -> Item<ItemID>? {
      guard let id = row.id(0) else { return nil }
      return Item(
        id: id, title: row.text(1), searchText: row.text(2), reading: row.text(3),
        weight: UInt16(clamping: row.integer(4)), isSearchable: row.integer(5) != 0, scopes: scopes(row),
        fields: fields(row))
    }

    private func fields(_ row: RowStatement) -> [String: [FieldValue]] {
      var values: [String: [FieldValue]] = [:]
      for (index, field) in fields.enumerated() {
        let found = row.values(ItemReader.fixedColumns + scopes.count + index, field)
        if !found.isEmpty { values[field.name] = found }
      }
      return values
    }

    private mutating func scopes(_ row: RowStatement) -> Set<String> {
      if scopes.isEmpty { return [] }
      guard scopes.count <= 64 else { return names(row) }
      var bits: UInt64 = 0
      for index in scopes.indices where row.integer(ItemReader.fixedColumns + index) != 0 { bits |= 1 << UInt64(index) }
      if let names = known[bits] { return names }
      let names = names(row)
      known[bits] = names
      return names
    }

    private func names(_ row: RowStatement) -> Set<String> {
      Set(scopes.indices.lazy.filter { row.integer(ItemReader.fixedColumns + $0) != 0 }.map { scopes[$0] })
    }

    /// Reads the whole row with an id; `nil` if there is none.
    /// - Throws: `DatabaseError`.
    mutating func wholeItem(_ id: ItemID, _ db: Database) throws -> StoreItem? {
      let row = try RowStatement(db, sql.wholeRow)
      try row.bind(1, id)
      defer { row.reset() }
      return try row.step() ? wholeItem(row) : nil
    }

    /// - Returns: `nil` if the id is neither an integer nor a text.
    mutating func wholeItem(_ row: RowStatement) -> StoreItem? {
      guard let item = item(row) else { return nil }
      let next = columnCount
      return StoreItem(
        id: item.id, title: item.title, searchText: item.searchText, reading: item.reading, weight: item.weight,
        isSearchable: item.isSearchable, scopes: item.scopes, section: row.text(next), position: row.number(next + 1),
        payload: row.payload(next + 2), fields: item.fields)
    }
  }
#endif
