#if Cluster
  import Foundation
  import GRDB
  import Riffle
  import RiffleClusterTestSupport
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @testable import RiffleCluster

  /// Nodes of a real server. RIFFLE_CASES sets how many random statements there are, RIFFLE_SEED where they begin.
  @Suite(.enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .timeLimit(.minutes(5)))
  struct NodeTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1
    private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 3)

    // MARK: - Following

    @Test func aNodeCopiesAndFollows() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try database.sql("INSERT INTO cities (id, title, weight) VALUES (1, 'Göteborg', 5), (2, 'Malmö', 3)")
      let node = try RunningNode(database.settings())
      try await node.reach(database)
      #expect(try node.rows() == ["1 Göteborg", "2 Malmö"])
      try database.sql(
        """
        UPDATE cities SET title = 'Gothenburg' WHERE id = 1; DELETE FROM cities WHERE id = 2;
        INSERT INTO cities (id, title) VALUES (3, 'Uppsala')
        """)
      try await node.reach(database)
      #expect(try node.rows() == ["1 Gothenburg", "3 Uppsala"])
      #expect(try node.store().search("gotenburg", limit: 1).first?.element.title == "Gothenburg")
      let status = node.node.status
      #expect(status.state == .following && status.failure == nil)
    }

    @Test func valuesOfAllTypesArriveAsTheyAre() async throws {
      let database = try TestDatabase()
      try database.sql(
        """
        CREATE TABLE things (id uuid PRIMARY KEY, name text, size numeric(10, 2), ratio double precision, seen boolean,
        picture bytea, day date, moment timestamptz, tags text[], more jsonb, kind varchar(20), small smallint)
        """)
      let source = TableSource(
        table: "things", id: "id", title: "name || ' ' || kind", searchText: "day || ' ' || moment || ' ' || tags",
        weight: "CASE WHEN seen THEN small ELSE 0 END",
        payload: "json_object('size', size, 'ratio', ratio, 'picture', hex(picture), 'more', more)")
      try PostgresSetup(list: "things", ListDefinition(source: source)).run(database.info)
      try database.sql(
        """
        INSERT INTO things VALUES ('11111111-1111-1111-1111-111111111111', 'Box', 12.50, 0.1, true, '\\x00ff', '2026-01-02',
        '2026-01-02 03:04:05+02', '{a,b c}', '{"k": 1}', 'blue', 7)
        """)
      let node = try RunningNode(database.settings("things"))
      try await node.reach(database)
      // And as a change of the stream, beside the copy.
      try database.sql(
        "INSERT INTO things SELECT '22222222-2222-2222-2222-222222222222', name, size, ratio, seen, picture, day, moment, tags, more, kind, small FROM things"
      )
      try await node.reach(database)
      for id in ["11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222"] {
        let item = try #require(try node.store().item(.text(id)))
        #expect(item.title == "Box blue" && item.weight == 7)
        #expect(item.searchText == "2026-01-02 2026-01-02 01:04:05+00 {a,\"b c\"}")
        #expect(item.payload == .json(#"{"size":12.5,"ratio":0.1,"picture":"00FF","more":"{\"k\": 1}"}"#))
      }
    }

    @Test func aValueThatAnUpdateLeavesOutIsKept() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try database.sql("ALTER TABLE cities ALTER search_text SET STORAGE EXTERNAL")
      try database.sql("INSERT INTO cities (id, title, search_text) VALUES (1, 'a', repeat('long ', 2000))")
      let node = try RunningNode(database.settings())
      try await node.reach(database)
      try database.sql("UPDATE cities SET title = 'b' WHERE id = 1")
      try database.sql("UPDATE cities SET id = 2 WHERE id = 1")
      try await node.reach(database)
      let item = try #require(try node.store().item(2))
      #expect(item.title == "b" && item.searchText.utf8.count == 10_000)
      #expect(try node.store().item(1) == nil)
    }

    @Test func aTransactionIsThereAsAWholeHoweverLongItIs() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      let node = try RunningNode(database.settings())
      try await node.reach(database)
      try database.sql("INSERT INTO cities (id, title) SELECT i, 'city ' || i FROM generate_series(1, 30000) AS i")
      try await node.reach(database)
      #expect(try node.store().snapshot().count == 30_000)
      // Few rows, of many bytes.
      try database.sql("UPDATE cities SET payload = repeat(md5(id::text), 4000) WHERE id <= 1000")
      try await node.reach(database)
      #expect(try node.store().item(1000)?.payload.map { "\($0)".utf8.count > 120_000 } == true)
      try database.sql("TRUNCATE cities; INSERT INTO cities (id, title) VALUES (1, 'last')")
      try await node.reach(database)
      #expect(try node.rows() == ["1 last"])
    }

    @Test func aNodeGoesOnFromWhereItWas() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try database.sql("INSERT INTO cities (id, title) VALUES (1, 'a')")
      let first = try RunningNode(database.settings())
      try await first.reach(database)
      let slot = try database.sql("SELECT slot_name FROM pg_replication_slots WHERE database = current_database()")
      first.stop()
      try database.sql("INSERT INTO cities (id, title) VALUES (2, 'b')")
      let second = try RunningNode(database.settings())
      #expect(try second.rows() == ["1 a"])
      try await second.reach(database)
      #expect(try second.rows() == ["1 a", "2 b"])
      #expect(second.storeCount == 1)
      #expect(
        try database.sql("SELECT slot_name FROM pg_replication_slots WHERE database = current_database()") == slot)
    }

    /// After random writes a node has the rows of the table. Transactions of several statements, savepoints, ids that change.
    @Test(arguments: seeds) func aNodeHasWhatTheTableHas(seed: Int) async throws {
      let database = try TestDatabase()
      var random = RandomText(seed: UInt64(seed), mixesScripts: seed % 2 == 0)
      let arrangement: StoreSettings.Arrangement = random.oneIn(2) ? .arrival : .sections
      try database.makeCities(shardCounts: [2], arrangement: arrangement)
      let writer = RandomWriter(try PostgresConnection(database.info))
      try writer.write(&random, count: 30)
      let whole = try RunningNode(database.settings(node: "whole"))
      let parts = try (0..<2).map { try RunningNode(database.settings(shard: Shard($0, of: 2), node: "part \($0)")) }
      for _ in 0..<4 {
        try writer.write(&random, count: 40)
        for node in [whole] + parts { try await node.reach(database) }
        let order = arrangement == .sections ? "section COLLATE \"C\", position, number" : "number"
        let table = try database.sql("SELECT id || ' ' || title FROM cities ORDER BY \(order)").compactMap { $0[0] }
        #expect(try whole.rows() == table, "seed \(seed)")
        let rows = try parts.flatMap { try $0.rows() }
        #expect(rows.sorted() == table.sorted(), "seed \(seed)")
        #expect(whole.storeCount == 1 && parts.allSatisfy { $0.storeCount == 1 }, "seed \(seed)")
      }
    }

    // MARK: - Tokens

    @Test func aTokenIsReachedOrRefused() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      let node = try RunningNode(database.settings())
      try await node.reach(database)
      let token = try database.token()
      let far = NodeToken(
        system: token.system, timeline: token.timeline, position: LogPosition(token.position.bytes + 1 << 30))
      await #expect {
        try await node.node.reach(far, within: .milliseconds(50))
      } throws: { error in
        if case ClusterError.behind = error { true } else { false }
      }
      let gone = NodeToken(system: token.system, timeline: 0, position: token.position)
      let other = NodeToken(system: "1", timeline: token.timeline, position: token.position)
      for token in [gone, other] {
        await #expect {
          try await node.node.reach(token)
        } throws: { error in
          if case ClusterError.tokenGone = error { true } else { false }
        }
      }
      // A write to another table is reached too, because the primary reports a position without changes for the node.
      try database.sql("CREATE TABLE elsewhere (id int); INSERT INTO elsewhere VALUES (1)")
      try await node.reach(database)
    }

    // MARK: - Beginning again

    @Test func aListIsCopiedAnewWhenItsSlotIsGone() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try database.sql("INSERT INTO cities (id, title) VALUES (1, 'a')")
      var settings = database.settings()
      settings.retireSeconds = 0
      let first = try RunningNode(settings)
      try await first.reach(database)
      first.stop()
      // The server may take a while to see that the connection has gone.
      let active = "SELECT 1 FROM pg_replication_slots WHERE active AND database = current_database()"
      try await waiting { try database.sql(active).isEmpty }
      try database.sql(
        """
        SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE database = current_database();
        INSERT INTO cities (id, title) VALUES (2, 'b')
        """)
      let node = try RunningNode(settings)
      // The old copy is served meanwhile.
      #expect(try node.rows() == ["1 a"])
      try await node.reach(database)
      #expect(try node.rows() == ["1 a", "2 b"])
      #expect(node.storeCount == 2)
      try await waiting { try node.databases() == 1 }
    }

    @Test func aCopyThatWasPutBackIsMadeAnew() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      let first = try RunningNode(database.settings())
      try await first.reach(database)
      first.stop()
      let folder = URL(filePath: database.settings().folder)
      let backup = folder.deletingLastPathComponent().appending(path: "backup")
      try FileManager.default.copyItem(at: folder, to: backup)
      try database.sql("INSERT INTO cities (id, title) VALUES (1, 'between')")
      let second = try RunningNode(database.settings())
      try await second.reach(database)
      // The server may remove its log up to a position that was reported as durable. Other tests write the same log meanwhile.
      let position = try database.token().position
      try await waiting {
        try database.sql(
          "SELECT bool_and(confirmed_flush_lsn >= '\(position)'::pg_lsn) FROM pg_replication_slots WHERE database = current_database()"
        ) == [["t"]]
      }
      second.stop()
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.copyItem(at: backup, to: folder)
      let third = try RunningNode(database.settings())
      try await third.reach(database)
      #expect(try third.rows() == ["1 between"])
      #expect(third.storeCount == 2)
      #expect(
        try database.sql("SELECT count(*) FROM pg_replication_slots WHERE database = current_database()") == [["1"]])
    }

    /// Without a call of `stop()`, while the node's thread is applying rows.
    @Test func aNodeThatIsReleasedStops() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      for round in 0..<10 {
        let node = try ClusterNode(database.settings())
        node.start()
        try database.sql(
          "INSERT INTO cities (id, title) SELECT \(round) * 1000 + i, 'x' FROM generate_series(1, 500) AS i")
        try await node.reach(try database.token(), within: .seconds(60))
        try database.sql(
          "INSERT INTO cities (id, title) SELECT \(round) * 1000 + 500 + i, 'y' FROM generate_series(1, 500) AS i")
      }
      let last = try RunningNode(database.settings())
      try await last.reach(database)
      #expect(try last.store().snapshot().count == 10_000)
    }

    /// A position counts for readers only when they have the store that has it.
    @Test func theStoreIsThereBeforeItsPosition() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      let (node, early) = (try ClusterNode(database.settings()), Lock<[NodeToken?]>([]))
      node.start { [weak node] _ in early.withLock { $0.append(node?.status.token) } }
      try await node.reach(try database.token(), within: .seconds(60))
      #expect(early.withLock { $0 } == [nil])
      node.stop()
    }

    @Test func aListThatIsDefinedAnewIsCopiedAnew() async throws {
      let database = try TestDatabase()
      try database.sql("CREATE TABLE people (id int PRIMARY KEY, name text, city text)")
      try database.sql("INSERT INTO people VALUES (1, 'Ada', 'London')")
      func define(_ title: String) throws {
        let source = TableSource(table: "people", id: "id", title: title)
        try PostgresSetup(list: "people", ListDefinition(source: source)).run(database.info)
      }
      try define("name")
      let node = try RunningNode(database.settings("people"))
      try await node.reach(database)
      #expect(try node.rows() == ["1 Ada"])
      try define("name || ', ' || city")
      try await waiting { try node.rows() == ["1 Ada, London"] }
      try database.sql("INSERT INTO people VALUES (2, 'Grace', 'New York')")
      try await node.reach(database)
      #expect(try node.rows() == ["1 Ada, London", "2 Grace, New York"])
      // A column more changes nothing.
      try database.sql("ALTER TABLE people ADD COLUMN age int; INSERT INTO people VALUES (3, 'Kay', 'Oslo', 5)")
      try await node.reach(database)
      #expect(try node.rows().last == "3 Kay, Oslo" && node.storeCount == 2)
    }

    @Test func whatDoesNotFitIsCopiedAnew() async throws {
      let database = try TestDatabase()
      try database.makeCities()
      try database.sql("INSERT INTO cities (id, title) VALUES (1, 'a'), (2, 'b')")
      let node = try RunningNode(database.settings())
      try await node.reach(database)
      // Another writer has changed the node's own table.
      try node.store().transaction { try $0.execute(sql: "DELETE FROM cities WHERE id = 1") }
      try database.sql("UPDATE cities SET title = 'c' WHERE id = 1")
      try await waiting { try node.rows() == ["1 c", "2 b"] }
      #expect(node.storeCount == 2)
    }
  }
#endif
