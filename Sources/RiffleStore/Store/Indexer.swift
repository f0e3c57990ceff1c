#if Store
  import GRDB
  import Riffle

  /// Keeps the index of a list as its table is: reads what has been written to, or all of it, and writes index files.
  ///
  /// What is searched is always the table as it was after some change, with the number ``sequence``, but while all of it, or
  /// much, is read: then it says that it is partial.
  final class Indexer: Sendable {
    typealias Index = IndexFolder.Index

    let index: Index
    let settings: IndexSettings
    /// `nil` where nothing may be written.
    let folder: IndexFolder?
    private let state: Lock<State>
    /// Whoever writes index files holds it, so that nobody removes what another one is about to name.
    let writing = Lock(false)

    struct State: Sendable {
      var record: ListRecord
      /// The schema of the database, of which the record is known to be right.
      var schema: Int32?
      /// The index has the changes up to this one; `nil` if it has to be built first.
      var sequence: Int64?
      var written: WrittenIndex
      /// How many rows have been written to since the manifest.
      var changeCount = 0
      var isBuilding = false
      var progress: StoreProgress?
      /// How many rows have been left out because their ids are no numbers or texts.
      var withoutID = 0
    }

    /// Apart from the state, which whoever reads changes holds as long as that takes.
    private let deferral = Lock(Deferral())

    private struct Deferral: Sendable {
      /// How many writers do not need searches to find at once what they write.
      var writerCount = 0
      /// How many rows have been written to and not been read.
      var rowCount = 0
    }

    /// - Parameters:
    ///   - opened: the index as it lies in files; `nil` if it has to be built.
    ///   - folder: where to write; `nil` for a process that only reads.
    init(_ record: ListRecord, _ settings: IndexSettings, _ opened: IndexFolder.Opened?, _ folder: IndexFolder?)
      throws(StoreError)
    {
      self.settings = settings
      self.folder = folder
      do throws(IndexError) {
        if let opened { index = opened.index } else { index = try Indexer.emptyIndex(settings) }
      } catch {
        throw .index(error)
      }
      state = Lock(
        State(record: record, sequence: opened?.manifest.sequence, written: opened?.written ?? WrittenIndex()))
    }

    /// - Throws: ``IndexError``.
    func emptyIndex() throws(IndexError) -> Index { try Indexer.emptyIndex(settings) }

    /// One that is still to be filled.
    private static func emptyIndex(_ settings: IndexSettings) throws(IndexError) -> Index {
      let index = try Index(
        storable: [], key: settings.key, order: settings.order, scopes: settings.conditions, options: settings.options)
      try index.setIncomplete(true)
      return index
    }

    /// The list as the database has it.
    var record: ListRecord { state.withLock { $0.record } }
    /// Up to which change the list is known; `nil` while it is built.
    var sequence: Int64? { state.withLock { $0.sequence } }
    /// How far it has been built; `nil` if it is not being built.
    var progress: StoreProgress? { state.withLock { $0.progress } }
    var withoutID: Int { state.withLock { $0.withoutID } }
    /// How many rows have been written to since the last manifest.
    var changeCount: Int { state.withLock { $0.changeCount } }

    // MARK: - State

    /// - Returns: the list if it has to be built and no other thread is building it.
    /// - Throws: ``StoreError/notFollowed(table:reason:)``, `DatabaseError`.
    func beginBuilding(_ db: Database) throws -> ListRecord? {
      // While a list is built nobody begins to write the one before it.
      try writing.withLock { _ in
        try state.withLock { state in
          if state.isBuilding { return nil }
          try checkSchema(&state, db)
          if state.sequence != nil { return nil }
          let rowCount = try Int.fetchOne(db, sql: state.record.sql.count) ?? 0
          state.isBuilding = true
          state.progress = StoreProgress(rowsRead: 0, rowCount: rowCount)
          return state.record
        }
      }
    }

    /// The list as the transaction at hand has it, unless it is being built.
    /// - Throws: ``StoreError/notFollowed(table:reason:)``, `DatabaseError`.
    func record(_ db: Database) throws -> ListRecord {
      try state.withLock { state in
        if !state.isBuilding { try checkSchema(&state, db) }
        return state.record
      }
    }

    /// Looks, if the schema has been changed, whether the table is still followed. If a store has followed it anew since, the
    /// index has to be built.
    /// - Throws: ``StoreError/notFollowed(table:reason:)``, `DatabaseError`.
    private func checkSchema(_ state: inout State, _ db: Database) throws {
      let schema = try db.schemaVersion()
      // An earlier one is that of a transaction that began before others.
      if let known = state.schema, schema <= known { return }
      let record = try state.record.current(db)
      // A copy of before may have been put back in place of the database.
      let isBehind = try state.sequence.map { try record.lastSequence(db) < $0 } ?? false
      if record.list != state.record.list || isBehind { invalidate(&state) }
      (state.record, state.schema) = (record, schema)
    }

    func didRead(_ count: Int, withoutID: Int) {
      state.withLock { state in
        state.progress?.rowsRead += count
        state.withoutID = withoutID
      }
    }

    /// - Parameter sequence: the last change that has been read; `nil` if the building was given up.
    func endBuilding(sequence: Int64?) {
      state.withLock { state in
        state.isBuilding = false
        state.progress = nil
        state.sequence = sequence
        state.changeCount = Indexer.all
      }
    }

    var written: WrittenIndex { state.withLock { $0.written } }
    func setWritten(_ written: WrittenIndex) { state.withLock { $0.written = written } }

    /// The list as it is after a change, and what has been written of it.
    struct Unwritten {
      let list: StoredList<Item<ItemID>, ItemID>
      let record: ListRecord
      let sequence: Int64
      let written: WrittenIndex
      let changeCount: Int
    }

    /// - Returns: `nil` if the list has not been built, has to be because it is damaged, or is written as it is.
    /// - Throws: ``IndexError``.
    func beginWriting() throws -> Unwritten? {
      try state.withLock { state in
        guard let sequence = state.sequence, !state.isBuilding else { return nil }
        let list = try index.storedList()
        if list.isDamaged {
          // Files of it would be sound, and what is in them would not.
          invalidate(&state)
          return nil
        }
        guard state.changeCount > 0 || list.segments.contains(where: \.isInMemory) else { return nil }
        defer { state.changeCount = 0 }
        return Unwritten(
          list: list, record: state.record, sequence: sequence, written: state.written,
          changeCount: state.changeCount)
      }
    }

    func writingFailed(_ unwritten: Unwritten) {
      state.withLock { $0.changeCount = max($0.changeCount, unwritten.changeCount) }
    }

    /// The index cannot be what the table is: it has to be built, and answers say that they are partial until then.
    func invalidate() {
      state.withLock { if !$0.isBuilding { invalidate(&$0) } }
    }

    private func invalidate(_ state: inout State) {
      state.sequence = nil
      // Fails only on a thread that is changing the index already, which none is that comes here.
      try? index.setIncomplete(true)
    }

    /// How many items lie in segments that no file has.
    var rowsInMemory: Int { index.snapshot().rowsInMemory }

    /// As a number of changes, after the building of a list.
    private static let all = 1 << 40

    /// Reads no more rows at once than these, where they have to be kept until they are indexed.
    static let mostRowsAtOnce = 1 << 16
    /// So many rows that come one after another are a segment.
    static let rowsInPiece = 1 << 19
    /// What more notes than these say would take too much memory: to read the whole table takes less.
    static let mostNotes = 1 << 21

    // MARK: - Changes

    /// Reads what has been written to since the index was last changed.
    ///
    /// - Returns: the number of the last change; `nil` if the index cannot go on from where it is, because changes that it
    ///   lacks are no longer noted, since whoever writes has put them into index files, or because there are too many.
    /// - Throws: ``StoreError/notFollowed(table:reason:)``, `DatabaseError`, ``IndexError``, ``IndexFileError``.
    @discardableResult
    func catchUp(_ db: Database) throws -> Int64? {
      try state.withLock { state in
        if !state.isBuilding { try checkSchema(&state, db) }
        let record = state.record
        let last = try record.lastSequence(db)
        guard let sequence = state.sequence, !state.isBuilding, last > sequence else { return last }
        guard try record.trimmed(db) <= sequence, last - sequence <= Indexer.mostNotes else { return nil }
        let isDeferred = deferral.withLock { deferral in
          deferral.rowCount = 0
          return deferral.writerCount > 0
        }
        var written = state.written
        defer { state.written = written }
        func write() throws {
          // Whoever writes files already has them all in the end.
          try writing.withLockIfAvailable { _ in
            if let new = try writeSegments(since: written) { written = new }
          }
        }
        try apply(after: sequence, upTo: last, to: index, db, &state, isPartial: isDeferred, didFillPiece: write)
        state.sequence = last
        if isDeferred { try write() }
        return last
      }
    }

    /// The list as the transaction at hand has it; the incomplete one while it is being built, or has to be.
    /// - Returns: `nil` if the list is as another transaction has it.
    /// - Throws: `DatabaseError`, ``IndexError``.
    func snapshot(_ db: Database) throws -> Snapshot<Item<ItemID>, ItemID>? {
      let last = try catchUp(db)
      return state.withLock { state in
        if state.isBuilding || state.sequence == nil { return index.snapshot().incomplete }
        return state.sequence == last ? index.snapshot() : nil
      }
    }

    /// Goes on with an index that another process has written since: what this one has in memory of its own is given up.
    /// - Throws: `DatabaseError`, ``IndexError``.
    func replace(with opened: IndexFolder.Opened, _ db: Database) throws {
      try state.withLock { state in
        let record = state.record
        let last = try record.lastSequence(db)
        let known = opened.manifest.sequence
        guard !state.isBuilding, known <= last, try record.trimmed(db) <= known else { return }
        // Before anybody sees it, because the list at hand may have later changes.
        try apply(after: known, upTo: last, to: opened.index, db, &state, isPartial: false) {}
        try index.replace(with: opened.index)
        (state.sequence, state.written) = (last, opened.written)
      }
    }

    private func apply(
      after first: Int64, upTo last: Int64, to index: Index, _ db: Database, _ state: inout State, isPartial: Bool,
      didFillPiece: () throws -> Void
    ) throws {
      var reader = ChangeReader(state.record, settings, index, db)
      defer { state.withoutID += reader.withoutID }
      state.changeCount += try reader.apply(after: first, upTo: last, didFillPiece: didFillPiece)
      if index.snapshot().isIncomplete != isPartial { try index.setIncomplete(isPartial) }
    }

    // MARK: - Deferred changes

    /// From now on changes need not be read before there are many.
    /// - Throws: ``IndexError``.
    func beginDeferring() throws(IndexError) {
      deferral.withLock { $0.writerCount += 1 }
      try index.setIncomplete(true)
    }

    /// The next ``catchUp(_:)`` is of all changes again, unless somebody else defers too.
    func endDeferring() { deferral.withLock { $0.writerCount -= 1 } }

    /// - Parameter count: how many rows have been written to, and need not be read yet.
    func didDefer(_ count: Int) { deferral.withLock { $0.rowCount += count } }

    var isDeferring: Bool { deferral.withLock { $0.writerCount > 0 } }
    /// Whether what has been written to need not be read yet.
    var mayWait: Bool { deferral.withLock { $0.writerCount > 0 && $0.rowCount < Indexer.rowsInPiece } }
  }
#endif
