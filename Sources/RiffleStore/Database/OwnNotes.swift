#if Store
  import CSQLite
  import GRDB
  import Riffle

  /// Begins to note what a store writes to its own table.
  final class NoteTaker: Sendable {
    private let sql: TableSQL
    /// Whether triggers note, as of a version of the schema.
    private let known = Lock<(schema: Int64, areByTriggers: Bool)?>(nil)

    init(_ sql: TableSQL) { self.sql = sql }

    /// Begins, in a transaction that writes. Triggers that somebody else has on the table run; then those of the list do too.
    /// - Throws: `DatabaseError`.
    func begin(_ db: Database) throws -> OwnNotes {
      let schema = try number("PRAGMA schema_version", db)
      if let known = known.withLock({ $0 }), known.schema == schema {
        return OwnNotes(sql, areByTriggers: known.areByTriggers)
      }
      let areByTriggers = try number(sql.otherTriggers, db) > 0
      let code = csqlite_set_runs_triggers(db.sqliteConnection, areByTriggers ? 1 : 0)
      guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      known.withLock { $0 = (schema, areByTriggers) }
      return OwnNotes(sql, areByTriggers: areByTriggers)
    }

    private func number(_ query: String, _ db: Database) throws -> Int64 {
      let row = try RowStatement(db, query)
      defer { row.reset() }
      return try row.step() ? row.integer(0) : 0
    }
  }

  /// Notes what a store writes to its own table, because it runs no triggers there: it knows more of its changes than they
  /// do, and notes rows that come one after another at once.
  struct OwnNotes {
    private let sql: TableSQL
    /// Whether triggers note all there is to note.
    private let areByTriggers: Bool
    /// Of rows that have come and are not noted yet.
    private var appended: ClosedRange<Int64>?

    fileprivate init(_ sql: TableSQL, areByTriggers: Bool) { (self.sql, self.areByTriggers) = (sql, areByTriggers) }

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
