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

  /// Live searches of a list in shards that follow PostgreSQL.
  @Suite(
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .serialized, .timeLimit(.minutes(5)))
  struct ShardLiveTests {
    private static let path = "/v1/lists/cities"

    /// Runs `body` with a gateway before nodes of two shards.
    private func withShards(
      _ database: TestDatabase, replicaCount: Int = 1, change: (inout GatewaySettings) -> Void = { _ in },
      _ body: (RunningService, [[RunningService]]) async throws -> Void
    ) async throws {
      try database.makeCities(shardCounts: [2], arrangement: .alphabet(locales: ["en"]))
      try database.sql(
        "INSERT INTO cities (id, title) SELECT n, 'town ' || chr((65 + n % 20)::int) || n FROM generate_series(1, 400) AS n"
      )
      var nodes: [[RunningService]] = []
      for shard in ["0/2", "1/2"] {
        var replicas: [RunningService] = []
        for replica in 1...replicaCount {
          replicas.append(try await ShardTests.node(database, shard, replica: replica))
        }
        nodes.append(replicas)
      }
      let routes = try nodes.enumerated().map { number, replicas in
        RoutedShard(try Shard(number, of: 2), nodes: try replicas.map { try NodeAddress($0.url) })
      }
      let gateway = try await gateway([]) {
        $0.lists = [RoutedList(name: "cities", shards: routes, postgres: ReplicaTests.connection(database))]
        change(&$0)
      }
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(gateway, nodes)) } catch { outcome = .failure(error) }
      await gateway.stop()
      for node in nodes.joined() { await node.stop() }
      try outcome.get()
    }

    /// A live search of a client.
    private struct Field {
      let gateway: RunningService
      let stream: LiveStreamReader
      let session: String

      init(_ gateway: RunningService, _ query: String = "", headers: HTTPHeaders = [:]) async throws {
        self.gateway = gateway
        stream = try await LiveStreamReader(gateway.url + ShardLiveTests.path + "/live" + query, headers: headers)
        let opened = try #require(try await stream.next("session"))
        session = try #require(opened["session"]?.string)
        #expect(opened["list"]?.string == "cities" && opened["count"]?.integer != nil)
      }

      func type(_ wish: String, headers: HTTPHeaders = [:]) async throws -> Reply {
        try await gateway.send(.POST, ShardLiveTests.path + "/live/" + session, wish, headers: headers)
      }
    }

    @Test func `pages come as somebody types, and again when a shard changes`() async throws {
      let database = try TestDatabase()
      try await withShards(database) { gateway, _ in
        let field = try await Field(gateway)
        for (revision, text) in ["t", "to", "twon a"].enumerated() {
          #expect(try await field.type(#"{"revision": \#(revision), "q": "\#(text)", "limit": 9}"#).status == 202)
          var page = try #require(try await field.stream.next("page"))
          while page["revision"]?.integer != Int64(revision) {
            page = try #require(try await field.stream.next("page"))
          }
          let query = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
          let expected = try await gateway.get(Self.path + "/search?limit=9&q=\(query)")
          #expect(page["hits"]?.source == expected["hits"]?.source && page["hits"]?.elements?.count == 9)
          #expect(page["count"]?.integer == 400 && page["q"]?.string == text)
        }
        _ = try await field.type(#"{"revision": 7, "q": "lund", "jumplist": true}"#)
        #expect(try await field.stream.next("page")?["hits"]?.elements?.isEmpty == true)
        #expect(try await field.stream.next("jumplist")?["count"]?.integer == 0)
        for number in 1...6 {
          try database.sql("INSERT INTO cities (id, title) VALUES (\(1_000 + number), 'Lund')")
          var count: Int?
          var changes = 0
          // The row is in one of the shards, which both report changes.
          while count != number, let event = try await field.stream.next() {
            if event.hasPrefix("event: changed") { changes += 1 }
            guard event.hasPrefix("event: page") else { continue }
            #expect(event.contains(#""revision":7"#) && event.contains(#""count":\#(400 + number)"#))
            count = event.components(separatedBy: #""title":"Lund""#).count - 1
          }
          #expect(count == number && changes > 0)
          #expect(try await field.stream.next("jumplist")?["count"]?.integer == Int64(number))
        }
      }
    }

    @Test func `what is overtaken is never shown afterwards`() async throws {
      let database = try TestDatabase()
      try await withShards(database) { gateway, _ in
        let field = try await Field(gateway)
        let (last, path) = (40, Self.path + "/live/" + field.session)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for revision in 1...last {
            group.addTask {
              _ = try await gateway.send(.POST, path, #"{"revision": \#(revision), "q": "town \#(revision % 7)"}"#)
            }
          }
          try await group.waitForAll()
        }
        var shown: [Int64] = []
        while shown.last != Int64(last), let page = try await field.stream.next("page") {
          shown.append(try #require(page["revision"]?.integer))
        }
        #expect(shown == shown.sorted() && Set(shown).count == shown.count)
      }
    }

    @Test func `what is typed with a position is answered with what was written before`() async throws {
      let database = try TestDatabase()
      try await withShards(database) { gateway, _ in
        let field = try await Field(gateway)
        for number in 1...15 {
          let put = try await gateway.send(
            .PUT, Self.path + "/items/\(2_000 + number)", #"{"title": "Ystad \#(number)"}"#)
          let position = try #require(put["position"]?.string)
          let typed = try await field.type(
            #"{"revision": \#(number), "q": "ystad", "limit": 50}"#, headers: ["Riffle-After": position])
          #expect(typed.status == 202, "\(typed.body)")
          var page = try #require(try await field.stream.next("page"))
          while page["revision"]?.integer != Int64(number) { page = try #require(try await field.stream.next("page")) }
          #expect(page["hits"]?.elements?.count == number)
        }
        let gone = try await field.type(#"{"revision": 99}"#, headers: ["Riffle-After": "17-9-1"])
        #expect(gone.status == 410, "\(gone.body)")
      }
    }

    @Test func `what cannot be read is refused with its member`() async throws {
      let database = try TestDatabase()
      try await withShards(database) { gateway, _ in
        let field = try await Field(gateway)
        for (wish, parameter) in [
          (#"{"q": "a"}"#, "/revision"), (#"{"revision": 1, "filter": "x ="}"#, "/filter"),
          (#"{"revision": 1, "order": "x"}"#, "/order"), (#"{"revision": 1, "sort": "nothing"}"#, "/sort"),
          (#"{"revision": 1, "snapshot": "new"}"#, "/snapshot"), (#"{"revision": 1, "jumplist": 7}"#, "/jumplist"),
        ] {
          let reply = try await field.type(wish)
          #expect(reply.status == 400 && reply["parameter"]?.string == parameter, "\(wish): \(reply.body)")
        }
        #expect(try await field.type("[]").problem == "invalid-body")
        #expect(try await field.type("{").problem == "invalid-body")
        let other = try await gateway.send(
          .POST, Self.path + "/live/" + field.session, "{}", headers: ["Authorization": "Bearer x"])
        #expect(other.problem == "unknown-session")
        #expect(try await gateway.send(.POST, Self.path + "/live/x", "{}").problem == "unknown-session")
        // A hit that cannot be reached is a problem of its revision.
        #expect(try await field.type(#"{"revision": 3, "q": "t", "offset": 30000}"#).status == 202)
        let problem = try #require(try await field.stream.next("problem"))
        #expect(problem["revision"]?.integer == 3 && problem["problem"]?["parameter"]?.string == "/offset")
      }
    }

    @Test func `a lost shard is named, and pages follow when it is back`() async throws {
      let database = try TestDatabase()
      try await withShards(database) { gateway, nodes in
        let field = try await Field(gateway)
        let partial = try await Field(gateway, "?partial=allow")
        for field in [field, partial] {
          _ = try await field.type(#"{"revision": 1, "q": "town", "total": "exact"}"#)
          #expect(try await field.stream.next("page")?["total"]?.integer == 400)
        }
        await nodes[1][0].stop()
        let problem = try #require(try await field.stream.next("problem"))
        #expect(problem["revision"] == nil && problem["problem"]?["type"]?.string == "/problems/no-node")
        #expect(problem["problem"]?["detail"]?.string?.contains("shard 1/2") == true)
        let rest = try #require(try await partial.stream.next("page"))
        #expect(rest["missingShards"]?[0]?.string == "1/2" && rest["isPartial"]?.boolean == true)
        #expect(rest["total"]?.integer.map { (1..<400).contains($0) } == true)
        let port = try #require(URL(string: nodes[1][0].url)?.port)
        try database.sql("INSERT INTO cities (id, title) VALUES (5000, 'town'), (5001, 'town'), (5002, 'town')")
        let again = try await ShardTests.node(database, "1/2", port: port)
        for field in [field, partial] {
          var page = try #require(try await field.stream.next("page"))
          while page["total"]?.integer != 403 { page = try #require(try await field.stream.next("page")) }
          #expect(page["isPartial"]?.boolean == false && page["missingShards"] == nil)
        }
        await again.stop()
      }
    }

    @Test func `a live search outlives a replica of each shard`() async throws {
      let database = try TestDatabase()
      try await withShards(database, replicaCount: 2) { gateway, nodes in
        let field = try await Field(gateway)
        _ = try await field.type(#"{"revision": 1, "q": "lund"}"#)
        _ = try await field.stream.next("page")
        await nodes[0][0].stop()
        await nodes[1][1].stop()
        for number in 1...8 {
          try database.sql("INSERT INTO cities (id, title) VALUES (\(1_000 + number), 'Lund')")
          var page = try #require(try await field.stream.next("page"))
          while page["hits"]?.elements?.count != number { page = try #require(try await field.stream.next("page")) }
        }
        #expect(try await field.type(#"{"revision": 2, "q": "lund", "limit": 3}"#).status == 202)
        var page = try #require(try await field.stream.next("page"))
        while page["revision"]?.integer != 2 { page = try #require(try await field.stream.next("page")) }
        #expect(page["hits"]?.elements?.count == 3)
      }
    }

    @Test func `live searches are limited, and end with their connection`() async throws {
      let database = try TestDatabase()
      try await withShards(database) {
        $0.limits.liveSessions = 2
      } _: { gateway, nodes in
        var fields: [Field] = [try await Field(gateway), try await Field(gateway)]
        let refused = try await gateway.get(Self.path + "/live")
        #expect(refused.status == 503 && refused.problem == "busy")
        #expect(try await gateway.get("/metrics").body.contains("riffle_gateway_live_sessions 2"))
        // Each has one stream of a node of each shard.
        try await until { try await nodes[0][0].get("/metrics").body.contains("riffle_live_sessions 2") }
        fields.removeAll()
        try await until { try await gateway.get("/metrics").body.contains("riffle_gateway_live_sessions 0") }
        try await until { try await nodes[0][0].get("/metrics").body.contains("riffle_live_sessions 0") }
      }
    }
  }
#endif
