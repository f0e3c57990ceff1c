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
    let record: ListRecord
    let settings: IndexSettings
    /// `nil` where nothing may be written.
    let folder: IndexFolder?
    private let state: Lock<State>
    /// Whoever writes index files holds it, so that nobody removes what another one is about to name.
    let writing = Lock(())

    struct State: Sendable {
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

    /// - Parameters:
    ///   - opened: the index as it lies in files; `nil` if it has to be built.
    ///   - folder: where to write; `nil` for a process that only reads.
    init(_ record: ListRecord, _ settings: IndexSettings, _ opened: IndexFolder.Opened?, _ folder: IndexFolder?)
      throws(StoreError)
    {
      self.record = record
      self.settings = settings
      self.folder = folder
      do throws(IndexError) {
        if let opened { index = opened.index } else { index = try Indexer.emptyIndex(settings) }
      } catch {
        throw .index(error)
      }
      state = Lock(State(sequence: opened?.manifest.sequence, written: opened?.written ?? WrittenIndex()))
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

    /// Up to which change the list is known; `nil` while it is built.
    var sequence: Int64? { state.withLock { $0.sequence } }
    /// How far it has been built; `nil` if it is not being built.
    var progress: StoreProgress? { state.withLock { $0.progress } }
    var withoutID: Int { state.withLock { $0.withoutID } }
    /// How many rows have been written to since the last manifest.
    var changeCount: Int { state.withLock { $0.changeCount } }

    // MARK: - State

    /// - Returns: whether it has to be built, and nobody else does that.
    func beginBuilding(rowCount: Int) -> Bool {
      // While a list is built nobody begins to write the one before it.
      writing.withLock { _ in
        state.withLock { state in
          if state.isBuilding || state.sequence != nil { return false }
          state.isBuilding = true
          state.progress = StoreProgress(rowsRead: 0, rowCount: rowCount)
          return true
        }
      }
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
      let sequence: Int64
      let written: WrittenIndex
      let changeCount: Int
    }

    /// - Returns: `nil` if the list has not been built, or is written as it is.
    /// - Throws: ``IndexError``.
    func beginWriting() throws -> Unwritten? {
      try state.withLock { state in
        guard let sequence = state.sequence, !state.isBuilding else { return nil }
        let list = try index.storedList()
        guard state.changeCount > 0 || list.segments.contains(where: \.isInMemory) else { return nil }
        defer { state.changeCount = 0 }
        return Unwritten(list: list, sequence: sequence, written: state.written, changeCount: state.changeCount)
      }
    }

    func writingFailed(_ unwritten: Unwritten) {
      state.withLock { $0.changeCount = max($0.changeCount, unwritten.changeCount) }
    }

    /// The index cannot be what the table is: it has to be built.
    func invalidate() {
      state.withLock { if !$0.isBuilding { $0.sequence = nil } }
    }

    /// How many items lie in segments that no file has.
    var rowsInMemory: Int { index.snapshot().rowsInMemory }

    /// As a number of changes, after the building of a list.
    private static let all = 1 << 40

    /// Reads no more rows at once than these.
    static let mostRowsAtOnce = 1 << 16

    // MARK: - Changes

    /// Reads what has been written to since the index was last changed.
    /// - Returns: the number of the last change; `nil` if changes that the index lacks are no longer noted, because whoever
    ///   writes has put them into index files.
    /// - Throws: `DatabaseError`, ``IndexError``.
    @discardableResult
    func catchUp(_ db: Database) throws -> Int64? {
      try state.withLock { state in
        let last = try record.lastSequence(db)
        guard let sequence = state.sequence, !state.isBuilding, last > sequence else { return last }
        guard try record.trimmed(db) <= sequence else { return nil }
        state.changeCount += try apply(after: sequence, upTo: last, to: index, db, &state.withoutID)
        state.sequence = last
        return last
      }
    }

    /// Goes on with an index that another process has written since: what this one has in memory of its own is given up.
    /// - Throws: `DatabaseError`, ``IndexError``.
    func replace(with opened: IndexFolder.Opened, _ db: Database) throws {
      try state.withLock { state in
        let last = try record.lastSequence(db)
        let known = opened.manifest.sequence
        guard !state.isBuilding, known <= last, try record.trimmed(db) <= known else { return }
        // Before anybody sees it, because the list at hand may have later changes.
        try apply(after: known, upTo: last, to: opened.index, db, &state.withoutID)
        try index.replace(with: opened.index)
        (state.sequence, state.written) = (last, opened.written)
      }
    }

    /// - Returns: how many rows have been written to.
    @discardableResult
    private func apply(
      after first: Int64, upTo last: Int64, to index: Index, _ db: Database, _ withoutID: inout Int
    ) throws -> Int {
      let snapshot = index.snapshot()
      var gone: Set<ItemID> = []
      let ids = try RowStatement(db, record.sql.changedIDs)
      try ids.bind(1, integer: first)
      try ids.bind(2, integer: last)
      while try ids.step() { if let id = ids.id(0) { gone.insert(id) } }
      ids.reset()
      let count = gone.count

      let isManual = settings.order.isManual
      let rows = try RowStatement(db, record.sql.changedRows)
      defer { rows.reset() }
      // A row that has been written to says nothing of where others stand.
      if isManual, let end = snapshot.element(at: snapshot.count - 1)?.id, !gone.contains(end) {
        try rows.bind(1, end)
      } else {
        try rows.bindNull(1)
      }
      try rows.bind(2, integer: first)
      try rows.bind(3, integer: last)
      var reader = ItemReader(record.sql)
      var changes: [(item: Item<ItemID>, place: Placement)] = []
      var isPartial = false
      func flush(_ gone: Set<ItemID> = []) throws {
        if changes.isEmpty, gone.isEmpty { return }
        try index.update { batch in
          for id in gone { batch.delete(id: id) }
          // Those that are new stand behind all others without a place of their own, which many do more quickly.
          let isKnown = snapshot.contains(changes.map(\.item.id))
          for (index, (item, place)) in changes.enumerated() {
            switch place {
            case .end where !isKnown[index], .anywhere: batch.upsert(item)
            case .start: batch.upsert(item, at: .start)
            case .end: batch.upsert(item, at: .end)
            case .after(let id): batch.upsert(item, at: .after(id))
            }
          }
        }
        changes.removeAll(keepingCapacity: true)
      }
      while try rows.step() {
        guard let item = reader.item(rows) else {
          withoutID += 1
          continue
        }
        gone.remove(item.id)
        let next = reader.columnCount
        let place: Placement =
          if !isManual { .anywhere } else if rows.integer(next) != 0 {
            .end
          } else { rows.id(next + 1).map { .after($0) } ?? .start }
        changes.append((item, place))
        if changes.count == Indexer.mostRowsAtOnce {
          isPartial = true
          try index.setIncomplete(true)
          try flush()
        }
      }
      try flush(gone)
      if isPartial { try index.setIncomplete(false) }
      return count
    }

    private enum Placement {
      /// Where the order of the list has it.
      case anywhere
      case start, end
      case after(ItemID)
    }
  }
#endif
