#if Store
  import Dispatch
  import GRDB
  import Riffle

  /// The background tasks of a store: it follows the writes of other programs, builds the index if necessary, and writes index
  /// files at intervals. It uses two threads, so that following does not wait for files to be written.
  final class StoreUpkeep: Sendable {
    private let database: StoreDatabase
    private let indexer: Indexer
    private let settings: IndexSettings
    private let folder: IndexFolder
    private let access: StoreOptions.Access
    private let state: Lock<State>
    /// Locked by a thread that builds the index. Others wait, then find it built, or build it if that was cancelled.
    private let building = Lock(false)
    private let failures = Lock<[Work: any Error]>([:])

    /// The tasks that may fail; the first failure in this order is reported.
    private enum Work: CaseIterable { case follow, write, keep }
    private let stopped = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

    private struct State {
      var threads: [WorkerThread] = []
      var isStopping = false
      /// The manifest that the index was opened with, if another process writes it.
      var manifest: FileID?
    }

    /// In milliseconds; checking for writes takes some microseconds.
    private static let followInterval = 15
    private static let keepInterval = 250
    /// The number of changes above which index files are written, so that they are not read again when the store is next opened.
    private static let mostChanges = 20_000
    /// The number of rows in memory above which index files are written.
    private static let mostRowsInMemory = 1 << 18

    init(
      _ database: StoreDatabase, _ indexer: Indexer, _ settings: IndexSettings, _ folder: IndexFolder,
      manifest: FileID?, access: StoreOptions.Access
    ) {
      (self.database, self.indexer) = (database, indexer)
      (self.settings, self.folder, self.access) = (settings, folder, access)
      state = Lock(State(manifest: manifest))
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    func start() {
      let (first, second) = (stopped[0], stopped[1])
      let threads = [
        // Captures this object: the store's end, not its own, ends the threads.
        WorkerThread { [self] in
          var version: Int64?
          while first.wait(timeout: .now() + .milliseconds(StoreUpkeep.followInterval)) == .timedOut {
            follow(&version)
          }
        },
        WorkerThread { [self] in
          while second.wait(timeout: .now() + .milliseconds(StoreUpkeep.keepInterval)) == .timedOut { keep() }
        },
      ]
      state.withLock { $0.threads = threads.compactMap { $0 } }
    }

    /// Ends the threads, and returns when they have ended.
    func stop() {
      let threads = state.withLock { state in
        state.isStopping = true
        defer { state.threads = [] }
        return state.threads
      }
      for semaphore in stopped { semaphore.signal() }
      for thread in threads { thread.join() }
    }

    /// Checks whether another program has written, and reads the changes.
    private func follow(_ version: inout Int64?) {
      do {
        let now = try database.version()
        if now == version || indexer.mayWait { return }
        do {
          try catchUp()
        } catch let error as StoreError {
          // Only another commit can repair a faulty schema.
          version = now
          throw error
        }
        version = now
        failures.withLock { $0[.follow] = nil }
      } catch {
        failures.withLock { $0[.follow] = error }
      }
    }

    /// The error of the last write, or of a thread's last attempt at its task, which is repeated.
    var failure: (any Error)? {
      failures.withLock { failures in Work.allCases.compactMap { failures[$0] }.first }
    }

    /// - Parameter failure: `nil` if everything could be written, as far as the disk is concerned.
    func didWrite(_ failure: (any Error)?) { failures.withLock { $0[.write] = failure } }

    /// Checks whether the database can be written again, after a write has failed.
    private func checkWriting() {
      guard failures.withLock({ $0[.write] != nil }) else { return }
      do {
        try database.write { try $0.execute(sql: "UPDATE \(ListNames.current.version) SET number = number") }
        didWrite(nil)
      } catch {
        didWrite(error)
      }
    }

    /// Reads all committed changes.
    /// - Throws: ``StoreError/notFollowed(table:reason:)``, ``StoreError/cannotFollow(table:reason:)``, `DatabaseError`,
    ///   ``IndexError``, ``IndexFileError``.
    func catchUp() throws {
      var isNew = true
      while isNew {
        isNew = false
        if access == .reading {
          do {
            isNew = try followManifest()
          } catch is IndexFileError {
            // As long as all changes are recorded, files are not needed.
          }
        }
        if try following({ try indexer.catchUp($0) }) != nil { return }
      }
      indexer.invalidate()
    }

    /// Runs a read transaction on the recorded changes of the table. If the schema has changed, a store that writes first follows
    /// the table again.
    /// - Throws: ``StoreError/notFollowed(table:reason:)`` in a store that only reads,
    ///   ``StoreError/cannotFollow(table:reason:)``, and the error of `body`.
    private func following<Result>(_ body: (Database) throws -> Result) throws -> Result {
      for _ in 0..<StoreUpkeep.mostRegistrations {
        do {
          return try database.read(body)
        } catch let error as StoreError {
          guard access == .writing, case .notFollowed = error else { throw error }
          let record = indexer.record
          _ = try database.write { try ListRecord.register(record.definition, $0, path: record.path) }
        }
      }
      return try database.read(body)
    }

    /// The number of attempts to register a schema that changes meanwhile. Later changes are followed on the next turn.
    private static let mostRegistrations = 3

    /// Continues with the index that another process has written, if it is new.
    /// - Returns: whether it is.
    private func followManifest() throws -> Bool {
      let known = state.withLock { $0.manifest }
      let (record, newest) = try database.read { db in
        let record = try indexer.record(db)
        return (record, try record.newestManifest(db))
      }
      guard let newest, newest != known,
        let opened = try StoreFolder.open(folder, record, settings, database, known: indexer.written),
        opened.manifestID != known
      else { return false }
      try database.read { try indexer.replace(with: opened, $0) }
      state.withLock { $0.manifest = opened.manifestID }
      return true
    }

    private func keep() {
      checkWriting()
      do {
        if indexer.sequence == nil, indexer.progress == nil { try build() }
        // Damage is detected by searches.
        if indexer.progress == nil, indexer.index.snapshot().isDamaged {
          indexer.invalidate()
          try build()
        }
        let isMuch =
          indexer.changeCount > StoreUpkeep.mostChanges || indexer.rowsInMemory > StoreUpkeep.mostRowsInMemory
        if access == .writing, isMuch, !indexer.isDeferring { try indexer.checkpoint(database) }
        failures.withLock { $0[.keep] = nil }
      } catch {
        failures.withLock { $0[.keep] = error }
      }
    }

    /// Builds the index if necessary, and writes it. If another thread builds it, returns when that has ended.
    /// - Returns: whether it was in files, and has only been given other fields.
    /// - Throws: as ``catchUp()``.
    @discardableResult
    func build() throws -> Bool {
      var isExtended = false
      let isBuilt = try building.withLock { _ in
        isExtended = try addFields()
        return try isExtended || following { db in try indexer.build(db) { isStopping } }
      }
      guard isBuilt else { return isExtended }
      try following { _ = try indexer.catchUp($0) }
      if access == .writing { try indexer.checkpoint(database) }
      return isExtended
    }

    /// Continues with the index of the list before its fields were changed, if there is one and none has been built.
    /// - Returns: whether the index is the present one.
    private func addFields() throws -> Bool {
      guard access == .writing, indexer.record.definition.formers != nil,
        let record = try following({ try indexer.beginBuilding($0) }),
        try indexer.addFields(record, database, isCancelled: { isStopping })
      else { return false }
      if try following({ try indexer.catchUp($0) }) != nil { return true }
      indexer.invalidate()
      return false
    }
  }
#endif
