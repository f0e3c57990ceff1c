#if Store
  import Dispatch
  import GRDB
  import Riffle

  /// What a store does by itself: it follows what others write, builds the index where it has to be built, and writes index
  /// files now and then. Two threads do that, so that whoever follows does not wait for whoever writes files.
  final class StoreUpkeep: Sendable {
    private let database: StoreDatabase
    private let indexer: Indexer
    private let record: ListRecord
    private let settings: IndexSettings
    private let folder: IndexFolder
    private let access: StoreOptions.Access
    private let state: Lock<State>
    /// Whoever builds the index holds it: others find it built, or build it if that was given up.
    private let building = Lock(())
    /// What each of the threads could not do.
    private let failures = Lock<[Int: any Error]>([:])
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
      _ database: StoreDatabase, _ indexer: Indexer, _ record: ListRecord, _ settings: IndexSettings,
      _ folder: IndexFolder, manifest: FileID?, access: StoreOptions.Access
    ) {
      (self.database, self.indexer, self.record) = (database, indexer, record)
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
        try catchUp()
        version = now
        failures.withLock { $0[0] = nil }
      } catch {
        failures.withLock { $0[0] = error }
      }
    }

    /// Why one of the threads could not do its work at its last turn, after which there is another one.
    var failure: (any Error)? { failures.withLock { $0[0] ?? $0[1] } }

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
        if try database.read({ try indexer.catchUp($0) }) != nil { return }
      }
      indexer.invalidate()
    }

    /// Goes on with what another process has written of the index, if that is new.
    /// - Returns: whether it is.
    private func followManifest() throws -> Bool {
      let known = state.withLock { $0.manifest }
      let newest = try database.read { try record.newestManifest($0) }
      guard let newest, newest != known,
        let opened = try StoreFolder.open(folder, record, settings, database, known: indexer.written),
        opened.manifestID != known
      else { return false }
      try database.read { try indexer.replace(with: opened, $0) }
      state.withLock { $0.manifest = opened.manifestID }
      return true
    }

    private func keep() {
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
        failures.withLock { $0[1] = nil }
      } catch {
        failures.withLock { $0[1] = error }
      }
    }

    /// Builds the index if it has to be built, and writes it. Where another thread builds it, returns when that is done.
    /// - Throws: `DatabaseError`, ``IndexError``, ``IndexFileError``.
    func build() throws {
      let isBuilt = try building.withLock { _ in try database.read { db in try indexer.build(db) { isStopping } } }
      guard isBuilt else { return }
      try database.read { _ = try indexer.catchUp($0) }
      if access == .writing { try indexer.checkpoint(database) }
    }
  }
#endif
