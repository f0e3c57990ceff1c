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
      let values = try values(item)
      let names = [Value.id] + values.map(\.column)
      let changes = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
      let literals = [try literal(item.id)] + values.map(\.literal)
      return """
        INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(literals.joined(separator: ", "))) \
        ON CONFLICT (\(Value.id)) DO \(replaces ? "UPDATE SET \(changes)" : "NOTHING") RETURNING 1
        """
    }

    /// Returns SQL that updates an item. The SQL returns a row if the item exists.
    package func update(_ id: ItemID, _ patch: StorePatch) throws(Fault) -> String {
      let changes = try values(patch).map { "\($0.column) = \($0.literal)" }.joined(separator: ", ")
      let place = "WHERE id = \(try literal(id))"
      return changes.isEmpty
        ? "SELECT 1 FROM \(table) \(place)" : "UPDATE \(table) SET \(changes) \(place) RETURNING 1"
    }

    /// Returns SQL that deletes an item. The SQL returns a row if the item existed.
    package func delete(_ id: ItemID) throws(Fault) -> String {
      "DELETE FROM \(table) WHERE id = \(try literal(id)) RETURNING 1"
    }

    /// Returns SQL that deletes items. The SQL returns one row with the number of those that existed.
    package func delete(_ ids: [ItemID]) throws(Fault) -> String {
      var literals: [String] = []
      for id in ids { literals.append(try literal(id)) }
      let condition = ids.isEmpty ? "false" : "id IN (\(literals.joined(separator: ", ")))"
      return "WITH gone AS (DELETE FROM \(table) WHERE \(condition) RETURNING 1) SELECT count(*) FROM gone"
    }

    /// SQL that deletes all items.
    package var deleteAll: String { "DELETE FROM \(table)" }

    /// SQL that keeps other programs from writing the table until the transaction ends. They may read it.
    package var hold: String { "LOCK TABLE \(table) IN EXCLUSIVE MODE" }

    // MARK: - The list as a whole

    private static let (named, line) = ("riffle_named", "riffle_line")

    /// The columns of an item without its id, quoted for SQL if need be.
    private var valueColumns: [String] {
      ["title", "search_text", "reading", "weight", "searchable", "section", "position", "payload"]
        + fields.map { PostgresName.quoted(FieldDefinition.ownColumn($0.name)) }
    }

    private var columns: String { ([Value.id] + valueColumns).joined(separator: ", ") }

    /// SQL that makes a temporary table for the items of a whole list.
    package var makeNamed: String {
      """
      CREATE TEMP TABLE \(ListTable.named) ON COMMIT DROP AS SELECT \(columns), 0::bigint AS \(ListTable.line) FROM \(table) \
      WITH NO DATA
      """
    }

    /// SQL that copies lines (``line(_:number:)``) into the temporary table.
    package var copyNamed: String { "COPY pg_temp.\(ListTable.named) (\(columns), \(ListTable.line)) FROM STDIN" }

    /// Returns an item in the text format of COPY.
    /// - Parameter number: the place of the item among the others.
    package func line(_ item: StoreItem, number: Int) throws(Fault) -> [UInt8] {
      // Also checks the type.
      _ = try literal(item.id)
      return CopyText.line(["\(item.id)"] + (try values(item)).map(\.text) + ["\(number)"])
    }

    /// SQL that leaves the last of several items with one id in the temporary table, at the place of the first.
    package var mergeNamed: String {
      let (named, line) = ("pg_temp.\(ListTable.named)", ListTable.line)
      return """
        WITH repeated AS (SELECT id, min(\(line)) AS first, max(\(line)) AS last FROM \(named) GROUP BY id HAVING count(*) > 1),
        gone AS (DELETE FROM \(named) AS old USING repeated WHERE old.id = repeated.id AND old.\(line) < repeated.last)
        UPDATE \(named) AS new SET \(line) = repeated.first FROM repeated WHERE new.id = repeated.id AND new.\(line) = repeated.last
        """
    }

    /// SQL that makes the list equal to the items in the temporary table. Items that stay keep their places, and equal items are
    /// not written.
    package var replaceAll: [String] {
      let named = "pg_temp.\(ListTable.named) AS new"
      let changed = valueColumns
      func row(_ table: String) -> String { "(" + changed.map { "\(table).\($0)" }.joined(separator: ", ") + ")" }
      return [
        "DELETE FROM \(table) AS old WHERE NOT EXISTS (SELECT 1 FROM \(named) WHERE new.id = old.id)",
        """
        UPDATE \(table) AS old SET (\(changed.joined(separator: ", "))) = \(row("new")) FROM \(named) \
        WHERE old.id = new.id AND \(row("old")) IS DISTINCT FROM \(row("new"))
        """,
        """
        INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM \(named) \
        WHERE NOT EXISTS (SELECT 1 FROM \(table) AS old WHERE old.id = new.id) ORDER BY \(ListTable.line)
        """,
      ]
    }

    // MARK: - Values

    /// The value of a column.
    private struct Value {
      static let id = "id"

      /// The name of the column, quoted for SQL if need be.
      let column: String
      /// As PostgreSQL reads it; `nil` for `NULL`.
      let text: String?
      let type: String

      /// In SQL.
      var literal: String { text.map { "\(PostgresName.literal($0))::\(type)" } ?? "NULL" }
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

    /// Returns the values of all columns except the id, in the order of ``valueColumns``.
    private func values(_ item: StoreItem) throws(Fault) -> [Value] {
      try values(
        StorePatch(
          title: item.title, searchText: item.searchText, reading: item.reading, weight: item.weight,
          isSearchable: item.isSearchable, section: item.section, position: item.position,
          payload: .some(item.payload),
          fields: Dictionary(fields.map { ($0.name, item.fields[$0.name] ?? []) }) { $1 }))
    }

    /// Returns the values that a patch changes, in the order of ``valueColumns``.
    private func values(_ patch: StorePatch) throws(Fault) -> [Value] {
      var values: [Value] = []
      func add(_ column: String, _ text: String?, _ type: String = "text", named name: String? = nil) throws(Fault) {
        if let text, text.utf8.contains(0) { throw .nul(column: name ?? column) }
        values.append(Value(column: column, text: text, type: type))
      }
      if let title = patch.title { try add("title", title) }
      if let text = patch.searchText { try add("search_text", text) }
      if let reading = patch.reading { try add("reading", reading) }
      if let weight = patch.weight { try add("weight", "\(weight)", "integer") }
      if let isSearchable = patch.isSearchable { try add("searchable", "\(isSearchable)", "boolean") }
      if let section = patch.section { try add("section", section) }
      if let position = patch.position { try add("position", "\(position)", "double precision") }
      switch patch.payload {
      case nil: break
      case .some(nil): try add("payload", nil)
      case .some(.json(let text)?): try add("payload", text)
      case .some(.bytes?): throw .payload
      }
      for field in fields {
        guard let new = patch.fields[field.name] else { continue }
        let name = FieldDefinition.ownColumn(field.name)
        let text =
          new.isEmpty
          ? nil : field.hasSeveralValues ? try keywords(new, field) : new.first.map { "\($0)" }
        try add(PostgresName.quoted(name), text, field.ownType.name, named: "fields/\(field.name)")
      }
      return values
    }

    /// Returns several keywords as a JSON array. In it, a NUL character would be an escape.
    private func keywords(_ values: [FieldValue], _ field: FieldDefinition) throws(Fault) -> String {
      let texts = values.map { "\($0)" }
      if texts.contains(where: { $0.utf8.contains(0) }) { throw .nul(column: "fields/\(field.name)") }
      return KeywordArray.text(texts)
    }
  }
#endif
