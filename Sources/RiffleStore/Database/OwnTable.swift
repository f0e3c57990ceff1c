#if Store
  import CSQLite
  import GRDB
  import Riffle

  /// The table of a store, as its transactions write it. The texts of statements are made once.
  final class OwnTable: Sendable {
    let sql: TableSQL
    let writer: ItemWriter
    /// Whether the place of a row depends on its columns.
    let isOrdered: Bool
    /// Whether the index has items as they were written; if not, scopes and fields are read from the table.
    let keepsItems: Bool
    /// Writes a note; see ``TableSQL/note``.
    let note: String
    private let last, row, later: String
    /// Whether triggers record, for a version of the schema.
    private let known = Lock<(schema: Int64, areByTriggers: Bool)?>(nil)

    init(_ sql: TableSQL) {
      self.sql = sql
      let source = sql.source
      writer = ItemWriter(source.fields.map(\.definition))
      isOrdered = !source.order.isEmpty
      let plain = ItemsTable.source(StoreSettings())
      keepsItems =
        source.scopes.isEmpty && source.fields.isEmpty && source.title == plain.title
        && source.searchText == plain.searchText && source.reading == plain.reading && source.weight == plain.weight
        && source.isSearchable == plain.isSearchable
      (note, last, row) = (sql.note, sql.lastSequence, sql.rowWithID)
      later = "SELECT 1 FROM items WHERE number > ? LIMIT 1"
    }

    /// Begins to record, in a write transaction. If other programs have triggers on the table, these run, and then those of the
    /// list do too.
    /// - Parameter collects: whether the index has to be changed at once.
    /// - Throws: `DatabaseError`.
    func begin(_ db: Database, collects: Bool) throws -> OwnNotes {
      let schema = try number("PRAGMA schema_version", db)
      let areByTriggers = try areByTriggers(schema, db)
      return OwnNotes(
        self, schema: schema, last: try lastSequence(db), areByTriggers: areByTriggers, collects: collects)
    }

    private func areByTriggers(_ schema: Int64, _ db: Database) throws -> Bool {
      if let known = known.withLock({ $0 }), known.schema == schema { return known.areByTriggers }
      let areByTriggers = try number(sql.otherTriggers, db) > 0
      let code = csqlite_set_runs_triggers(db.sqliteConnection, areByTriggers ? 1 : 0)
      guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      known.withLock { $0 = (schema, areByTriggers) }
      return areByTriggers
    }

    /// Returns the number of the last change; 0 if there was none.
    func lastSequence(_ db: Database) throws -> Int64 { try number(last, db) }

    /// Returns whether no row has a greater number.
    func isLast(_ number: Int64, _ db: Database) throws -> Bool {
      let row = try RowStatement(db, later)
      defer { row.reset() }
      try row.bind(1, integer: number)
      return try !row.step()
    }

    /// Returns the item with an id, as an index has it; `nil` if there is none.
    func item(_ id: ItemID, _ db: Database) throws -> Item<ItemID>? {
      let row = try RowStatement(db, row)
      defer { row.reset() }
      try row.bind(1, id)
      try row.bind(2, id)
      var reader = ItemReader(sql)
      return try row.step() ? reader.item(row) : nil
    }

    private func number(_ query: String, _ db: Database) throws -> Int64 {
      let row = try RowStatement(db, query)
      defer { row.reset() }
      return try row.step() ? row.integer(0) : 0
    }
  }
#endif
