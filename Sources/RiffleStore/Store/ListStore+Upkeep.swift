#if Store
  import Riffle
  import SystemPackage

  /// The tasks that a store performs by itself, performed at once: following other programs, writing and building the index,
  /// copies.
  extension ListStore {
    /// Reads what other programs have committed. A store does so by itself within some milliseconds.
    /// - Throws: ``StoreError``.
    public func refresh() throws(StoreError) {
      try checkOpen()
      do {
        try upkeep.catchUp()
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// Writes the index files, so that recent changes need not be read again when the store is next opened. A store does so by
    /// itself at intervals, and when it is closed.
    /// - Throws: ``StoreError``.
    public func checkpoint() throws(StoreError) {
      try checkOpen()
      guard access == .writing else { throw .readOnly(path: path) }
      do {
        try indexer.checkpoint(database)
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// Rebuilds the index, while searches continue.
    /// - Throws: ``StoreError``.
    public func rebuild() throws(StoreError) {
      try checkOpen()
      do {
        indexer.invalidate()
        try upkeep.build()
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// The progress of the index build; `nil` if there is none. Until it ends, results are partial.
    public var progress: StoreProgress? { indexer.progress }

    /// The reason why the store's last attempt to follow its table or to write its index files failed; `nil` if it succeeded. The
    /// store keeps trying, and searches the index that it has.
    public var failure: StoreError? { upkeep.failure.map { StoreDatabase.error($0, path) } }

    /// Merges the whole index into one segment, and writes it. If that detects damaged files, rebuilds the index.
    /// - Throws: ``StoreError``.
    public func optimize() throws(StoreError) {
      try checkOpen()
      guard access == .writing else { throw .readOnly(path: path) }
      do throws(IndexError) {
        try indexer.index.optimize()
      } catch {
        // Damaged segments may have the same id twice.
        if !snapshot().isDamaged { throw .index(error) }
      }
      if snapshot().isDamaged { try rebuild() } else { try checkpoint() }
    }

    /// Copies the present state of the database, while others write. The copy builds its own index when it is opened.
    /// - Throws: ``StoreError``.
    public func backup(to path: String) throws(StoreError) {
      try checkOpen()
      do {
        try database.backup(to: path)
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// Copies the database of a store without opening the store; see ``backup(to:)``.
    /// - Throws: ``StoreError``.
    public static func backup(_ path: String, to target: String) throws(StoreError) {
      guard SystemFiles().exists(FilePath(path)) else { throw .missing(path: path) }
      let database = try StoreDatabase(path, StoreOptions(access: .reading))
      do {
        defer { try? database.close() }
        try database.backup(to: target)
      } catch {
        throw StoreDatabase.error(error, target)
      }
    }
  }
#endif
