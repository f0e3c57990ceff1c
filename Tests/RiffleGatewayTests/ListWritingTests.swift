#if Service && Cluster
  import Foundation
  import NIOConcurrencyHelpers
  import NIOHTTP1
  import NIOPosix
  import Riffle
  import RiffleClusterTestSupport
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @testable import RiffleCluster
  @testable import RiffleGateway
  @testable import RiffleServer

  /// Writes of a list as a whole, and of the items that meet a filter, through the gateway to PostgreSQL. `RIFFLE_CASES` is the
  /// number of writes that are compared, `RIFFLE_SEED` where they begin.
  @Suite(
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .serialized, .timeLimit(.minutes(5)))
  struct ListWritingTests {
    private static let path = "/v1/lists/cities"
    private static let items = path + "/items"
    private static let lines = "application/x-ndjson"
    private static let layouts = [
      PostgresLayout(), PostgresLayout(replicaCount: 2), PostgresLayout(shardCount: 3, replicaCount: 2),
    ]
    private static let fields = [
      FieldDefinition("land", .keyword, isFolded: true), FieldDefinition("tags", .keyword, hasSeveralValues: true),
      FieldDefinition("people", .integer), FieldDefinition("height", .real), FieldDefinition("founded", .time),
      FieldDefinition("isPort", .boolean),
    ]
    private static let scopes = ["even": "id % 2 = 0", "heavy": "weight > 4"]

    private func makeCities(_ database: TestDatabase, hasTextIDs: Bool = false) throws {
      var setup = PostgresSetup(list: "cities", .ownTable("cities", scopes: Self.scopes, fields: Self.fields))
      (setup.makesTable, setup.hasTextIDs, setup.shardCounts) = (true, hasTextIDs, [3])
      try setup.run(database.info)
    }

    private func query(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private func after(_ written: Reply) throws -> HTTPHeaders {
      #expect(written.status == 200, "\(written.body)")
      let position = try #require(written["position"]?.string)
      #expect(written.headers["Riffle-Position"] == [position])
      return ["Riffle-After": position]
    }

    // MARK: - One plain store

    private func item(_ random: inout RandomText) -> String {
      let id = random.number(below: 60)
      func maybe(_ text: String) -> String { random.oneIn(3) ? "" : ", " + text }
      let title = ["a\\tb\\\\n", "Göteborg", "\\\\N", "town 'x'", "  ", "北京"][random.number(below: 6)]
      let fields = [
        #""land": "\#(["Sverige", "SVERIGE", "Norge", "å\\\\b"][random.number(below: 4)])""#,
        #""tags": \#([#"["x", "y \"z\""]"#, "[]", #"["X"]"#][random.number(below: 3)])"#,
        #""people": \#(random.number(below: 9) - 2)"#,
        #""height": \#(["-0.5", "1e300", "7"][random.number(below: 3)])"#,
        #""founded": "\#(1600 + random.number(below: 90))-06-04T12:30:15.25Z""#, #""isPort": \#(random.oneIn(2))"#,
      ].filter { _ in random.oneIn(2) }
      return #"{"id": \#(id), "title": "\#(title)""#
        + maybe(#""searchText": "more \#(random.number(below: 3))""#) + maybe(#""weight": \#(random.number(below: 9))"#)
        + maybe(#""isSearchable": \#(random.oneIn(2))"#)
        + maybe(#""payload": {"n": [\#(random.number(below: 3)), "\\"]}"#)
        + maybe(#""reading": "r""#) + maybe(#""section": "s\#(random.number(below: 2))", "position": -1.5"#)
        + maybe(#""fields": {\#(fields.joined(separator: ", "))}"#) + "}"
    }

    private static let filters = [
      "people > 2", "land = NORGE and not isPort", "tags = x or height < 0", "founded > 1650-01-01", "land is null",
      "not even", "heavy and people exists", "land begins with s", "people in (0, 1, 5)", "people 1 to 3 or isPort",
    ]

    @Test(arguments: layouts)
    func `lists and filtered items are written as in one plain store`(_ layout: PostgresLayout) async throws {
      let database = try TestDatabase()
      try makeCities(database)
      try FileManager.default.createDirectory(at: database.folder, withIntermediateDirectories: true)
      let path = database.folder.appending(path: "plain.db").path
      try ListStore(path, settings: StoreSettings(scopes: Self.scopes, fields: Self.fields)).close()
      var settings = ServerSettings(lists: [.init(name: "cities", path: path)])
      settings.port = 0
      let plain = try await RunningService { [settings] in try RiffleService(settings, logger: quiet, onRunning: $0) }
      let firstSeed = setting("RIFFLE_SEED") ?? 1
      try await layout.run(database) {
        $0.idCount = 3
      } _: { gateway, _ in
        for seed in firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 30) {
          var random = RandomText(seed: UInt64(seed))
          let body = (0..<1 + random.number(below: 40)).map { _ in item(&random) }.joined(separator: "\n")
          let filter = Self.filters[random.number(below: Self.filters.count)]
          let write: (HTTPMethod, String, String?) =
            switch random.number(below: 6) {
            case 0, 1: (.PUT, Self.items, body)
            case 2: (.POST, Self.items, body)
            case 3: (.DELETE, Self.items + (random.oneIn(8) ? "" : "?scope=even"), nil)
            default: (.DELETE, Self.items + "?filter=" + query(filter) + (random.oneIn(4) ? "&scope=heavy" : ""), nil)
            }
          let expected = try await plain.send(write.0, write.1, write.2, type: Self.lines)
          let found = try await gateway.send(write.0, write.1, write.2, type: Self.lines)
          #expect(found.status == expected.status && found.status == 200, "seed \(seed): \(found.body)")
          let summary = try JSONValue(Array(found.body.utf8))["summary"]?["position"]?.string
          let position = try #require(summary ?? found["position"]?.string)
          let all = "/rows?limit=1000&include=payload,fields,searchText"
          let one = try await plain.get(Self.path + all)
          let many = try await gateway.get(Self.path + all, headers: ["Riffle-After": position])
          #expect(one.status == 200 && many.status == 200, "\(one.body) \(many.body)")
          #expect(one["rows"]?.source == many["rows"]?.source, "seed \(seed): \(write)")
        }
      }
      await plain.stop()
    }

    // MARK: - Concurrent writes

    @Test(arguments: layouts)
    func `only items that meet the filter when they are deleted are gone`(_ layout: PostgresLayout) async throws {
      let database = try TestDatabase()
      try makeCities(database)
      try database.sql(
        """
        INSERT INTO cities (id, title, field_people) SELECT n, 'town', 0 FROM generate_series(1, 60) AS n;
        CREATE TABLE gone (id bigint, people bigint);
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO gone VALUES (OLD.id, OLD.field_people); RETURN OLD; END';
        CREATE TRIGGER note AFTER DELETE ON cities FOR EACH ROW EXECUTE FUNCTION note()
        """)
      try await layout.run(database) { gateway, _ in
        // Not through the gateway: SQL of others waits, too. On threads of their own, because it blocks them.
        let isOver = NIOLockedValueBox(false)
        let writers = try (0..<3).map { writer in
          let connection = try PostgresConnection(database.info)
          return Task {
            try await NIOThreadPool.singleton.runIfActive {
              var random = RandomText(seed: UInt64(writer))
              while !isOver.withLockedValue({ $0 }) {
                let id = 1 + random.number(below: 60)
                try connection.rows(
                  """
                  INSERT INTO cities (id, title, field_people) VALUES (\(id), 'town', \(random.number(below: 2)))
                  ON CONFLICT (id) DO UPDATE SET field_people = excluded.field_people
                  """)
                Thread.sleep(forTimeInterval: 0.001)
              }
            }
          }
        }
        defer { isOver.withLockedValue { $0 = true } }
        var done = 0
        while done < 25 {
          let reply = try await gateway.send(.DELETE, Self.items + "?filter=people=1")
          // On a busy machine no node may have the position within a second.
          if reply.status == 503 { continue }
          #expect(reply.status == 200, "\(reply.body)")
          done += 1
        }
        isOver.withLockedValue { $0 = true }
        for writer in writers { try await writer.value }
        #expect(try database.sql("SELECT count(*) FROM gone WHERE people IS DISTINCT FROM 1") == [["0"]])
        #expect(try database.sql("SELECT count(*) > 0 FROM gone") == [["t"]])
        _ = try after(try await gateway.send(.DELETE, Self.items + "?filter=people=1"))
        #expect(try database.sql("SELECT count(*) FROM cities WHERE field_people = 1") == [["0"]])
      }
    }

    @Test func `a whole list replaces what others write at the same time`() async throws {
      let database = try TestDatabase()
      try makeCities(database)
      try await PostgresLayout(shardCount: 3).run(database) { gateway, _ in
        // Each list has one title. A list that holds others would be a mixture.
        try await withThrowingTaskGroup(of: Void.self) { group in
          for writer in 0..<4 {
            group.addTask {
              for number in 0..<6 {
                let lines = (0..<20 + writer).map { id in
                  #"{"id": \#(id * (writer + 1)), "title": "\#(writer) \#(number)"}"#
                }
                let reply = try await gateway.send(
                  .PUT, Self.items, lines.joined(separator: "\n"), type: Self.lines)
                #expect(reply.status == 200 || reply.status == 503, "\(reply.body)")
              }
            }
          }
          group.addTask {
            for _ in 0..<40 {
              let titles = try database.sql("SELECT DISTINCT title FROM cities")
              #expect(titles.count <= 1, "\(titles)")
            }
          }
          try await group.waitForAll()
        }
        #expect(try database.sql("SELECT count(DISTINCT title) FROM cities") == [["1"]])
      }
    }

    // MARK: - Faults

    @Test(arguments: layouts)
    func `what cannot be written changes nothing, and is named`(_ layout: PostgresLayout) async throws {
      let database = try TestDatabase()
      try makeCities(database)
      try database.sql("INSERT INTO cities (id, title) SELECT n, 'town' FROM generate_series(1, 30) AS n")
      try await layout.run(database) { gateway, _ in
        for (query, parameter) in [
          ("?filter=", "filter"), ("?scope=", "scope"), ("?filter=nothing=1", "filter"), ("?scope=none", "scope"),
          ("?filter=people+%3E", "filter"), ("?x=1", "x"), ("?filter=even&filter=even", "filter"),
        ] {
          let reply = try await gateway.send(.DELETE, Self.items + query)
          #expect(reply.status == 400 && reply["parameter"]?.string == parameter, "\(query): \(reply.body)")
        }
        let faults: [(body: String, parameter: String?, detail: String)] = [
          ("", nil, "no items"), (#"{"id": 1}"#, "/title", "line 1"),
          ("{\"id\": 1, \"title\": \"a\"}\nx", nil, "line 2"),
          (#"{"id": "a", "title": "a"}"#, "/id", "whole numbers"),
          (#"{"id": 1, "title": "a\u0000"}"#, "/title", "U+0000"),
          (#"{"id": 1, "title": "a", "payloadBase64": "AAAA"}"#, "/payloadBase64", "JSON"),
          (#"{"id": 1, "title": "a", "fields": {"tags": ["a\u0000"]}}"#, "/fields/tags", "U+0000"),
          (#"{"id": 1, "op": "delete"}"#, "/op", "line 1"),
        ]
        for (body, parameter, detail) in faults {
          let reply = try await gateway.send(.PUT, Self.items, body, type: Self.lines)
          #expect(reply.status == 400 && reply["parameter"]?.string == parameter, "\(body): \(reply.body)")
          #expect(reply["detail"]?.string?.contains(detail) == true, "\(body): \(reply.body)")
        }
        #expect(try await gateway.send(.PUT, Self.items, "{}").status == 415)
        let wrong = try await gateway.send(.PUT, Self.items + "?x=1", "{}", type: Self.lines)
        #expect(wrong.status == 400 && wrong["parameter"]?.string == "x")
        try database.sql("ALTER TABLE cities ADD CONSTRAINT good CHECK (title <> 'bad')")
        let refused = try await gateway.send(
          .PUT, Self.items, "{\"id\": 1, \"title\": \"good\"}\n{\"id\": 77, \"title\": \"bad\"}", type: Self.lines)
        #expect(refused.status == 409 && refused["detail"]?.string?.contains("bad") == true, "\(refused.body)")
        // Another transaction holds a row for longer than the gateway waits.
        let other = try PostgresConnection(database.info)
        try other.rows("BEGIN; UPDATE cities SET weight = 1 WHERE id = 3")
        for query in ["", "?filter=even"] {
          let busy = try await gateway.send(.DELETE, Self.items + query)
          #expect(busy.status == 503 && busy.problem == "busy" && busy.headers.contains(name: "Retry-After"))
        }
        try other.rows("ROLLBACK")
        #expect(try database.sql("SELECT count(*), min(title) FROM cities") == [["30", "town"]])
        _ = try after(try await gateway.send(.DELETE, Self.items + "?filter=even"))
        #expect(try database.sql("SELECT count(*) FROM cities") == [["15"]])
        let all = try after(try await gateway.send(.DELETE, Self.items))
        #expect(try await gateway.get(Self.path + "/rows", headers: all)["count"]?.integer == 0)
      }
    }

    @Test func `without one of the shards nothing is deleted, and the table is free again`() async throws {
      let database = try TestDatabase()
      try makeCities(database)
      try database.sql("INSERT INTO cities (id, title) SELECT n, 'town' FROM generate_series(1, 90) AS n")
      try await PostgresLayout(shardCount: 3).run(database) { gateway, nodes in
        await nodes[2][0].stop()
        let reply = try await gateway.send(.DELETE, Self.items + "?filter=even")
        #expect(reply.status == 503 && reply["detail"]?.string?.contains("shard 2/3") == true, "\(reply.body)")
        #expect(try database.sql("SELECT count(*) FROM cities") == [["90"]])
        try database.sql("SET lock_timeout = '10s'; UPDATE cities SET title = 'free' WHERE id = 1")
        // Items of the shard are replaced, and deleted without a filter: no node is needed for that.
        _ = try after(try await gateway.send(.PUT, Self.items, #"{"id": 5, "title": "new"}"#, type: Self.lines))
        #expect(try database.sql("SELECT id, title FROM cities") == [["5", "new"]])
      }
    }

    @Test func `ids that are texts are replaced and deleted`() async throws {
      let database = try TestDatabase()
      try makeCities(database, hasTextIDs: true)
      try await PostgresLayout(shardCount: 3).run(database) {
        $0.idCount = 2
      } _: { gateway, _ in
        let ids = ["a", "'b'", #"c\\d"#, "17", "ü", #"\\N"#, "e,f", #"g\"h"#, "i\\tj"]
        let lines = ids.enumerated().map { #"{"id": "\#($1)", "title": "town", "fields": {"people": \#($0 % 3)}}"# }
        let put = try await gateway.send(.PUT, Self.items, lines.joined(separator: "\n"), type: Self.lines)
        #expect(try await gateway.get(Self.path + "/rows", headers: try after(put))["count"]?.integer == 9)
        let delete = try await gateway.send(.DELETE, Self.items + "?filter=" + query("people > 0"))
        let rows = try await gateway.get(Self.path + "/rows", headers: try after(delete))["rows"]?.elements ?? []
        #expect(rows.compactMap { $0["id"]?.string } == ["a", "17", "e,f"])
        let number = try await gateway.send(.PUT, Self.items, #"{"id": 17, "title": "a"}"#, type: Self.lines)
        #expect(number.status == 400 && number["parameter"]?.string == "/id")
      }
    }

    @Test func `a caller who may only read replaces and deletes nothing`() async throws {
      let database = try TestDatabase()
      try makeCities(database)
      try database.sql("INSERT INTO cities (id, title) SELECT n, 'town' FROM generate_series(1, 9) AS n")
      struct Keys: Codable { let keys: [APIKey] }
      let reader = APIKey.make(name: "reader", role: .read)
      let bound = APIKey.make(name: "bound", role: .read, filter: "even")
      let writer = APIKey.make(name: "writer", role: .write)
      try FileManager.default.createDirectory(at: database.folder, withIntermediateDirectories: true)
      let keys = database.folder.appending(path: "keys.json")
      try JSONEncoder().encode(Keys(keys: [reader.kept, bound.kept, writer.kept])).write(to: keys)
      var nodes: [(String, RunningService)] = []
      for shard in ["0/3", "1/3", "2/3"] {
        nodes.append((shard, try await ShardTests.node(database, shard) { $0.keys = keys.path }))
      }
      let routes = try ShardTests.routes(nodes)
      let gateway = try await gateway([]) {
        $0.needsKeys = true
        $0.lists = [RoutedList(name: "cities", shards: routes, postgres: ReplicaTests.connection(database))]
      }
      func send(_ method: HTTPMethod, _ path: String, _ key: String?) async throws -> Reply {
        let body = method == .PUT ? #"{"id": 1, "title": "x"}"# : nil
        let headers: HTTPHeaders = key.map { ["Authorization": "Bearer \($0)"] } ?? [:]
        return try await gateway.send(method, path, body, headers: headers, type: Self.lines)
      }
      for (method, path) in [(HTTPMethod.PUT, ""), (.DELETE, ""), (.DELETE, "?filter=even")] {
        #expect(try await send(method, Self.items + path, nil).status == 401)
        for key in [reader.key, bound.key] { #expect(try await send(method, Self.items + path, key).status == 403) }
      }
      #expect(try database.sql("SELECT count(*) FROM cities") == [["9"]])
      // The feed names all items that are written.
      for path in ["/changes", "/changes?since=1-1-a.0-1-A"] {
        let refused = try await send(.GET, Self.path + path, bound.key)
        #expect(refused.status == 403 && !refused.headers.contains(name: "Riffle-Position"), "\(refused.body)")
        #expect(refused["sequence"] == nil)
      }
      #expect(try await send(.GET, Self.path + "/changes", reader.key).status == 200)
      for (method, path) in [(HTTPMethod.DELETE, "?filter=even"), (.PUT, "")] {
        #expect(try await send(method, Self.items + path, writer.key).status == 200)
      }
      #expect(try database.sql("SELECT id, title FROM cities") == [["1", "x"]])
      for service in [gateway] + nodes.map(\.1) { await service.stop() }
    }
  }
#endif
