/// A list that a database has.
public struct StoreList: Sendable, Hashable {
  /// What of the table is the list.
  public let source: TableSource
  /// Whether other programs write the table, with SQL; a store has made it if not.
  public let isFollowed: Bool
  public let settings: StoreSettings
}

#if Store
  import GRDB
  import SystemPackage

  extension ListStore {
    /// What is kept of the list with its items.
    public var list: StoreList {
      get throws(StoreError) {
        StoreList(
          source: definition.source, isFollowed: !definition.ownsTable, settings: try definition.settings(path: path))
      }
    }

    /// All lists of a database, by the names of their tables; none if it is no store.
    /// - Throws: ``StoreError``.
    public static func lists(in path: String) throws(StoreError) -> [StoreList] {
      try reading(path) { db in
        try ListRecord.names(db).compactMap { try list($0, db, path) }
      }
    }

    /// What is kept of a list, which need not be opened.
    ///
    /// - Parameter table: which one, if the store follows one.
    /// - Throws: ``StoreError``, also if there is none.
    public static func list(_ table: String? = nil, in path: String) throws(StoreError) -> StoreList {
      let table = table ?? ItemsTable.name
      return try reading(path) { db in
        guard let list = try list(table, db, path) else { throw try ListRecord.missing(db, table: table, path: path) }
        return list
      }
    }

    /// Looks whether the store's own list could have these scopes. Changes nothing.
    /// - Parameter scopes: as ``StoreSettings/scopes``.
    /// - Throws: ``StoreError/cannotFollow(table:reason:)`` if one is no condition, ``StoreError`` if the store cannot be read.
    package static func check(scopes: [String: String], in path: String) throws(StoreError) {
      try reading(path) { db in
        let table = ItemsTable.name
        guard let record = try ListRecord(db, table: table, path: path) else {
          throw try ListRecord.missing(db, table: table, path: path)
        }
        var source = record.definition.source
        source.scopes = scopes
        do {
          _ = try db.makeStatement(sql: TableSQL(source, record.sql.shape, record.sql.names).allRows)
        } catch let error as DatabaseError {
          throw StoreError.cannotFollow(table: table, reason: error.message ?? "\(error)")
        }
      }
    }

    /// Removes a database, all that is in it, and the indexes of its lists. It must not be open.
    /// - Throws: ``StoreError``.
    package static func remove(_ path: String) throws(StoreError) { try StoreFolder.remove(database: path) }

    /// - Throws: ``StoreError`` if there is no list of that name; its table need not be there.
    static func checkName(of table: String, in path: String) throws(StoreError) {
      try reading(path) { db in
        if try !ListRecord.names(db).contains(table) { throw try ListRecord.missing(db, table: table, path: path) }
      }
    }

    private static func list(_ table: String, _ db: Database, _ path: String) throws -> StoreList? {
      guard let record = try ListRecord(db, table: table, path: path) else { return nil }
      return StoreList(
        source: record.definition.source, isFollowed: !record.definition.ownsTable,
        settings: try record.definition.settings(path: path))
    }

    private static func reading<Result>(
      _ path: String, _ body: (Database) throws -> Result
    ) throws(StoreError) -> Result {
      guard SystemFiles().exists(FilePath(path)) else { throw .missing(path: path) }
      let database = try StoreDatabase(path, StoreOptions(access: .reading))
      do {
        defer { try? database.close() }
        return try database.read(body)
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }
  }
#endif
