#if Store
  package import GRDB

  extension ListStore {
    /// Runs a transaction that writes the database as another program would, and returns when searches find what it wrote. A table
    /// that is followed is written so by what feeds it.
    ///
    /// - Parameter body: is called on the calling thread; other writers block until it returns. What it throws undoes all of it.
    /// - Throws: ``StoreError``, and what `body` throws.
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
