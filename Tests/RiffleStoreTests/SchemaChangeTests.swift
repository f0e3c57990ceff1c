#if Store
  import Foundation
  import GRDB
  import RiffleStoreTestSupport
  import SystemPackage
  import Testing

  @testable import Riffle
  @testable import RiffleStore

  /// Tables that are followed while other programs change what they are.
  @Suite struct SchemaChangeTests {
    struct Change: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let sql: String
      /// Whether all that is written afterwards is noted as before.
      var isHarmless = false
    }

    private static let columns = "id INTEGER PRIMARY KEY, name TEXT, alias TEXT, note TEXT"
    private static let more = "INSERT INTO people (id, name, alias) VALUES (4, 'Dora', 'd');"

    static let changes = [
      Change(
        testDescription: "rebuilt as SQLite says",
        sql: """
          BEGIN; CREATE TABLE n (\(columns)); INSERT INTO n SELECT * FROM people; DROP TABLE people;
          ALTER TABLE n RENAME TO people; COMMIT; \(more)
          """),
      Change(
        testDescription: "rebuilt from a renamed one",
        sql: """
          BEGIN; ALTER TABLE people RENAME TO o; CREATE TABLE people (\(columns)); INSERT INTO people SELECT * FROM o;
          DROP TABLE o; COMMIT; \(more)
          """),
      Change(
        testDescription: "dropped and created",
        sql: """
          BEGIN; DROP TABLE people; CREATE TABLE people (\(columns));
          INSERT INTO people (id, name) VALUES (2, 'Bob'), (7, 'Ann'); COMMIT; \(more)
          """),
      Change(
        testDescription: "dropped, and created later",
        sql: """
          DROP TABLE people; CREATE TABLE people (\(columns)); INSERT INTO people (id, name) VALUES (9, 'Zoe');
          """),
      Change(
        testDescription: "retyped",
        sql: """
          BEGIN; CREATE TABLE n (id INTEGER PRIMARY KEY, name BLOB COLLATE NOCASE, alias TEXT);
          INSERT INTO n SELECT id, upper(name), alias FROM people; DROP TABLE people; ALTER TABLE n RENAME TO people; COMMIT; \(more)
          """),
      Change(
        testDescription: "without row numbers",
        sql: """
          BEGIN; CREATE TABLE n (id INT PRIMARY KEY, name TEXT, alias TEXT) WITHOUT ROWID;
          INSERT INTO n SELECT id, name, alias FROM people; DROP TABLE people; ALTER TABLE n RENAME TO people; COMMIT; \(more)
          """),
      Change(
        testDescription: "a unique index, and a row that is replaced",
        sql: """
          CREATE UNIQUE INDEX names ON people (name); INSERT OR REPLACE INTO people (id, name) VALUES (5, 'Bea');
          """),
      Change(
        testDescription: "columns dropped and added",
        sql: """
          BEGIN; ALTER TABLE people DROP COLUMN note; ALTER TABLE people DROP COLUMN alias;
          ALTER TABLE people ADD COLUMN alias TEXT DEFAULT 'none'; COMMIT; \(more)
          """),
      Change(testDescription: "another column renamed", sql: "ALTER TABLE people RENAME COLUMN note TO more; \(more)"),
      Change(
        testDescription: "a trigger dropped", sql: "DROP TRIGGER IF EXISTS grdb_riffle_insert_people; \(more)"),
      Change(testDescription: "notes dropped", sql: "DROP TABLE IF EXISTS grdb_riffle_changes_people"),
      Change(
        testDescription: "a column added", sql: "ALTER TABLE people ADD COLUMN born TEXT DEFAULT 'x'; \(more)",
        isHarmless: true),
      Change(
        testDescription: "other tables and indexes",
        sql: """
          CREATE TABLE others (id INTEGER PRIMARY KEY, person REFERENCES people (id)); CREATE INDEX aliases ON people (alias);
          CREATE VIEW some AS SELECT name FROM people; DROP TABLE others; ANALYZE; VACUUM; \(more)
          """, isHarmless: true),
      Change(
        testDescription: "a trigger of the program",
        sql: """
          CREATE TRIGGER own AFTER INSERT ON people BEGIN UPDATE people SET alias = 'x' WHERE id = NEW.id; END; \(more)
          """, isHarmless: true),
    ]

    /// What leaves nothing to be followed, and what brings it back.
    static let losses = [
      (sql: "DROP TABLE people", reason: "there is no table of that name"),
      (sql: "ALTER TABLE people RENAME COLUMN name TO title", reason: "no such column: name"),
      (sql: "ALTER TABLE people DROP COLUMN alias", reason: "no such column: alias"),
      (sql: "ALTER TABLE people RENAME COLUMN id TO key", reason: "it has no column “id”"),
      (
        sql: "BEGIN; ALTER TABLE people RENAME TO persons; CREATE VIEW people AS SELECT * FROM persons; COMMIT",
        reason: "it is a view"
      ),
      (sql: "CREATE UNIQUE INDEX lower ON people (lower(name))", reason: "is over an expression"),
      (
        sql: """
        BEGIN; CREATE TABLE n (id INTEGER, name TEXT, alias TEXT); INSERT INTO n SELECT id, name, alias FROM people;
        DROP TABLE people; ALTER TABLE n RENAME TO people; COMMIT
        """, reason: "neither its primary key nor unique"
      ),
    ]

    private let folder: TestFolder
    private let path: String
    private let program: DatabaseQueue
    private static let source = TableSource(table: "people", id: "id", title: "name", searchText: "alias")

    init() throws {
      folder = try TestFolder()
      path = folder.file("a.db").string
      program = try otherProgram(path)
      try run(
        """
        CREATE TABLE people (\(Self.columns));
        INSERT INTO people (id, name, alias) VALUES (1, 'Anna', 'a'), (2, 'Bea', 'b'), (3, 'Cara', 'c')
        """)
    }

    private func run(_ sql: String) throws {
      try program.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    private func follow() throws -> ListStore { try ListStore(following: Self.source, in: path) }
    private func reader() throws -> ListStore {
      try ListStore(followed: "people", in: path, options: StoreOptions(access: .reading))
    }

    private var table: [Item<ItemID>] {
      get throws {
        try program.read { db in
          try Row.fetchAll(db, sql: "SELECT id, name, alias FROM people ORDER BY id").map {
            Item(id: .integer($0["id"]), title: $0["name"] ?? "", searchText: $0["alias"] ?? "")
          }
        }
      }
    }

    /// Whether a list becomes the table, by itself.
    private func becomesTheTable(_ list: ListStore) throws -> Bool {
      let end = Date(timeIntervalSinceNow: 20)
      let table = try table
      func isThere() -> Bool {
        list.state == .ready && list.snapshot().elements(offset: 0, limit: .max) == table
      }
      while !isThere(), Date() < end { usleep(2000) }
      return isThere()
    }

    private func isFailing(_ list: ListStore) -> Bool {
      let end = Date(timeIntervalSinceNow: 20)
      func isThere() -> Bool { if case .failing = list.state { true } else { false } }
      while !isThere(), Date() < end { usleep(2000) }
      return isThere()
    }

    @Test(arguments: changes) func aListFollowsItsTableThroughChangesOfTheSchema(change: Change) throws {
      let store = try follow()
      let reader = try reader()
      try run(change.sql)
      // Until a store has made them anew, nobody can write to a table whose notes are gone.
      try store.refresh()
      #expect(try becomesTheTable(store))
      #expect(try becomesTheTable(reader))
      try run("UPDATE people SET name = 'other ' || id WHERE id > 2; DELETE FROM people WHERE id = 2")
      #expect(try becomesTheTable(store))
      #expect(try becomesTheTable(reader))
      try store.close()
      var faults: [StoreFault] = []
      _ = try ListStore.verify(path, table: "people") { faults.append($0) }
      #expect(faults == [])
    }

    @Test(arguments: changes) func whatHappenedWhileNobodyFollowedIsFoundByWhoeverOpensTheList(change: Change) throws {
      try follow().close()
      try run(change.sql)
      let store = try ListStore(followed: "people", in: path)
      #expect(try becomesTheTable(store))
      if !change.isHarmless { #expect(store.opening != .mapped(changeCount: 1)) }
    }

    @Test(arguments: changes) func aReaderSaysThatItsTableIsNotFollowedAnyMore(change: Change) throws {
      try follow().close()
      let reader = try reader()
      let before = reader.snapshot().elements(offset: 0, limit: .max)
      try run(change.sql)
      if change.isHarmless {
        #expect(try becomesTheTable(reader))
        return
      }
      #expect(isFailing(reader))
      #expect(throws: StoreError.self) { try reader.refresh() }
      #expect(reader.snapshot().elements(offset: 0, limit: .max) == before)
      #expect(throws: StoreError.self) { try self.reader() }
      var faults: [StoreFault] = []
      _ = try ListStore.verify(path, table: "people") { faults.append($0) }
      #expect(faults.count == 1 && faults.first.map { "\($0)".contains("not followed any more") } == true)
      // Another process follows it anew.
      let store = try ListStore(followed: "people", in: path)
      #expect(try becomesTheTable(reader))
      #expect(try becomesTheTable(store))
    }

    @Test(arguments: losses) func whatCannotBeFollowedAnyMoreIsSaidUntilItCan(loss: (sql: String, reason: String))
      throws
    {
      let store = try follow()
      let reader = try reader()
      let before = store.snapshot().elements(offset: 0, limit: .max)
      try run(loss.sql)
      for list in [store, reader] {
        #expect(isFailing(list))
        #expect(list.failure.map { "\($0)".contains(loss.reason) } == true, "\(list.failure as Any)")
        #expect(list.snapshot().elements(offset: 0, limit: .max) == before)
      }
      try? run("DROP VIEW people")
      try run("DROP TABLE IF EXISTS people; CREATE TABLE people (\(Self.columns)); \(Self.more)")
      #expect(try becomesTheTable(store))
      #expect(try becomesTheTable(reader))
    }

    @Test func aFeedDoesNotPassOverWhatWasNotNoted() throws {
      let store = try follow()
      try run("UPDATE people SET name = 'x' WHERE id = 1")
      let last = try store.lastSequence()
      #expect(try store.changes(since: last, limit: 9).changes == [])
      try run(Self.changes[0].sql)
      #expect(try becomesTheTable(store))
      #expect(throws: StoreError.changesGone(after: last)) { try store.changes(since: last, limit: 9) }
      let new = try store.lastSequence()
      try run("DELETE FROM people WHERE id = 1")
      #expect(try store.changes(since: new, limit: 9).changes.map(\.id) == [1])
    }

    @Test func aProgramMayWriteByAnotherDatabase() throws {
      let store = try follow()
      let other = try otherProgram(folder.file("b.db").string)
      try other.writeWithoutTransaction { db in
        try db.execute(
          sql: """
            CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);
            ATTACH '\(path)' AS a; INSERT INTO a.people (id, name) VALUES (8, 'Eve'); INSERT INTO main.people VALUES (1, 'Nobody');
            """)
      }
      #expect(try becomesTheTable(store))
    }

    @Test(arguments: [
      "(SELECT n FROM others WHERE others.id = people.id)", "(SELECT max(name) FROM people AS p)",
      "CASE WHEN EXISTS (SELECT 1) THEN name END",
    ])
    func expressionsReadNoOtherRows(expression: String) throws {
      try run("CREATE TABLE others (id INTEGER PRIMARY KEY, n TEXT)")
      for source in [
        TableSource(table: "people", id: "id", title: expression),
        TableSource(table: "people", id: "id", title: "name", scopes: ["s": "\(expression) = 'x'"]),
      ] {
        do {
          _ = try ListStore(following: source, in: path)
          Issue.record("it is followed")
        } catch {
          #expect("\(error)".contains("has a subquery"), "\(error)")
        }
      }
      _ = try ListStore(
        following: TableSource(table: "people", id: "id", title: "people.name || \"people\".alias || rowid"), in: path)
    }

    /// Also for the table of a store's own.
    @Test func aStoreWhoseOwnTableIsRebuiltReadsItAnew() throws {
      let path = folder.file("own.db").string
      let store = try ListStore(path)
      try store.write { $0.upsert(StoreItem(id: 1, title: "one")) }
      let program = try otherProgram(path)
      try program.writeWithoutTransaction { db in
        let sql = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_master WHERE name = 'items'") ?? ""
        try db.execute(
          sql: """
            BEGIN; ALTER TABLE items RENAME TO o; \(sql); INSERT INTO items SELECT * FROM o; DROP TABLE o; COMMIT;
            INSERT INTO items (id, title) VALUES (2, 'two');
            """)
      }
      let end = Date(timeIntervalSinceNow: 20)
      while store.snapshot().count != 2 || store.state != .ready, Date() < end { usleep(2000) }
      #expect(store.snapshot().elements(offset: 0, limit: .max).map(\.title) == ["one", "two"])
      try store.write { $0.upsert(StoreItem(id: 3, title: "three")) }
      try program.write { try $0.execute(sql: "DELETE FROM items WHERE id = 1") }
      try store.refresh()
      #expect(store.snapshot().elements(offset: 0, limit: .max).map(\.title) == ["two", "three"])
    }
  }
#endif
