#if Store
  package import GRDB

  extension ListStore {
    /// Runs a transaction that writes the database like another program, and returns when searches find the new rows. It serves
    /// programs that feed a followed table.
    ///
    /// - Parameter body: called on the caller's thread; other writers block until it returns. An error rolls back everything.
    /// - Throws: ``StoreError``, and the error of `body`.
    package func transaction<Result>(_ body: (Database) throws -> Result) throws -> Result {
      try checkOpen()
      guard access == .writing else { throw StoreError.readOnly(path: path) }
      let result = Swift.Result { try database.write(body) }
      switch result {
      case .success(let result):
        upkeep.didWrite(nil)
        ListStore.publish(database, indexer)
        return result
      case .failure(let error as DatabaseError):
        upkeep.didWrite(StoreDatabase.error(error, path))
        throw StoreDatabase.error(error, path)
      case .failure(let error): throw error
      }
    }
  }
#endif
