#if Store
  import Foundation
  import GRDB
  import Riffle

  /// What the database itself says of a list: what it is, and which manifests hold its changes.
  struct ListRecord: Sendable {
    let name: String
    let list: ListID
    let key: SipHash
    let definition: StoreDefinition
    let sql: TableSQL

    /// The tables that Riffle adds to a database.
    static var migrations: DatabaseMigrator {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("riffle 1") { db in
        try db.execute(
          sql: """
            CREATE TABLE riffle_lists (
              name TEXT PRIMARY KEY, id TEXT NOT NULL, first_key INTEGER NOT NULL, second_key INTEGER NOT NULL,
              definition TEXT NOT NULL, triggers TEXT NOT NULL, trimmed INTEGER NOT NULL DEFAULT 0
            );
            CREATE TABLE riffle_manifests (id TEXT PRIMARY KEY, list TEXT NOT NULL, sequence INTEGER NOT NULL);
            """)
      }
      return migrator
    }

    /// The list of a table, as it is kept.
    /// - Returns: `nil` if there is none.
    /// - Throws: ``StoreError``, `DatabaseError`.
    init?(_ db: Database, table: String, path: String) throws {
      guard try db.tableExists("riffle_lists"),
        let row = try Row.fetchOne(db, sql: "SELECT * FROM riffle_lists WHERE name = ?", arguments: [table])
      else { return nil }
      guard let id = FileID(row["id"] as String) else {
        throw StoreError.notAStore(path: path, reason: "the id of its list is damaged")
      }
      name = table
      let json: String = row["definition"]
      definition = try StoreDefinition(json: json, path: path)
      list = ListID(id: id, definition: json)
      key = SipHash(
        first: UInt64(bitPattern: row["first_key"] as Int64), second: UInt64(bitPattern: row["second_key"] as Int64))
      sql = TableSQL(definition.source, try TableShape(db, definition.source))
    }

    /// What to throw where there is no such list.
    static func missing(_ db: Database, table: String, path: String) throws -> StoreError {
      let others =
        try db.tableExists("riffle_lists")
        ? String.fetchAll(db, sql: "SELECT name FROM riffle_lists ORDER BY name") : []
      let known = others.isEmpty ? "" : ", only \(others.map { "“\($0)”" }.joined(separator: ", "))"
      return .notAStore(path: path, reason: "it has no list “\(table)”\(known)")
    }

    /// Makes a list of a table, or sees to it that the one that there is is as defined and notes all changes. Where anything
    /// about that was otherwise, an index of before is not believed any more.
    /// - Throws: ``StoreError``, `DatabaseError`.
    static func register(_ definition: StoreDefinition, _ db: Database, path: String) throws -> ListRecord {
      let table = definition.source.table
      let sql = TableSQL(definition.source, try TableShape(db, definition.source))
      let triggers = sql.follow.joined(separator: ";\n")
      if let row = try Row.fetchOne(db, sql: "SELECT * FROM riffle_lists WHERE name = ?", arguments: [table]),
        row["definition"] as String == definition.json, row["triggers"] as String == triggers,
        try sql.areTriggersThere(db), let record = try ListRecord(db, table: table, path: path)
      {
        return record
      }
      do {
        _ = try db.makeStatement(sql: sql.allRows)
        _ = try db.makeStatement(sql: sql.wholeRow)
      } catch let error as DatabaseError {
        throw StoreError.cannotFollow(table: table, reason: error.message ?? "\(error)")
      }
      try renew(sql, db)
      var random = SystemRandomNumberGenerator()
      try db.execute(
        sql: """
          INSERT INTO riffle_lists (name, id, first_key, second_key, definition, triggers) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (name) DO UPDATE SET id = excluded.id, definition = excluded.definition, triggers = excluded.triggers
          """,
        arguments: [
          table, FileID().description, Int64(bitPattern: random.next()), Int64(bitPattern: random.next()),
          definition.json, triggers,
        ])
      guard let record = try ListRecord(db, table: table, path: path) else {
        throw StoreError.notAStore(path: path, reason: "the list “\(table)” could not be made")
      }
      return record
    }

    /// Makes the triggers and the table of changes anew, whose numbers go on where the ones before ended.
    private static func renew(_ sql: TableSQL, _ db: Database) throws {
      for statement in sql.unhook { try db.execute(sql: statement) }
      var last: Int64?
      if try db.tableExists(sql.changesName) {
        last = try Int64.fetchOne(db, sql: sql.lastSequence)
        try db.execute(sql: "DROP TABLE \(sql.changes)")
      }
      for statement in sql.follow { try db.execute(sql: statement) }
      guard let last else { return }
      try db.execute(
        sql: "INSERT INTO \(sql.changes) (riffle_sequence, riffle_kind) VALUES (?, ?)",
        arguments: [last, TableSQL.NoteKind.content.rawValue])
    }

    /// Takes away what ``register(_:_:path:)`` has made; the table stays.
    static func remove(_ db: Database, table: String) throws {
      for statement in TableSQL.unfollow(table) { try db.execute(sql: statement) }
      guard try db.tableExists("riffle_lists") else { return }
      try db.execute(
        sql: "DELETE FROM riffle_manifests WHERE list = (SELECT id FROM riffle_lists WHERE name = ?)",
        arguments: [table])
      try db.execute(sql: "DELETE FROM riffle_lists WHERE name = ?", arguments: [table])
      guard try Int.fetchOne(db, sql: "SELECT count(*) FROM riffle_lists") == 0 else { return }
      try db.execute(sql: "DROP TABLE riffle_lists; DROP TABLE riffle_manifests")
      // The program whose database it is may have migrations of its own.
      try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE 'riffle %'")
      if try Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_migrations") == 0 {
        try db.execute(sql: "DROP TABLE grdb_migrations")
      }
    }

    // MARK: - Manifests

    /// Up to which change a manifest has the list; `nil` if the database does not know it, because it is that of another
    /// database, or of one that has since been put back to an earlier state.
    func sequence(ofManifest id: FileID, _ db: Database) throws -> Int64? {
      try Int64.fetchOne(
        db, sql: "SELECT sequence FROM riffle_manifests WHERE id = ? AND list = ?",
        arguments: [id.description, list.id.description])
    }

    /// The one that whoever writes has written last, or is about to write; `nil` if there is none.
    func newestManifest(_ db: Database) throws -> FileID? {
      try String.fetchOne(
        db, sql: "SELECT id FROM riffle_manifests WHERE list = ? ORDER BY sequence DESC, rowid DESC LIMIT 1",
        arguments: [list.id.description]
      ).flatMap { FileID($0) }
    }

    /// Notes a manifest that is about to be there.
    func addManifest(_ id: FileID, _ sequence: Int64, _ db: Database) throws {
      try db.execute(
        sql: "INSERT INTO riffle_manifests (id, list, sequence) VALUES (?, ?, ?)",
        arguments: [id.description, list.id.description, sequence])
    }

    /// Forgets the changes that a manifest has, and all other manifests.
    func trim(to id: FileID, _ sequence: Int64, _ db: Database) throws {
      try db.execute(
        sql: "DELETE FROM riffle_manifests WHERE list NOT IN (SELECT id FROM riffle_lists) OR list = ? AND id <> ?",
        arguments: [list.id.description, id.description])
      try db.execute(sql: sql.trim, arguments: [sequence])
      try db.execute(
        sql: "UPDATE riffle_lists SET trimmed = max(trimmed, ?) WHERE name = ?", arguments: [sequence, name])
    }

    /// The number of the last change; 0 if there was none.
    func lastSequence(_ db: Database) throws -> Int64 {
      let row = try RowStatement(db, sql.lastSequence)
      defer { row.reset() }
      return try row.step() ? row.integer(0) : 0
    }

    /// All changes after this one are still noted.
    func trimmed(_ db: Database) throws -> Int64 {
      let row = try RowStatement(db, "SELECT trimmed FROM riffle_lists WHERE name = ?")
      try row.bind(1, name)
      defer { row.reset() }
      return try row.step() ? row.integer(0) : 0
    }
  }
#endif
