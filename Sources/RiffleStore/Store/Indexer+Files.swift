#if Store
  import GRDB
  import Riffle

  extension Indexer {
    /// So many rows are read, indexed and written before their memory is given back.
    private static let rowsInPiece = 1 << 19

    /// Reads all of the table, if the index has to be built. Searches find what has been read so far.
    ///
    /// - Parameters:
    ///   - db: in a transaction that reads: what is written meanwhile is read afterwards, by ``catchUp(_:)``.
    ///   - isCancelled: asked now and then.
    /// - Returns: whether all has been read.
    /// - Throws: `DatabaseError`, ``IndexError``, ``IndexFileError``.
    func build(_ db: Database, isCancelled: () -> Bool) throws -> Bool {
      guard beginBuilding(rowCount: try Int.fetchOne(db, sql: record.sql.count) ?? 0) else { return true }
      var end: Int64?
      defer { endBuilding(sequence: end) }
      try index.replace(with: try emptyIndex())
      let last = try record.lastSequence(db)
      let rows = try RowStatement(db, record.sql.allRows)
      defer { rows.reset() }
      var reader = ItemReader(record.sql)
      var withoutID = 0
      var isOver = false
      while !isOver {
        var count = 0
        while count < Indexer.rowsInPiece, !isOver {
          var items: [Item<ItemID>] = []
          while items.count < Indexer.mostRowsAtOnce {
            guard try rows.step() else {
              isOver = true
              break
            }
            if let item = reader.item(rows) { items.append(item) } else { withoutID += 1 }
          }
          try index.update { $0.upsert(contentsOf: items) }
          count += items.count
          didRead(items.count, withoutID: withoutID)
          if isCancelled() { return false }
        }
        if !isOver { try writeSegments() }
      }
      try index.setIncomplete(false)
      end = last
      return true
    }

    /// Writes segments that lie in memory, and searches them in their files from then on.
    private func writeSegments() throws {
      guard let folder else { return }
      let list = try index.storedList()
      let written = try folder.writeSegments(list, settings, since: written)
      setWritten(try folder.exchange(written, of: index, settings))
    }

    /// Writes what has changed, so that it is there at once when the list is next opened.
    ///
    /// - Parameter database: where manifests are noted.
    /// - Returns: whether there was anything to write.
    /// - Throws: `DatabaseError`, ``IndexError``, ``IndexFileError``; files are then as they were.
    @discardableResult
    func checkpoint(_ database: StoreDatabase) throws -> Bool {
      try writing.withLock { _ in try write(database) }
    }

    private func write(_ database: StoreDatabase) throws -> Bool {
      guard let folder, let unwritten = try beginWriting() else { return false }
      let sequence = unwritten.sequence
      let written: WrittenIndex
      var manifest: FileID?
      do {
        written = try folder.writeSegments(unwritten.list, settings, since: unwritten.written)
        try folder.writeManifest(unwritten.list, of: record.list, sequence: sequence, settings, written) { id in
          try database.write { try record.addManifest(id, sequence, $0) }
          manifest = id
        }
      } catch {
        writingFailed(unwritten)
        throw error
      }
      setWritten(try folder.exchange(written, of: index, settings))
      try folder.removeOthers(than: written)
      if let manifest { try database.write { try record.trim(to: manifest, sequence, $0) } }
      return true
    }
  }
#endif
