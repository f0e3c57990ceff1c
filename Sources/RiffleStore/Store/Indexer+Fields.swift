#if Store
  import GRDB
  import Riffle

  extension Indexer {
    /// Continues with the index files of the list before its fields were changed: gives them the columns of the fields that they
    /// lack, reads nothing else of the table, and indexes no text.
    ///
    /// Each new segment is written beside the former one. A process that ends meanwhile leaves the former index, and the next one
    /// begins again.
    ///
    /// - Parameters:
    ///   - record: as returned by ``beginBuilding(_:)``.
    ///   - isCancelled: called at intervals.
    /// - Returns: whether the index is that of the table after the change that its manifest names, and partial until the changes
    ///   since then are read. If not, it has to be built.
    /// - Throws: `DatabaseError`, ``IndexError``.
    func addFields(_ record: ListRecord, _ database: StoreDatabase, isCancelled: () -> Bool) throws -> Bool {
      var end: Int64?
      defer { endBuilding(sequence: end) }
      do {
        end = try addedFields(record, database, isCancelled)
      } catch is IndexFileError {
        // Files that are damaged or cannot be written are of no use.
      }
      return end != nil
    }

    /// Returns the list that the index files belong to, if the present one can continue with them.
    /// - Throws: ``IndexFileError``.
    func former(_ record: ListRecord) throws(IndexFileError) -> FormerList? {
      guard let formers = record.definition.formers, let list = try folder?.list(settings) else { return nil }
      return formers.first { $0.list == list.id }
    }

    /// - Returns: the last change in the index; `nil` if it has to be built.
    private func addedFields(
      _ record: ListRecord, _ database: StoreDatabase, _ isCancelled: () -> Bool
    ) throws -> Int64? {
      guard let folder, let former = try former(record), let list = try folder.list(settings), list.id == former.list
      else { return nil }
      let kept = settings.keeping(fields: former.fields)
      guard let opened = try folder.open(list, kept) else { return nil }
      let sequence = opened.manifest.sequence
      let isKnown = try database.read { db in
        try record.sequence(ofManifest: opened.manifestID, of: former.list, db) == sequence
          && record.trimmed(db) <= sequence
      }
      guard isKnown else { return nil }
      let stored = try opened.index.storedList()
      let added = settings.fields.filter { !kept.fields.contains($0) }
      var written = opened.written
      if !added.isEmpty {
        let new = try database.read { db in
          var reader = try FieldValueReader(record.sql, added, db)
          defer { reader.reset() }
          return try folder.writeSegments(stored, settings, isCancelled: isCancelled) { id in
            try reader.values(id)
          } didWrite: { count in
            didRead(count, withoutID: 0)
          }
        }
        guard let new else { return nil }
        written = new
      }
      var manifest: FileID?
      try folder.writeManifest(stored, of: record.list, sequence: sequence, settings, written) { id in
        try database.write { try record.addManifest(id, sequence, $0) }
        manifest = id
      }
      guard let new = try StoreFolder.open(folder, record, settings, database), new.manifestID == manifest else {
        return nil
      }
      try folder.removeOthers(than: new.written)
      try database.write { try record.trim(to: new.manifestID, sequence, $0) }
      // The new columns have later values of some rows than the others.
      try new.index.setIncomplete(true)
      try index.replace(with: new.index)
      setWritten(new.written)
      return sequence
    }
  }
#endif
