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

  /// Tests of writes through the gateway to PostgreSQL.
  @Suite(
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .serialized, .timeLimit(.minutes(5)))
  struct WriteTests {
    private static let path = "/v1/lists/cities"

    private func withWriter(
      _ database: TestDatabase, _ body: (RunningService) async throws -> Void
    ) async throws {
      try await ReplicaTests.withReplicas(database) {
        $0.lists[0].postgres = ReplicaTests.connection(database)
      } _: { _, gateway in
        try await body(gateway)
      }
    }

    @Test func `a write is read with its position`() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try await withWriter(database) { gateway in
        for number in 1...20 {
          let item = Self.path + "/items/\(number)"
          let put = try await gateway.send(
            .PUT, item,
            #"{"title": "Göteb'o\\rg \#(number)", "weight": 7, "payload": {"a": [1, "'\\"]}, "position": -1.5}"#)
          #expect(put.status == 200, "\(put.body)")
          let position = try #require(put["position"]?.string)
          #expect(put.headers["Riffle-Position"] == [position])
          let read = try await gateway.get(item, headers: ["Riffle-After": position])
          #expect(read["title"]?.string == #"Göteb'o\rg \#(number)"# && read["weight"]?.integer == 7)
          #expect(read["payload"]?["a"]?[1]?.string == #"'\"# && read["position"]?.number == -1.5)
          let patch = try await gateway.send(.PATCH, item, #"{"weight": 8, "payload": null}"#)
          let patched = try await gateway.get(
            item, headers: ["Riffle-After": try #require(patch["position"]?.string)])
          #expect(
            patched["weight"]?.integer == 8 && patched["payload"] == nil
              && patched["title"]?.string == read["title"]?.string)
          let delete = try await gateway.send(.DELETE, item)
          let gone = try await gateway.get(item, headers: ["Riffle-After": try #require(delete["position"]?.string)])
          #expect(gone.status == 404)
        }
        #expect(try await gateway.send(.DELETE, Self.path + "/items/1").problem == "unknown-item")
        #expect(try await gateway.send(.PATCH, Self.path + "/items/1", "{}").problem == "unknown-item")
      }
    }

    @Test func `conditions hold, however many write`() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try await withWriter(database) { gateway in
        let item = Self.path + "/items/1"
        // Of several concurrent creations, one succeeds.
        let made = try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<6 {
            group.addTask {
              try await gateway.send(.PUT, item, #"{"title": "0"}"#, headers: ["If-None-Match": "*"]).status
            }
          }
          return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(made.sorted() == [200, 412, 412, 412, 412, 412])
        // Each task adds one to the number it has read. If another task was faster, it tries again.
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<4 {
            group.addTask {
              var count = 0
              while count < 5 {
                let read = try await gateway.get(item)
                guard let tag = read.headers["ETag"].first, let number = read["title"]?.string.flatMap({ Int($0) })
                else {
                  continue
                }
                let put = try await gateway.send(
                  .PUT, item, #"{"title": "\#(number + 1)"}"#, headers: ["If-Match": tag])
                if put.status == 200 { count += 1 } else { #expect(put.status == 412, "\(put.body)") }
              }
              return count
            }
          }
          return try await group.reduce(0, +)
        }
        #expect(counts == 20)
        #expect(try database.sql("SELECT title FROM cities") == [["20"]])
        let missing = try await gateway.send(.PATCH, Self.path + "/items/2", "{}", headers: ["If-Match": "*"])
        #expect(missing.status == 404)
        #expect(
          try await gateway.send(.PUT, Self.path + "/items/2", #"{"title": "x"}"#, headers: ["If-Match": "*"]).status
            == 412)
        #expect(try await gateway.send(.DELETE, item, headers: ["If-Match": "\"x\""]).status == 412)
        #expect(try await gateway.send(.DELETE, item, headers: ["If-Match": "*"]).status == 200)
      }
    }

    @Test func `many items are written line by line, with a result for each`() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try await withWriter(database) { gateway in
        func send(_ lines: [String], _ query: String = "") async throws -> [JSONValue] {
          let reply = try await gateway.send(
            .POST, Self.path + "/items" + query, lines.joined(separator: "\n"), type: "application/x-ndjson")
          #expect(reply.status == 200, "\(reply.body)")
          return try reply.body.split(separator: "\n").map { try JSONValue(Array($0.utf8)) }
        }
        let many = try await send((1...1_200).map { #"{"id": \#($0), "title": "town \#($0)", "weight": 3}"# })
        #expect(many.count == 1 && many[0]["summary"]?["ok"]?.integer == 1_200, "\(many.map(\.source))")
        let position = try #require(many[0]["summary"]?["position"]?.string)
        let read = try await gateway.get(Self.path + "/rows?limit=1", headers: ["Riffle-After": position])
        #expect(read["count"]?.integer == 1_200)
        let results = try await send(
          [
            #"{"id": 1, "op": "insert", "title": "x"}"#, #"{"id": 5000, "op": "insert", "title": "new"}"#,
            #"{"id": 2, "op": "patch", "weight": 9}"#, #"{"id": 6000, "op": "patch", "weight": 9}"#,
            #"{"id": 3, "op": "delete"}"#, #"{"id": 3, "op": "delete"}"#, #"{"id": "text", "title": "x"}"#,
            #"{"id": 4, "title": "a\u0000b"}"#, "no json", #"{"id": 4, "title": "a", "fields": {"x": 1}}"#,
            #"{"id": 2, "op": "patch", "title": "second"}"#,
          ], "?results=all")
        func problem(_ line: Int) -> String? {
          let result = results.first { $0["line"]?.integer == Int64(line) }
          return result?["status"]?.string == "ok"
            ? "ok" : result?["problem"]?["type"]?.string?.split(separator: "/").last.map { String($0) }
        }
        let expected = [
          "precondition-failed", "ok", "ok", "unknown-item", "ok", "unknown-item", "invalid-parameter",
          "invalid-parameter", "invalid-body", "invalid-parameter", "ok",
        ]
        for (index, kind) in expected.enumerated() { #expect(problem(index + 1) == kind, "line \(index + 1)") }
        #expect(results.last?["summary"]?["ok"]?.integer == 4 && results.last?["summary"]?["failed"]?.integer == 7)
        #expect(
          try database.sql("SELECT id, title, weight FROM cities WHERE id IN (1, 2, 3, 4, 5000) ORDER BY id") == [
            ["1", "town 1", "3"], ["2", "second", "9"], ["4", "town 4", "3"], ["5000", "new", "0"],
          ])
        // One that PostgreSQL refuses costs the others nothing.
        try database.sql("ALTER TABLE cities ADD CHECK (title <> 'bad')")
        let some = try await send([
          #"{"id": 7001, "title": "good"}"#, #"{"id": 7002, "title": "bad"}"#, #"{"id": 7003, "title": "good"}"#,
        ])
        #expect(some.map { $0["line"]?.integer } == [2, nil] && some.last?["summary"]?["ok"]?.integer == 2)
        #expect(try database.sql("SELECT count(*) FROM cities WHERE title = 'good'") == [["2"]])
        let wrong = try await gateway.send(.POST, Self.path + "/items?results=x", "", type: "application/x-ndjson")
        #expect(wrong.status == 400 && wrong["parameter"]?.string == "results")
        #expect(try await gateway.send(.POST, Self.path + "/items", "{}").status == 415)
      }
    }

    @Test func `what PostgreSQL cannot keep is refused with its name`() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try await withWriter(database) { gateway in
        let item = Self.path + "/items/1"
        for (path, body, parameter) in [
          (item, #"{"title": "a\u0000b"}"#, "title"),
          (item, #"{"title": "a", "payloadBase64": "AAAA"}"#, "/payloadBase64"),
          (Self.path + "/items/x", #"{"title": "a"}"#, "id"), (item, #"{"weight": 1}"#, "/title"),
          (item, #"{"title": "a", "weight": 70000}"#, "/weight"),
        ] {
          let reply = try await gateway.send(.PUT, path, body)
          #expect(reply.status == 400 && reply["parameter"]?.string == parameter, "\(reply.body)")
        }
        #expect(try await gateway.send(.PUT, item, "x", type: "text/plain").status == 415)
        #expect(try await gateway.send(.PUT, item, "{").problem == "invalid-body")
        #expect(try database.sql("SELECT count(*) FROM cities") == [["0"]])
        // If the connection has ended, a new one is made.
        #expect(try await gateway.send(.PUT, item, #"{"title": "a"}"#).status == 200)
        try database.sql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database.name)' AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        #expect(try await gateway.send(.PUT, item, #"{"title": "b"}"#).status == 200)
      }
    }

    @Test func `a table of another shape is refused with its place`() async throws {
      let database = try TestDatabase()
      try database.sql("CREATE TABLE people (id bigint PRIMARY KEY, name text NOT NULL)")
      let source = TableSource(table: "people", id: "id", title: "name")
      try PostgresSetup(list: "cities", ListDefinition(source: source)).run(database.info)
      try await withWriter(database) { gateway in
        let reply = try await gateway.send(.PUT, Self.path + "/items/1", #"{"title": "x"}"#)
        #expect(reply.status == 409 && reply["detail"]?.string?.contains("public.people") == true, "\(reply.body)")
      }
    }

    @Test func `a caller who may only read does not write`() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      let (kept, key) = APIKey.make(name: "reader", role: .read, filter: nil)
      let (writing, writer) = APIKey.make(name: "writer", role: .write, filter: nil)
      struct Keys: Codable { let keys: [APIKey] }
      try FileManager.default.createDirectory(at: database.folder, withIntermediateDirectories: true)
      let keys = database.folder.appending(path: "keys.json")
      try JSONEncoder().encode(Keys(keys: [kept, writing])).write(to: keys)
      var settings = ServerSettings(lists: [])
      settings.port = 0
      settings.maxLagSeconds = 60
      settings.keys = keys.path
      settings.follow = .init(
        connection: ReplicaTests.connection(database), list: "cities", folder: database.folder.appending(path: "k").path
      )
      let node = try await RunningService { [settings] in try RiffleService(settings, logger: quiet, onRunning: $0) }
      try await until { try await node.get("/health/ready").status == 200 }
      let gateway = try await gateway([node.url]) {
        $0.needsKeys = true
        $0.lists[0].postgres = ReplicaTests.connection(database)
      }
      func put(_ key: String?) async throws -> Int {
        var headers = HTTPHeaders()
        if let key { headers.add(name: "Authorization", value: "Bearer \(key)") }
        let reply = try await gateway.send(.PUT, Self.path + "/items/1", #"{"title": "x"}"#, headers: headers)
        return reply.status
      }
      #expect(try await put(nil) == 401)
      #expect(try await put(key) == 403)
      #expect(try await put(writer) == 200)
      await gateway.stop()
      await node.stop()
    }
  }
#endif
