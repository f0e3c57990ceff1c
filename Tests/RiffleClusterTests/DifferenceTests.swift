#if Cluster
  import RiffleClusterTestSupport
  import RiffleTestSupport
  import Testing

  @testable import RiffleCluster

  /// The decoder beside `wal2json`. RIFFLE_CASES sets how many random programs there are, RIFFLE_SEED where they begin.
  @Suite(.enabled(if: PostgresServer.isAvailable, "\(PostgresServer.absence ?? "")"), .timeLimit(.minutes(5)))
  struct DifferenceTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1
    private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 4)

    @Test(arguments: seeds) func theDecoderSaysWhatTheOtherPluginSays(seed: Int) throws {
      let database = try TestDatabase()
      try #require(
        StreamFixture.hasOtherPlugin(database), "the server lacks wal2json: install postgresql-15-wal2json")
      var random = RandomText(seed: UInt64(seed), mixesScripts: seed % 2 == 0)
      let fixture = try StreamFixture(Self.program(&random), database)
      let lines = try StreamText.lines(try fixture.messages.map { try ChangeMessage($0) })
      #expect(try lines == StreamText.lines(ofJSON: fixture.json), "seed \(seed)")
      #expect(lines.count > 20, "seed \(seed)")
    }

    private static func program(_ random: inout RandomText) -> [String] {
      var statements = StreamFixture.statements
      func title(_ random: inout RandomText) -> String { "'" + random.title().replacing("'", with: "''") + "'" }
      for number in 0..<60 {
        let id = random.number(below: 20)
        switch random.number(below: 10) {
        case 0: statements.append("DELETE FROM plain WHERE id = \(id)")
        case 1: statements.append("UPDATE plain SET id = id + 1000 WHERE id = \(id)")
        case 2: statements.append("UPDATE plain SET title = \(title(&random)) WHERE id % 3 = 0")
        case 3: statements.append("UPDATE named SET name = name || \(number)")
        case 4:
          statements.append(
            "INSERT INTO named VALUES ('n\(number)', repeat(\(title(&random)), \(1 + random.number(below: 500))))")
        case 5: statements.append("ALTER TABLE plain ADD COLUMN c\(number) bigint DEFAULT \(number)")
        case 6: statements += ["BEGIN", "INSERT INTO plain VALUES (\(5000 + number), 'x')", "ROLLBACK"]
        case 7:
          statements += [
            "BEGIN", "SAVEPOINT s", "DELETE FROM plain", random.oneIn(2) ? "ROLLBACK TO s" : "RELEASE s",
            "INSERT INTO plain VALUES (\(6000 + number), \(title(&random)))", "COMMIT",
          ]
        case 8 where random.oneIn(4): statements.append("TRUNCATE named")
        default:
          statements.append(
            "INSERT INTO plain (id, title, fame) VALUES (\(id), \(title(&random)), \(number)) ON CONFLICT DO NOTHING")
        }
      }
      return statements
    }
  }
#endif
