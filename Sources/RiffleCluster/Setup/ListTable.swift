#if Cluster
  package import Riffle
  package import RiffleStore

  /// A list's table of Riffle's own shape, and the SQL that writes its items.
  package struct ListTable: Sendable {
    /// The name of the table, quoted for SQL.
    private let table: String
    private let hasTextIDs: Bool
    /// The fields of items, each in a column of its own.
    package let fields: [FieldDefinition]

    /// A reason why an item cannot be written, found without the database.
    package enum Fault: Error, Sendable, Hashable {
      /// The ids of the list are of another type.
      case id(needsText: Bool)
      /// A text has a NUL character, which PostgreSQL does not store.
      case nul(column: String)
      /// The payload is not text.
      case payload
    }

    /// The OID of the type `text`.
    private static let text = "25"

    /// Reads the definition of a list from the database.
    /// - Returns: `nil` if the list is a table of another shape, which only its owner can write.
    /// - Throws: ``ClusterError``.
    package init?(list: String, _ connection: PostgresConnection) throws(ClusterError) {
      let found = try connection.rows(
        "SELECT definition FROM riffle.lists WHERE name = \(PostgresName.literal(list))")
      guard let json = found.first?.first ?? nil else { throw .unknownList(name: list) }
      let definition = try ListDefinition(json: json, list: list)
      var own = ListDefinition.ownTable(
        definition.source.table, schema: definition.schema, scopes: definition.source.scopes,
        fields: definition.source.fields.map(\.definition))
      own.source.order = definition.source.order
      guard definition.source == own.source, definition.arrival == own.arrival else { return nil }
      let type = try connection.rows(
        """
        SELECT atttypid FROM pg_attribute WHERE attrelid = to_regclass(\(PostgresName.literal(definition.table))) \
        AND attname = 'id' AND NOT attisdropped
        """)
      guard let type = type.first?.first ?? nil else { throw .unknownTable(name: definition.source.table) }
      table = definition.table
      fields = definition.source.fields.map(\.definition)
      hasTextIDs = type == ListTable.text
    }

    // MARK: - Statements

    /// Returns SQL that locks an item until the transaction ends. The SQL returns a row if the item exists.
    package func lock(_ id: ItemID) throws(Fault) -> String {
      "SELECT 1 FROM \(table) WHERE id = \(try literal(id)) FOR UPDATE"
    }

    /// Returns SQL that inserts an item. The SQL returns a row if it has written the item.
    /// - Parameter replaces: whether to replace an existing item.
    package func insert(_ item: StoreItem, replaces: Bool) throws(Fault) -> String {
      let columns =
        try [("id", literal(item.id))]
        + values(
          StorePatch(
            title: item.title, searchText: item.searchText, reading: item.reading, weight: item.weight,
            isSearchable: item.isSearchable, section: item.section, position: item.position,
            payload: .some(item.payload),
            fields: Dictionary(fields.map { ($0.name, item.fields[$0.name] ?? []) }) { $1 }))
      let names = columns.map(\.0)
      let changes = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
      return """
        INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(columns.map(\.1).joined(separator: ", "))) \
        ON CONFLICT (id) DO \(replaces ? "UPDATE SET \(changes)" : "NOTHING") RETURNING 1
        """
    }

    /// Returns SQL that updates an item. The SQL returns a row if the item exists.
    package func update(_ id: ItemID, _ patch: StorePatch) throws(Fault) -> String {
      let changes = try values(patch).map { "\($0) = \($1)" }.joined(separator: ", ")
      let place = "WHERE id = \(try literal(id))"
      return changes.isEmpty
        ? "SELECT 1 FROM \(table) \(place)" : "UPDATE \(table) SET \(changes) \(place) RETURNING 1"
    }

    /// Returns SQL that deletes an item. The SQL returns a row if the item existed.
    package func delete(_ id: ItemID) throws(Fault) -> String {
      "DELETE FROM \(table) WHERE id = \(try literal(id)) RETURNING 1"
    }

    private func literal(_ id: ItemID) throws(Fault) -> String {
      switch id {
      case .integer(let number) where !hasTextIDs: return "(\(number))::bigint"
      case .text(let text) where hasTextIDs: return try literal(text, "id")
      default: throw .id(needsText: hasTextIDs)
      }
    }

    private func literal(_ text: String, _ column: String) throws(Fault) -> String {
      if text.utf8.contains(0) { throw .nul(column: column) }
      return PostgresName.literal(text)
    }

    /// Returns the columns that a patch changes, with their new values in SQL.
    private func values(_ patch: StorePatch) throws(Fault) -> [(String, String)] {
      var values: [(String, String)] = []
      for (column, text) in [
        ("title", patch.title), ("search_text", patch.searchText), ("reading", patch.reading),
        ("section", patch.section),
      ] {
        if let text { values.append((column, try literal(text, column))) }
      }
      if let weight = patch.weight { values.append(("weight", "\(weight)")) }
      if let isSearchable = patch.isSearchable { values.append(("searchable", "\(isSearchable)")) }
      if let position = patch.position { values.append(("position", "'\(position)'::double precision")) }
      switch patch.payload {
      case nil: break
      case .some(nil): values.append(("payload", "NULL"))
      case .some(.json(let text)?): values.append(("payload", try literal(text, "payload")))
      case .some(.bytes?): throw .payload
      }
      for field in fields {
        guard let new = patch.fields[field.name] else { continue }
        let column = FieldDefinition.ownColumn(field.name)
        values.append((PostgresName.quoted(column), try literal(new, field)))
      }
      return values
    }

    /// Returns the values of a field in SQL.
    private func literal(_ values: [FieldValue], _ field: FieldDefinition) throws(Fault) -> String {
      guard let first = values.first else { return "NULL" }
      if field.hasSeveralValues {
        let texts = values.map { "\($0)" }
        if texts.contains(where: { $0.utf8.contains(0) }) { throw .nul(column: "fields/\(field.name)") }
        return PostgresName.literal(KeywordArray.text(texts)) + "::jsonb"
      }
      return switch first {
      case .text(let text): try literal(text, "fields/\(field.name)")
      case .integer(let number): field.kind == .real ? "'\(number)'::double precision" : "(\(number))::bigint"
      case .real(let number): "'\(number)'::double precision"
      case .time(let time): "'\(time)'::timestamptz"
      case .boolean(let flag): flag ? "true" : "false"
      }
    }
  }
#endif
