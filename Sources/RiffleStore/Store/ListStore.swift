#if Store
  public import Riffle
  import SystemPackage

  /// A durable list: a table of an SQLite database, and a memory-mapped index of it.
  ///
  ///     let store = try ListStore("cities.db")
  ///     try store.write { $0.upsert(StoreItem(id: 1, title: "Göteborg", searchText: "Gothenburg")) }
  ///     for hit in try store.search("gotenburg", limit: 10) { print(hit.element.title) }
  ///
  /// The table is the truth: a change is durable when SQLite has it. The index follows, and can be rebuilt at any time. Its files
  /// are in a folder beside the database, named like the database with the suffix `-riffle`.
  ///
  /// Any number of threads may use a store. Searches never wait for other threads.
  public final class ListStore: Sendable {
    /// The path of the database.
    public let path: String
    let database: StoreDatabase
    let indexer: Indexer
    let upkeep: StoreUpkeep
    private let writes: WriteQueue
    /// The queue of ``writeMany(_:)``.
    private let deferredWrites: WriteQueue
    let access: StoreOptions.Access
    /// That of the time when the store was opened, of which nothing but synonyms changes.
    let definition: StoreDefinition
    /// Whether opening the store has switched the journal of an existing database to a write-ahead log (SQLite, WAL). All
    /// programs that open the database then use it. ``unfollow(_:in:)`` switches it back.
    public let turnsJournal: Bool
    /// The origin of the index when the store was opened.
    public let opening: Opening
    /// Locked as long as the store may be written.
    private let lock: FolderLock?
    private let isClosed = Lock(false)
    /// Locked while a thread changes the definition of the list.
    let defining = Lock(())

    /// The origin of a store's index.
    public enum Opening: Sendable, Hashable {
      /// Its files existed; `changeCount` changes came after them.
      case mapped(changeCount: Int64)
      /// Its files existed, without these fields. Their columns have been added, or are being added; all others are as they were.
      /// A list that is built in the background is built as a whole if a file turns out to be damaged.
      case extended(fields: [String])
      /// It was built, or is being built, because there were no files, or for this reason.
      case built(because: String?)
    }

    // MARK: - Opening

    /// Opens a store; creates one if the file does not exist and it may be written.
    ///
    /// - Parameters:
    ///   - settings: those of a new list. If an existing list has other ones, they are replaced. Then its index is rebuilt; if
    ///     only fields differ, it gets the columns of new fields and is otherwise kept. `nil` keeps the settings.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(changes since the index files were written); O(*n*) if there are no usable files.
    public convenience init(
      _ path: String, settings: StoreSettings? = nil, options: StoreOptions = StoreOptions()
    ) throws(StoreError) {
      try self.init(path, settings: settings, options: options, files: SystemFiles())
    }

    /// - Parameter files: the file system for index files.
    package convenience init(
      _ path: String, settings: StoreSettings? = nil, options: StoreOptions = StoreOptions(), files: any FileLayer
    ) throws(StoreError) {
      try self.init(path, table: ItemsTable.name, options, files) { kept in
        if let settings { return StoreDefinition(settings) }
        return kept ?? StoreDefinition(StoreSettings())
      }
    }

    /// Follows a table that other programs write with SQL, in this or other processes. Triggers on the table record their writes,
    /// until ``unfollow(_:in:)`` removes them.
    ///
    /// - Parameters:
    ///   - source: the part of the table that is the list; `nil` for a table that is already followed.
    ///   - arrangement: `.arrival` for the order of the source.
    /// - Throws: ``StoreError``.
    public convenience init(
      following source: TableSource, in path: String, arrangement: StoreSettings.Arrangement = .arrival,
      indexOptions: IndexOptions = IndexOptions(), options: StoreOptions = StoreOptions()
    ) throws(StoreError) {
      try self.init(
        following: source, in: path, arrangement: arrangement, indexOptions: indexOptions, options: options,
        firstSequence: 0)
    }

    /// Follows a table; see ``init(following:in:arrangement:indexOptions:options:)``.
    /// - Parameter firstSequence: the least number of a change, if the table has not been followed before. So readers of changes
    ///   detect that a table has replaced another one with smaller numbers.
    package convenience init(
      following source: TableSource, in path: String, arrangement: StoreSettings.Arrangement,
      indexOptions: IndexOptions, options: StoreOptions = StoreOptions(), firstSequence: Int64
    ) throws(StoreError) {
      let settings = StoreSettings(arrangement: arrangement, options: indexOptions)
      try self.init(path, table: source.table, options, firstSequence: firstSequence) { _ in
        StoreDefinition(following: source, settings)
      }
    }

    /// Opens a table that is already followed.
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
      firstSequence: Int64 = 0, _ wanted: (StoreDefinition?) throws(StoreError) -> StoreDefinition
    ) throws(StoreError) {
      func define(_ kept: StoreDefinition?) throws(StoreError) -> StoreDefinition {
        let definition = try wanted(kept)
        try definition.checkFields()
        return definition
      }
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
        let record = try ListStore.record(
          database, table: table, journal: journal, access, firstSequence: firstSequence, define)
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
        var former = opened == nil && access == .writing ? (try? indexer.former(record)) : nil
        upkeep = StoreUpkeep(database, indexer, settings, folder, manifest: opened?.manifestID, access: access)
        if last == nil { try upkeep.catchUp() }
        if indexer.sequence == nil, !options.buildsInBackground, try !upkeep.build() { former = nil }
        if let first {
          opening = .mapped(changeCount: (last ?? first) - first)
        } else if let former {
          opening = .extended(fields: settings.fields.map(\.name).filter { !former.fields.contains($0) })
        } else {
          opening = .built(because: reason)
        }
        let (table, upkeep) = (OwnTable(record.sql), upkeep)
        @Sendable func commit(_ batches: [StoreBatch], collects: Bool) -> ([WriteQueue.Outcome], OwnNotes?) {
          let (outcomes, notes) = ListStore.commit(batches, database, table, collects: collects)
          upkeep.didWrite(outcomes.lazy.compactMap { $0.failure }.first { $0.isOfDatabase })
          return (outcomes, notes)
        }
        writes = WriteQueue { batches in
          let (outcomes, notes) = commit(batches, collects: true)
          ListStore.publish(database, indexer, notes)
          return outcomes
        }
        deferredWrites = WriteQueue { batches in
          defer { indexer.didDefer(batches.reduce(0) { $0 + $1.changes.count }) }
          return commit(batches, collects: false).0
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

    /// Checks whether a list can be created or opened, before anything is changed.
    /// - Returns: the journal mode of the database; `nil` if there is none.
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
      _ database: StoreDatabase, table: String, journal: String?, _ access: StoreOptions.Access, firstSequence: Int64,
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
          let own = kept.flatMap { $0.definition.ownsTable ? $0.definition : nil }
          try ItemsTable.make(db, definition, kept: own, path)
        }
        return try ListRecord.register(definition, db, path: path, firstSequence: firstSequence)
      }
    }

    deinit { upkeep.stop() }

    /// Writes the index files and closes the database. Snapshots and sessions stay usable; the store can no longer write or read
    /// items.
    /// - Throws: ``StoreError``; the store is closed nonetheless.
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

    /// Removes the triggers and tables made to follow a table, even if the table no longer exists. The table stays. With the last
    /// list, the database gets back its former journal mode, unless another program has it open.
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

    /// Changes the list: makes all changes of `body` or, if one cannot be made, none.
    ///
    /// When it returns, SQLite has the changes (see ``StoreOptions/Durability``), and searches find them. Batches of several
    /// threads are committed together.
    ///
    /// - Throws: ``StoreError`` and the error of `body`.
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

    /// Writes many batches, as an import does, in less than half of the time of ``write(_:)-swift.method``.
    ///
    /// Each batch is committed when `write` returns, as by ``write(_:)-swift.method``, and is kept even if a later one fails.
    /// Searches find its items some time later, at the latest when this method returns, and are partial until then. The index
    /// files are then written too.
    ///
    /// - Parameter body: called with `write`, which it may call from several threads, but only until it returns.
    /// - Throws: ``StoreError`` and the error of `body`.
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

    /// - Returns: also the record of the transaction; `nil` if nothing has been committed.
    private static func commit(
      _ batches: [StoreBatch], _ database: StoreDatabase, _ table: OwnTable, collects: Bool
    ) -> ([WriteQueue.Outcome], OwnNotes?) {
      do {
        let (results, notes) = try database.write(
          batches, begin: { try table.begin($0, collects: collects) },
          { batch, notes, db in
            let unknown = try ItemsTable.apply(batch, table, &notes, db)
            return StoreReport(sequence: notes.last, unknownIDs: unknown)
          })
        return (results.map { $0.mapError { StoreDatabase.error($0, database.path) } }, notes)
      } catch {
        return (batches.map { _ in .failure(StoreDatabase.error(error, database.path)) }, nil)
      }
    }

    /// Makes committed changes visible to searches.
    /// - Parameter notes: the record of a transaction of this store, if these changes are its own.
    static func publish(_ database: StoreDatabase, _ indexer: Indexer, _ notes: OwnNotes? = nil) {
      if let notes, indexer.apply(notes) { return }
      do {
        if try database.readOnWriter({ try indexer.catchUp($0) }) != nil { return }
      } catch {}
      // The changes are durable; the index has to be rebuilt to show them.
      indexer.invalidate()
    }

    public func statistics() -> IndexStatistics { indexer.index.statistics() }
  }

  extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
  }

  extension StoreError {
    /// Whether the error is of the database as a whole, so that nothing can be written.
    fileprivate var isOfDatabase: Bool {
      switch self {
      case .replaced: true
      case .database(_, let code, _):
        // SQLITE_CONSTRAINT, SQLITE_MISMATCH and SQLITE_TOOBIG concern the row to write; -1 is not a code of SQLite.
        code != -1 && ![19, 20, 18].contains(code & 0xff)
      default: false
      }
    }
  }
#endif
