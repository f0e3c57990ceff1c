#if Store
  import GRDB
  import SystemPackage

  /// All items of a store, whole, one after another, as the database had them at one moment.
  ///
  ///     let cursor = try store.cursor()
  ///     while let item = try cursor.next() { print(item.title) }
  ///
  /// However many there are, few of them are in memory at a time. One thread may use it. As long as it is there, SQLite keeps
  /// what has been written since in its log: do not keep it longer than it takes.
  public final class StoreCursor {
    private let path: String
    /// Kept open as long as this is there, if it belongs to no store.
    private let database: StoreDatabase
    private let snapshot: DatabaseSnapshot
    private let sql: TableSQL
    private var reader: ItemReader
    private var rows: RowStatement?
    private var items: ArraySlice<StoreItem> = []
    private var isOver = false

    /// So many items are read at once.
    private static let itemsAtOnce = 256
    /// No more are read at once than have so many bytes.
    private static let bytesAtOnce = 1 << 20

    /// - Throws: `DatabaseError`.
    init(_ database: StoreDatabase, _ sql: TableSQL) throws {
      path = database.path
      self.database = database
      snapshot = try database.snapshot()
      self.sql = sql
      reader = ItemReader(sql)
    }

    /// - Returns: `nil` if there are no more.
    /// - Throws: ``StoreError``; there are no more after that.
    public func next() throws(StoreError) -> StoreItem? {
      if items.isEmpty, !isOver {
        do {
          items = try snapshot.read { try read($0) }[...]
        } catch {
          isOver = true
          throw StoreDatabase.error(error, path)
        }
      }
      return items.popFirst()
    }

    private func read(_ db: Database) throws -> [StoreItem] {
      let rows = try rows ?? RowStatement(db, sql.allWholeRows)
      self.rows = rows
      var items: [StoreItem] = []
      var byteCount = 0
      while items.count < StoreCursor.itemsAtOnce, byteCount < StoreCursor.bytesAtOnce {
        guard try rows.step() else {
          isOver = true
          rows.reset()
          break
        }
        if let item = reader.wholeItem(rows) {
          byteCount += item.byteCount
          items.append(item)
        }
      }
      return items
    }
  }

  extension ListStore {
    /// All items, whole, as they are in the database now: in list order, or, where that is of an alphabet, in the order in
    /// which they have come.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(1), and O(*n*) to go through them; O(*n* log *n*) for a table that is followed and has no index for its
    ///   order.
    public func cursor() throws(StoreError) -> StoreCursor {
      try checkOpen()
      do {
        return try StoreCursor(database, indexer.record.sql)
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// All items of a store that need not be opened, nor have an index; see ``cursor()``.
    ///
    /// - Parameter table: which one, if the store follows one.
    /// - Throws: ``StoreError``.
    public static func cursor(_ path: String, table: String? = nil) throws(StoreError) -> StoreCursor {
      let table = table ?? ItemsTable.name
      guard SystemFiles().exists(FilePath(path)) else { throw .missing(path: path) }
      let database = try StoreDatabase(path, StoreOptions(access: .reading))
      do {
        guard let record = try database.read({ try ListRecord($0, table: table, path: path) }) else {
          throw try database.read { try ListRecord.missing($0, table: table, path: path) }
        }
        return try StoreCursor(database, record.sql)
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// The greatest id that is a number, as the database is now; `nil` if none is. What programs number further items by.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(log *n*).
    public func greatestNumber() throws(StoreError) -> Int64? {
      try checkOpen()
      do {
        return try database.read { try Int64.fetchOne($0, sql: indexer.record.sql.greatestNumber) }
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }
  }
#endif
