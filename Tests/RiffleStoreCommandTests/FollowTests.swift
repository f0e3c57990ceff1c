#if Store
  import Foundation
  import GRDB
  import Riffle
  import RiffleStore
  import RiffleTestSupport
  import Testing

  /// Tables that other programs write.
  @Suite struct FollowTests {
    private func people(_ folder: StoreFolder) throws -> DatabaseQueue {
      let queue = try DatabaseQueue(path: folder.path)
      try queue.write { db in
        try db.execute(
          sql: """
            CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, alias TEXT, city TEXT, fame INT, note);
            INSERT INTO people (name, alias, city, fame) VALUES ('Erika Mustermann', 'Eri', 'Köln', 9), ('Max Mustermann', 'Maxi', 'Berlin', 1);
            """)
      }
      return queue
    }

    private static let definition = [
      "--id", "id", "--title", "name", "--search-text", "alias || ', ' || city", "--weight", "fame", "--payload",
      "note",
      "--scope", "famous=fame > 5",
    ]

    @Test func whatProgramsWriteIsFound() throws {
      let folder = try StoreFolder()
      let queue = try people(folder)
      let followed = try folder.folder.run("riffle-store", ["follow", "a.db", "people"] + FollowTests.definition)
      #expect(followed.status == 0)
      #expect(
        followed.error == """
          riffle-store: a.db: its journal is a write-ahead log (WAL) from now on, for all programs; --stop turns it back
          riffle-store: people: 2 rows are followed

          """)
      let again = try folder.folder.run("riffle-store", ["follow", "a.db", "people"] + FollowTests.definition)
      #expect(again.error == "riffle-store: people: 2 rows are followed\n")
      func found(_ query: String, _ options: String...) throws -> String {
        try folder.folder.run("riffle-store", ["search", "a.db", query, "--table", "people"] + options).text
      }
      #expect(try found("mustrmann") == "1\tErika Mustermann\n2\tMax Mustermann\n")
      #expect(try found("koln") == "1\tErika Mustermann\n")
      #expect(try found("", "--scope", "famous") == "1\tErika Mustermann\n")
      try queue.write { db in
        try db.execute(
          sql: "INSERT INTO people (name, alias, city, fame, note) VALUES ('Jane Roe', '', 'Oslo', 7, x'00ff')")
        try db.execute(sql: "UPDATE people SET city = 'Graz' WHERE id = 1; DELETE FROM people WHERE id = 2")
      }
      #expect(try found("oslo") == "3\tJane Roe\n")
      #expect(try found("mustermann") == "1\tErika Mustermann\n" && found("koln") == "")
      #expect(
        try folder.folder.run("riffle", ["graz", "--store", "a.db", "--table", "people"]).text
          == "1\tErika Mustermann\n")
      #expect(try folder.run("verify", "a.db", "--table", "people").status == 0)
      #expect(
        try folder.done("export", "a.db", "--table", "people", "--jsonl").text == """
          {"id":1,"title":"Erika Mustermann","search_text":"Eri, Graz","weight":9}
          {"id":3,"title":"Jane Roe","search_text":", Oslo","weight":7,"payload_base64":"AP8="}

          """)
      #expect(try folder.done("stats", "a.db", "--table", "people").text.contains("people, followed"))
      try folder.done("compact", "a.db", "--table", "people")
      try folder.done("rebuild", "a.db", "--table", "people")
      #expect(try found("oslo") == "3\tJane Roe\n")
    }

    @Test func stoppingTakesAllAwayButTheTable() throws {
      let folder = try StoreFolder()
      let queue = try people(folder)
      let before = try queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master ORDER BY name") }
      let followed = try folder.folder.run("riffle-store", ["follow", "a.db", "people"] + FollowTests.definition)
      #expect(followed.status == 0)
      #expect(
        try queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'") } != [])
      try folder.done("follow", "a.db", "people", "--stop")
      #expect(try queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master ORDER BY name") } == before)
      #expect(try folder.run("search", "a.db", "x", "--table", "people").status == 2)
      let again = try folder.run("follow", "a.db", "people", "--stop")
      #expect(again.status == 2 && again.error.contains("a.db is no store: it has no list “people”"))
    }

    private func journal(_ folder: StoreFolder) throws -> String? {
      let queue = try DatabaseQueue(path: folder.path)
      defer { try? queue.close() }
      return try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
    }

    /// The journal too, if nobody else has the database open; and also where the table is gone.
    @Test(arguments: [false, true]) func stoppingLeavesNothingBehind(isTableGone: Bool) throws {
      let folder = try StoreFolder()
      try people(folder).close()
      let before = try folder.folder.names()
      let followed = try folder.folder.run("riffle-store", ["follow", "a.db", "people"] + FollowTests.definition)
      #expect(try followed.status == 0 && journal(folder) == "wal")
      if isTableGone {
        let queue = try DatabaseQueue(path: folder.path)
        try queue.write { try $0.execute(sql: "DROP TABLE people") }
        try queue.close()
      }
      try folder.done("follow", "a.db", "people", "--stop")
      #expect(try journal(folder) == "delete")
      #expect(try folder.folder.names() == before)
    }

    @Test func whatIsRefusedHasNotBeenTouched() throws {
      let folder = try StoreFolder()
      let queue = try people(folder)
      try queue.write { try $0.execute(sql: "CREATE TABLE items (id INTEGER PRIMARY KEY, n TEXT)") }
      try queue.close()
      let (bytes, names) = (try Data(contentsOf: URL(filePath: folder.path)), try folder.folder.names())
      let refused = [
        try folder.run("import", "a.db", input: "a\n"),
        try folder.run("follow", "a.db", "people", "--id", "id", "--title", "nome"),
        try folder.run("follow", "a.db", "people", "--id", "id", "--title", "(SELECT n FROM items)"),
        try folder.run("follow", "a.db", "nobody", "--id", "id", "--title", "name"),
      ]
      #expect(refused.allSatisfy { $0.status == 2 }, "\(refused.map(\.error))")
      #expect(try Data(contentsOf: URL(filePath: folder.path)) == bytes)
      #expect(try folder.folder.names() == names)
    }

    @Test func whatCannotBeFollowedIsSaid() throws {
      let folder = try StoreFolder()
      let queue = try people(folder)
      func error(_ arguments: String...) throws -> String {
        let outcome = try folder.folder.run("riffle-store", ["follow", "a.db"] + arguments)
        #expect(outcome.status == 2)
        return outcome.error
      }
      #expect(try error("nobody", "--id", "id", "--title", "name").contains("there is no table of that name"))
      #expect(try error("people", "--id", "key", "--title", "name").contains("it has no column “key”"))
      #expect(try error("people", "--id", "city", "--title", "name").contains("neither its primary key nor unique"))
      #expect(try error("people", "--id", "id", "--title", "nome").contains("no such column: nome"))
      #expect(try error("people", "--id", "id").contains("say which column has the id and what the title is"))
      #expect(try error("people", "--id", "id", "--title", "name", "--order", "sections").contains("say --order-by"))
      #expect(
        try queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'") } == [])
      let nowhere = try folder.run("follow", "nowhere.db", "people", "--id", "id", "--title", "name")
      #expect(nowhere.status == 2 && nowhere.error.contains("nowhere.db: there is no such file"))
      #expect(try !folder.folder.names().contains("nowhere.db"))
    }

    @Test func aListCanHaveItsOwnOrder() throws {
      let folder = try StoreFolder()
      let queue = try people(folder)
      try queue.write { try $0.execute(sql: "CREATE TABLE cities (name TEXT PRIMARY KEY NOT NULL, rank INT NOT NULL)") }
      try queue.write { try $0.execute(sql: "INSERT INTO cities VALUES ('Oslo', 2), ('Rome', 1), ('Bonn', 3)") }
      try folder.done("follow", "a.db", "cities", "--id", "name", "--title", "name", "--order-by", "rank")
      #expect(try folder.done("search", "a.db", "", "--table", "cities").text == "Rome\tRome\nOslo\tOslo\nBonn\tBonn\n")
      try folder.done("follow", "a.db", "people", "--id", "id", "--title", "name")
      let own = try folder.run("search", "a.db", "x")
      #expect(own.status == 2 && own.error.contains("it has no list “items”, only “cities”, “people”"))
      let written = try folder.run("import", "a.db", input: "a\n")
      #expect(written.status == 0, "\(written.error)")
    }
  }
#endif
