#if Store
  import GRDB
  import Riffle

  /// The owner of a list's index, which it keeps up to date with the table: it reads changes, or the whole table, and writes
  /// index files.
  ///
  /// The searched state is always that of the table after some change, with the number ``sequence``, except while the whole
  /// table, or much of it, is read: then it is partial.
  final class Indexer: Sendable {
    typealias Index = IndexFolder.Index

    let index: Index
    let settings: IndexSettings
    /// `nil` if nothing may be written.
    let folder: IndexFolder?
    private let state: Lock<State>
    /// Locked while a thread writes index files, so that no other removes a file about to be named.
    let writing = Lock(false)

    struct State: Sendable {
      var record: ListRecord
      /// The schema version of the database that the record has been checked against.
      var schema: Int32?
      /// The last change in the index; `nil` if it has to be built first.
      var sequence: Int64?
      var written: WrittenIndex
      /// The number of rows written since the manifest.
      var changeCount = 0
      var isBuilding = false
      var progress: StoreProgress?
      /// The number of rows omitted because their ids are neither integers nor texts.
      var withoutID = 0
    }

    /// Separate from the state, which is locked for as long as a thread reads changes.
    private let deferral = Lock(Deferral())

    private struct Deferral: Sendable {
      /// The number of writers that do not need searches to find their writes at once.
      var writerCount = 0
      /// The number of rows written and not yet read.
      var rowCount = 0
    }

    /// - Parameters:
    ///   - opened: the index in files; `nil` if it has to be built.
    ///   - folder: the folder to write to; `nil` for a process that only reads.
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

    /// Returns an index that is still to be filled.
    private static func emptyIndex(_ settings: IndexSettings) throws(IndexError) -> Index {
      let index = try Index(
        storable: [], key: settings.key, order: settings.order, scopes: settings.conditions, fields: settings.fields,
        options: settings.options)
      try index.setIncomplete(true)
      return index
    }

    /// The database's record of the list.
    var record: ListRecord { state.withLock { $0.record } }
    /// The last change in the index; `nil` while it is built.
    var sequence: Int64? { state.withLock { $0.sequence } }
    /// The progress of the build; `nil` if there is none.
    var progress: StoreProgress? { state.withLock { $0.progress } }
    var withoutID: Int { state.withLock { $0.withoutID } }
    /// The number of rows written since the last manifest.
    var changeCount: Int { state.withLock { $0.changeCount } }

    // MARK: - State

    /// - Returns: the list if it has to be built and no other thread is building it.
    /// - Throws: ``StoreError/notFollowed(table:reason:)``, `DatabaseError`.
    func beginBuilding(_ db: Database) throws -> ListRecord? {
      // While a list is built, no thread may begin to write the one before it.
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

    /// Returns the record of the list in the current transaction, unless the list is being built.
    /// - Throws: ``StoreError/notFollowed(table:reason:)``, `DatabaseError`.
    func record(_ db: Database) throws -> ListRecord {
      try state.withLock { state in
        if !state.isBuilding { try checkSchema(&state, db) }
        return state.record
      }
    }

    /// Checks whether the table is still followed, if the schema has changed. If a store has followed it again since, the index
    /// has to be built.
    /// - Throws: ``StoreError/notFollowed(table:reason:)``, `DatabaseError`.
    private func checkSchema(_ state: inout State, _ db: Database) throws {
      let schema = try db.schemaVersion()
      // An earlier version belongs to a transaction that began before others.
      if let known = state.schema, schema <= known { return }
      let record = try state.record.current(db)
      // The database may have been replaced by an earlier copy.
      let isBehind = try state.sequence.map { try record.lastSequence(db) < $0 } ?? false
      if record.list != state.record.list || isBehind { invalidate(&state) }
      try define(record, &state)
      state.schema = schema
    }

    /// Continues with another record of the list.
    /// - Throws: ``StoreError/notAStore(path:reason:)`` for synonyms of a later version, ``IndexError``.
    func define(_ record: ListRecord) throws {
      try state.withLock { state in
        // Otherwise the list has been made anew, which the next check detects.
        if record.list == state.record.list { try define(record, &state) }
      }
    }

    private func define(_ record: ListRecord, _ state: inout State) throws {
      if record.definition != state.record.definition {
        try index.setSynonyms(try record.definition.text.options(path: record.path).synonyms)
      }
      state.record = record
    }

    func didRead(_ count: Int, withoutID: Int) {
      state.withLock { state in
        state.progress?.rowsRead += count
        state.withoutID = withoutID
      }
    }

    /// - Parameter sequence: the last change that has been read; `nil` if the build was cancelled.
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

    /// The list after a change, and its segments that have been written.
    struct Unwritten {
      let list: StoredList<Item<ItemID>, ItemID>
      let record: ListRecord
      let sequence: Int64
      let written: WrittenIndex
      let changeCount: Int
    }

    /// - Returns: `nil` if the list has not been built, has to be rebuilt because it is damaged, or is already written.
    /// - Throws: ``IndexError``.
    func beginWriting() throws -> Unwritten? {
      try state.withLock { state in
        guard let sequence = state.sequence, !state.isBuilding else { return nil }
        let list = try index.storedList()
        if list.isDamaged {
          // Its files would have valid checksums of damaged content.
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

    /// Marks the index as different from the table: it has to be built, and results are partial until then.
    func invalidate() {
      state.withLock { if !$0.isBuilding { invalidate(&$0) } }
    }

    private func invalidate(_ state: inout State) {
      state.sequence = nil
      // Fails only on a thread that is already changing the index, and no such thread calls this.
      try? index.setIncomplete(true)
    }

    /// The number of items in segments that are in no file.
    var rowsInMemory: Int { index.snapshot().rowsInMemory }

    /// Represents all rows in `changeCount`, after a list has been built.
    private static let all = 1 << 40

    /// The most rows read at once, where they have to be kept until they are indexed.
    static let mostRowsAtOnce = 1 << 16
    /// The number of consecutive rows in a segment.
    static let rowsInPiece = 1 << 19
    /// The most notes read: more would take too much memory, and reading the whole table takes less time.
    static let mostNotes = 1 << 21

    // MARK: - Changes

    /// Reads the changes since the last one in the index.
    ///
    /// - Returns: the number of the last change. `nil` if the index cannot continue: there are too many changes, or some that it
    ///   lacks are no longer recorded, because a writing process has put them into index files.
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
          // The thread that writes files ends up with all of them.
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

    /// Applies the changes of a committed transaction of this store, as it has collected them.
    ///
    /// - Returns: whether the index has them. If not, because it lacks other changes before them, because the schema has changed,
    ///   or because they were not collected, ``catchUp(_:)`` reads them.
    func apply(_ notes: OwnNotes) -> Bool {
      state.withLock { state in
        guard let sequence = state.sequence, !state.isBuilding, state.schema.map({ Int64($0) }) == notes.schema else {
          return false
        }
        // Another thread has read them.
        if sequence >= notes.last { return true }
        guard sequence == notes.first, var changes = notes.changes, !isDeferring, !index.snapshot().isIncomplete else {
          return false
        }
        let count = changes.count
        do {
          try changes.apply(to: index)
        } catch {
          return false
        }
        state.sequence = notes.last
        state.changeCount += count
        return true
      }
    }

    /// Returns the list in the state of the current transaction; the incomplete one while it is being built, or has to be.
    /// - Returns: `nil` if the list is in the state of another transaction.
    /// - Throws: `DatabaseError`, ``IndexError``.
    func snapshot(_ db: Database) throws -> Snapshot<Item<ItemID>, ItemID>? {
      let last = try catchUp(db)
      return state.withLock { state in
        if state.isBuilding || state.sequence == nil { return index.snapshot().incomplete }
        return state.sequence == last ? index.snapshot() : nil
      }
    }

    /// Continues with an index that another process has written since: replaces what this process has in memory.
    /// - Throws: `DatabaseError`, ``IndexError``.
    func replace(with opened: IndexFolder.Opened, _ db: Database) throws {
      try state.withLock { state in
        let record = state.record
        let last = try record.lastSequence(db)
        let known = opened.manifest.sequence
        guard !state.isBuilding, known <= last, try record.trimmed(db) <= known else { return }
        // Before it is published, because the present list may have later changes.
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

    /// Begins a phase in which changes need not be read before there are many.
    /// - Throws: ``IndexError``.
    func beginDeferring() throws(IndexError) {
      deferral.withLock { $0.writerCount += 1 }
      try index.setIncomplete(true)
    }

    /// Ends the phase: the next ``catchUp(_:)`` is complete, unless another writer defers too.
    func endDeferring() { deferral.withLock { $0.writerCount -= 1 } }

    /// - Parameter count: the number of rows written, which need not be read yet.
    func didDefer(_ count: Int) { deferral.withLock { $0.rowCount += count } }

    var isDeferring: Bool { deferral.withLock { $0.writerCount > 0 } }
    /// Whether written rows need not be read yet.
    var mayWait: Bool { deferral.withLock { $0.writerCount > 0 && $0.rowCount < Indexer.rowsInPiece } }
  }
#endif
