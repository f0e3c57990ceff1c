#if Service && Cluster
  import Foundation
  import NIOHTTP1
  import Riffle
  import RiffleClusterTestSupport
  import RiffleInput
  import RiffleTestSupport
  import Testing

  @testable import RiffleCluster
  @testable import RiffleGateway
  @testable import RiffleServer

  /// The changes of lists in shards and of lists with several nodes. `RIFFLE_CASES` is the number of random rounds of writes,
  /// `RIFFLE_SEED` where they begin.
  @Suite(
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .serialized, .timeLimit(.minutes(5)))
  struct ChangeFeedTests {
    private static let path = "/v1/lists/cities/changes"
    private static let layouts = [PostgresLayout(replicaCount: 2), PostgresLayout(shardCount: 3, replicaCount: 2)]

    /// A reader that keeps the titles of a list by its changes.
    private struct Reader {
      var titles: [Int64: String] = [:]
      var sequence = ""
      var answers = 0

      /// Begins with the rows of a list.
      init(_ gateway: RunningService) async throws {
        let start = try await gateway.get(ChangeFeedTests.path)
        try #require(start.status == 200, "\(start.body)")
        #expect(start["since"]?.string == start["sequence"]?.string && start["changes"]?.elements?.isEmpty == true)
        sequence = try #require(start["sequence"]?.string)
        let position = try #require(start.headers["Riffle-Position"].first)
        let rows = try await gateway.get(
          "/v1/lists/cities/rows?limit=1000", headers: ["Riffle-After": position, "Accept-Encoding": "identity"])
        for row in try #require(rows["rows"]?.elements, "\(rows.body)") {
          titles[try #require(row["id"]?.integer)] = row["title"]?.string
        }
      }

      /// Reads one answer.
      /// - Parameter token: one that the answer has reached.
      /// - Returns: whether there are more changes.
      mutating func read(
        _ gateway: RunningService, _ query: String = "", token: NodeToken? = nil
      ) async throws -> Bool {
        // The client refuses texts that compress too well.
        var headers: HTTPHeaders = ["Accept-Encoding": "identity"]
        if let token { headers.add(name: "Riffle-After", value: "\(token)") }
        let reply = try await gateway.get("\(ChangeFeedTests.path)?since=\(sequence)\(query)", headers: headers)
        // On a busy machine no node may have the position within a second.
        if reply.status == 503 { return true }
        try #require(reply.status == 200, "\(reply.body)")
        #expect(reply["since"]?.string == sequence)
        sequence = try #require(reply["sequence"]?.string)
        answers += 1
        var known: Set<Int64> = []
        for change in reply["changes"]?.elements ?? [] {
          let id = try #require(change["id"]?.integer)
          #expect(known.insert(id).inserted, "the item \(id) comes twice in an answer")
          titles[id] = change["item"]?["title"]?.string
        }
        return reply["hasMore"]?.boolean == true
      }

      /// Reads until a token is reached.
      mutating func read(_ gateway: RunningService, to token: NodeToken, _ query: String = "") async throws {
        while try await read(gateway, query, token: token) {}
        #expect(try MergedCursor(sequence).token.position >= token.position)
      }
    }

    private func titles(_ database: TestDatabase) throws -> [Int64: String] {
      let rows = try database.sql("SELECT id, title FROM cities")
      return Dictionary(
        uniqueKeysWithValues: rows.compactMap { row in
          row[0].flatMap { Int64($0) }.map { ($0, row[1] ?? "") }
        })
    }

    // MARK: - Reading

    @Test(arguments: layouts)
    func `a reader has what the table has, whatever is written`(_ layout: PostgresLayout) async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [3])
      try database.sql("INSERT INTO cities (id, title) SELECT n, 'town ' || n FROM generate_series(1, 150) AS n")
      let writer = RandomWriter(try PostgresConnection(database.info))
      try await layout.run(database) { gateway, _ in
        var reader = try await Reader(gateway)
        #expect(reader.titles == (try titles(database)))
        let firstSeed = setting("RIFFLE_SEED") ?? 1
        for seed in firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 30) {
          var random = RandomText(seed: UInt64(seed))
          try writer.write(&random, count: 1 + random.number(below: 30))
          let limit = [1, 2, 7, 100, 1_000][random.number(below: 5)]
          // Some rounds end amid the changes.
          if random.oneIn(3) {
            _ = try await reader.read(gateway, "&limit=\(limit)")
          } else {
            try await reader.read(gateway, to: try database.token(), "&limit=\(limit)")
            #expect(reader.titles == (try titles(database)), "seed \(seed)")
          }
        }
        try await reader.read(gateway, to: try database.token())
        #expect(reader.titles == (try titles(database)))
      }
    }

    @Test(arguments: layouts)
    func `limits hold, and each change comes`(_ layout: PostgresLayout) async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [3])
      try await layout.run(database) { gateway, _ in
        var reader = try await Reader(gateway)
        try database.sql("INSERT INTO cities (id, title) SELECT n, 'town ' || n FROM generate_series(1, 500) AS n")
        let token = try database.token()
        for limit in [1, 2, 3, 10, 50] {
          let reply = try await gateway.get(
            "\(Self.path)?since=\(reader.sequence)&limit=\(limit)", headers: ["Riffle-After": "\(token)"])
          let count = try #require(reply["changes"]?.elements?.count, "\(reply.body)")
          #expect((1...limit).contains(count) && reply["hasMore"]?.boolean == true)
        }
        try await reader.read(gateway, to: token, "&limit=20")
        #expect(reader.titles.count == 500 && reader.answers >= 25)
        for query in ["limit=0", "limit=1001", "wait=31", "x=1"] {
          let reply = try await gateway.get("\(Self.path)?since=\(reader.sequence)&\(query)")
          #expect(reply.status == 400 && reply["parameter"]?.string == String(query.prefix { $0 != "=" }))
        }
      }
    }

    @Test(arguments: layouts)
    func `a change is returned as soon as it comes`(_ layout: PostgresLayout) async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [3])
      try await layout.run(database) { gateway, _ in
        var reader = try await Reader(gateway)
        for id in 1...6 {
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
              try await Task.sleep(for: .milliseconds(200))
              try database.sql("INSERT INTO cities (id, title) VALUES (\(id), 'town \(id)')")
            }
            let start = ContinuousClock.now
            while reader.titles[Int64(id)] == nil { _ = try await reader.read(gateway, "&wait=30") }
            #expect(ContinuousClock.now - start < .seconds(15))
            try await group.waitForAll()
          }
        }
        let start = ContinuousClock.now
        #expect(try await reader.read(gateway, "&wait=1") == false)
        #expect(ContinuousClock.now - start > .milliseconds(700))
      }
    }

    // MARK: - Other nodes

    @Test(arguments: layouts)
    func `another replica goes on, also amid a large transaction`(_ layout: PostgresLayout) async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [3])
      try await layout.run(database) { gateway, nodes in
        var reader = try await Reader(gateway)
        try database.sql("INSERT INTO cities (id, title) SELECT n, 'town ' || n FROM generate_series(1, 600) AS n")
        let token = try database.token()
        while reader.titles.count < 200 { _ = try await reader.read(gateway, "&limit=30") }
        for replicas in nodes { await replicas[0].stop() }
        try await reader.read(gateway, to: token, "&limit=30")
        #expect(reader.titles == (try titles(database)) && reader.titles.count == 600)
        try database.sql("DELETE FROM cities WHERE id % 2 = 0; UPDATE cities SET id = -id WHERE id % 3 = 0")
        try await reader.read(gateway, to: try database.token())
        #expect(reader.titles == (try titles(database)))
        for replicas in nodes { await replicas[1].stop() }
        let reply = try await gateway.get("\(Self.path)?since=\(reader.sequence)")
        #expect(reply.status == 503 && reply.problem == "no-node", "\(reply.body)")
      }
    }

    @Test func `other shards go on from the same place`() async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [2, 3, 4])
      var layouts = [PostgresLayout(), PostgresLayout(shardCount: 2), PostgresLayout(shardCount: 3)]
      // The list in one piece needs two nodes, or its only node numbers changes itself.
      layouts[0].replicaCount = 2
      var gateways: [RunningService] = []
      var nodes: [RunningService] = []
      for layout in layouts {
        let started = try await layout.start(database)
        let list = try layout.routes(started, database)
        gateways.append(try await gateway([]) { $0.lists = [list] })
        nodes += started.flatMap(\.self)
      }
      let writer = RandomWriter(try PostgresConnection(database.info))
      var reader = try await Reader(gateways[0])
      for seed in 1...24 {
        var random = RandomText(seed: UInt64(seed))
        try writer.write(&random, count: 12)
        let gateway = gateways[random.number(below: 3)]
        if random.oneIn(2) {
          _ = try await reader.read(gateway, "&limit=5")
        } else {
          try await reader.read(gateway, to: try database.token(), "&limit=20")
          #expect(reader.titles == (try titles(database)), "seed \(seed)")
        }
      }
      for service in gateways + nodes { await service.stop() }
    }

    // MARK: - Places that are gone

    @Test func `a place before the copies is gone`() async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [2])
      try database.sql("INSERT INTO cities (id, title) VALUES (1, 'a')")
      let layout = PostgresLayout(shardCount: 2)
      try await layout.run(database) { gateway, nodes in
        var reader = try await Reader(gateway)
        try database.sql("INSERT INTO cities (id, title) VALUES (2, 'b')")
        // Another definition: all nodes copy the list anew, and all items are other ones.
        try database.makeCities(shardCounts: [2], fields: [FieldDefinition("land", .keyword)])
        try await until {
          let reply = try await gateway.get("\(Self.path)?since=\(reader.sequence)")
          return reply.status == 410 && reply.problem == "changes-gone" && reply["parameter"]?.string == "since"
        }
        try await until {
          for node in nodes.flatMap(\.self) {
            if try await node.get("/v1/lists/cities")["fields"]?.elements?.count != 1 { return false }
          }
          return true
        }
        reader = try await Reader(gateway)
        try database.sql("INSERT INTO cities (id, title) VALUES (3, 'c')")
        try await reader.read(gateway, to: try database.token())
        #expect(reader.titles == [1: "a", 2: "b", 3: "c"])
        // Positions of another server, and of a timeline that has ended.
        var place = try MergedCursor(reader.sequence)
        for token in [
          NodeToken(system: "1", timeline: 1, position: place.token.position),
          NodeToken(system: place.token.system, timeline: 0, position: place.token.position),
        ] {
          place = try MergedCursor(
            [0, 1].map { number in
              let part = NodeList(
                RoutedList(name: "cities", nodes: []), [], nil, shard: try Shard(number, of: 2))
              return (part, ChangeCursor(token: token, mark: place.parts[0].cursor.mark))
            })
          let reply = try await gateway.get("\(Self.path)?since=\(place)")
          #expect(reply.status == 410 && reply.problem == "changes-gone", "\(reply.body)")
        }
      }
    }

    @Test func `numbers of a copy that has been replaced are gone`() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try await PostgresLayout().run(database) { gateway, nodes in
        let since = try #require(try await gateway.get(Self.path)["sequence"]?.integer)
        try database.makeCities(fields: [FieldDefinition("land", .keyword)])
        try await until { try await nodes[0][0].get("/v1/lists/cities")["fields"]?.elements?.count == 1 }
        // More changes than the former copy had.
        try database.sql("INSERT INTO cities (id, title) SELECT n, 'town' FROM generate_series(1, 50) AS n")
        let reply = try await gateway.get(
          "\(Self.path)?since=\(since)", headers: ["Riffle-After": "\(try database.token())"])
        #expect(reply.status == 410 && reply.problem == "changes-gone", "\(reply.body)")
      }
    }

    @Test func `a text that is no place is refused`() async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [2])
      try await PostgresLayout(shardCount: 2).run(database) { gateway, _ in
        let good = try #require(try await gateway.get(Self.path)["sequence"]?.string)
        #expect("\(try MergedCursor(good))" == good)
        let parts = good.split(separator: ".").map { String($0) }
        for text in [
          "x", "0", "17", good + "x", good + ".", parts[0], "\(parts[0]).\(parts[1])", "\(good).\(parts[1])",
          "\(parts[0]).0-3-A.1-3-A", "\(parts[0]).0-1-A-b", "\(parts[0]).0-1-%2DA", "\(parts[0]).1-1-A",
        ] {
          let reply = try await gateway.get("\(Self.path)?since=\(text)")
          #expect(reply.status == 400 && reply["parameter"]?.string == "since", "\(text): \(reply.body)")
        }
      }
    }

    @Test func `nodes that are no copies number changes by themselves`() async throws {
      try await withFolder { folder in
        let (a, b) = (try await Cities.node(folder, "a"), try await Cities.node(folder, "b"))
        let gateway = try await gateway([a.url, b.url])
        let reply = try await gateway.get(Self.path)
        #expect(reply.status == 409 && reply["parameter"]?.string == "list", "\(reply.body)")
        for service in [gateway, a, b] { await service.stop() }
      }
    }
  }
#endif
