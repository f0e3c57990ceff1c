#if Store
  import GRDB
  import Riffle

  /// The record of a transaction that a store makes on its own table, without triggers: so consecutive rows can share one note.
  ///
  /// It also collects what the index has to change, so that it need not be read from the table again.
  struct OwnNotes {
    private let table: OwnTable
    /// Whether triggers record everything.
    private let areByTriggers: Bool
    /// The version of the schema in the transaction.
    let schema: Int64
    /// The number of the last change before the transaction.
    let first: Int64
    /// The number of the last change, except that of rows that are not recorded yet.
    private(set) var last: Int64
    /// The numbers of inserted rows that are not recorded yet.
    private var appended: ClosedRange<Int64>?
    /// The changes of the transaction; `nil` if they have to be read from the table, because they are many, because their places
    /// depend on other rows, or because triggers may have changed more.
    private(set) var changes: IndexChanges?

    /// - Parameters:
    ///   - last: the number of the last change before the transaction.
    ///   - collects: whether the index has to be changed at once.
    init(_ table: OwnTable, schema: Int64, last: Int64, areByTriggers: Bool, collects: Bool) {
      (self.table, self.schema, self.areByTriggers) = (table, schema, areByTriggers)
      (first, self.last) = (last, last)
      changes = collects && !areByTriggers ? IndexChanges() : nil
    }

    /// The most changes collected. More are read from the table, which makes a segment of them.
    private static let mostChanges = 256

    mutating func didInsert(_ number: Int64, _ item: StoreItem, _ db: Database) throws {
      if areByTriggers { return }
      if let known = appended, number == known.upperBound &+ 1 {
        appended = known.lowerBound...number
      } else {
        try note(appended, db)
        appended = number...number
        // SQLite chooses any free number if the greatest one is taken.
        if changes != nil, try !table.isLast(number, db) { changes = nil }
      }
      if table.isOrdered || changes?.deletes(item.id) == true { changes = nil }
      collect(try self.item(item, db)) { $0.append($1) }
    }

    mutating func didReplace(_ item: StoreItem, _ db: Database) throws {
      if areByTriggers { return }
      try note(item.id, table.isOrdered ? .place : .content, db)
      collect(table.isOrdered ? nil : try self.item(item, db)) { $0.replace($1) }
    }

    mutating func didPatch(_ id: ItemID, _ patch: StorePatch, _ db: Database) throws {
      if areByTriggers { return }
      let stays = !table.isOrdered || patch.section == nil && patch.position == nil
      try note(id, stays ? .content : .place, db)
      collect(stays ? try item(id, db) : nil) { $0.replace($1) }
    }

    mutating func didDelete(_ id: ItemID, _ db: Database) throws {
      if areByTriggers { return }
      try note(id, .place, db)
      collect(changes?.holds(id) == true ? nil : id) { $0.delete($1) }
    }

    /// Adds a change of the index to those collected.
    /// - Parameter value: `nil` if the change has to be read from the table.
    private mutating func collect<Value>(_ value: Value?, _ add: (inout IndexChanges, Value) -> Void) {
      guard var known = changes.take(), let value else { return }
      add(&known, value)
      if known.count <= OwnNotes.mostChanges { changes = known }
    }

    /// Returns the item as it would be read from the table; `nil` if it is not needed.
    private func item(_ item: StoreItem, _ db: Database) throws -> Item<ItemID>? {
      guard table.keepsItems else { return try self.item(item.id, db) }
      return Item(
        id: item.id, title: item.title, searchText: item.searchText, reading: item.reading, weight: item.weight,
        isSearchable: item.isSearchable)
    }

    private func item(_ id: ItemID, _ db: Database) throws -> Item<ItemID>? {
      changes == nil ? nil : try table.item(id, db)
    }

    /// Writes the remaining notes.
    mutating func finish(_ db: Database) throws {
      if areByTriggers { last = try table.lastSequence(db) }
      try note(appended, db)
      appended = nil
    }

    private mutating func note(_ rows: ClosedRange<Int64>?, _ db: Database) throws {
      guard let rows else { return }
      let statement = try RowStatement(db, table.note)
      try statement.bind(1, integer: rows.lowerBound)
      try statement.bind(2, integer: TableSQL.NoteKind.appended.rawValue)
      try statement.bind(3, integer: rows.upperBound)
      last = try statement.insert() ?? last
    }

    private mutating func note(_ id: ItemID, _ kind: TableSQL.NoteKind, _ db: Database) throws {
      let statement = try RowStatement(db, table.note)
      try statement.bind(1, id)
      try statement.bind(2, integer: kind.rawValue)
      last = try statement.insert() ?? last
    }
  }
#endif
