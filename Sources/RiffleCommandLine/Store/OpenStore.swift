#if Store
  import Glibc
  import Riffle
  package import RiffleStore

  /// Calls `body`, which uses a store, and converts its errors.
  package func storing<Result>(_ body: () throws(StoreError) -> Result) throws(CommandError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }

  /// Opens a store, and builds its index if necessary, with a progress line on a terminal.
  ///
  /// - Parameter open: opens the store with options that defer building its index.
  package func openStore(
    _ options: StoreOptions, _ open: (StoreOptions) throws(StoreError) -> ListStore
  ) throws(CommandError) -> ListStore {
    var options = options
    options.buildsInBackground = true
    let store = try storing { () throws(StoreError) in try open(options) }
    guard store.snapshot().isPartial else { return store }
    switch store.opening {
    case .mapped: break
    case .extended(let fields):
      Program.note(
        fields.isEmpty
          ? "the index is kept without the removed fields"
          : "fields are added to the index: \(fields.joined(separator: ", "))")
    case .built(let reason):
      if let reason { Program.note("the index has to be built: \(reason)") }
      if options.access == .reading {
        Program.note("\(store.path): the index is built for this once; riffle-store rebuild makes one that stays")
      }
    }
    try buildIndex(of: store)
    return store
  }

  /// Opens an existing list.
  /// - Parameter table: the table of the list, if the store follows one.
  package func openStore(
    _ path: String, table: String?, _ options: StoreOptions
  ) throws(CommandError) -> ListStore {
    // Opening for writing would create a new one.
    let list = try storing { () throws(StoreError) in try ListStore.list(table, in: path) }
    return try openStore(options) { options throws(StoreError) in
      list.isFollowed
        ? try ListStore(followed: list.source.table, in: path, options: options) : try ListStore(path, options: options)
    }
  }

  /// Rebuilds the index, with a progress line on a terminal.
  package func buildIndex(of store: ListStore) throws(CommandError) {
    let outcome = Lock<Result<Void, StoreError>?>(nil)
    let work = { @Sendable in
      let result = Result { () throws(StoreError) in try store.rebuild() }
      outcome.withLock { $0 = result }
      outcome.notifyAll()
    }
    let thread = WorkerThread(work)
    if thread == nil { work() }
    let line = ProgressLine()
    // The store itself may already be building it.
    while outcome.withLock({ $0 == nil }) || store.progress != nil {
      if let progress = store.progress {
        line?.show(
          ProgressLine.State(
            "indexing", rows: progress.rowsRead,
            share: min(1, Double(progress.rowsRead) / Double(max(1, progress.rowCount)))))
      }
      usleep(5_000)
    }
    line?.clear()
    thread?.join()
    if let result = outcome.withLock({ $0 }) { try storing { () throws(StoreError) in try result.get() } }
    if store.snapshot().isPartial, let failure = store.failure { throw .store(failure) }
  }
#endif
