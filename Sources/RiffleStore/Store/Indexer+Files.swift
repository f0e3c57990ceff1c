#if Store
  import GRDB
  import Riffle

  extension Indexer {
    /// Reads the whole table, if the index has to be built. Searches cover the rows read so far.
    ///
    /// - Parameters:
    ///   - db: in a read transaction: rows written meanwhile are read afterwards, by ``catchUp(_:)``.
    ///   - isCancelled: called at intervals.
    /// - Returns: whether everything has been read.
    /// - Throws: ``StoreError/notFollowed(table:reason:)``, `DatabaseError`, ``IndexError``, ``IndexFileError``.
    func build(_ db: Database, isCancelled: () -> Bool) throws -> Bool {
      guard let record = try beginBuilding(db) else { return true }
      let rowCount = progress?.rowCount ?? 0
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
        var piece = Piece(index, expectedCount: min(Indexer.rowsInPiece, rowCount))
        while piece.count < Indexer.rowsInPiece, !isOver {
          let known = piece.count
          for _ in 0..<Indexer.rowsBetweenReports {
            guard try rows.step() else {
              isOver = true
              break
            }
            if let item = reader.item(rows) { try piece.append(item, index) } else { withoutID += 1 }
          }
          didRead(piece.count - known, withoutID: withoutID)
          if isCancelled() { return false }
        }
        try piece.end(index)
        if !isOver, let written = try writeSegments(since: written) { setWritten(written) }
      }
      try index.setIncomplete(false)
      end = last
      return true
    }

    private static let rowsBetweenReports = 1 << 12

    /// Writes segments that are in memory, and from then on searches them in their files.
    /// - Returns: the segments written now; `nil` if nothing may be written.
    /// - Throws: ``IndexError``, ``IndexFileError``.
    func writeSegments(since written: WrittenIndex) throws -> WrittenIndex? {
      guard let folder else { return nil }
      let list = try index.storedList()
      let written = try folder.writeSegments(list, settings, since: written)
      return try folder.exchange(written, of: index, settings)
    }

    /// Writes changed segments and a manifest, so that the list can be opened from them.
    ///
    /// - Parameter database: records the manifests.
    /// - Returns: whether there was anything to write.
    /// - Throws: `DatabaseError`, ``IndexError``, ``IndexFileError``; files are then unchanged.
    @discardableResult
    func checkpoint(_ database: StoreDatabase) throws -> Bool {
      try writing.withLock { _ in try write(database) }
    }

    private func write(_ database: StoreDatabase) throws -> Bool {
      guard let folder, let unwritten = try beginWriting() else { return false }
      let (record, sequence) = (unwritten.record, unwritten.sequence)
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
