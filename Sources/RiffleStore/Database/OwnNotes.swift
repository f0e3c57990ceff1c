#if Store
  import CSQLite
  import GRDB
  import Riffle

  /// The factory of ``OwnNotes``, one for each write transaction of a store on its own table.
  final class NoteTaker: Sendable {
    private let sql: TableSQL
    /// Whether triggers record, for a version of the schema.
    private let known = Lock<(schema: Int64, areByTriggers: Bool)?>(nil)

    init(_ sql: TableSQL) { self.sql = sql }

    /// Begins to record, in a write transaction. If other programs have triggers on the table, these run, and then those of the
    /// list do too.
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

  /// The record of a store's writes to its own table, without triggers: so consecutive rows can share one note.
  struct OwnNotes {
    private let sql: TableSQL
    /// Whether triggers record everything.
    private let areByTriggers: Bool
    /// The numbers of inserted rows that are not recorded yet.
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

    /// Writes the remaining notes.
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
