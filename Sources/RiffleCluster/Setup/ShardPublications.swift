#if Cluster
  /// The publications of a list's shards.
  enum ShardPublications {
    /// The number of ids by which conditions are compared. They fall into all slots.
    private static let sampleCount = 16_384

    /// Returns the numbers of shards that a list is published in, in ascending order.
    /// - Throws: ``ClusterError``.
    static func counts(_ list: String, _ connection: PostgresConnection) throws(ClusterError) -> [Int] {
      let pattern = PostgresName.literal("^riffle_\(list)_[0-9]+_of_[0-9]{1,3}$")
      let rows = try connection.rows(
        """
        SELECT DISTINCT substring(pubname from '[0-9]+$')::int AS shards FROM pg_publication WHERE pubname ~ \(pattern)
        ORDER BY shards
        """)
      return rows.compactMap { $0.first.flatMap { $0 }.flatMap { Int($0) } }
    }

    /// Checks that each id is in one shard.
    /// - Parameter count: the number of shards.
    /// - Throws: ``ClusterError/publication(name:reason:)`` that names a shard that is missing or has other ids.
    static func check(_ list: String, _ count: Int, _ connection: PostgresConnection) throws(ClusterError) {
      for number in 0..<count {
        let shard = try Shard(number, of: count)
        let name = PostgresName.publication(list, shard)
        let isThere = try connection.rows(
          "SELECT 1 FROM pg_publication WHERE pubname = \(PostgresName.literal(name))")
        guard !isThere.isEmpty else {
          throw .publication(
            name: name,
            reason: "it is missing, so ids of the shard \(shard) are in none")
        }
        let table = try PublishedTable(publication: name, connection)
        guard let id = table.identity.first, let filter = table.filter else {
          throw .publication(name: name, reason: "it has no condition, so its ids are in other shards, too")
        }
        let type = try table.checkKey(id)
        let sample =
          switch type {
          case .integer: "number::bigint"
          case .text: "number::text"
          case .uuid: "md5(number::text)::uuid"
          }
        let others = try connection.rows(
          """
          SELECT 1 FROM (SELECT \(sample) AS \(PostgresName.quoted(id)) FROM generate_series(1, \(sampleCount)) AS number) AS ids
          WHERE (\(filter)) IS DISTINCT FROM \(shard.condition(key: id, type)) LIMIT 1
          """)
        guard others.isEmpty else {
          throw .publication(
            name: name,
            reason: "its condition is not that of the shard \(shard), so ids are in several shards or in none")
        }
      }
    }
  }
#endif
