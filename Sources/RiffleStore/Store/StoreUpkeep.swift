#if Store
  import Dispatch
  import GRDB
  import Riffle

  /// What a store does by itself: it follows what others write, builds the index where it has to be built, and writes index
  /// files now and then. Two threads do that, so that whoever follows does not wait for whoever writes files.
  final class StoreUpkeep: Sendable {
    private let database: StoreDatabase
    private let indexer: Indexer
    private let settings: IndexSettings
    private let folder: IndexFolder
    private let access: StoreOptions.Access
    private let state: Lock<State>
    /// Whoever builds the index holds it: others find it built, or build it if that was given up.
    private let building = Lock(false)
    private let failures = Lock<[Work: any Error]>([:])

    /// What a store could not do: the first one is what it says.
    private enum Work: CaseIterable { case follow, write, keep }
    private let stopped = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

    private struct State {
      var threads: [WorkerThread] = []
      var isStopping = false
      /// That which the index has been opened with, where another process writes it.
      var manifest: FileID?
    }

    /// In milliseconds: to look whether anybody has written takes some microseconds.
    private static let followInterval = 15
    private static let keepInterval = 250
    /// More changes than these are not read again when the store is next opened.
    private static let mostChanges = 20_000
    /// More rows than these are not kept in memory.
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
        // Not this object: whoever gives up the store ends them.
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

    /// Returns when nothing more is done.
    func stop() {
      let threads = state.withLock { state in
        state.isStopping = true
        defer { state.threads = [] }
        return state.threads
      }
      for semaphore in stopped { semaphore.signal() }
      for thread in threads { thread.join() }
    }

    /// Looks whether anybody has written, and reads what.
    private func follow(_ version: inout Int64?) {
      do {
        let now = try database.version()
        if now == version || indexer.mayWait { return }
        do {
          try catchUp()
        } catch let error as StoreError {
          // Only another commit mends what is wrong with the schema.
          version = now
          throw error
        }
        version = now
        failures.withLock { $0[.follow] = nil }
      } catch {
        failures.withLock { $0[.follow] = error }
      }
    }

    /// Why the last write failed, or why one of the threads could not do its work at its last turn, after which there is another.
    var failure: (any Error)? {
      failures.withLock { failures in Work.allCases.compactMap { failures[$0] }.first }
    }

    /// - Parameter failure: `nil` if all that was to be written could be, as far as the disk has a part in that.
    func didWrite(_ failure: (any Error)?) { failures.withLock { $0[.write] = failure } }

    /// Whether the database can be written again, after a write has failed.
    private func checkWriting() {
      guard failures.withLock({ $0[.write] != nil }) else { return }
      do {
        try database.write { try $0.execute(sql: "UPDATE \(ListNames.current.version) SET number = number") }
        didWrite(nil)
      } catch {
        didWrite(error)
      }
    }

    /// Reads what has been committed until now.
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
            // As long as all changes are noted, it takes no files.
          }
        }
        if try following({ try indexer.catchUp($0) }) != nil { return }
      }
      indexer.invalidate()
    }

    /// Runs a transaction that reads what has been noted of the table. Where its schema has been changed, a store that writes
    /// follows it anew before.
    /// - Throws: ``StoreError/notFollowed(table:reason:)`` of a store that only reads,
    ///   ``StoreError/cannotFollow(table:reason:)``, and what `body` throws.
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

    /// How often a schema that changes meanwhile is registered again. Later changes are followed on the next turn.
    private static let mostRegistrations = 3

    /// Goes on with what another process has written of the index, if that is new.
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
        // What is damaged has been found out by somebody who searched.
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

    /// Builds the index if it has to be built, and writes it. Where another thread builds it, returns when that is done.
    /// - Throws: as ``catchUp()``.
    func build() throws {
      let isBuilt = try building.withLock { _ in try following { db in try indexer.build(db) { isStopping } } }
      guard isBuilt else { return }
      try following { _ = try indexer.catchUp($0) }
      if access == .writing { try indexer.checkpoint(database) }
    }
  }
#endif
