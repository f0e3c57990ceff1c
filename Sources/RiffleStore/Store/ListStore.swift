#if Store
  public import Riffle
  import SystemPackage

  /// A list that is kept: a table of an SQLite database, and an index of it that is searched where it lies on the disk.
  ///
  ///     let store = try ListStore("cities.db")
  ///     try store.write { $0.upsert(StoreItem(id: 1, title: "Göteborg", searchText: "Gothenburg")) }
  ///     for hit in try store.search("gotenburg", limit: 10) { print(hit.element.title) }
  ///
  /// The table is the truth: a change is safe when SQLite has it. The index follows, and can be built anew at any time. Its
  /// files lie in a folder beside the database, whose name is that of the database and `-riffle`.
  ///
  /// Any number of threads may use a store. Searches wait for nobody.
  public final class ListStore: Sendable {
    /// That of the database.
    public let path: String
    let database: StoreDatabase
    let indexer: Indexer
    let upkeep: StoreUpkeep
    private let writes: WriteQueue
    /// Those of ``writeMany(_:)``.
    private let deferredWrites: WriteQueue
    let access: StoreOptions.Access
    let definition: StoreDefinition
    /// Whether opening the store has turned the journal of a database that was there to a write-ahead log (SQLite, WAL), which
    /// all programs that open it then use. ``unfollow(_:in:)`` turns it back.
    public let turnsJournal: Bool
    /// How the index came to be, when the store was opened.
    public let opening: Opening
    /// Held as long as the store may be written.
    private let lock: FolderLock?
    private let isClosed = Lock(false)

    /// How the index of a store came to be.
    public enum Opening: Sendable, Hashable {
      /// Its files were there. So many changes came after them.
      case mapped(changeCount: Int64)
      /// It was built, or is being built, because its files were not there, or for this reason.
      case built(because: String?)
    }

    // MARK: - Opening

    /// Opens a store, or makes one if there is no such file and it may be written.
    ///
    /// - Parameters:
    ///   - settings: those of a new list; those of a list that is there become these, which builds its index anew. `nil`
    ///     leaves them as they are.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(changes since the index files were written), and O(*n*) if there are none that can be used.
    public convenience init(
      _ path: String, settings: StoreSettings? = nil, options: StoreOptions = StoreOptions()
    ) throws(StoreError) {
      try self.init(path, settings: settings, options: options, files: SystemFiles())
    }

    /// - Parameter files: what index files lie in.
    package convenience init(
      _ path: String, settings: StoreSettings? = nil, options: StoreOptions = StoreOptions(), files: any FileLayer
    ) throws(StoreError) {
      try self.init(path, table: ItemsTable.name, options, files) { kept in
        if let settings { return StoreDefinition(settings) }
        return kept ?? StoreDefinition(StoreSettings())
      }
    }

    /// Follows a table that other programs write with SQL, in this or other processes. Triggers on the table note what they
    /// write, until ``unfollow(_:in:)`` takes them away.
    ///
    /// - Parameters:
    ///   - source: what of the table is a list; `nil` for a table that is followed already.
    ///   - arrangement: `.arrival` for the order of the source.
    /// - Throws: ``StoreError``.
    public convenience init(
      following source: TableSource, in path: String, arrangement: StoreSettings.Arrangement = .arrival,
      indexOptions: IndexOptions = IndexOptions(), options: StoreOptions = StoreOptions()
    ) throws(StoreError) {
      let settings = StoreSettings(arrangement: arrangement, options: indexOptions)
      try self.init(path, table: source.table, options) { _ in StoreDefinition(following: source, settings) }
    }

    /// Opens a table that is followed already.
    /// - Throws: ``StoreError``.
    public convenience init(
      followed table: String, in path: String, options: StoreOptions = StoreOptions()
    ) throws(StoreError) {
      try self.init(path, table: table, options) { kept throws(StoreError) in
        guard let kept else {
          throw .cannotFollow(table: table, reason: "it is not followed yet: say what of it is a list")
        }
        return kept
      }
    }

    private init(
      _ path: String, table: String, _ options: StoreOptions, _ files: any FileLayer = SystemFiles(),
      _ define: (StoreDefinition?) throws(StoreError) -> StoreDefinition
    ) throws(StoreError) {
      self.path = path
      access = options.access
      let isThere = SystemFiles().exists(FilePath(path))
      if access == .reading, !isThere { throw .missing(path: path) }
      let journal = access == .writing ? try ListStore.look(path, table: table, options, define) : nil
      turnsJournal = journal.map { $0 != StoreDatabase.writeAheadLog } ?? false
      let database: StoreDatabase
      do throws(StoreError) {
        database = try StoreDatabase(path, options)
      } catch {
        if !isThere { StoreFolder.removeRest(of: path, table: table, isEmpty: false) }
        throw error
      }
      self.database = database
      do {
        let folderPath = StoreFolder.path(database: path, table: table)
        if access == .writing { try StoreFolder.make(folderPath, files) }
        lock = access == .writing ? try FolderLock(folderPath.appending(IndexFolder.lockName)) : nil
        if access == .writing, lock == nil { throw StoreError.otherWriter(path: path) }
        let record = try ListStore.record(database, table: table, journal: journal, access, define)
        definition = record.definition
        let ownSettings = try record.definition.indexSettings(record.key, path: path)
        let settings = access == .writing ? ownSettings : ownSettings.forReading()
        let folder = IndexFolder(folderPath, files)
        var reason: String?
        var opened: IndexFolder.Opened?
        do {
          opened = try StoreFolder.open(folder, record, settings, database)
        } catch let error as IndexFileError {
          reason = error.description
        }
        let indexer = try Indexer(record, settings, opened, access == .writing ? folder : nil)
        self.indexer = indexer
        let first = opened?.manifest.sequence
        let last = try database.read { try indexer.catchUp($0) }
        opening = first.map { .mapped(changeCount: (last ?? $0) - $0) } ?? .built(because: reason)
        upkeep = StoreUpkeep(database, indexer, settings, folder, manifest: opened?.manifestID, access: access)
        if last == nil { try upkeep.catchUp() }
        if indexer.sequence == nil, !options.buildsInBackground { try upkeep.build() }
        let (notes, upkeep) = (NoteTaker(record.sql), upkeep)
        @Sendable func commit(_ batches: [StoreBatch]) -> [WriteQueue.Outcome] {
          let outcomes = ListStore.commit(batches, database, indexer.record, notes)
          upkeep.didWrite(outcomes.lazy.compactMap { $0.failure }.first { $0.isOfDatabase })
          return outcomes
        }
        writes = WriteQueue { batches in
          let outcomes = commit(batches)
          ListStore.publish(database, indexer)
          return outcomes
        }
        deferredWrites = WriteQueue { batches in
          defer { indexer.didDefer(batches.reduce(0) { $0 + $1.changes.count }) }
          return commit(batches)
        }
        upkeep.start()
      } catch {
        if !isThere {
          let isEmpty = database.isEmpty
          try? database.close()
          StoreFolder.removeRest(of: path, table: table, isEmpty: isEmpty)
        }
        throw StoreDatabase.error(error, path)
      }
    }

    /// Looks whether a list can be made or opened, before anything is touched.
    /// - Returns: how the database keeps its journal; `nil` if there is none.
    private static func look(
      _ path: String, table: String, _ options: StoreOptions,
      _ define: (StoreDefinition?) throws(StoreError) -> StoreDefinition
    ) throws(StoreError) -> String? {
      do {
        return try StoreDatabase.look(path, options) { db in
          _ = try ListSchema.isThere(db, path: path)
          let kept = try ListRecord(db, table: table, path: path)
          let definition = try define(kept?.definition)
          if definition.ownsTable {
            try ItemsTable.checkName(db, isThere: kept?.definition.ownsTable == true, path)
          } else {
            _ = try ListRecord.check(definition, db)
          }
        }
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    private static func record(
      _ database: StoreDatabase, table: String, journal: String?, _ access: StoreOptions.Access,
      _ define: (StoreDefinition?) throws(StoreError) -> StoreDefinition
    ) throws -> ListRecord {
      let path = database.path
      if access == .reading {
        return try database.read { db in
          if let kept = try ListRecord(db, table: table, path: path) { return kept }
          throw try ListRecord.missing(db, table: table, path: path)
        }
      }
      return try database.write { db in
        try ListSchema.make(db, path: path, journal: journal)
        let kept = try ListRecord(db, table: table, path: path)
        let definition = try define(kept?.definition)
        if definition.ownsTable {
          try ItemsTable.make(db, definition, isThere: kept?.definition.ownsTable == true, path)
        }
        return try ListRecord.register(definition, db, path: path)
      }
    }

    deinit { upkeep.stop() }

    /// Writes the index files and closes the database. Snapshots and sessions stay as they are; the store can no longer be
    /// written, or asked for items.
    /// - Throws: ``StoreError``; the store is closed all the same.
    public func close() throws(StoreError) {
      let wasClosed = isClosed.withLock { isClosed in
        defer { isClosed = true }
        return isClosed
      }
      if wasClosed { return }
      upkeep.stop()
      do {
        defer { lock?.release() }
        let checkpoint = Result {
          if access == .writing, indexer.progress == nil { try indexer.checkpoint(database) }
        }
        try database.close()
        try checkpoint.get()
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    func checkOpen() throws(StoreError) {
      if isClosed.withLock({ $0 }) { throw .closed(path: path) }
    }

    /// Takes the triggers and all else that was made to follow a table away again, also if there is no such table any more. The
    /// table stays. With the last list, the journal of the database is kept as it was before, unless another program has
    /// it open.
    /// - Throws: ``StoreError``.
    public static func unfollow(_ table: String, in path: String) throws(StoreError) {
      try checkName(of: table, in: path)
      let database = try StoreDatabase(path, StoreOptions())
      do {
        let folder = StoreFolder.path(database: path, table: table)
        try StoreFolder.make(folder, SystemFiles())
        guard let lock = try FolderLock(folder.appending(IndexFolder.lockName)) else {
          throw StoreError.otherWriter(path: path)
        }
        defer { lock.release() }
        let journal = try database.write { try ListRecord.remove($0, table: table) }
        try StoreFolder.remove(folder)
        try database.close()
        if let journal, journal != StoreDatabase.writeAheadLog { StoreDatabase.setJournal(journal, path) }
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    // MARK: - Writing

    /// Changes the list: all that `body` asks for, or, if something of it cannot be done, nothing. When it returns, SQLite has
    /// the changes (see ``StoreOptions/Durability``), and searches find them. Batches of several threads are committed together.
    ///
    /// - Throws: ``StoreError`` and what `body` throws.
    @discardableResult
    public func write(_ body: (inout StoreBatch) throws -> Void) throws -> StoreReport {
      var batch = StoreBatch()
      try body(&batch)
      return try write(batch)
    }

    /// Makes the changes of a batch; see ``write(_:)-swift.method``.
    /// - Throws: ``StoreError``.
    @discardableResult
    public func write(_ batch: StoreBatch) throws(StoreError) -> StoreReport {
      try checkWritable()
      return try writes.write(batch)
    }

    /// Writes many batches, as an import does, in less than half of the time that ``write(_:)-swift.method`` takes for them.
    ///
    /// Each is committed when `write` returns, as by ``write(_:)-swift.method``, and stays whatever comes after it. Searches find
    /// its items some time later, at the latest when this returns, and say until then that they are partial. The index files
    /// are then written too.
    ///
    /// - Parameter body: is given `write`, which it may call from several threads, but no longer than it runs.
    /// - Throws: ``StoreError`` and what `body` throws.
    public func writeMany<Result>(
      _ body: (_ write: @Sendable (StoreBatch) throws(StoreError) -> StoreReport) throws -> Result
    ) throws -> Result {
      try checkWritable()
      do throws(IndexError) {
        try indexer.beginDeferring()
      } catch {
        throw StoreError.index(error)
      }
      let result = Swift.Result {
        try body { [deferredWrites] batch throws(StoreError) in try deferredWrites.write(batch) }
      }
      indexer.endDeferring()
      do {
        try upkeep.catchUp()
        if indexer.sequence == nil { try upkeep.build() }
        try indexer.checkpoint(database)
      } catch {
        throw StoreDatabase.error(error, path)
      }
      return try result.get()
    }

    private func checkWritable() throws(StoreError) {
      try checkOpen()
      guard access == .writing else { throw .readOnly(path: path) }
      guard definition.ownsTable else { throw .followsTable(table: definition.source.table) }
    }

    private static func commit(
      _ batches: [StoreBatch], _ database: StoreDatabase, _ record: ListRecord, _ notes: NoteTaker
    ) -> [WriteQueue.Outcome] {
      do {
        let results = try database.write(batches, begin: notes.begin) { batch, notes, db in
          let unknown = try ItemsTable.apply(batch, record.sql, notes, db)
          return StoreReport(sequence: try record.lastSequence(db), unknownIDs: unknown)
        }
        return results.map { $0.mapError { StoreDatabase.error($0, database.path) } }
      } catch {
        return batches.map { _ in .failure(StoreDatabase.error(error, database.path)) }
      }
    }

    /// Has searches find what has been committed.
    static func publish(_ database: StoreDatabase, _ indexer: Indexer) {
      do {
        if try database.readOnWriter({ try indexer.catchUp($0) }) != nil { return }
      } catch {}
      // The changes are safe; the index has to be built again to show them.
      indexer.invalidate()
    }

    public func statistics() -> IndexStatistics { indexer.index.statistics() }
  }

  extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
  }

  extension StoreError {
    /// Whether it says that the database cannot be written, whatever is to be.
    fileprivate var isOfDatabase: Bool {
      switch self {
      case .replaced: true
      case .database(_, let code, _):
        // SQLITE_CONSTRAINT, SQLITE_MISMATCH and SQLITE_TOOBIG are of what was to be written; -1 is no code of SQLite.
        code != -1 && ![19, 20, 18].contains(code & 0xff)
      default: false
      }
    }
  }
#endif
