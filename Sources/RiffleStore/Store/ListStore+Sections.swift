#if Store
  import GRDB
  public import Riffle

  extension ListStore {
    /// Returns the sections of a list that is arranged by them, as buckets of a jumplist, with the list of the same moment.
    ///
    /// - Returns: `nil` if the list is not arranged by sections, or if other programs write to it continually.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(log *n*) for each section; O(*n*) if there are very many, or if the table of a followed list has no index
    ///   that begins with them.
    public func sections() throws(StoreError) -> (list: Snapshot<Item<ItemID>, ItemID>, buckets: JumplistBuckets)? {
      try checkOpen()
      do {
        guard let column = try database.read({ try SectionColumn($0, indexer.record.sql) }) else { return nil }
        // The database must match the index. If another program has written meanwhile, it is tried again.
        for _ in 0..<ListStore.mostReadings {
          try upkeep.catchUp()
          let found = try database.read { db -> (Snapshot<Item<ItemID>, ItemID>, JumplistBuckets)? in
            guard let list = try indexer.snapshot(db) else { return nil }
            let sections = try column.sections(of: list, db)
            return (list, try JumplistBuckets(labels: sections.map { ($0.name, $0.rowCount) }))
          }
          if let found { return found }
        }
        return nil
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    private static let mostReadings = 10
  }
#endif
