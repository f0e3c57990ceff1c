#if Store
  import GRDB
  import Riffle

  /// Reads what has been written to a table, and makes the same of an index of it.
  struct ChangeReader {
    private let sql: TableSQL
    private let isManual: Bool
    private let index: Indexer.Index
    private let db: Database
    private var reader: ItemReader
    /// How many rows have been left out because their ids are no numbers or texts.
    private(set) var withoutID = 0
    /// Whether the index has some of the changes and lacks others.
    private var isPartial = false

    /// - Parameters:
    ///   - index: as the table was after some change.
    ///   - db: in one transaction that reads, or that no other one comes between.
    init(_ record: ListRecord, _ settings: IndexSettings, _ index: Indexer.Index, _ db: Database) {
      sql = record.sql
      isManual = settings.order.isManual
      reader = ItemReader(record.sql)
      (self.index, self.db) = (index, db)
    }

    /// What notes say.
    private struct Notes {
      /// The ids of rows that are others at the same place.
      var content: Set<ItemID> = []
      /// The ids of rows that have come, gone or moved.
      var placed: Set<ItemID> = []
      /// The numbers of rows that have come.
      var appended: [ClosedRange<Int64>] = []

      var appendedCount: Int { appended.reduce(0) { $0 + Int($1.upperBound - $1.lowerBound) + 1 } }
    }

    /// Reads the changes after one, up to another one.
    ///
    /// - Parameter didFillPiece: called when a segment as large as they are made is in memory, and more is to come.
    /// - Returns: how many rows have been written to.
    /// - Throws: `DatabaseError`, ``IndexError``, and what `didFillPiece` throws.
    mutating func apply(after first: Int64, upTo last: Int64, didFillPiece: () throws -> Void) throws -> Int {
      var notes = try notes(after: first, upTo: last)
      let appendedCount = notes.appendedCount
      let count = appendedCount + notes.content.count + notes.placed.count
      if !notes.appended.isEmpty, notes.placed.isEmpty, try append(notes.appended, appendedCount, didFillPiece) {
        notes.appended = []
      }
      let areKnown = try replace(notes.content)
      if !notes.appended.isEmpty || !notes.placed.isEmpty || !areKnown {
        // What is not known has no place of its own yet.
        let least: TableSQL.NoteKind = areKnown ? .place : .content
        try place(after: first, upTo: last, least, gone: notes.placed)
      }
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

    /// Reads rows that have come behind all others.
    /// - Returns: `false` if that is not where they stand.
    private mutating func append(
      _ ranges: [ClosedRange<Int64>], _ count: Int, _ didFillPiece: () throws -> Void
    ) throws -> Bool {
      guard let rowsSQL = sql.appendedRows, try areAtEnd(ranges) else { return false }
      let rows = try RowStatement(db, rowsSQL)
      defer { rows.reset() }
      let pieceCount = max(1, (count + Indexer.rowsInPiece / 2) / Indexer.rowsInPiece)
      let pieceLength = (count + pieceCount - 1) / pieceCount
      var piece = Piece(index, expectedCount: pieceLength)
      for range in ranges {
        rows.reset()
        try rows.bind(1, integer: range.lowerBound)
        try rows.bind(2, integer: range.upperBound)
        while try rows.step() {
          if piece.count == pieceLength {
            if !isPartial { try index.setIncomplete(true) }
            isPartial = true
            try piece.end(index)
            try didFillPiece()
            piece = Piece(index, expectedCount: pieceLength)
          }
          if let item = reader.item(rows) { try piece.append(item, index) } else { withoutID += 1 }
        }
      }
      try piece.end(index)
      return true
    }

    /// Whether rows stand behind all that the index has, each behind the one before.
    private func areAtEnd(_ ranges: [ClosedRange<Int64>]) throws -> Bool {
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

    /// Reads rows that are others than they were, and stand where they stood.
    /// - Returns: `false` if the index does not have one of them.
    private mutating func replace(_ ids: Set<ItemID>) throws -> Bool {
      if ids.isEmpty { return true }
      let row = try RowStatement(db, sql.rowWithID)
      defer { row.reset() }
      var items: [Item<ItemID>] = []
      var gone: [ItemID] = []
      var areKnown = true
      func flush() throws {
        let isKnown = index.snapshot().contains(items.map { $0.id })
        try index.update { batch in
          for id in gone { batch.delete(id: id) }
          for (item, isKnown) in zip(items, isKnown) {
            if isKnown { batch.upsert(item) } else { areKnown = false }
          }
        }
        items.removeAll(keepingCapacity: true)
        gone.removeAll(keepingCapacity: true)
      }
      for id in ids {
        row.reset()
        try row.bind(1, id)
        try row.bind(2, id)
        if try row.step(), let item = reader.item(row) { items.append(item) } else { gone.append(id) }
        if items.count + gone.count == Indexer.mostRowsAtOnce { try flush() }
      }
      try flush()
      return areKnown
    }

    private enum Placement {
      /// Where the order of the list has it.
      case anywhere
      case start, end
      case after(ItemID)
    }

    /// Reads rows wherever they stand, in list order, and takes away those that are gone.
    private mutating func place(
      after first: Int64, upTo last: Int64, _ least: TableSQL.NoteKind, gone: Set<ItemID>
    ) throws {
      let snapshot = index.snapshot()
      let rows = try RowStatement(db, sql.placedRows)
      defer { rows.reset() }
      // A row that has been written to says nothing of where others stand.
      if isManual, let end = snapshot.element(at: snapshot.count - 1)?.id, !gone.contains(end) {
        try rows.bind(1, end)
      } else {
        try rows.bindNull(1)
      }
      try rows.bind(2, integer: first)
      try rows.bind(3, integer: last)
      try rows.bind(4, integer: least.rawValue)
      var gone = gone
      var changes: [(item: Item<ItemID>, place: Placement)] = []
      func flush(_ gone: Set<ItemID> = []) throws {
        if changes.isEmpty, gone.isEmpty { return }
        try index.update { batch in
          for id in gone { batch.delete(id: id) }
          // Those that are new stand behind all others without a place of their own, which many do more quickly.
          let isKnown = snapshot.contains(changes.map { $0.item.id })
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
          if !isPartial { try index.setIncomplete(true) }
          isPartial = true
          try flush()
        }
      }
      try flush(gone)
    }
  }

  /// Rows that come one after another, on their way into a segment of an index.
  struct Piece: ~Copyable {
    /// `nil` where they have to be upserted, because the list has an order of its own, or they are few.
    private var appended: AppendedItems?
    private var upserted: [Item<ItemID>] = []
    private(set) var count = 0

    /// Fewer are searched one by one, rather than made a segment.
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

    /// Has searches find all of them.
    /// - Throws: ``IndexError``.
    mutating func end(_ index: Indexer.Index) throws(IndexError) {
      if let items = appended.take() { try index.append(items) }
      if !upserted.isEmpty { try upsert(index) }
    }
  }
#endif
