/// The description of a list in a database.
public struct StoreList: Sendable, Hashable {
  /// The part of the table that is the list.
  public let source: TableSource
  /// Whether other programs write the table, with SQL; if not, a store has created it.
  public let isFollowed: Bool
  public let settings: StoreSettings
}

#if Store
  import GRDB
  import SystemPackage

  extension ListStore {
    /// The stored description of the list.
    public var list: StoreList {
      get throws(StoreError) {
        let definition = indexer.record.definition
        return StoreList(
          source: definition.source, isFollowed: !definition.ownsTable, settings: try definition.settings(path: path))
      }
    }

    /// Returns all lists of a database, by the names of their tables; none if it is not a store.
    /// - Throws: ``StoreError``.
    public static func lists(in path: String) throws(StoreError) -> [StoreList] {
      try reading(path) { db in
        try ListRecord.names(db).compactMap { try list($0, db, path) }
      }
    }

    /// Returns the stored description of a list without opening it.
    ///
    /// - Parameter table: the table of the list, if the store follows one.
    /// - Throws: ``StoreError``, also if there is none.
    public static func list(_ table: String? = nil, in path: String) throws(StoreError) -> StoreList {
      let table = table ?? ItemsTable.name
      return try reading(path) { db in
        guard let list = try list(table, db, path) else { throw try ListRecord.missing(db, table: table, path: path) }
        return list
      }
    }

    /// Checks whether the store's own list can have these scopes. Changes nothing.
    /// - Parameter scopes: as ``StoreSettings/scopes``.
    /// - Throws: ``StoreError/cannotFollow(table:reason:)`` if one is not a valid condition, ``StoreError`` if the store cannot
    ///   be read.
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

    /// Removes a database with all its content, and the indexes of its lists. It must not be open.
    /// - Throws: ``StoreError``.
    package static func remove(_ path: String) throws(StoreError) { try StoreFolder.remove(database: path) }

    /// - Throws: ``StoreError`` if there is no list of that name; its table need not exist.
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
