#if Cluster
  import GRDB

  /// What a copy of a list holds, kept in its own database and written in the transactions that write its rows.
  struct FeedRecord: Sendable, Hashable {
    /// What the stream has to be of for the copy to go on with it; anything else has the list copied again.
    struct Origin: Sendable, Hashable {
      /// The server's system identifier, which `initdb` chooses.
      var system: String
      /// Which a server raises when it is promoted.
      var timeline: UInt32
      var slot: String
      var publication: String
      /// The condition that its rows meet; `nil` for all rows.
      var filter: String?
      /// The OID of the table.
      var table: UInt32
      /// As ``ListDefinition/json``.
      var definition: String
    }

    var origin: Origin
    /// Whether all rows have been copied and indexed.
    var isWhole: Bool
    /// All transactions up to here are in the copy, and none after it.
    var position: LogPosition
    /// In seconds since 1970, by the node's clock: when the copy was last known to be as the primary was.
    var currentAt: Double

    var token: NodeToken { NodeToken(system: origin.system, timeline: origin.timeline, position: position) }

    /// GRDB does not count what begins so as a part of a program's schema.
    private static let table = "grdb_riffle_feed"

    static let schema = """
      CREATE TABLE \(table) (system TEXT NOT NULL, timeline INTEGER NOT NULL, slot TEXT NOT NULL, publication TEXT NOT NULL,
      filter TEXT, table_id INTEGER NOT NULL, definition TEXT NOT NULL, is_whole INTEGER NOT NULL, position TEXT NOT NULL,
      current_at REAL NOT NULL)
      """

    /// - Returns: `nil` if the database has none, or one that is damaged.
    /// - Throws: `DatabaseError`.
    init?(_ db: Database) throws {
      guard try db.tableExists(FeedRecord.table),
        let row = try Row.fetchOne(db, sql: "SELECT * FROM \(FeedRecord.table)"),
        let position = LogPosition(row["position"] as String), let timeline = UInt32(exactly: row["timeline"] as Int64),
        let table = UInt32(exactly: row["table_id"] as Int64)
      else { return nil }
      self.init(
        origin: Origin(
          system: row["system"], timeline: timeline, slot: row["slot"], publication: row["publication"],
          filter: row["filter"], table: table, definition: row["definition"]),
        isWhole: row["is_whole"], position: position, currentAt: row["current_at"])
    }

    init(origin: Origin, isWhole: Bool, position: LogPosition, currentAt: Double) {
      (self.origin, self.isWhole, self.position, self.currentAt) = (origin, isWhole, position, currentAt)
    }

    /// Writes it in place of what is there.
    /// - Throws: `DatabaseError`.
    func write(_ db: Database) throws {
      try db.execute(sql: "DELETE FROM \(FeedRecord.table)")
      try db.execute(
        sql: "INSERT INTO \(FeedRecord.table) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          origin.system, Int64(origin.timeline), origin.slot, origin.publication, origin.filter, Int64(origin.table),
          origin.definition, isWhole, position.description, currentAt,
        ])
    }

    /// Writes how far the copy has come.
    /// - Throws: `DatabaseError`.
    static func advance(to position: LogPosition, currentAt: Double, _ db: Database) throws {
      try db.cachedStatement(sql: "UPDATE \(table) SET position = ?, current_at = ?").execute(
        arguments: [position.description, currentAt])
    }
  }
#endif
