#if Store
  import Foundation
  import GRDB
  import Riffle

  /// What the database itself says of a list: what it is, and which manifests hold its changes.
  struct ListRecord: Sendable {
    /// Of the database.
    let path: String
    /// Of the table.
    let name: String
    let list: ListID
    let key: SipHash
    let definition: StoreDefinition
    let sql: TableSQL
    /// What is kept of the triggers and of the table that they were made for; the latter is `nil` in a store of version 1.
    let triggers: String
    let tableSQL: String?

    /// The list of a table, as it is kept.
    /// - Returns: `nil` if there is none.
    /// - Throws: ``StoreError``, `DatabaseError`.
    init?(_ db: Database, table: String, path: String) throws {
      guard let names = try ListNames.of(db) else { return nil }
      try self.init(db, table: table, path: path, names)
    }

    /// - Parameter names: those of the tables that say it.
    init?(_ db: Database, table: String, path: String, _ names: ListNames) throws {
      guard let row = try Row.fetchOne(db, sql: "SELECT * FROM \(names.lists) WHERE name = ?", arguments: [table])
      else { return nil }
      guard let id = FileID(row["id"] as String) else {
        throw StoreError.notAStore(path: path, reason: "the id of its list is damaged")
      }
      (name, self.path) = (table, path)
      let json: String = row["definition"]
      definition = try StoreDefinition(json: json, path: path)
      list = ListID(id: id, definition: json)
      key = SipHash(
        first: UInt64(bitPattern: row["first_key"] as Int64), second: UInt64(bitPattern: row["second_key"] as Int64))
      sql = TableSQL(definition.source, try TableShape(db, definition.source), names)
      (triggers, tableSQL) = (row["triggers"], row["table_sql"])
    }

    /// The names of all lists.
    /// - Throws: `DatabaseError`.
    static func names(_ db: Database) throws -> [String] {
      guard let names = try ListNames.of(db) else { return [] }
      return try String.fetchAll(db, sql: "SELECT name FROM \(names.lists) ORDER BY name")
    }

    /// What to throw where there is no such list.
    static func missing(_ db: Database, table: String, path: String) throws -> StoreError {
      let others = try names(db)
      let known = others.isEmpty ? "" : ", only \(others.map { "“\($0)”" }.joined(separator: ", "))"
      return .notAStore(path: path, reason: "it has no list “\(table)”\(known)")
    }

    // MARK: - Manifests

    private var names: ListNames { sql.names }

    /// Up to which change a manifest has the list; `nil` if the database does not know it, because it is that of another
    /// database, or of one that has since been put back to an earlier state.
    func sequence(ofManifest id: FileID, _ db: Database) throws -> Int64? {
      try Int64.fetchOne(
        db, sql: "SELECT sequence FROM \(names.manifests) WHERE id = ? AND list = ?",
        arguments: [id.description, list.id.description])
    }

    /// The one that whoever writes has written last, or is about to write; `nil` if there is none.
    func newestManifest(_ db: Database) throws -> FileID? {
      try String.fetchOne(
        db, sql: "SELECT id FROM \(names.manifests) WHERE list = ? ORDER BY sequence DESC, rowid DESC LIMIT 1",
        arguments: [list.id.description]
      ).flatMap { FileID($0) }
    }

    /// Notes a manifest that is about to be there.
    func addManifest(_ id: FileID, _ sequence: Int64, _ db: Database) throws {
      try db.execute(
        sql: "INSERT INTO \(names.manifests) (id, list, sequence) VALUES (?, ?, ?)",
        arguments: [id.description, list.id.description, sequence])
    }

    /// Forgets the changes that a manifest has, and all other manifests.
    func trim(to id: FileID, _ sequence: Int64, _ db: Database) throws {
      try db.execute(
        sql: """
          DELETE FROM \(names.manifests) WHERE list NOT IN (SELECT id FROM \(names.lists)) OR list = ? AND id <> ?
          """,
        arguments: [list.id.description, id.description])
      try db.execute(sql: sql.trim, arguments: [sequence])
      try db.execute(
        sql: "UPDATE \(names.lists) SET trimmed = max(trimmed, ?) WHERE name = ?", arguments: [sequence, name])
    }

    /// The number of the last change; 0 if there was none.
    func lastSequence(_ db: Database) throws -> Int64 {
      let row = try RowStatement(db, sql.lastSequence)
      defer { row.reset() }
      return try row.step() ? row.integer(0) : 0
    }

    /// All changes after this one are still noted.
    func trimmed(_ db: Database) throws -> Int64 {
      let row = try RowStatement(db, "SELECT trimmed FROM \(names.lists) WHERE name = ?")
      try row.bind(1, name)
      defer { row.reset() }
      return try row.step() ? row.integer(0) : 0
    }
  }
#endif
