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

  /// Tests with several nodes that follow one list.
  @Suite(
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .serialized, .timeLimit(.minutes(5)))
  struct ReplicaTests {
    private static let path = "/v1/lists/cities"

    static func connection(_ database: TestDatabase) -> String {
      "host=\(database.server.folder.path) port=\(database.server.port) dbname=\(database.name) user=postgres"
    }

    /// Runs `body` with two nodes of the list and a gateway before them.
    static func withReplicas(
      _ database: TestDatabase, change: (inout GatewaySettings) -> Void = { _ in },
      _ body: ([RunningService], RunningService) async throws -> Void
    ) async throws {
      var nodes: [RunningService] = []
      for name in ["a", "b"] {
        var settings = ServerSettings(lists: [])
        settings.port = 0
        settings.maxLagSeconds = 60
        settings.follow = .init(
          connection: connection(database), list: "cities", folder: database.folder.appending(path: name).path)
        nodes.append(
          try await RunningService { [settings] in try RiffleService(settings, logger: quiet, onRunning: $0) })
      }
      for node in nodes { try await until { try await node.get("/health/ready").status == 200 } }
      let gateway = try await gateway(nodes.map(\.url), change: change)
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(nodes, gateway)) } catch { outcome = .failure(error) }
      await gateway.stop()
      for node in nodes { await node.stop() }
      try outcome.get()
    }

    @Test func `a read with a token has what was written before, on every node`() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try await Self.withReplicas(database) { nodes, gateway in
        for number in 1...40 {
          try database.sql("INSERT INTO cities (id, title) VALUES (\(number), 'town')")
          let token = "\(try database.token())"
          let reply = try await gateway.get(Self.path + "/items/\(number)", headers: ["Riffle-After": token])
          #expect(reply.status == 200)
          #expect(reply.headers.contains(name: "Riffle-Position") && reply.headers.contains(name: "Riffle-Age"))
        }
        let wrong = try await gateway.get(Self.path + "/items/1", headers: ["Riffle-After": "x"])
        #expect(wrong.status == 400 && wrong["parameter"]?.string == "Riffle-After")
        let token = try database.token()
        let future = NodeToken(
          system: token.system, timeline: token.timeline, position: LogPosition(token.position.bytes + 1 << 40))
        let start = ContinuousClock.now
        let early = try await gateway.get(Self.path + "/items/1", headers: ["Riffle-After": "\(future)"])
        #expect(early.status == 503 && early.problem == "not-caught-up")
        #expect(ContinuousClock.now - start < .seconds(20))
      }
    }

    @Test func `reads that pass on the position are monotonic`() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try database.sql("INSERT INTO cities (id, title) VALUES (1, 'town 0')")
      try await Self.withReplicas(database) { _, gateway in
        let writing = Task {
          var number = 0
          while !Task.isCancelled {
            number += 1
            try database.sql("UPDATE cities SET title = 'town \(number)' WHERE id = 1")
            // Nodes keep up with that, also beside other tests.
            try await Task.sleep(for: .milliseconds(5))
          }
        }
        defer { writing.cancel() }
        var (position, last): (String?, Int) = (nil, 0)
        for _ in 0..<300 {
          let reply = try await gateway.get(
            Self.path + "/items/1", headers: position.map { ["Riffle-After": $0] } ?? [:])
          // On a busy machine no node may have the position within a second.
          if reply.status == 503 { continue }
          let number = try #require(reply["title"]?.string.flatMap { Int($0.dropFirst("town ".count)) })
          #expect(number >= last)
          (position, last) = (reply.headers["Riffle-Position"].first, number)
        }
        #expect(last > 0)
      }
    }

    @Test func `a kept snapshot and a live search stay on their node`() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try database.sql("INSERT INTO cities (id, title) SELECT n, 'town ' || n FROM generate_series(1, 50) AS n")
      try await Self.withReplicas(database) { _, gateway in
        for _ in 0..<10 {
          let kept = try await gateway.get(Self.path + "/rows?limit=1&snapshot=new")
          let token = try #require(kept["snapshot"]?.string)
          let next = try await gateway.get(Self.path + "/rows?limit=1&snapshot=\(token)")
          #expect(next.status == 200 && next["generation"]?.source == kept["generation"]?.source)
        }
        #expect(try await gateway.get(Self.path + "/rows?snapshot=none").problem == "snapshot-gone")
        for number in 1...6 {
          let stream = try await LiveStreamReader(gateway.url + Self.path + "/live")
          let session = try #require(try await stream.next("session")?["session"]?.string)
          let typed = try await gateway.send(
            .POST, Self.path + "/live/\(session)", #"{"revision": 1, "q": "town \#(number)", "limit": 1}"#)
          #expect(typed.status == 202)
          let page = try #require(try await stream.next("page"))
          #expect(page["hits"]?[0]?["title"]?.string == "town \(number)")
        }
      }
    }

    @Test func `writes are refused with the place to write`() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try await Self.withReplicas(database) { nodes, gateway in
        for (method, path) in [
          (HTTPMethod.PUT, "/items/1"), (.PATCH, "/items/1"), (.DELETE, "/items/1"), (.POST, "/items"),
          (.DELETE, "/items"),
        ] {
          let reply = try await gateway.send(method, Self.path + path, #"{"title": "x"}"#)
          #expect(reply.status == 409 && reply.problem == "conflict")
          #expect(reply["detail"]?.string?.contains("public.cities") == true, "\(reply.body)")
        }
      }
    }
  }
#endif
