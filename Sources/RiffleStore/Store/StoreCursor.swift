#if Store
  import GRDB
  import SystemPackage

  /// All items of a store, whole, one after another, in the state of the database at one moment.
  ///
  ///     let cursor = try store.cursor()
  ///     while let item = try cursor.next() { print(item.title) }
  ///
  /// Few items are in memory at a time, however many there are. Only one thread may use it. As long as it exists, SQLite keeps
  /// later writes in its log: release it soon.
  public final class StoreCursor {
    private let path: String
    /// If it belongs to no store, kept open as long as the cursor exists.
    private let database: StoreDatabase
    private let snapshot: DatabaseSnapshot
    private let sql: TableSQL
    private var reader: ItemReader
    private var rows: RowStatement?
    private var items: ArraySlice<StoreItem> = []
    private var isOver = false

    /// The number of items read at once.
    private static let itemsAtOnce = 256
    /// The number of bytes after which no more items are read at once.
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
    /// Returns a cursor over all whole items, in the database's present state: in list order or, if that is of an alphabet, in
    /// the order of arrival.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(1), and O(*n*) to iterate over them; O(*n* log *n*) for a followed table without an index for its order.
    public func cursor() throws(StoreError) -> StoreCursor {
      try checkOpen()
      do {
        return try StoreCursor(database, indexer.record.sql)
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// Returns a cursor over all items of a store without opening the store; it needs no index. See ``cursor()``.
    ///
    /// - Parameter table: the table of the list, if the store follows one.
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

    /// Returns the greatest id that is a number, in the database's present state; `nil` if there is none. Programs number new
    /// items by it.
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
