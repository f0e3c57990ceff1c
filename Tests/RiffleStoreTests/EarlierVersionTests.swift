#if Store
  import GRDB
  import RiffleStoreTestSupport
  import SystemPackage
  import Testing

  @testable import Riffle
  @testable import RiffleStore

  /// Stores of earlier versions, and programs whose migrations GRDB keeps in the same database.
  @Suite struct EarlierVersionTests {
    private let folder: TestFolder
    private let path: String

    init() throws {
      folder = try TestFolder()
      path = folder.file("a.db").string
    }

    /// Makes of a database what version 1 made of it.
    private func makeVersion1() throws {
      try otherProgram(path).write { db in
        let (old, new) = (ListNames.first, ListNames.current)
        try db.execute(
          sql: """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('riffle 1');
            CREATE TABLE riffle_lists (
              name TEXT PRIMARY KEY, id TEXT NOT NULL, first_key INTEGER NOT NULL, second_key INTEGER NOT NULL,
              definition TEXT NOT NULL, triggers TEXT NOT NULL, trimmed INTEGER NOT NULL DEFAULT 0
            );
            CREATE TABLE riffle_manifests (id TEXT PRIMARY KEY, list TEXT NOT NULL, sequence INTEGER NOT NULL);
            """)
        for name in try ListRecord.names(db) {
          guard let record = try ListRecord(db, table: name, path: path, new) else { continue }
          let sql = TableSQL(record.definition.source, record.sql.shape, old)
          for statement in TableSQL.unhook(name, new) { try db.execute(sql: statement) }
          try db.execute(sql: TableSQL.makeChanges(name, old))
          try db.execute(
            sql: "INSERT INTO \(sql.changes) SELECT * FROM \(record.sql.changes); DROP TABLE \(record.sql.changes)")
          for statement in sql.triggers { try db.execute(sql: statement) }
          try db.execute(
            sql: """
              INSERT INTO riffle_lists SELECT name, id, first_key, second_key, definition, ?, trimmed
              FROM \(new.lists) WHERE name = ?
              """, arguments: [sql.triggerText, name])
        }
        try db.execute(
          sql: """
            INSERT INTO riffle_manifests SELECT * FROM \(new.manifests);
            DROP TABLE \(new.lists); DROP TABLE \(new.manifests); DROP TABLE \(new.version);
            """)
      }
    }

    private var names: [String] {
      get throws {
        try otherProgram(path).read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master ORDER BY name") }
      }
    }

    @Test func storesOfVersion1AreReadAndTakenOverWithTheirIndexes() throws {
      let program = try otherProgram(path)
      try program.write { db in
        try db.execute(
          sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO people VALUES (1, 'Anna')")
      }
      let source = TableSource(table: "people", id: "id", title: "name")
      try ListStore(following: source, in: path).close()
      let own = try ListStore(path)
      try own.write { $0.upsert(StoreItem(id: 1, title: "one")) }
      try own.close()
      try makeVersion1()
      try program.write { try $0.execute(sql: "INSERT INTO people VALUES (2, 'Bea')") }
      let reader = try ListStore(followed: "people", in: path, options: StoreOptions(access: .reading))
      #expect(reader.snapshot().elements(offset: 0, limit: 9).map(\.title) == ["Anna", "Bea"])
      #expect(try ListStore.lists(in: path).map(\.source.table) == ["items", "people"])

      let store = try ListStore(followed: "people", in: path)
      #expect(store.opening == .mapped(changeCount: 1))
      #expect(try ListStore(path).opening == .mapped(changeCount: 0))
      #expect(try !names.contains { $0.hasPrefix("riffle_") || $0 == "grdb_migrations" })
      try program.write { try $0.execute(sql: "INSERT INTO people VALUES (3, 'Cara')") }
      for list in [store, reader] {
        try list.refresh()
        #expect(list.snapshot().elements(offset: 0, limit: 9).map(\.title) == ["Anna", "Bea", "Cara"])
      }
    }

    @Test func aListOfVersion1CanBeRemoved() throws {
      let program = try otherProgram(path)
      try program.write { try $0.execute(sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)") }
      let before = try names
      try ListStore(following: TableSource(table: "people", id: "id", title: "name"), in: path).close()
      try makeVersion1()
      try ListStore.unfollow("people", in: path)
      #expect(try names == before)
    }

    @Test func aStoreOfALaterVersionIsRefused() throws {
      try ListStore(path).close()
      try otherProgram(path).write { try $0.execute(sql: "UPDATE \(ListNames.current.version) SET number = 3") }
      #expect(throws: StoreError.notAStore(path: path, reason: "it is of a later version of Riffle")) {
        try ListStore(path)
      }
    }

    /// A program that has GRDB erase its database when that has another schema than its migrations make.
    @Test(arguments: [true, false]) func aProgramThatUsesGRDBKeepsItsDatabase(isOfVersion1: Bool) throws {
      var migrator = DatabaseMigrator()
      migrator.eraseDatabaseOnSchemaChange = true
      migrator.registerMigration("people") { db in
        try db.create(table: "people") { table in
          table.autoIncrementedPrimaryKey("id")
          table.column("name", .text)
        }
      }
      let program = try otherProgram(path)
      try migrator.migrate(program)
      try program.write { try $0.execute(sql: "INSERT INTO people (name) VALUES ('Anna')") }
      let source = TableSource(table: "people", id: "id", title: "name")
      try ListStore(following: source, in: path).close()
      if isOfVersion1 {
        try program.write { try $0.execute(sql: "ALTER TABLE grdb_migrations RENAME TO kept") }
        try makeVersion1()
        try program.write { db in
          try db.execute(sql: "INSERT INTO grdb_migrations SELECT * FROM kept; DROP TABLE kept")
        }
      }
      let store = try ListStore(following: source, in: path)
      try program.write { try $0.execute(sql: "INSERT INTO people (name) VALUES ('Bea')") }
      #expect(try program.read { try !migrator.hasBeenSuperseded($0) && !migrator.hasSchemaChanges($0) })
      // As at the program's next start.
      try migrator.migrate(program)
      #expect(try program.read { try String.fetchAll($0, sql: "SELECT name FROM people") } == ["Anna", "Bea"])
      try store.refresh()
      #expect(store.snapshot().elements(offset: 0, limit: 9).map(\.title) == ["Anna", "Bea"])
    }
  }
#endif
