#if Store
  import GRDB
  public import Riffle

  extension ListStore {
    /// The sections of a list that is arranged by them, to jump by, and the list as it is when they are read.
    ///
    /// - Returns: `nil` if the list is not arranged by sections, or if others write to it all the while.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(log *n*) for each section; O(*n*) if they are very many, or if the table of a list that is followed has
    ///   no index that begins with them.
    public func sections() throws(StoreError) -> (list: Snapshot<Item<ItemID>, ItemID>, buckets: JumplistBuckets)? {
      try checkOpen()
      do {
        guard let column = try database.read({ try SectionColumn($0, indexer.record.sql) }) else { return nil }
        // The database has to be as the index is: so it is tried again if somebody has written meanwhile.
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
