#if Cluster
  import Foundation
  import RiffleClusterTestSupport
  import RiffleStore
  import Testing

  @testable import RiffleCluster

  /// Faults of a server, a database or a list are typed errors with a remedy.
  @Suite(.enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .timeLimit(.minutes(5)))
  struct SetupTests {
    private func failure(_ body: () throws -> Void) -> ClusterError? {
      do {
        try body()
        return nil
      } catch {
        return error as? ClusterError
      }
    }

    // MARK: - Connections

    @Test func aWrongPasswordIsToldFromAServerThatIsNotThere() throws {
      let database = try TestDatabase()
      let server = database.server
      let role = "role_\(database.name)"
      try database.sql("CREATE ROLE \(role) LOGIN REPLICATION PASSWORD 'right'")
      defer { _ = try? database.sql("DROP ROLE \(role)") }
      func connect(_ password: String, host: String = "127.0.0.1", port: Int? = nil) throws {
        let text = "host=\(host) port=\(port ?? server.port) dbname=\(database.name) user=\(role) password=\(password)"
        _ = try PostgresConnection(try ConnectionInfo(text))
      }
      #expect(failure { try connect("right") } == nil)
      guard case .notAuthenticated(let reason)? = failure({ try connect("wrong") }) else {
        Issue.record("a wrong password is taken")
        return
      }
      #expect(reason.contains("password"))
      guard case .unreachable? = failure({ try connect("right", port: 1) }) else {
        Issue.record("a server is reached that is not there")
        return
      }
      // Of several hosts one is enough, and a refusal is reported before a host that does not answer.
      #expect(failure { try connect("right", host: "/nowhere,127.0.0.1") } == nil)
      guard case .notAuthenticated? = failure({ try connect("wrong", host: "127.0.0.1,/nowhere") }) else {
        Issue.record("the refusal is not reported")
        return
      }
    }

    @Test func aRoleThatMayNotReplicateIsNamed() throws {
      let database = try TestDatabase()
      let role = "plain_\(database.name)"
      try database.sql("CREATE ROLE \(role) LOGIN")
      defer { _ = try? database.sql("DROP ROLE \(role)") }
      let info = try database.server.info(database.name, user: role)
      #expect(failure { try PrimaryServer.check(try PostgresConnection(info)) } == .noReplicationRight(role: role))
      #expect(failure { _ = try PostgresConnection(info, isReplicating: true) } == .noReplicationRight(role: role))
    }

    @Test func aServerThatIsSetUpOtherwiseIsRefused() throws {
      let server = try PostgresServer(["wal_level": "replica", "max_slot_wal_keep_size": "-1"])
      let info = try server.info("postgres")
      #expect(failure { try PrimaryServer.check(try PostgresConnection(info)) } == .walLevel(found: "replica"))
      let findings = try PostgresCheck.findings(info, list: "cities")
      #expect(findings.contains { $0.isFault && $0.text.contains("wal_level = logical") })
      #expect(findings.contains { $0.isFault && $0.text.contains("init --list cities") })
      server.stop()
      try server.set(["wal_level": "logical", "max_replication_slots": "1"])
      try server.start()
      #expect(failure { try PrimaryServer.check(try PostgresConnection(info)) } == .unlimitedLog)
      try server.sql("ALTER SYSTEM SET max_slot_wal_keep_size = '1GB'")
      try server.sql("SELECT pg_reload_conf()")
      try server.sql("SELECT pg_sleep(0.2)")
      #expect(failure { try PrimaryServer.check(try PostgresConnection(info)) } == nil)
      // The only slot there is.
      try server.sql("SELECT pg_create_logical_replication_slot('riffle_dead', 'pgoutput')")
      let after = try PostgresCheck.findings(info, list: nil)
      #expect(after.contains { $0.isFault && $0.text.contains("max_replication_slots") })
      #expect(after.contains { $0.isFault && $0.text.contains("slots --drop riffle_dead") })
      try PostgresCheck.drop(slot: "riffle_dead", info)
      #expect(try PostgresCheck.slots(info).isEmpty)
      #expect(
        failure { try PostgresCheck.drop(slot: "riffle_dead", info) }
          == .slotLost(name: "riffle_dead", reason: "there is no such slot"))
    }

    // MARK: - Lists

    @Test func aTableThatCannotBeFollowedIsRefused() throws {
      let database = try TestDatabase()
      try database.sql(
        """
        CREATE TABLE keyless (id int, name text); CREATE TABLE pairs (a int, b int, name text, PRIMARY KEY (a, b));
        CREATE TABLE dates (id date PRIMARY KEY, name text)
        """)
      func setUp(_ table: String, id: String = "id", title: String = "name") -> ClusterError? {
        let source = TableSource(table: table, id: id, title: title)
        return failure { try PostgresSetup(list: "l", ListDefinition(source: source)).run(database.info) }
      }
      for (table, id) in [("keyless", "id"), ("pairs", "a"), ("dates", "id")] {
        guard case .noPrimaryKey(table, _)? = setUp(table, id: id) else {
          Issue.record("\(table) is taken")
          continue
        }
      }
      #expect(setUp("nothing") == .unknownTable(name: "public.nothing"))
      #expect(setUp("dates", id: "no") == .unknownColumn(table: "dates", column: "no"))
      try database.sql("CREATE TABLE right_one (id int PRIMARY KEY, name text)")
      guard case .definition("l", let reason)? = setUp("right_one", title: "nme") else {
        Issue.record("a misspelt column is taken")
        return
      }
      #expect(reason.contains("nme"))
      // Nothing is left of what was refused.
      #expect(try database.sql("SELECT count(*) FROM pg_publication") == [["0"]])
      #expect(setUp("right_one") == nil)
      // Again, and otherwise.
      #expect(setUp("right_one", title: "upper(name)") == nil)
      guard
        case .unknownList("other")? = failure({
          _ = try PrimaryServer.definition(of: "other", try PostgresConnection(database.info))
        })
      else {
        Issue.record("a list is there that was not made")
        return
      }
    }

    @Test func onlyColumnsOfTheListArePublished() throws {
      let database = try TestDatabase()
      try database.sql("CREATE TABLE people (id int PRIMARY KEY, name text, city text, photo bytea, fame int NOT NULL)")
      let source = TableSource(table: "people", id: "id", title: "name || city", order: ["fame"])
      var setup = PostgresSetup(list: "people", ListDefinition(source: source))
      setup.shardCounts = [3]
      try setup.run(database.info)
      let rows = try database.sql("SELECT pubname, attnames FROM pg_publication_tables ORDER BY 1")
      #expect(
        rows.map { $0[0] } == ["riffle_people", "riffle_people_0_of_3", "riffle_people_1_of_3", "riffle_people_2_of_3"])
      #expect(rows.allSatisfy { $0[1] == "{id,name,city,fame}" })
      // PostgreSQL keeps what is published.
      #expect(throws: ClusterError.self) { try database.sql("ALTER TABLE people DROP COLUMN city") }
      try database.sql("ALTER TABLE people DROP COLUMN photo")
    }

    @Test func everyRowIsInOneShard() throws {
      let database = try TestDatabase()
      let server = database.server
      try database.sql(
        """
        CREATE TABLE a (id bigint PRIMARY KEY, n text); CREATE TABLE b (id text PRIMARY KEY, n text);
        CREATE TABLE c (id uuid PRIMARY KEY, n text); CREATE TABLE d (id smallint PRIMARY KEY, n text);
        INSERT INTO a SELECT i, i FROM generate_series(-500, 500) i; INSERT INTO b SELECT 'x' || i, i FROM generate_series(1, 1000) i;
        INSERT INTO c SELECT gen_random_uuid(), i FROM generate_series(1, 1000) i; INSERT INTO d SELECT i, i FROM generate_series(1, 1000) i
        """)
      for table in ["a", "b", "c", "d"] {
        var setup = PostgresSetup(list: table, ListDefinition(source: TableSource(table: table, id: "id", title: "n")))
        setup.shardCounts = [7]
        try setup.run(database.info)
        let conditions = try database.sql(
          "SELECT rowfilter FROM pg_publication_tables WHERE pubname LIKE 'riffle\\_\(table)\\_%'"
        ).compactMap { $0[0] }
        #expect(conditions.count == 7)
        let sum = conditions.map { "(\($0))::int" }.joined(separator: " + ")
        #expect(try database.sql("SELECT count(*) FROM \(table) WHERE \(sum) <> 1") == [["0"]])
        let least = try conditions.map { condition in
          try Int(server.sql("SELECT count(*) FROM \(table) WHERE \(condition)", in: database.name)[0][0] ?? "") ?? 0
        }.min()
        #expect(least.map { $0 > 80 } == true, "\(table)")
      }
    }

    @Test func aNodeSaysWhyItCannotFollow() async throws {
      let database = try TestDatabase()
      let node = try RunningNode(database.settings())
      try await waiting { node.node.status.failure == .unknownList(name: "cities") }
      #expect(node.node.store == nil && node.node.status.state == .copying(rows: 0))
      // It goes on by itself when that is mended.
      try database.makeCities()
      try await node.reach(database)
      try await waiting { node.node.status.failure == nil }
      // A second node of the same folder is refused, and one with a copy of it finds the slot taken.
      guard case .folder? = failure({ _ = try ClusterNode(database.settings()) }) else {
        Issue.record("two nodes have one folder")
        return
      }
      let folder = URL(filePath: database.settings().folder)
      let other = folder.deletingLastPathComponent().appending(path: "other")
      node.stop()
      try FileManager.default.copyItem(at: folder, to: other)
      let first = try RunningNode(database.settings())
      try await first.reach(database)
      let second = try RunningNode(database.settings(node: "other"))
      try await waiting {
        if case .slotInUse? = second.node.status.failure { true } else { false }
      }
      #expect(try second.rows() == first.rows())
    }
  }
#endif
