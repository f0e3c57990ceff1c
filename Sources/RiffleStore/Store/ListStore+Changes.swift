public import Riffle

/// The items that have been written since a change, each once, in their present form.
public struct StoreChanges: Sendable, Hashable {
  public struct Change: Sendable, Hashable {
    public let id: ItemID
    /// `nil` if the item has been deleted.
    public let item: StoreItem?
  }

  /// The number of the last change included: the next request begins after it.
  public let sequence: Int64
  /// Whether there are more changes already.
  public let hasMore: Bool
  /// In the order of their first write.
  public let changes: [Change]

  /// Creates an empty value.
  package init(sequence: Int64) { (self.sequence, hasMore, changes) = (sequence, false, []) }

  init(sequence: Int64, hasMore: Bool, changes: [Change]) {
    (self.sequence, self.hasMore, self.changes) = (sequence, hasMore, changes)
  }
}

#if Store
  package import GRDB

  extension ListStore {
    /// Whether other programs write the table of the list, with SQL.
    public var isFollowing: Bool { !definition.ownsTable }

    /// Returns the number of the last change.
    /// - Throws: ``StoreError``.
    public func lastSequence() throws(StoreError) -> Int64 {
      try reading { try lastSequence($0) }
    }

    /// Returns the number of the last change.
    /// - Parameter db: in a transaction on the store's database.
    /// - Throws: `DatabaseError`.
    package func lastSequence(_ db: Database) throws -> Int64 { try indexer.record.lastSequence(db) }

    /// Returns the number after which all changes are still recorded.
    /// - Parameter db: in a transaction on the store's database.
    /// - Throws: `DatabaseError`.
    package func trimmedSequence(_ db: Database) throws -> Int64 { try indexer.record.trimmed(db) }

    /// Returns the items that any program has written after a change.
    ///
    /// Changes are recorded until index files contain them, and some time beyond that. A caller that comes too late has to read
    /// the whole list.
    ///
    /// - Parameters:
    ///   - sequence: as ``StoreChanges/sequence`` and ``StoreReport/sequence``; 0 for all changes ever made.
    ///   - limit: the most items to return. Items that were added together are returned together, and may be more.
    ///   - byteLimit: the most bytes that they may have together, unless a single one has more. If items that were added together
    ///     have more, an error is thrown.
    /// - Throws: ``StoreError/changesGone(after:)``, ``StoreError``.
    /// - Complexity: O(*k* log *n*) in the number of items returned.
    public func changes(
      since sequence: Int64, limit: Int, byteLimit: Int = .max
    ) throws(StoreError) -> StoreChanges {
      try reading { try changes(since: sequence, limit: limit, byteLimit: byteLimit, $0) }
    }

    /// Returns the items that any program has written after a change; see ``changes(since:limit:byteLimit:)``.
    /// - Parameter db: in a transaction on the store's database.
    /// - Throws: ``StoreError/changesGone(after:)``, `DatabaseError`.
    package func changes(since sequence: Int64, limit: Int, byteLimit: Int, _ db: Database) throws -> StoreChanges {
      let record = indexer.record
      let last = try record.lastSequence(db)
      // Since a change of fields, all items have other ones.
      let least = max(try record.trimmed(db), record.definition.formers?.first?.sequence ?? 0)
      guard sequence <= last, least <= sequence else {
        throw StoreError.changesGone(after: sequence)
      }
      var changes: [StoreChanges.Change] = []
      var known: Set<ItemID> = []
      var byteCount = 0
      var reader = ItemReader(record.sql)
      /// Whether something was omitted because of the limit.
      var isCut = false
      func add(_ id: ItemID) throws {
        guard known.insert(id).inserted else { return }
        let item = try reader.wholeItem(id, db)
        byteCount += item?.byteCount ?? 0
        // A single item is always returned.
        isCut = byteCount > byteLimit && !changes.isEmpty
        if !isCut { changes.append(StoreChanges.Change(id: id, item: item)) }
      }
      var end = sequence
      /// The number of changes up to there.
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
        // Changes beyond the limit are returned next time, unless they never fit.
        guard end > sequence else { throw StoreError.changesGone(after: sequence) }
        changes.removeSubrange(count...)
      } else if changes.count < limit, byteCount <= byteLimit {
        // Notes without content represent no item.
        end = last
      }
      return StoreChanges(sequence: end, hasMore: end < last, changes: changes)
    }

    /// The most rows added together that are read at once.
    private static let mostRowsAtOnce: Int64 = 1 << 16

    /// Yields at once, and then whenever the searched state has changed; coalesces notifications to a busy reader.
    package var updates: AsyncStream<Void> { indexer.index.changes }

    /// Runs a read transaction on the state of the database at one moment.
    /// - Throws: ``StoreError``, also for other errors of `body`.
    package func reading<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
      try checkOpen()
      do {
        return try database.read(body)
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }
  }
#endif
