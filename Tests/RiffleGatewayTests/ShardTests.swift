#if Service && Cluster
  import Foundation
  import NIOHTTP1
  import RiffleCluster
  import RiffleClusterTestSupport
  import RiffleInput
  import RiffleStore
  import Testing

  @testable import RiffleGateway
  @testable import RiffleServer

  /// A gateway before nodes that follow shards of a list in PostgreSQL.
  @Suite(
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .serialized, .timeLimit(.minutes(5)))
  struct ShardTests {
    private static let path = "/v1/lists/cities"

    static func node(
      _ database: TestDatabase, _ shard: String?, replica: Int = 1, port: Int = 0,
      change: (inout ServerSettings) -> Void = { _ in }
    ) async throws -> RunningService {
      var settings = ServerSettings(lists: [])
      settings.port = port
      settings.maxLagSeconds = 60
      let name = "node-\(shard?.replacing("/", with: "-") ?? "whole")-\(replica)"
      settings.follow = .init(
        connection: ReplicaTests.connection(database), list: "cities", shard: shard,
        folder: database.folder.appending(path: name).path)
      change(&settings)
      let node = try await RunningService { [settings] in try RiffleService(settings, logger: quiet, onRunning: $0) }
      try await until { try await node.get("/health/ready").status == 200 }
      return node
    }

    static func routes(_ nodes: [(shard: String, node: RunningService)]) throws -> [RoutedShard] {
      try nodes.map { RoutedShard(try Shard($0.shard), nodes: [try NodeAddress($0.node.url)]) }
    }

    private func rows(_ reply: Reply) -> String? { (reply["rows"] ?? reply["hits"] ?? reply["entries"])?.source }

    @Test func `shards that follow PostgreSQL answer as one node`() async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [2, 3], arrangement: .alphabet(locales: ["en"]))
      try database.sql(
        """
        INSERT INTO cities (id, title, weight) SELECT n, (ARRAY['town', 'Oslo', 'city'])[n % 3 + 1] || ' ' || n / 7, n % 5
        FROM generate_series(1, 900) AS n
        """)
      let whole = try await Self.node(database, nil)
      var nodes: [(shard: String, node: RunningService)] = []
      for shard in ["0/2", "1/2"] { nodes.append((shard, try await Self.node(database, shard))) }
      let routes = try Self.routes(nodes)
      let gateway = try await gateway([]) {
        $0.lists = [RoutedList(name: "cities", shards: routes, postgres: ReplicaTests.connection(database))]
      }
      for number in 0..<12 {
        // Titles change, so that equal titles come in another order than that of their ids. An id may change its shard.
        try database.sql("UPDATE cities SET title = 'town \(number)' WHERE id % 31 = \(number)")
        try database.sql("UPDATE cities SET id = \(2_000 + number) WHERE id = \(number * 7 + 1)")
        let put = try await gateway.send(.PUT, Self.path + "/items/\(5_000 + number)", #"{"title": "town \#(number)"}"#)
        #expect(put.status == 200, "\(put.body)")
        let position = try #require(put["position"]?.string)
        let headers: HTTPHeaders = ["Riffle-After": position]
        for query in [
          "/rows?offset=\(number * 80)&limit=20", "/rows?around=\(2_000 + number)&limit=9",
          "/search?q=town+\(number)&limit=12",
          "/search?q=olso&total=exact&offset=40", "/search?q=twn&order=list&offset=30&limit=300", "/jumplist?q=to",
        ] {
          let expected = try await whole.get(Self.path + query, headers: headers)
          let found = try await gateway.get(Self.path + query, headers: headers)
          #expect(found.status == 200 && expected.status == 200, "\(query): \(found.body)")
          #expect(rows(found) != nil && rows(found) == rows(expected), "\(query)")
          for name in ["count", "total", "index", "entries"] { #expect(found[name]?.source == expected[name]?.source) }
          let own = try #require(found.headers["Riffle-Position"].first.flatMap { try? NodeToken($0) })
          #expect(own.position >= (try NodeToken(position)).position)
        }
        let item = try await gateway.get(Self.path + "/items/\(5_000 + number)", headers: headers)
        #expect(item["title"]?.string == "town \(number)")
        let tag = try #require(item.headers["ETag"].first)
        let patch = try await gateway.send(
          .PATCH, Self.path + "/items/\(5_000 + number)", #"{"weight": 3}"#, headers: ["If-Match": tag])
        #expect(patch.status == 200, "\(patch.body)")
        let late = try await gateway.send(
          .PATCH, Self.path + "/items/\(5_000 + number)", #"{"weight": 4}"#, headers: ["If-Match": tag])
        #expect(late.status == 412, "\(late.body)")
      }
      #expect(try await gateway.get(Self.path + "/items/999999").problem == "unknown-item")
      for query in ["sort=x", "facets=x"] {
        #expect(try await gateway.get(Self.path + "/search?q=a&" + query).status == 400)
      }
      for service in [gateway, whole] + nodes.map(\.node) { await service.stop() }
    }

    @Test func `a list gets other shards by new nodes and routes`() async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [2])
      try database.sql("INSERT INTO cities (id, title) SELECT n, 'town ' || n FROM generate_series(1, 400) AS n")
      var nodes: [(shard: String, node: RunningService)] = []
      for shard in ["0/2", "1/2"] { nodes.append((shard, try await Self.node(database, shard))) }
      let file = database.folder.appending(path: "routes.json").path
      func write(_ nodes: [(shard: String, node: RunningService)]) throws {
        let shards = nodes.map { #"{"shard": "\#($0.shard)", "nodes": ["\#($0.node.url)"]}"# }.joined(separator: ", ")
        try #"{"lists": [{"name": "cities", "shards": [\#(shards)]}]}"#.write(
          toFile: file, atomically: true, encoding: .utf8)
      }
      try write(nodes)
      let gateway = try await gateway([]) { ($0.routes, $0.lists) = (file, []) }
      let before = try await gateway.get(Self.path + "/rows?offset=190&limit=20")
      // The second shard is split; the first one stays.
      var setup = PostgresSetup(list: "cities", .ownTable("cities"))
      setup.makesTable = true
      setup.shardCounts = [2, 4]
      try setup.run(database.info)
      var split = [nodes[0]]
      for shard in ["2/4", "3/4"] { split.append((shard, try await Self.node(database, shard))) }
      try write(split)
      try await until {
        try await gateway.get("/health/ready")["lists"]?[0]?["nodes"]?.elements?.count == 3
      }
      await nodes[1].node.stop()
      let after = try await gateway.get(Self.path + "/rows?offset=190&limit=20")
      #expect(rows(after) == rows(before) && after["count"]?.integer == 400)
      for service in [gateway] + split.map(\.node) { await service.stop() }
    }

    @Test func `a missing shard is named`() async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [2])
      try database.sql("INSERT INTO cities (id, title) SELECT n, 'town ' || n FROM generate_series(1, 300) AS n")
      var nodes: [(shard: String, node: RunningService)] = []
      for shard in ["0/2", "1/2"] { nodes.append((shard, try await Self.node(database, shard))) }
      let routes = try Self.routes(nodes)
      let gateway = try await gateway([]) { $0.lists = [RoutedList(name: "cities", shards: routes)] }
      let whole = try await gateway.get(Self.path + "/rows?limit=300")
      let all = Set((whole["rows"]?.elements ?? []).compactMap { $0["id"]?.integer })
      #expect(all.count == 300 && whole["missingShards"] == nil)
      await nodes[1].node.stop()
      for query in ["", "/rows?limit=300", "/search?q=town", "/jumplist", "/items/999999"] {
        let reply = try await gateway.get(Self.path + query)
        #expect(reply.status == 503 && reply.problem == "no-node", "\(query): \(reply.body)")
        #expect(reply["detail"]?.string?.contains("shard 1/2") == true, "\(query): \(reply.body)")
      }
      try await until { try await gateway.get("/health/ready").status == 503 }
      for query in [
        "/rows?limit=300&partial=allow", "/search?q=town&limit=300&total=exact&partial=allow",
        "/jumplist?partial=allow",
      ] {
        let reply = try await gateway.get(Self.path + query)
        #expect(reply.status == 200 && reply["missingShards"]?[0]?.string == "1/2", "\(query): \(reply.body)")
        if query.hasPrefix("/jumplist") { continue }
        #expect(reply["isPartial"]?.boolean == true)
        let found = Set(((reply["rows"] ?? reply["hits"])?.elements ?? []).compactMap { $0["id"]?.integer })
        #expect(found.count > 100 && found.isStrictSubset(of: all))
      }
      #expect(try await gateway.get(Self.path + "/rows?partial=x")["parameter"]?.string == "partial")
      for service in [gateway, nodes[0].node] { await service.stop() }
    }

    @Test func `a replica of a shard that stops costs no answer`() async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [2], arrangement: .alphabet(locales: ["en"]))
      try database.sql(
        "INSERT INTO cities (id, title) SELECT n, 'town ' || n / 3 FROM generate_series(1, 900) AS n")
      var nodes: [RunningService] = []
      for shard in ["0/2", "1/2"] {
        for replica in 1...2 { nodes.append(try await Self.node(database, shard, replica: replica)) }
      }
      let routes = try [0, 1].map { number in
        RoutedShard(
          try Shard(number, of: 2), nodes: try nodes[2 * number..<2 * number + 2].map { try NodeAddress($0.url) })
      }
      let gateway = try await gateway([]) { $0.lists = [RoutedList(name: "cities", shards: routes)] }
      let queries = [
        "/rows?offset=417&limit=30", "/rows?around=333", "/search?q=twn+8&limit=300&total=exact", "/jumplist?q=town+1",
        "/search?q=town&order=list&offset=250",
      ]
      var expected: [String?] = []
      for query in queries { expected.append(rows(try await gateway.get(Self.path + query))) }
      #expect(expected.allSatisfy { $0 != nil })
      // One replica of each shard stops while requests are answered.
      let known = expected
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<4 {
          group.addTask {
            for number in 0..<60 {
              let query = queries[(number + task) % queries.count]
              let reply = try await gateway.get(Self.path + query)
              #expect(reply.status == 200, "\(query): \(reply.body)")
              #expect(rows(reply) == known[(number + task) % queries.count], "\(query)")
            }
          }
        }
        await nodes[0].stop()
        await nodes[3].stop()
        try await group.waitForAll()
      }
      for service in [gateway, nodes[1], nodes[2]] { await service.stop() }
    }

    @Test func `a node of another shard than the routes say is named`() async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [2])
      let (first, second) = (try await Self.node(database, "0/2"), try await Self.node(database, "1/2"))
      for isWrong in [true, false] {
        let routes = try Self.routes([("0/2", isWrong ? second : first), ("1/2", isWrong ? first : second)])
        let gateway = try await gateway([]) { $0.lists = [RoutedList(name: "cities", shards: routes)] }
        for (query, status) in [("/rows", 200), ("/items/7", 404)] {
          let reply = try await gateway.get(Self.path + query)
          #expect(reply.status == (isWrong ? 503 : status), "\(query): \(reply.body)")
          guard isWrong else { continue }
          let detail = try #require(reply["detail"]?.string)
          #expect(["correct the routes", "shard 0/2", "shard 1/2"].allSatisfy { detail.contains($0) }, "\(detail)")
        }
        await gateway.stop()
      }
      let whole = try await Self.node(database, nil)
      let routes = [RoutedShard(try Shard(0, of: 1), nodes: [try NodeAddress(whole.url)])]
      let gateway = try await gateway([]) { $0.lists = [RoutedList(name: "cities", shards: routes)] }
      let reply = try await gateway.get(Self.path + "/rows")
      #expect(reply.problem == "no-node" && reply["detail"]?.string?.contains("has the whole list") == true)
      for service in [gateway, first, second, whole] { await service.stop() }
    }

    @Test func `a check sees missing and overlapping shards`() throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [2, 3])
      func faults() throws -> [String] {
        try PostgresCheck.findings(database.info, list: "cities").filter(\.isFault).map(\.text)
      }
      #expect(try faults().isEmpty)
      try database.sql("DROP PUBLICATION riffle_cities_1_of_3")
      #expect(try faults().contains { $0.contains("riffle_cities_1_of_3") && $0.contains("missing") })
      try database.sql("CREATE PUBLICATION riffle_cities_1_of_3 FOR TABLE cities WHERE (id > 7)")
      #expect(try faults().contains { $0.contains("riffle_cities_1_of_3") && $0.contains("several shards") })
      try database.sql("DROP PUBLICATION riffle_cities_1_of_3")
      try database.sql("CREATE PUBLICATION riffle_cities_1_of_3 FOR TABLE cities")
      #expect(try faults().contains { $0.contains("riffle_cities_1_of_3") && $0.contains("no condition") })
      try database.makeCities(shardCounts: [2, 3])
      #expect(try faults().isEmpty)
    }
  }
#endif
