public import Riffle

/// Items that have been written to since a change, each once, as they are now.
public struct StoreChanges: Sendable, Hashable {
  public struct Change: Sendable, Hashable {
    public let id: ItemID
    /// `nil` if it is gone.
    public let item: StoreItem?
  }

  /// The number of the last change that is in here: what to ask for next.
  public let sequence: Int64
  /// Whether there are more changes already.
  public let hasMore: Bool
  /// In the order in which they were first written to.
  public let changes: [Change]

  /// None.
  package init(sequence: Int64) { (self.sequence, hasMore, changes) = (sequence, false, []) }

  init(sequence: Int64, hasMore: Bool, changes: [Change]) {
    (self.sequence, self.hasMore, self.changes) = (sequence, hasMore, changes)
  }
}

#if Store
  import GRDB

  extension ListStore {
    /// Whether other programs write the table of the list, with SQL.
    public var isFollowing: Bool { !definition.ownsTable }

    /// The number of the last change there is.
    /// - Throws: ``StoreError``.
    public func lastSequence() throws(StoreError) -> Int64 {
      try reading { try indexer.record.lastSequence($0) }
    }

    /// Which items have been written to after a change, whoever wrote them.
    ///
    /// Changes are noted until index files have them, and some time beyond that; whoever asks too late has to read the whole
    /// list.
    ///
    /// - Parameters:
    ///   - sequence: as ``StoreChanges/sequence`` and ``StoreReport/sequence``; 0 for all changes there ever were.
    ///   - limit: how many items to give at most. Those that were added together come together, and may be more.
    ///   - byteLimit: how many bytes they may have together, but for one that has more alone. If those that were added together
    ///     have more, they are too much.
    /// - Throws: ``StoreError/changesGone(after:)``, ``StoreError``.
    /// - Complexity: O(*k* log *n*) in the number of items given.
    public func changes(
      since sequence: Int64, limit: Int, byteLimit: Int = .max
    ) throws(StoreError) -> StoreChanges {
      try reading { db in
        let record = indexer.record
        let last = try record.lastSequence(db)
        guard sequence <= last, try record.trimmed(db) <= sequence else {
          throw StoreError.changesGone(after: sequence)
        }
        var changes: [StoreChanges.Change] = []
        var known: Set<ItemID> = []
        var byteCount = 0
        var reader = ItemReader(record.sql)
        /// Whether something was left out because it is too much.
        var isCut = false
        func add(_ id: ItemID) throws {
          guard known.insert(id).inserted else { return }
          let item = try reader.wholeItem(id, db)
          byteCount += item?.byteCount ?? 0
          // One alone always comes.
          isCut = byteCount > byteLimit && !changes.isEmpty
          if !isCut { changes.append(StoreChanges.Change(id: id, item: item)) }
        }
        var end = sequence
        /// How many changes there are up to there.
        var count = 0
        let notes = try RowStatement(db, record.sql.notesAfter)
        defer { notes.reset() }
        try notes.bind(1, integer: sequence)
        while changes.count < limit, byteCount <= byteLimit, try notes.step() {
          if TableSQL.NoteKind(rawValue: notes.integer(1)) == .appended {
            let (first, last) = (notes.integer(0), notes.integer(2))
            guard first <= last, last - first < ListStore.mostRowsAtOnce, let rowsSQL = record.sql.idsOfRows else {
              throw StoreError.changesGone(after: sequence)
            }
            let rows = try RowStatement(db, rowsSQL)
            defer { rows.reset() }
            try rows.bind(1, integer: first)
            try rows.bind(2, integer: last)
            while !isCut, try rows.step() { if let id = rows.id(0) { try add(id) } }
          } else if let id = notes.id(0) {
            try add(id)
          }
          if isCut { break }
          end = notes.integer(3)
          count = changes.count
        }
        if isCut {
          // What does not fit comes next, unless it never will.
          guard end > sequence else { throw StoreError.changesGone(after: sequence) }
          changes.removeSubrange(count...)
        } else if changes.count < limit, byteCount <= byteLimit {
          // Notes that say nothing stand for no item.
          end = last
        }
        return StoreChanges(sequence: end, hasMore: end < last, changes: changes)
      }
    }

    /// Rows that were added together are read at once, unless they are more than these.
    private static let mostRowsAtOnce: Int64 = 1 << 16

    /// Wakes up at once, and then whenever searches find something else; who is busy, once for all that has happened meanwhile.
    package var updates: AsyncStream<Void> { indexer.index.changes }

    private func reading<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
      try checkOpen()
      do {
        return try database.read(body)
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }
  }
#endif
