#if Store
  import GRDB
  public import Riffle
  import SystemPackage

  /// A fault found in a store.
  public enum StoreFault: Sendable, Hashable {
    /// A result of SQLite's check of the database (`PRAGMA integrity_check`).
    case database(String)
    /// Since a change of the schema, writes to the table have not been recorded.
    case notFollowed(reason: String)
    /// The index files cannot be used, or are damaged.
    case indexFile(reason: String)
    /// The table has an item that the index does not have.
    case missing(ItemID)
    /// The index has an item that the table does not have.
    case surplus(ItemID)
    /// The item in the index differs from that in the table.
    case different(ItemID)
    /// The item is at another place of the list in the index.
    case misplaced(ItemID)
  }

  extension StoreFault: CustomStringConvertible {
    public var description: String {
      switch self {
      case .database(let message): "the database: \(message)"
      case .notFollowed(let reason): "the table is not followed any more: \(reason)"
      case .indexFile(let reason): "the index: \(reason)"
      case .missing(let id): "item \(id): the index does not have it"
      case .surplus(let id): "item \(id): the index has it, the table does not"
      case .different(let id): "item \(id): the index has it otherwise than the table"
      case .misplaced(let id): "item \(id): the index has it at another place of the list"
      }
    }
  }

  /// The extent of a verification of a store.
  public struct StoreCheck: Sendable, Hashable {
    public fileprivate(set) var itemCount = 0
    /// The number of index files; 0 if there are none, and the index is built when the store is next opened.
    public fileprivate(set) var fileCount = 0
    public fileprivate(set) var faultCount = 0
  }

  extension ListStore {
    /// Verifies a store, while others write: the database, each checksum of the index files, and, if these are valid, every item
    /// of the index.
    ///
    /// The index, with the changes that came after it, must have each item as the table has it, at its place. Nothing is changed.
    /// ``rebuild()`` repairs a store with a faulty index. If the table is no longer followed, its rows are not compared.
    ///
    /// - Parameters:
    ///   - table: the table of the list, if the store follows one.
    ///   - found: called for each fault, on this thread.
    /// - Throws: ``StoreError`` if the store cannot be read.
    /// - Complexity: O(*n*) in the length of the files.
    public static func verify(
      _ path: String, table: String? = nil, found: (StoreFault) -> Void
    ) throws(StoreError) -> StoreCheck {
      let table = table ?? ItemsTable.name
      var check = StoreCheck()
      var faultCount = 0
      func report(_ fault: StoreFault) {
        faultCount += 1
        found(fault)
      }
      let files = SystemFiles()
      guard files.exists(FilePath(path)) else { throw .missing(path: path) }
      let database = try StoreDatabase(path, StoreOptions(access: .reading))
      do {
        defer { try? database.close() }
        let folder = StoreFolder.path(database: path, table: table)
        try database.read { db in
          for message in try String.fetchAll(db, sql: "PRAGMA integrity_check") where message != "ok" {
            report(.database(message))
          }
        }
        guard let record = try database.read({ try ListRecord($0, table: table, path: path) }) else {
          throw try database.read { try ListRecord.missing($0, table: table, path: path) }
        }
        let settings = try record.definition.indexSettings(record.key, path: path).forReading()
        if let gap = try database.read({ try record.gap($0) }) {
          report(.notFollowed(reason: gap))
        } else if files.exists(folder) {
          try verify(IndexFolder(folder, files), record, settings, database, &check, report)
        }
      } catch {
        throw StoreDatabase.error(error, path)
      }
      check.faultCount = faultCount
      return check
    }

    private static func verify(
      _ folder: IndexFolder, _ record: ListRecord, _ settings: IndexSettings, _ database: StoreDatabase,
      _ check: inout StoreCheck, _ report: (StoreFault) -> Void
    ) throws {
      while true {
        let indexer: Indexer
        do {
          guard let files = try folder.verify(record.list, settings) else { return }
          check.fileCount = files.fileCount
          for damage in files.damage { report(.indexFile(reason: damage)) }
          if !files.damage.isEmpty { return }
          guard let opened = try StoreFolder.open(folder, record, settings, database) else { return }
          indexer = try Indexer(record, settings, opened, nil)
        } catch let error as IndexFileError {
          return report(.indexFile(reason: error.description))
        }
        var count: Int?
        try database.read { db in
          // The writing process may have written newer files meanwhile, and deleted notes that these lack.
          if try indexer.catchUp(db) != nil { count = try indexer.compare(db, report) }
        }
        if let count {
          check.itemCount = count
          return
        }
      }
    }
  }

  extension Indexer {
    /// Compares the index with the table.
    /// - Returns: the number of items in the table.
    /// - Throws: `DatabaseError`.
    fileprivate func compare(_ db: Database, _ report: (StoreFault) -> Void) throws -> Int {
      let snapshot = index.snapshot()
      // Equal items of an alphabet may have another order elsewhere.
      let isPlaced = settings.order.isManual
      let lookup = try RowStatement(db, record.sql.wholeRow)
      func isInTable(_ id: ItemID) throws -> Bool {
        defer { lookup.reset() }
        try lookup.bind(1, id)
        return try lookup.step()
      }
      var position = 0
      /// Skips items of the index that the table does not have.
      func passSurplus() throws {
        while let element = snapshot.element(at: position), try !isInTable(element.id) {
          report(.surplus(element.id))
          position += 1
        }
      }
      let rows = try RowStatement(db, record.sql.allRows)
      defer { rows.reset() }
      var reader = ItemReader(record.sql)
      var count = 0
      var missingCount = 0
      while try rows.step() {
        guard let item = reader.item(rows) else { continue }
        count += 1
        if isPlaced, snapshot.element(at: position)?.id != item.id { try passSurplus() }
        guard let own = snapshot.element(withID: item.id) else {
          report(.missing(item.id))
          missingCount += 1
          continue
        }
        if own != item { report(.different(item.id)) }
        guard isPlaced else { continue }
        if snapshot.element(at: position)?.id != item.id { report(.misplaced(item.id)) }
        position += 1
      }
      while position < snapshot.count, isPlaced || snapshot.count + missingCount != count {
        try passSurplus()
        position += 1
      }
      return count
    }
  }
#endif
