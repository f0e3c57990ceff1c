#if Store
  import Riffle
  import SystemPackage

  /// What a store does by itself, done at once: following others, writing and building the index, copies.
  extension ListStore {
    /// Reads what others have committed until now. A store does that by itself within some milliseconds.
    /// - Throws: ``StoreError``.
    public func refresh() throws(StoreError) {
      try checkOpen()
      do {
        try upkeep.catchUp()
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// Writes the index files, so that what has changed need not be read again when the store is next opened. A store does
    /// that by itself now and then, and when it is closed.
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

    /// Builds the index anew, while searches go on.
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

    /// How far the index has been built; `nil` if it is not being built. Until then answers say that they are partial.
    public var progress: StoreProgress? { indexer.progress }

    /// Why the store could not follow its table, or keep its index files, when it last tried to by itself; `nil` if it could.
    /// It goes on trying, and answers searches from what it has.
    public var failure: StoreError? { upkeep.failure.map { StoreDatabase.error($0, path) } }

    /// Makes one segment of the whole index, and writes it. Where that finds that files are damaged, it is built anew.
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

    /// Copies the database as it is now, beside those who write. The copy makes its own index when it is opened.
    /// - Throws: ``StoreError``.
    public func backup(to path: String) throws(StoreError) {
      try checkOpen()
      do {
        try database.backup(to: path)
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// Copies the database of a store that need not be opened; see ``backup(to:)``.
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
