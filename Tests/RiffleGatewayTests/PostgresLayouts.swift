#if Service && Cluster
  import RiffleClusterTestSupport

  @testable import RiffleCluster
  @testable import RiffleGateway

  /// Nodes that follow a list in PostgreSQL, and a gateway before them.
  struct PostgresLayout: Sendable {
    /// The number of shards; `nil` for a list in one piece.
    var shardCount: Int?
    var replicaCount = 1

    /// The nodes of each part.
    func start(_ database: TestDatabase) async throws -> [[RunningService]] {
      var nodes: [[RunningService]] = []
      for number in 0..<(shardCount ?? 1) {
        var replicas: [RunningService] = []
        for replica in 1...replicaCount {
          replicas.append(
            try await ShardTests.node(database, shardCount.map { "\(number)/\($0)" }, replica: replica))
        }
        nodes.append(replicas)
      }
      return nodes
    }

    func routes(_ nodes: [[RunningService]], _ database: TestDatabase) throws -> RoutedList {
      let addresses = try nodes.map { try $0.map { try NodeAddress($0.url) } }
      let postgres = ReplicaTests.connection(database)
      guard let shardCount else { return RoutedList(name: "cities", nodes: addresses[0], postgres: postgres) }
      let shards = try addresses.enumerated().map { number, nodes in
        RoutedShard(try Shard(number, of: shardCount), nodes: nodes)
      }
      return RoutedList(name: "cities", shards: shards, postgres: postgres)
    }

    /// Runs `body` with the gateway and the nodes of each part.
    func run(
      _ database: TestDatabase, change: (inout GatewaySettings) -> Void = { _ in },
      _ body: (RunningService, [[RunningService]]) async throws -> Void
    ) async throws {
      let nodes = try await start(database)
      let list = try routes(nodes, database)
      let gateway = try await gateway([]) {
        $0.lists = [list]
        change(&$0)
      }
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(gateway, nodes)) } catch { outcome = .failure(error) }
      await gateway.stop()
      for node in nodes.flatMap(\.self) { await node.stop() }
      try outcome.get()
    }
  }
#endif
