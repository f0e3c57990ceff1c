#if Cluster
  /// A moment of a database, as clients pass it on: a system identifier, a timeline and a position in its log. A client that has
  /// written reads it from PostgreSQL after its commit; a node's answers have that of the node.
  public struct NodeToken: Sendable, Hashable {
    /// The server's system identifier, a whole number without a sign.
    public let system: String
    public let timeline: UInt32
    public let position: LogPosition

    public init(system: String, timeline: UInt32, position: LogPosition) {
      (self.system, self.timeline, self.position) = (system, timeline, position)
    }

    /// Parses a token such as `7412345678901234567-1-16B3748`.
    /// - Throws: ``ClusterError/token(text:)``.
    public init(_ text: String) throws(ClusterError) {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 3, let system = UInt64(parts[0]), system.description == parts[0],
        let timeline = UInt32(parts[1]), timeline.description == parts[1], let position = UInt64(parts[2], radix: 16),
        String(position, radix: 16, uppercase: true) == parts[2]
      else { throw .token(text: text) }
      self.init(system: system.description, timeline: timeline, position: LogPosition(position))
    }

    /// SQL that gives the token of all that has been committed before it runs.
    public static let statement = """
      SELECT system_identifier::text || '-' || ('x' || substr(pg_walfile_name(at), 1, 8))::bit(32)::int || '-' ||
      upper(to_hex((at - '0/0'::pg_lsn)::bigint)) FROM pg_control_system(), pg_current_wal_insert_lsn() AS at
      """
  }

  extension NodeToken: CustomStringConvertible {
    public var description: String { "\(system)-\(timeline)-\(String(position.bytes, radix: 16, uppercase: true))" }
  }
#endif
