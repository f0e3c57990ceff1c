#if Cluster
  /// The identity of a primary, and checks of its settings.
  struct PrimaryServer: Sendable, Hashable {
    let system: String
    let timeline: UInt32

    /// - Parameter connection: one that takes the commands of the replication protocol.
    /// - Throws: ``ClusterError``.
    init(_ connection: PostgresConnection) throws(ClusterError) {
      guard let row = try connection.rows("IDENTIFY_SYSTEM").first, row.count >= 2, let system = row[0],
        let timeline = row[1].flatMap({ UInt32($0) })
      else { throw .malformed(reason: "the server does not identify its system") }
      (self.system, self.timeline) = (system, timeline)
    }

    /// In the form 150000 for 15.0: what publishes columns and filters rows.
    static let leastVersion = 150_000

    /// Checks that the server is set up to be followed.
    /// - Throws: ``ClusterError``.
    static func check(_ connection: PostgresConnection) throws(ClusterError) {
      let rows = try connection.rows(
        """
        SELECT current_setting('server_version_num'), current_setting('wal_level'),
        current_setting('max_slot_wal_keep_size'), r.rolreplication OR r.rolsuper, r.rolname, pg_is_in_recovery()
        FROM pg_roles AS r WHERE r.rolname = current_user
        """)
      guard let row = rows.first, row.count == 6 else {
        throw .malformed(reason: "the server does not list its settings")
      }
      if let version = row[0].flatMap({ Int($0) }), version < leastVersion {
        throw .refused(
          state: "0A000", message: "PostgreSQL \(version / 10_000) publishes no parts of tables; 15 or later does")
      }
      if row[5] == "t" { throw .isStandby }
      if row[1] != "logical" { throw .walLevel(found: row[1] ?? "") }
      if row[3] != "t" { throw .noReplicationRight(role: row[4] ?? "") }
      if row[2] == "-1" { throw .unlimitedLog }
    }

    /// The definition of a list as the database keeps it.
    /// - Throws: ``ClusterError/unknownList(name:)``, ``ClusterError``.
    static func definition(of list: String, _ connection: PostgresConnection) throws(ClusterError) -> String {
      let rows: [[String?]]
      do throws(ClusterError) {
        rows = try connection.rows(
          "SELECT definition FROM riffle.lists WHERE name = \(PostgresName.literal(list))")
      } catch {
        // Undefined table, invalid schema.
        if case .refused("42P01", _) = error { throw .unknownList(name: list) }
        if case .refused("3F000", _) = error { throw .unknownList(name: list) }
        throw error
      }
      guard let text = rows.first?.first ?? nil else { throw .unknownList(name: list) }
      return text
    }
  }
#endif
