#if Store
  import GRDB
  import Riffle

  /// The statements that write items to a store's own table, and their arguments.
  ///
  /// Writing an item throws ``StoreError/unknownField(_:known:)``, ``StoreError/wrongValue(field:kind:value:)`` or
  /// ``StoreError/severalValues(field:)`` if its fields are not those of the list.
  struct ItemWriter {
    private let fields: [FieldDefinition]
    /// Insert or replace an item. Arguments: those of ``bind(_:_:)``.
    let insert, upsert: String
    /// Does not write rows that are unchanged.
    let upsertIfOther: String
    private let patch: String

    private static let columns = [
      "id", "title", "search_text", "reading", "weight", "searchable", "section", "position", "payload",
    ]

    init(_ fields: [FieldDefinition]) {
      self.fields = fields
      let columns = ItemWriter.columns + fields.map { ItemsTable.column(of: $0) }
      let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      // `OR FAIL`: each statement writes one row, and on failure the caller rolls back the whole batch. So SQLite need not keep
      // the data to undo the single statement.
      insert = "INSERT OR FAIL INTO items (\(columns.joined(separator: ", "))) VALUES (\(values))"
      let others = columns.dropFirst()
      upsert =
        insert + " ON CONFLICT (id) DO UPDATE SET "
        + others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
      func row(of table: String) -> String { "(" + others.map { "\(table).\($0)" }.joined(separator: ", ") + ")" }
      upsertIfOther = "\(upsert) WHERE \(row(of: "items")) IS NOT \(row(of: "excluded"))"
      let ofFields = fields.indices.map { index in
        let (column, number) = (ItemsTable.column(of: fields[index]), ItemWriter.patchArgument(index))
        return ", \(column) = CASE WHEN ?\(number) THEN ?\(number + 1) ELSE \(column) END"
      }
      patch = """
        UPDATE OR FAIL items SET title = ifnull(?2, title), search_text = ifnull(?3, search_text), \
        reading = ifnull(?4, reading), weight = ifnull(?5, weight), searchable = ifnull(?6, searchable), \
        section = ifnull(?7, section), position = ifnull(?8, position), \
        payload = CASE WHEN ?10 THEN ?9 ELSE payload END\(ofFields.joined()) WHERE id = ?1
        """
    }

    /// The argument of a patch for whether a field changes; its value is the next one.
    private static func patchArgument(_ field: Int) -> Int { columns.count + 2 + 2 * field }

    /// Sets the arguments of a statement that inserts or replaces an item.
    func bind(_ item: StoreItem, _ statement: RowStatement) throws {
      try statement.bind(1, item.id)
      try statement.bind(2, item.title)
      try statement.bind(3, item.searchText)
      try statement.bind(4, item.reading)
      try statement.bind(5, integer: Int64(item.weight))
      try statement.bind(6, integer: item.isSearchable ? 1 : 0)
      try statement.bind(7, item.section)
      try statement.bind(8, number: item.position)
      try bind(item.payload, 9, statement)
      try check(item.fields)
      for (index, field) in fields.enumerated() {
        try statement.bind(ItemWriter.columns.count + 1 + index, item.fields[field.name] ?? [], field)
      }
    }

    /// Changes parts of an item.
    /// - Returns: the number of rows written.
    func write(_ id: ItemID, _ change: StorePatch, _ db: Database) throws -> Int {
      let statement = try RowStatement(db, patch)
      try statement.bind(1, id)
      for (index, text) in [(2, change.title), (3, change.searchText), (4, change.reading), (7, change.section)] {
        if let text { try statement.bind(index, text) }
      }
      if let weight = change.weight { try statement.bind(5, integer: Int64(weight)) }
      if let isSearchable = change.isSearchable { try statement.bind(6, integer: isSearchable ? 1 : 0) }
      if let position = change.position { try statement.bind(8, number: position) }
      try statement.bind(10, integer: change.payload == nil ? 0 : 1)
      try bind(change.payload ?? nil, 9, statement)
      try check(change.fields)
      for (index, field) in fields.enumerated() {
        guard let values = change.fields[field.name] else { continue }
        try statement.bind(ItemWriter.patchArgument(index), integer: 1)
        try statement.bind(ItemWriter.patchArgument(index) + 1, values, field)
      }
      return try statement.run()
    }

    /// - Throws: ``StoreError/unknownField(_:known:)``.
    private func check(_ values: [String: [FieldValue]]) throws(StoreError) {
      if values.isEmpty { return }
      // The first in order, so that the error is the same each time.
      for name in values.keys.sorted() where !fields.contains(where: { $0.name == name }) {
        throw .unknownField(name, known: fields.map(\.name))
      }
    }

    private func bind(_ payload: StorePayload?, _ index: Int, _ statement: RowStatement) throws {
      switch payload {
      case nil: try statement.bindNull(index)
      case .json(let text)?: try statement.bind(index, text)
      case .bytes(let bytes)?: try statement.bind(index, bytes)
      }
    }
  }
#endif
