#if Store
  import GRDB

  /// The tables for lists in a database, of any version of Riffle.
  enum ListSchema {
    /// - 1: other names, and a row in the table where GRDB keeps the migrations of the program that owns the database.
    /// - 2: ``ListNames/current``, and the SQL of each list's own table at its registration.
    static let version = 2

    /// - Returns: whether the tables of this version exist.
    /// - Throws: ``StoreError/notAStore(path:reason:)`` for a later version, `DatabaseError`.
    static func isThere(_ db: Database, path: String) throws -> Bool {
      let names = ListNames.current
      guard try db.hasTable(names.version) else { return false }
      let found = try Int.fetchOne(db, sql: "SELECT max(number) FROM \(names.version)") ?? 0
      guard found <= version else {
        throw StoreError.notAStore(path: path, reason: "it is of a later version of Riffle")
      }
      return true
    }

    /// Creates the tables, or upgrades those of an earlier version, in the current transaction.
    /// - Parameter journal: the journal mode of the database before it was opened; `nil` if it did not exist.
    /// - Throws: ``StoreError/notAStore(path:reason:)`` for a later version, `DatabaseError`.
    static func make(_ db: Database, path: String, journal: String?) throws {
      if try isThere(db, path: path) { return }
      let names = ListNames.current
      try db.execute(
        sql: "CREATE TABLE \(names.version) (number INTEGER NOT NULL, journal TEXT)")
      // A store of version 1 has switched it to a write-ahead log, from an unknown mode.
      let isFirst = try db.hasTable(ListNames.first.lists)
      try db.execute(
        sql: "INSERT INTO \(names.version) VALUES (?, ?)", arguments: [version, isFirst ? nil : journal])
      try db.execute(
        sql: """
          CREATE TABLE \(names.lists) (
            name TEXT PRIMARY KEY, id TEXT NOT NULL, first_key INTEGER NOT NULL, second_key INTEGER NOT NULL,
            definition TEXT NOT NULL, triggers TEXT NOT NULL, table_sql TEXT, trimmed INTEGER NOT NULL DEFAULT 0
          );
          CREATE TABLE \(names.manifests) (id TEXT PRIMARY KEY, list TEXT NOT NULL, sequence INTEGER NOT NULL);
          """)
      if try db.hasTable(ListNames.first.lists) { try takeOverFirst(db, path: path) }
    }

    /// Removes the tables if there is no list left.
    /// - Returns: the journal mode of the database before it had any list; `nil` if there still is one, or the mode is unknown.
    /// - Throws: `DatabaseError`.
    static func removeIfEmpty(_ db: Database) throws -> String? {
      guard let names = try ListNames.of(db), try Int.fetchOne(db, sql: "SELECT count(*) FROM \(names.lists)") == 0
      else { return nil }
      let journal =
        names == .current ? try String.fetchOne(db, sql: "SELECT journal FROM \(names.version)") : nil
      for table in [names.lists, names.manifests, names.version] {
        try db.execute(sql: "DROP TABLE IF EXISTS \(table)")
      }
      if names == .first { try forgetMigration(db) }
      return journal
    }

    // MARK: - Version 1

    private static func takeOverFirst(_ db: Database, path: String) throws {
      let (old, new) = (ListNames.first, ListNames.current)
      for name in try String.fetchAll(db, sql: "SELECT name FROM \(old.lists) ORDER BY name") {
        try takeOver(name, db, path: path)
      }
      try db.execute(
        sql: """
          INSERT INTO \(new.manifests) (id, list, sequence) SELECT id, list, sequence FROM \(old.manifests) ORDER BY rowid;
          DROP TABLE \(old.lists);
          DROP TABLE \(old.manifests);
          """)
      try forgetMigration(db)
    }

    /// Recreates the triggers and records of a list by their new names. A list whose records may be incomplete is registered
    /// again when a store is opened for it.
    private static func takeOver(_ name: String, _ db: Database, path: String) throws {
      let (old, new) = (ListNames.first, ListNames.current)
      // A record that cannot be read cannot be followed; opening the list reports that.
      let record = try? ListRecord(db, table: name, path: path, old)
      let isWhole = try record.map { try $0.gap(db) == nil } ?? false
      try db.execute(
        sql: """
          INSERT INTO \(new.lists) (name, id, first_key, second_key, definition, triggers, trimmed)
          SELECT name, id, first_key, second_key, definition, '', trimmed FROM \(old.lists) WHERE name = ?
          """,
        arguments: [name])
      for statement in TableSQL.unhook(name, old) { try db.execute(sql: statement) }
      let (oldChanges, newChanges) = (TableSQL.quoted(old.changes(name)), TableSQL.quoted(new.changes(name)))
      try db.execute(sql: TableSQL.makeChanges(name, new))
      if try db.hasTable(old.changes(name)) {
        try db.execute(sql: "INSERT INTO \(newChanges) SELECT * FROM \(oldChanges); DROP TABLE \(oldChanges)")
      }
      guard isWhole, let record else { return }
      let sql = TableSQL(record.definition.source, record.sql.shape, new)
      for statement in sql.triggers { try db.execute(sql: statement) }
      try db.execute(
        sql: "UPDATE \(new.lists) SET triggers = ?, table_sql = ? WHERE name = ?",
        arguments: [sql.triggerText, record.sql.shape.sql, name])
    }

    /// Removes the row of version 1 from the table where GRDB keeps migrations.
    private static func forgetMigration(_ db: Database) throws {
      guard try db.hasTable("grdb_migrations") else { return }
      // The program that owns the database may have migrations of its own.
      try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'riffle 1'")
      if try Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_migrations") == 0 {
        try db.execute(sql: "DROP TABLE grdb_migrations")
      }
    }
  }
#endif
