#if Cluster
  /// Something that a check of a database has found.
  public struct SetupFinding: Sendable, Hashable {
    /// Whether nodes cannot follow, or will hurt the primary, unless it is mended.
    public let isFault: Bool
    public let text: String
  }

  /// A slot that keeps the log of the primary for a node.
  public struct NodeSlot: Sendable, Hashable {
    public let name: String
    /// Whether a node follows it at the moment.
    public let isActive: Bool
    /// In PostgreSQL's words: `reserved`, `extended`, `unreserved` or `lost`.
    public let state: String
    /// How much of the log is kept for it, in bytes.
    public let keptBytes: Int64
    /// How much more may be written before it is lost, in bytes; `nil` if there is no limit.
    public let safeBytes: Int64?
  }

  /// Checks of a database and of the slots of its nodes.
  public enum PostgresCheck {
    /// Checks what will hurt.
    /// - Parameters:
    ///   - list: a list to check too; `nil` for the server alone.
    ///   - shards: the parts of it that are to be followed; `nil` is the whole list.
    /// - Throws: ``ClusterError`` if the server cannot be reached.
    public static func findings(
      _ info: ConnectionInfo, list: String?, shards: [Shard?] = [nil]
    ) throws(ClusterError) -> [SetupFinding] {
      let connection = try PostgresConnection(info)
      var findings: [SetupFinding] = []
      func check(_ what: String, _ body: () throws(ClusterError) -> Void) {
        do throws(ClusterError) {
          try body()
          findings.append(SetupFinding(isFault: false, text: what))
        } catch {
          findings.append(SetupFinding(isFault: true, text: error.description))
        }
      }
      check("the server can be followed by this role") { () throws(ClusterError) in try PrimaryServer.check(connection)
      }
      check("a replication connection can be made") { () throws(ClusterError) in
        _ = try PostgresConnection(info, isReplicating: true)
      }
      check("there is a slot to spare") { () throws(ClusterError) in try checkSlotCount(connection) }
      if let list {
        for shard in shards {
          let name = FollowedName(list: list, shard: shard)
          check("the publication “\(name.publication)” can be followed") { () throws(ClusterError) in
            let definition = try ListDefinition(
              json: try PrimaryServer.definition(of: list, connection), list: list)
            let table = try PublishedTable(publication: name.publication, connection)
            _ = try MirrorTable(table, definition).source(definition, isShard: shard != nil)
          }
        }
      }
      if let list {
        for count in try ShardPublications.counts(list, connection) {
          check("the \(count) shards of “\(list)” have each id once") { () throws(ClusterError) in
            try ShardPublications.check(list, count, connection)
          }
        }
      }
      for slot in try slots(connection) where !slot.isActive {
        findings.append(
          SetupFinding(
            isFault: true,
            text: """
              the slot “\(slot.name)” is followed by no node and keeps \(slot.keptBytes >> 20) MiB of the log (\(slot.state)): start \
              its node, or drop it with riffle-store postgres slots --drop \(slot.name)
              """))
      }
      return findings
    }

    private static func checkSlotCount(_ connection: PostgresConnection) throws(ClusterError) {
      let row =
        try connection.rows(
          """
          SELECT current_setting('max_replication_slots')::int - (SELECT count(*) FROM pg_replication_slots),
          current_setting('max_wal_senders')::int - (SELECT count(*) FROM pg_stat_replication)
          """
        ).first ?? []
      let counts = row.compactMap { $0.flatMap { Int($0) } }
      if counts.contains(where: { $0 <= 0 }) {
        throw .noFreeSlot(reason: "all of max_replication_slots or max_wal_senders are taken")
      }
    }

    /// The slots of nodes in a database.
    /// - Throws: ``ClusterError``.
    public static func slots(_ info: ConnectionInfo) throws(ClusterError) -> [NodeSlot] {
      try slots(try PostgresConnection(info))
    }

    private static func slots(_ connection: PostgresConnection) throws(ClusterError) -> [NodeSlot] {
      try connection.rows(
        """
        SELECT slot_name, active, coalesce(wal_status, 'lost'),
        coalesce(pg_current_wal_lsn() - restart_lsn, 0)::bigint, safe_wal_size
        FROM pg_replication_slots WHERE database = current_database() AND plugin = 'pgoutput' AND slot_name LIKE 'riffle\\_%'
        ORDER BY slot_name
        """
      ).map { row in
        NodeSlot(
          name: row[0] ?? "", isActive: row[1] == "t", state: row[2] ?? "",
          keptBytes: row[3].flatMap { Int64($0) } ?? 0,
          safeBytes: row[4].flatMap { Int64($0) })
      }
    }

    /// Drops a slot that no node follows. A node whose slot is dropped copies its list anew.
    /// - Throws: ``ClusterError/slotInUse(name:reason:)``, ``ClusterError/slotLost(name:reason:)`` if there is none.
    public static func drop(slot: String, _ info: ConnectionInfo) throws(ClusterError) {
      let connection = try PostgresConnection(info)
      do throws(ClusterError) {
        try connection.rows("SELECT pg_drop_replication_slot(\(PostgresName.literal(slot)))")
      } catch {
        guard case .refused(let state, let message) = error else { throw error }
        switch state {
        case "55006": throw .slotInUse(name: slot, reason: message)
        case "42704": throw .slotLost(name: slot, reason: "there is no such slot")
        default: throw error
        }
      }
    }
  }
#endif
