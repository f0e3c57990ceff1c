#if Store
  import GRDB
  import Riffle

  /// Registration of lists, and checks that every write to their tables is recorded.
  extension ListRecord {
    /// Creates a list of a table, or makes an existing one match its definition and record all changes. If only fields differed,
    /// the index can be continued (``FormerList``). If anything else did, an older index is no longer valid.
    /// - Parameter firstSequence: the least number of a change of a new list.
    /// - Throws: ``StoreError``, `DatabaseError`.
    static func register(
      _ definition: StoreDefinition, _ db: Database, path: String, firstSequence: Int64 = 0
    ) throws -> ListRecord {
      // Other programs may have changed the schema that GRDB has cached.
      db.clearSchemaCache()
      let (table, names) = (definition.source.table, ListNames.current)
      var definition = definition
      definition.formers = nil
      if let record = try ListRecord(db, table: table, path: path), try record.gap(db) == nil {
        if record.definition.ofIndex == definition.ofIndex {
          definition.formers = record.definition.formers
          return record.definition == definition ? record : try record.redefined(definition, db)
        }
        let formers = try record.formers(of: definition, db)
        if !formers.isEmpty { return try record.continued(definition, formers, db) }
      }
      let sql = try check(definition, db)
      let last = try renew(sql, db, firstSequence: firstSequence)
      var random = SystemRandomNumberGenerator()
      try db.execute(
        sql: """
          INSERT INTO \(names.lists) (name, id, first_key, second_key, definition, triggers, table_sql, trimmed)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (name) DO UPDATE SET id = excluded.id, definition = excluded.definition,
            triggers = excluded.triggers, table_sql = excluded.table_sql, trimmed = excluded.trimmed
          """,
        arguments: [
          table, FileID().description, Int64(bitPattern: random.next()), Int64(bitPattern: random.next()),
          definition.json, sql.triggerText, sql.shape.sql, last,
        ])
      guard let record = try ListRecord(db, table: table, path: path) else {
        throw StoreError.notAStore(path: path, reason: "the list “\(table)” could not be made")
      }
      return record
    }

    /// Replaces the definition by one of the same index, so that open stores detect it.
    /// - Returns: the new record.
    /// - Throws: `DatabaseError`.
    func redefined(_ definition: StoreDefinition, _ db: Database) throws -> ListRecord {
      let names = ListNames.current
      try db.execute(
        sql: "UPDATE \(names.lists) SET definition = ? WHERE name = ?", arguments: [definition.json, name])
      // Stores read the record again when the version of the schema has changed.
      try db.execute(sql: "CREATE TABLE \(names.redefined) (x)")
      try db.execute(sql: "DROP TABLE \(names.redefined)")
      return try ListRecord(db, table: name, path: path) ?? self
    }

    static func definedAnew(_ table: String) -> StoreError {
      .notFollowed(table: table, reason: "the list has been defined anew: open it again")
    }

    /// Checks that a table can be followed.
    /// - Returns: the statements to follow it with.
    /// - Throws: ``StoreError/cannotFollow(table:reason:)``, `DatabaseError`.
    static func check(_ definition: StoreDefinition, _ db: Database) throws -> TableSQL {
      let sql = TableSQL(definition.source, try TableShape(db, definition.source), .current)
      for field in definition.source.fields {
        do {
          _ = try db.makeStatement(sql: "SELECT (\(field.expression)) FROM \(sql.table)")
        } catch let error as DatabaseError {
          throw StoreError.cannotHaveField(field.definition.name, reason: error.message ?? "\(error)")
        }
      }
      do {
        _ = try db.makeStatement(sql: sql.allRows)
        _ = try db.makeStatement(sql: sql.wholeRow)
      } catch let error as DatabaseError {
        throw StoreError.cannotFollow(table: definition.source.table, reason: error.message ?? "\(error)")
      }
      try checkExpressions(sql, db)
      return sql
    }

    /// Recreates the triggers and the table of changes. Its numbers continue the former ones, but skip one: so a reader with all
    /// changes up to the former last one detects a gap.
    /// - Returns: the number of the change that represents all earlier ones.
    private static func renew(_ sql: TableSQL, _ db: Database, firstSequence: Int64) throws -> Int64 {
      let table = sql.source.table
      for statement in TableSQL.unhook(table, sql.names) { try db.execute(sql: statement) }
      var last: Int64?
      if let names = try ListNames.of(db) {
        last = try Int64.fetchOne(db, sql: "SELECT trimmed FROM \(names.lists) WHERE name = ?", arguments: [table])
      }
      if try db.hasTable(sql.changesName) {
        last = max(last ?? 0, try Int64.fetchOne(db, sql: sql.lastSequence) ?? 0)
        try db.execute(sql: "DROP TABLE \(sql.changes)")
      } else {
        // A number above any that may have been used.
        last = last.map { $0 + numbersPassedOver }
      }
      try db.execute(sql: TableSQL.makeChanges(table, sql.names))
      for statement in sql.triggers { try db.execute(sql: statement) }
      guard let last = last ?? (firstSequence > 0 ? firstSequence - 1 : nil) else { return 0 }
      try db.execute(
        sql: "INSERT INTO \(sql.changes) (riffle_sequence, riffle_kind) VALUES (?, ?)",
        arguments: [last + 1, TableSQL.NoteKind.content.rawValue])
      return last + 1
    }

    private static let numbersPassedOver: Int64 = 1 << 32

    /// - Throws: ``StoreError/cannotFollow(table:reason:)`` if an expression reads other rows, `DatabaseError`.
    private static func checkExpressions(_ sql: TableSQL, _ db: Database) throws {
      for expression in sql.source.expressions {
        do {
          try db.inSavepoint {
            try db.execute(sql: sql.check(expression))
            return .rollback
          }
        } catch let error as DatabaseError where error.message?.contains("subqueries") == true {
          throw StoreError.cannotFollow(
            table: sql.source.table,
            reason: "“\(expression)” has a subquery, and changes of what that reads would not be noted")
        }
      }
    }

    /// Removes everything that ``register(_:_:path:)`` has created; the table stays.
    /// - Returns: as ``ListSchema/removeIfEmpty(_:)``.
    static func remove(_ db: Database, table: String) throws -> String? {
      db.clearSchemaCache()
      guard let names = try ListNames.of(db) else { return nil }
      for statement in TableSQL.unfollow(table, names) { try db.execute(sql: statement) }
      try db.execute(
        sql: "DELETE FROM \(names.manifests) WHERE list = (SELECT id FROM \(names.lists) WHERE name = ?)",
        arguments: [table])
      try db.execute(sql: "DELETE FROM \(names.lists) WHERE name = ?", arguments: [table])
      return try ListSchema.removeIfEmpty(db)
    }

    // MARK: - The present schema

    /// Returns the reason why changes of the table may be missing from the record; `nil` if all are recorded. This record must be
    /// of the current transaction.
    ///
    /// A change that leaves the table, its triggers and their text the same is not detected: a column that is dropped and added
    /// again with the same declaration between two checks, or a schema edited by hand (`PRAGMA writable_schema`).
    /// - Throws: `DatabaseError`.
    func gap(_ db: Database) throws -> String? {
      let table = sql.source.table
      guard try db.hasTable(sql.changesName) else { return "its table of changes is gone" }
      guard triggers == sql.triggerText else { return "its columns or its unique keys have been changed" }
      guard try sql.areTriggersThere(db) else { return "its triggers are gone, or are others" }
      let isOld = try Bool.fetchOne(
        db,
        sql: """
          SELECT (SELECT rowid FROM main.sqlite_master WHERE type = 'table' AND name = ?1 COLLATE NOCASE)
            < (SELECT rowid FROM main.sqlite_master WHERE type = 'table' AND name = ?2 COLLATE NOCASE)
          """, arguments: [table, sql.changesName])
      guard isOld == true else { return "it has been made anew" }
      if let tableSQL, !ListRecord.hasOnlyMoreColumns(sql.shape.sql, than: tableSQL) {
        return "its columns have been changed"
      }
      return nil
    }

    /// Returns whether a table is unchanged, or has only gained columns, which its list does not use.
    private static func hasOnlyMoreColumns(_ new: String, than old: String) -> Bool {
      if new == old { return true }
      let (new, old) = (Array(new.utf8), Array(old.utf8))
      guard new.count > old.count else { return false }
      let start = zip(new, old).prefix { $0 == $1 }.count
      let end = zip(new.reversed(), old.reversed()).prefix { $0 == $1 }.count
      guard start + end >= old.count else { return false }
      return (max(0, old.count - end)...min(start, old.count)).contains { new[$0] == UInt8(ascii: ",") }
    }

    /// Reads the present record of the list.
    /// - Throws: ``StoreError/notFollowed(table:reason:)`` if it is no longer followed, or is another list.
    func current(_ db: Database) throws -> ListRecord {
      func lost(_ reason: String) -> StoreError { .notFollowed(table: name, reason: reason) }
      let record: ListRecord
      do {
        guard let found = try ListRecord(db, table: name, path: path) else { throw lost("the list has been removed") }
        record = found
      } catch let error as StoreError {
        guard case .cannotFollow(_, let reason) = error else { throw error }
        throw lost(reason)
      }
      guard record.definition.ofIndex == definition.ofIndex else { throw ListRecord.definedAnew(name) }
      do {
        _ = try db.makeStatement(sql: record.sql.allRows)
        _ = try db.makeStatement(sql: record.sql.wholeRow)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
        throw lost(error.message ?? "\(error)")
      }
      if let gap = try record.gap(db) { throw lost(gap) }
      return record
    }
  }
#endif
