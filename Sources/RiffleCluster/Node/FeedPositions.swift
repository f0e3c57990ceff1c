#if Cluster
  import GRDB

  /// The numbers of a copy's changes by positions in PostgreSQL's log, kept in the database of the copy.
  ///
  /// Changes of transactions up to a position have numbers up to its own, and all others have greater ones. Each copy numbers
  /// changes by itself, so positions let a reader of changes go on with another copy.
  enum FeedPositions {
    /// GRDB does not count what begins so as a part of a program's schema.
    private static let table = "grdb_riffle_positions"

    /// Creates the table, if there is none.
    /// - Throws: `DatabaseError`.
    static func prepare(_ db: Database) throws {
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS \(table) (position INTEGER PRIMARY KEY, sequence INTEGER NOT NULL);
          CREATE INDEX IF NOT EXISTS \(table)_sequence ON \(table) (sequence)
          """)
    }

    /// Notes a position of the copy, if there are changes that no position before has.
    ///
    /// Positions may be left out: changes are then returned again to a reader that goes on from one of them.
    /// - Throws: `DatabaseError`.
    static func note(_ position: LogPosition, sequence: Int64, _ db: Database) throws {
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO \(table) SELECT ?1, ?2 WHERE ?2 > (SELECT ifnull(max(sequence), -1) FROM \(table))
          """
      ).execute(arguments: [Int64(bitPattern: position.bytes), sequence])
    }

    /// Deletes positions of which the changes are no longer recorded, except the last one.
    /// - Parameter sequence: the number after which all changes are recorded.
    /// - Throws: `DatabaseError`.
    static func trim(to sequence: Int64, _ db: Database) throws {
      try db.execute(
        sql: "DELETE FROM \(table) WHERE sequence < ? AND sequence < (SELECT max(sequence) FROM \(table))",
        arguments: [sequence])
    }

    /// Returns a number that all changes behind a position exceed.
    /// - Returns: `nil` if the copy begins behind the position.
    /// - Throws: `DatabaseError`.
    static func sequence(at position: LogPosition, _ db: Database) throws -> Int64? {
      try Int64.fetchOne(
        db, sql: "SELECT sequence FROM \(table) WHERE position <= ? ORDER BY position DESC LIMIT 1",
        arguments: [Int64(bitPattern: position.bytes)])
    }

    /// Returns the last position of which all changes have numbers up to a given one.
    /// - Throws: `DatabaseError`.
    static func position(upTo sequence: Int64, _ db: Database) throws -> LogPosition? {
      try Int64.fetchOne(
        db, sql: "SELECT position FROM \(table) WHERE sequence <= ? ORDER BY sequence DESC LIMIT 1",
        arguments: [sequence]
      ).map { LogPosition(UInt64(bitPattern: $0)) }
    }
  }
#endif
