#if Service && Cluster
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdTesting
  import Logging
  import NIOCore
  import Riffle
  import RiffleCluster
  import RiffleClusterTestSupport
  import RiffleInput
  import RiffleStore
  import Testing

  @testable import RiffleServer

  /// Lists that the server copies from PostgreSQL.
  @Suite(.enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .timeLimit(.minutes(5)))
  struct FollowedListTests {
    private static let path = "/v1/lists/cities"

    /// A server with that list, and one of its own.
    private func withServer(
      _ database: TestDatabase, maxLag: Int = 60, _ body: @Sendable (Fixture) async throws -> Void
    ) async throws {
      try await Fixture.with { settings, _ in
        settings.lists[0].name = "own"
        settings.follow = .init(
          connection:
            "host=\(database.server.folder.path) port=\(database.server.port) dbname=\(database.name) user=postgres",
          list: "cities", folder: database.folder.appending(path: "node").path)
        settings.maxLagSeconds = maxLag
      } _: {
        try await body($0)
      }
    }

    private func ready(_ fixture: Fixture) async throws -> (status: Int, list: JSONValue?) {
      let reply = try await fixture.get("/health/ready")
      return (reply.status, reply["lists"]?.elements?.first { $0["name"]?.string == "cities" })
    }

    private func waitUntilServed(_ fixture: Fixture) async throws {
      let end = Date().addingTimeInterval(60)
      while try await ready(fixture).status != 200 {
        if Date() > end { throw ServerFailure("the list is not served: \(try await ready(fixture))") }
        try await Task.sleep(for: .milliseconds(20))
      }
    }

    @Test func aListIsServedWhenItIsThere() async throws {
      let database = try TestDatabase()
      try await withServer(database) { fixture in
        // It has not been set up yet.
        let missing = try await fixture.get(Self.path + "/search?q=x")
        #expect(missing.status == 503 && missing.problem == "not-caught-up" && missing.headers[.retryAfter] == "1")
        let before = try await ready(fixture)
        #expect(before.status == 503 && before.list?["state"]?.string == "copying")
        try database.makeCities()
        try database.sql("INSERT INTO cities (id, title) VALUES (1, 'Göteborg')")
        try await waitUntilServed(fixture)
        let found = try await fixture.get(
          Self.path + "/search?q=gotebrg", headers: [.riffleAfter: "\(try database.token())"])
        #expect(found.status == 200 && found["hits"]?[0]?["title"]?.string == "Göteborg", "\(found.body)")
        #expect(found.headers[.rifflePosition] != nil && found.headers[.riffleAge].flatMap { Double($0) } != nil)
        let after = try await ready(fixture)
        #expect(after.list?["state"]?.string == "following" && after.list?["lagMilliseconds"]?.integer != nil)
        #expect(after.list?["position"]?.string != nil)
        #expect(try await fixture.get("/metrics").body.contains("riffle_list_feed_is_following{list=\"cities\"} 1"))
      }
    }

    @Test func aWriteIsRefusedWithThePlaceToWrite() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try await withServer(database) { fixture in
        try await waitUntilServed(fixture)
        let reply = try await fixture.send(.put, Self.path + "/items/1", #"{"title": "x"}"#)
        #expect(reply.status == 409 && reply.problem == "conflict")
        let detail = reply["detail"]?.string ?? ""
        #expect(detail.contains("public.cities") && detail.contains("dbname=\(database.name)"))
      }
    }

    @Test func whoHasWrittenReadsIt() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try await withServer(database) { fixture in
        try await waitUntilServed(fixture)
        for number in 0..<20 {
          try database.sql("INSERT INTO cities (id, title) VALUES (\(number), 'town')")
          let token = "\(try database.token())"
          let reply = try await fixture.get(Self.path + "/items/\(number)", headers: [.riffleAfter: token])
          #expect(reply.status == 200)
        }
        let token = try database.token()
        func ask(_ system: String, _ timeline: UInt32, _ more: UInt64) async throws -> Fixture.Reply {
          let asked = NodeToken(
            system: system, timeline: timeline, position: LogPosition(token.position.bytes + more))
          return try await fixture.get(Self.path + "/search?q=town", headers: [.riffleAfter: "\(asked)"])
        }
        let early = try await ask(token.system, token.timeline, 1 << 40)
        #expect(early.status == 503 && early.problem == "not-caught-up" && early.headers[.retryAfter] == "1")
        let gone = try await ask(token.system, 0, 0)
        #expect(gone.status == 410 && gone.problem == "position-gone")
        #expect(try await ask("1", token.timeline, 0).status == 410)
        let wrong = try await fixture.get(Self.path + "/search?q=town", headers: [.riffleAfter: "x"])
        #expect(wrong.status == 400 && wrong.parameter == "Riffle-After")
        // A list that is no copy has no positions.
        let own = try await fixture.get("/v1/lists/own/search?q=x", headers: [.riffleAfter: "\(token)"])
        #expect(own.status == 400)
      }
    }

    @Test func aCopyThatIsOldIsNotReadyAndSaysItsAge() async throws {
      let server = try PostgresServer()
      let database = try TestDatabase(server)
      try database.makeCities()
      try database.sql("INSERT INTO cities (id, title) VALUES (1, 'Göteborg')")
      try await withServer(database, maxLag: 3) { fixture in
        try await waitUntilServed(fixture)
        server.stop()
        let end = Date().addingTimeInterval(60)
        while try await ready(fixture).status == 200, Date() < end { try await Task.sleep(for: .milliseconds(50)) }
        let state = try await ready(fixture)
        #expect(state.status == 503 && state.list?["state"]?.string == "stale")
        // This server answers requests all the same.
        let found = try await fixture.get(Self.path + "/search?q=gotebrg")
        #expect(found.status == 200 && found.headers[.riffleAge].flatMap { Double($0) }.map { $0 > 3 } == true)
        try server.start()
        try await waitUntilServed(fixture)
      }
    }

    @Test func aListThatIsCopiedAnewTakesThePlaceOfTheOldOne() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try database.sql("INSERT INTO cities (id, title) VALUES (1, 'Göteborg')")
      try await withServer(database) { fixture in
        try await waitUntilServed(fixture)
        let first = try #require(fixture.service.routes.lists["cities"])
        var setup = PostgresSetup(list: "cities", .ownTable("cities", scopes: ["low": "weight < 5"]))
        setup.makesTable = true
        try setup.run(database.info)
        try await waiting { fixture.service.routes.lists["cities"] !== first }
        try await waitUntilServed(fixture)
        let found = try await fixture.get(Self.path + "/search?q=gotebrg&scope=low")
        #expect(found.status == 200 && found["hits"]?[0]?["title"]?.string == "Göteborg", "\(found.body)")
      }
    }

    @Test func settingsAreReadAndChecked() throws {
      let settings = try Invocation(
        arguments: ["--follow", "dbname=lists", "--list", "cities", "--shard", "0/4", "--max-lag", "9"],
        environment: [:]
      ).settings
      #expect(settings.follow == .init(connection: "dbname=lists", list: "cities", shard: "0/4", folder: "riffle-node"))
      #expect(settings.maxLagSeconds == 9)
      #expect(throws: SettingsError.self) { try Invocation(arguments: ["--follow", "dbname=lists"], environment: [:]) }
      let database = try TestDatabase()
      var checked = ServerSettings(lists: [])
      let place =
        "host=\(database.server.folder.path) port=\(database.server.port) dbname=\(database.name) user=postgres"
      checked.follow = .init(connection: place, list: "cities", folder: database.folder.path)
      #expect { try RiffleService.check(checked) } throws: { "\($0)".contains("has no list “cities”") }
      try database.makeCities()
      checked.follow?.shard = "4/4"
      #expect { try RiffleService.check(checked) } throws: { "\($0)".contains("4/4") }
    }
  }
#endif
