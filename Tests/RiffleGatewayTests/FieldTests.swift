#if Service && Cluster
  import Foundation
  import NIOHTTP1
  import Riffle
  import RiffleCluster
  import RiffleClusterTestSupport
  import RiffleInput
  import RiffleStore
  import Testing

  @testable import RiffleGateway
  @testable import RiffleServer

  /// Fields of lists in PostgreSQL, in one piece and in shards.
  @Suite(
    .enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .serialized, .timeLimit(.minutes(5)))
  struct FieldTests {
    private static let path = "/v1/lists/cities"
    private static let fields = [
      FieldDefinition("land", .keyword, isFolded: true), FieldDefinition("tags", .keyword, hasSeveralValues: true),
      FieldDefinition("people", .integer), FieldDefinition("height", .real), FieldDefinition("founded", .time),
      FieldDefinition("isPort", .boolean),
    ]

    /// Runs `body` with a gateway before nodes of the list in one piece, and with one before nodes of two shards.
    private func withGateways(_ database: TestDatabase, _ body: (RunningService) async throws -> Void) async throws {
      for layout in [PostgresLayout(), PostgresLayout(shardCount: 2)] {
        try database.sql("DELETE FROM cities")
        try await layout.run(database) { gateway, _ in try await body(gateway) }
      }
    }

    private func query(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    @Test func `fields are written through the gateway, and filtered, sorted and counted`() async throws {
      let database = try TestDatabase()
      try database.makeCities(shardCounts: [2], fields: Self.fields)
      try await withGateways(database) { gateway in
        let item = Self.path + "/items/1"
        let written = #"""
          {"title": "Göteborg", "fields": {"land": "Sverige", "tags": ["big", "\"sea\" \\"], "people": 600000, "height": -0.5,
           "founded": "1621-06-04T12:30:15.25Z", "isPort": true}}
          """#
        let put = try await gateway.send(.PUT, item, written)
        #expect(put.status == 200, "\(put.body)")
        var headers: HTTPHeaders = ["Riffle-After": try #require(put["position"]?.string)]
        let read = try await gateway.get(item, headers: headers)
        #expect(
          read["fields"]?.source == #"{"land":"Sverige","tags":["big","\"sea\" \\"],"people":600000,"height":-0.5,"#
            + #""founded":"1621-06-04T12:30:15.250Z","isPort":true}"#, "\(read.body)")
        let patch = try await gateway.send(.PATCH, item, #"{"fields": {"tags": null, "isPort": false}}"#)
        headers = ["Riffle-After": try #require(patch["position"]?.string)]
        let patched = try await gateway.get(item, headers: headers)
        #expect(patched["fields"]?["tags"] == nil && patched["fields"]?["isPort"]?.boolean == false)
        #expect(patched["fields"]?["people"]?.integer == 600_000)
        // A new item has only the fields that it names.
        let again = try await gateway.send(.PUT, item, #"{"title": "Göteborg", "fields": {"land": "sverige"}}"#)
        headers = ["Riffle-After": try #require(again["position"]?.string)]
        #expect(try await gateway.get(item, headers: headers)["fields"]?.source == #"{"land":"sverige"}"#)
        for (body, parameter) in [
          (#"{"title": "a", "fields": {"nothing": 1}}"#, "/fields/nothing"),
          (#"{"title": "a", "fields": {"people": "x"}}"#, "/fields/people"),
          (#"{"title": "a", "fields": {"land": "a\u0000"}}"#, "fields/land"),
        ] {
          let reply = try await gateway.send(.PUT, item, body)
          #expect(reply.status == 400 && reply["parameter"]?.string == parameter, "\(reply.body)")
        }
        let lines = (2...60).map { number in
          #"{"id": \#(number), "title": "town \#(number)", "fields": {"land": "\#(["Norge", "norge", "Danmark"][number % 3])", "#
            + #""people": \#(number % 7), "tags": ["t\#(number % 4)", "all"]}}"#
        }
        let bulk = try await gateway.send(
          .POST, Self.path + "/items", lines.joined(separator: "\n"), type: "application/x-ndjson")
        let position = try #require(
          try JSONValue(Array(bulk.body.utf8))["summary"]?["position"]?.string, "\(bulk.body)")
        headers = ["Riffle-After": position]
        let found = try await gateway.get(
          Self.path
            + "/search?q=town&filter=\(query("land = NORGE and people > 2"))&sort=-people&limit=60&include=fields"
            + "&total=exact&facets=" + query(#"["people", {"field": "land", "ignoresOwnFilter": true}, "tags"]"#),
          headers: headers)
        let people = (found["hits"]?.elements ?? []).compactMap { $0["fields"]?["people"]?.integer }
        let expected = (2...60).filter { $0 % 3 < 2 && $0 % 7 > 2 }
        #expect(
          people == expected.map { Int64($0 % 7) }.sorted(by: >) && found["total"]?.integer == Int64(expected.count))
        let facets = try #require(found["facets"]?.elements)
        #expect(facets[0]["values"]?.elements?.count == 4 && facets[0]["greatest"]?.integer == 6)
        #expect(facets[1]["valueCount"]?.integer == 2 && facets[2]["values"]?[0]?["value"]?.string == "all")
        let counts = (facets[1]["values"]?.elements ?? []).compactMap { $0["count"]?.integer }
        #expect(counts == [Int64(expected.count), Int64((2...60).count { $0 % 3 == 2 && $0 % 7 > 2 })])
      }
    }

    @Test func `columns of new fields are added, and those of another type refused`() throws {
      let database = try TestDatabase()
      try database.makeCities()
      try database.sql("INSERT INTO cities (id, title) VALUES (1, 'a')")
      try database.makeCities(fields: Self.fields)
      try database.makeCities(fields: Self.fields)
      #expect(try database.sql("SELECT field_land, \"field_isPort\" FROM cities") == [[nil, nil]])
      let wrong = #expect(throws: ClusterError.self) {
        try database.makeCities(fields: [FieldDefinition("land", .real)])
      }
      #expect(wrong?.description.contains("field_land") == true)
      #expect(throws: ClusterError.self) {
        try database.makeCities("other", fields: [FieldDefinition(String(repeating: "x", count: 60), .real)])
      }
    }

    @Test func `expressions of a table that is there are fields`() async throws {
      let database = try TestDatabase()
      try database.sql("CREATE TABLE people (id bigint PRIMARY KEY, name text NOT NULL, age integer, born timestamptz)")
      try database.sql(
        "INSERT INTO people SELECT n, 'name ' || n, n % 50, '1980-01-01Z'::timestamptz + n * interval '1 day' FROM generate_series(1, 99) AS n"
      )
      var source = TableSource(table: "people", id: "id", title: "name")
      source.fields = [
        TableField(FieldDefinition("age", .integer), "age"),
        TableField(FieldDefinition("decade", .keyword), "(age / 10 * 10) || 's'"),
        TableField(FieldDefinition("born", .time), "born"),
      ]
      var setup = PostgresSetup(list: "cities", ListDefinition(source: source))
      setup.shardCounts = [2]
      try setup.run(database.info)
      try await ReplicaTests.withReplicas(database) { _, gateway in
        let found = try await gateway.get(
          Self.path
            + "/search?filter=\(query("decade = 20s and born > 1980-02-01"))&sort=age,-born&limit=50&include=fields"
            + "&facets=decade,age")
        let ages = (found["hits"]?.elements ?? []).compactMap { $0["fields"]?["age"]?.integer }
        #expect(ages.count == 10 && ages == ages.sorted() && found["facets"]?[0]?["valueCount"]?.integer == 1)
      }
    }
  }
#endif
