#if Store
  import GRDB
  import Riffle

  /// A reader of a table's changes that applies them to an index of the table.
  struct ChangeReader {
    private let sql: TableSQL
    private let isManual: Bool
    private let index: Indexer.Index
    private let db: Database
    private var reader: ItemReader
    /// The number of rows omitted because their ids are neither integers nor texts.
    private(set) var withoutID = 0

    /// - Parameters:
    ///   - index: in the state of the table after some change.
    ///   - db: in a read transaction, or one that no other writer can interrupt.
    init(_ record: ListRecord, _ settings: IndexSettings, _ index: Indexer.Index, _ db: Database) {
      sql = record.sql
      isManual = settings.order.isManual
      reader = ItemReader(record.sql)
      (self.index, self.db) = (index, db)
    }

    /// The content of notes.
    private struct Notes {
      /// The ids of rows that have changed without changing their place.
      var content: Set<ItemID> = []
      /// The ids of rows that have been inserted, deleted or moved.
      var placed: Set<ItemID> = []
      /// The numbers of rows that have been appended.
      var appended: [ClosedRange<Int64>] = []

      var appendedCount: Int { appended.reduce(0) { $0 + Int($1.upperBound - $1.lowerBound) + 1 } }
    }

    /// Reads the changes after one, up to another one. Searches find all of them at the same moment. If they are many, searches
    /// are partial meanwhile; the caller ends that state.
    ///
    /// - Parameter didFillPiece: called when a segment of full size is in memory, and more rows follow.
    /// - Returns: the number of rows written.
    /// - Throws: `DatabaseError`, ``IndexError``, and the error of `didFillPiece`.
    mutating func apply(after first: Int64, upTo last: Int64, didFillPiece: () throws -> Void) throws -> Int {
      let notes = try notes(after: first, upTo: last)
      let appendedCount = notes.appendedCount
      let count = appendedCount + notes.content.count + notes.placed.count
      if count > Indexer.mostRowsAtOnce { try index.setIncomplete(true) }
      var isPlaced = !notes.placed.isEmpty
      var changes = IndexChanges()
      if !notes.appended.isEmpty, !isPlaced, try areAtEnd(notes.appended) {
        // If they are the only change, or very many, they need not wait for the others.
        if notes.content.isEmpty || count > Indexer.mostRowsAtOnce {
          try append(notes.appended, appendedCount, didFillPiece)
        } else {
          try collect(notes.appended, &changes)
        }
      } else {
        isPlaced = isPlaced || !notes.appended.isEmpty
      }
      if let replaced = try replaced(notes.content, &changes), !replaced {
        // Rows that the index does not have are not at a place of their own yet.
        try collectPlaced(after: first, upTo: last, .content, gone: notes.placed.union(notes.content), &changes)
      } else if isPlaced {
        try collectPlaced(after: first, upTo: last, .place, gone: notes.placed, &changes)
      }
      try changes.apply(to: index)
      return count
    }

    private func notes(after first: Int64, upTo last: Int64) throws -> Notes {
      var notes = Notes()
      let rows = try RowStatement(db, sql.notes)
      defer { rows.reset() }
      try rows.bind(1, integer: first)
      try rows.bind(2, integer: last)
      while try rows.step() {
        switch TableSQL.NoteKind(rawValue: rows.integer(1)) {
        case .appended?:
          let (first, last) = (rows.integer(0), rows.integer(2))
          if first <= last { notes.appended.append(first...last) }
        case .content?: if let id = rows.id(0) { notes.content.insert(id) }
        case .place?, nil: if let id = rows.id(0) { notes.placed.insert(id) }
        }
      }
      notes.content.subtract(notes.placed)
      return notes
    }

    // MARK: - Rows at the end

    /// Reads rows that have been appended behind all others.
    private mutating func append(
      _ ranges: [ClosedRange<Int64>], _ count: Int, _ didFillPiece: () throws -> Void
    ) throws {
      let pieceCount = max(1, (count + Indexer.rowsInPiece / 2) / Indexer.rowsInPiece)
      let pieceLength = (count + pieceCount - 1) / pieceCount
      let index = index
      var piece = Piece(index, expectedCount: pieceLength)
      try forEachRow(ranges) { item throws in
        if piece.count == pieceLength {
          try piece.end(index)
          try didFillPiece()
          piece = Piece(index, expectedCount: pieceLength)
        }
        try piece.append(item, index)
      }
      try piece.end(index)
    }

    private mutating func collect(_ ranges: [ClosedRange<Int64>], _ changes: inout IndexChanges) throws {
      try forEachRow(ranges) { changes.upsert($0) }
    }

    private mutating func forEachRow(_ ranges: [ClosedRange<Int64>], _ body: (Item<ItemID>) throws -> Void) throws {
      guard let rowsSQL = sql.appendedRows else { return }
      let rows = try RowStatement(db, rowsSQL)
      defer { rows.reset() }
      for range in ranges {
        rows.reset()
        try rows.bind(1, integer: range.lowerBound)
        try rows.bind(2, integer: range.upperBound)
        while try rows.step() {
          if let item = reader.item(rows) { try body(item) } else { withoutID += 1 }
        }
      }
    }

    /// Returns whether rows stand behind all rows of the index, each behind the one before.
    private func areAtEnd(_ ranges: [ClosedRange<Int64>]) throws -> Bool {
      guard sql.appendedRows != nil else { return false }
      guard isManual else { return true }
      guard zip(ranges, ranges.dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound }) else { return false }
      let snapshot = index.snapshot()
      guard let end = snapshot.element(at: snapshot.count - 1)?.id else { return snapshot.count == 0 }
      guard let first = ranges.first, let numberSQL = sql.numberOfRow else { return false }
      let row = try RowStatement(db, numberSQL)
      defer { row.reset() }
      try row.bind(1, end)
      return try row.step() && row.id(1) == end && row.integer(0) < first.lowerBound
    }

    // MARK: - Rows at their places

    /// Reads rows that have changed and have kept their place.
    /// - Returns: `false` if the index does not have one of them, which then remains to be read; `nil` if there are none.
    private mutating func replaced(_ ids: Set<ItemID>, _ changes: inout IndexChanges) throws -> Bool? {
      // Rows that have just been inserted have been read in their present form.
      let ids = ids.filter { !changes.holds($0) }
      if ids.isEmpty { return nil }
      guard index.snapshot().contains(Array(ids)).allSatisfy({ $0 }) else { return false }
      let row = try RowStatement(db, sql.rowWithID)
      defer { row.reset() }
      for id in ids {
        row.reset()
        try row.bind(1, id)
        try row.bind(2, id)
        if try row.step(), let item = reader.item(row) { changes.upsert(item) } else { changes.delete(id) }
        if changes.count == Indexer.mostRowsAtOnce { try changes.apply(to: index) }
      }
      return true
    }

    /// Reads rows at any place, in list order, and deletes those that are gone.
    private mutating func collectPlaced(
      after first: Int64, upTo last: Int64, _ least: TableSQL.NoteKind, gone: Set<ItemID>, _ changes: inout IndexChanges
    ) throws {
      let snapshot = index.snapshot()
      let rows = try RowStatement(db, sql.placedRows)
      defer { rows.reset() }
      // A row that has been written cannot mark the place of others.
      if isManual, let end = snapshot.element(at: snapshot.count - 1)?.id, !gone.contains(end) {
        try rows.bind(1, end)
      } else {
        try rows.bindNull(1)
      }
      try rows.bind(2, integer: first)
      try rows.bind(3, integer: last)
      try rows.bind(4, integer: least.rawValue)
      var gone = gone
      while try rows.step() {
        guard let item = reader.item(rows) else {
          withoutID += 1
          continue
        }
        gone.remove(item.id)
        let next = reader.columnCount
        if !isManual {
          changes.upsert(item)
        } else if rows.integer(next) != 0 {
          // New rows behind all others get no place of their own, which is faster for many.
          if snapshot.contains([item.id])[0] { changes.place(item, .end) } else { changes.upsert(item) }
        } else {
          changes.place(item, rows.id(next + 1).map { .after($0) } ?? .start)
        }
        if changes.count == Indexer.mostRowsAtOnce { try changes.apply(to: index) }
      }
      for id in gone { changes.delete(id) }
    }
  }

  /// Consecutive rows that are collected for a segment of an index.
  struct Piece: ~Copyable {
    /// `nil` if rows must be upserted, because the list has an order of its own, or they are few.
    private var appended: NewSegments<Item<ItemID>, ItemID>?
    private var upserted: [Item<ItemID>] = []
    private(set) var count = 0

    /// Fewer rows than these are added to the tail instead of a segment.
    private static let leastAppended = 256

    init(_ index: Indexer.Index, expectedCount: Int) {
      appended = expectedCount < Piece.leastAppended ? nil : index.appendedItems(expectedCount: expectedCount)
    }

    /// - Throws: ``IndexError``.
    mutating func append(_ item: Item<ItemID>, _ index: Indexer.Index) throws(IndexError) {
      count += 1
      if try appended?.append(item) != nil { return }
      upserted.append(item)
      if upserted.count == Indexer.mostRowsAtOnce { try upsert(index) }
    }

    private mutating func upsert(_ index: Indexer.Index) throws(IndexError) {
      try index.update { $0.upsert(contentsOf: upserted) }
      upserted.removeAll(keepingCapacity: true)
    }

    /// Makes all rows visible to searches.
    /// - Throws: ``IndexError``.
    mutating func end(_ index: Indexer.Index) throws(IndexError) {
      if let items = appended.take() { try index.append(items) }
      if !upserted.isEmpty { try upsert(index) }
    }
  }
#endif
