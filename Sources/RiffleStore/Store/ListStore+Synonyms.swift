#if Store
  public import Riffle

  extension ListStore {
    /// Replaces the synonyms that queries are read with; see ``IndexOptions/synonyms``.
    ///
    /// The index stays as it is. When this returns, the database has the synonyms, and searches of this store use them. Other
    /// processes that read the store follow as they follow changes of its items. A list that is built meanwhile has them, too.
    ///
    /// - Complexity: O(*n*) in the length of the synonyms.
    /// - Throws: ``StoreError``.
    public func setSynonyms(_ synonyms: Synonyms) throws(StoreError) {
      try checkOpen()
      guard access == .writing else { throw .readOnly(path: path) }
      do {
        // The last one in the database must be the last one in the index.
        try defining.withLock { _ in
          var definition = indexer.record.definition
          definition.text.synonyms = synonyms.isEmpty ? nil : synonyms.text
          let record = try database.write { db in
            guard let kept = try ListRecord(db, table: definition.source.table, path: path),
              kept.definition.ofIndex == definition.ofIndex
            else { throw ListRecord.definedAnew(definition.source.table) }
            return try kept.redefined(definition, db)
          }
          try indexer.define(record)
        }
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }
  }
#endif
