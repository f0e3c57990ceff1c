#if Store
  import CSQLite
  import GRDB
  import Riffle

  /// Notes what a store writes to its own table, because it runs no triggers there: it knows more of its changes than they
  /// do, and notes rows that come one after another at once.
  struct OwnNotes {
    private let sql: TableSQL
    /// Whether triggers note all there is to note.
    private let areByTriggers: Bool
    /// Of rows that have come and are not noted yet.
    private var appended: ClosedRange<Int64>?

    /// Begins to note, in a transaction that writes. Triggers that somebody else has on the table run; then those of the list
    /// do too.
    /// - Throws: `DatabaseError`.
    init(_ sql: TableSQL, _ db: Database) throws {
      self.sql = sql
      let others = try RowStatement(db, sql.otherTriggers)
      defer { others.reset() }
      areByTriggers = try others.step() && others.integer(0) > 0
      // Where nothing changes it costs nothing; where something does, SQLite prepares all statements anew.
      let code = csqlite_set_runs_triggers(db.sqliteConnection, areByTriggers ? 1 : 0)
      guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    mutating func didInsert(_ number: Int64, _ db: Database) throws {
      if areByTriggers { return }
      if let known = appended {
        if number == known.upperBound &+ 1 {
          appended = known.lowerBound...number
          return
        }
        try finish(db)
      }
      appended = number...number
    }

    func didReplace(_ id: ItemID, _ db: Database) throws {
      try note(id, sql.source.order.isEmpty ? .content : .place, db)
    }

    func didPatch(_ id: ItemID, _ patch: StorePatch, _ db: Database) throws {
      let stays = sql.source.order.isEmpty || patch.section == nil && patch.position == nil
      try note(id, stays ? .content : .place, db)
    }

    func didDelete(_ id: ItemID, _ db: Database) throws { try note(id, .place, db) }

    /// Writes what is not noted yet.
    mutating func finish(_ db: Database) throws {
      guard let rows = appended else { return }
      appended = nil
      let statement = try RowStatement(db, sql.note)
      try statement.bind(1, integer: rows.lowerBound)
      try statement.bind(2, integer: TableSQL.NoteKind.appended.rawValue)
      try statement.bind(3, integer: rows.upperBound)
      try statement.run()
    }

    private func note(_ id: ItemID, _ kind: TableSQL.NoteKind, _ db: Database) throws {
      if areByTriggers { return }
      let statement = try RowStatement(db, sql.note)
      try statement.bind(1, id)
      try statement.bind(2, integer: kind.rawValue)
      try statement.run()
    }
  }
#endif
