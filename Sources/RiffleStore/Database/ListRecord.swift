#if Store
  import Foundation
  import GRDB
  import Riffle

  /// The database's record of a list: its definition, and the manifests that contain its changes.
  struct ListRecord: Sendable {
    /// The path of the database.
    let path: String
    /// The name of the table.
    let name: String
    let list: ListID
    let key: SipHash
    let definition: StoreDefinition
    let sql: TableSQL
    /// The stored text of the triggers, and of the table that they were made for; the latter is `nil` in a store of version 1.
    let triggers: String
    let tableSQL: String?

    /// Reads the stored list of a table.
    /// - Returns: `nil` if there is none.
    /// - Throws: ``StoreError``, `DatabaseError`.
    init?(_ db: Database, table: String, path: String) throws {
      guard let names = try ListNames.of(db) else { return nil }
      try self.init(db, table: table, path: path, names)
    }

    /// - Parameter names: the names of the tables with the records.
    init?(_ db: Database, table: String, path: String, _ names: ListNames) throws {
      guard let row = try Row.fetchOne(db, sql: "SELECT * FROM \(names.lists) WHERE name = ?", arguments: [table])
      else { return nil }
      guard let id = FileID(row["id"] as String) else {
        throw StoreError.notAStore(path: path, reason: "the id of its list is damaged")
      }
      (name, self.path) = (table, path)
      let json: String = row["definition"]
      definition = try StoreDefinition(json: json, path: path)
      list = ListID(id: id, definition: definition.ofIndex.json)
      key = SipHash(
        first: UInt64(bitPattern: row["first_key"] as Int64), second: UInt64(bitPattern: row["second_key"] as Int64))
      sql = TableSQL(definition.source, try TableShape(db, definition.source), names)
      (triggers, tableSQL) = (row["triggers"], row["table_sql"])
    }

    /// Returns the names of all lists.
    /// - Throws: `DatabaseError`.
    static func names(_ db: Database) throws -> [String] {
      guard let names = try ListNames.of(db) else { return [] }
      return try String.fetchAll(db, sql: "SELECT name FROM \(names.lists) ORDER BY name")
    }

    /// Returns the error for a list that does not exist.
    static func missing(_ db: Database, table: String, path: String) throws -> StoreError {
      let others = try names(db)
      let known = others.isEmpty ? "" : ", only \(others.map { "“\($0)”" }.joined(separator: ", "))"
      return .notAStore(path: path, reason: "it has no list “\(table)”\(known)")
    }

    // MARK: - Manifests

    var names: ListNames { sql.names }

    /// Returns the number of the last change in a manifest. `nil` if the database does not have the manifest, because it belongs
    /// to another database, or to one that has since been restored to an earlier state.
    /// - Parameter former: the id of the list that the manifest names; `nil` for this list.
    func sequence(ofManifest id: FileID, of former: FileID? = nil, _ db: Database) throws -> Int64? {
      try Int64.fetchOne(
        db, sql: "SELECT sequence FROM \(names.manifests) WHERE id = ? AND list = ?",
        arguments: [id.description, (former ?? list.id).description])
    }

    /// Returns whether there is a manifest of a list.
    /// - Parameter id: the id of the list that the manifest names.
    func hasManifest(of id: FileID, _ db: Database) throws -> Bool {
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM \(names.manifests) WHERE list = ?)", arguments: [id.description]) == true
    }

    /// Returns the manifest that the writing process has written last, or is about to write; `nil` if there is none.
    func newestManifest(_ db: Database) throws -> FileID? {
      try String.fetchOne(
        db, sql: "SELECT id FROM \(names.manifests) WHERE list = ? ORDER BY sequence DESC, rowid DESC LIMIT 1",
        arguments: [list.id.description]
      ).flatMap { FileID($0) }
    }

    /// Records a manifest that is about to be written.
    func addManifest(_ id: FileID, _ sequence: Int64, _ db: Database) throws {
      try db.execute(
        sql: "INSERT INTO \(names.manifests) (id, list, sequence) VALUES (?, ?, ?)",
        arguments: [id.description, list.id.description, sequence])
    }

    /// Deletes the records of the changes that a manifest contains, and of all other manifests.
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

    /// Returns the number of the last change; 0 if there was none.
    func lastSequence(_ db: Database) throws -> Int64 {
      let row = try RowStatement(db, sql.lastSequence)
      defer { row.reset() }
      return try row.step() ? row.integer(0) : 0
    }

    /// Returns the number after which all changes are still recorded.
    func trimmed(_ db: Database) throws -> Int64 {
      let row = try RowStatement(db, "SELECT trimmed FROM \(names.lists) WHERE name = ?")
      try row.bind(1, name)
      defer { row.reset() }
      return try row.step() ? row.integer(0) : 0
    }
  }
#endif
