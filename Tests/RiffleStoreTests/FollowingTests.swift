#if Store
  import Foundation
  import GRDB
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage
  import Testing

  @testable import Riffle
  @testable import RiffleStore

  /// Tables that other programs write. RIFFLE_CASES sets how many random programs there are, RIFFLE_SEED where they begin.
  @Suite struct FollowingTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1
    private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 8)

    @Test(arguments: seeds) func theListIsTheTableWhateverSQLDoes(seed: Int) throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      var random = RandomText(seed: UInt64(seed))
      let table = FollowedTable.all[random.number(below: FollowedTable.all.count)]
      let queue = try otherProgram(path)
      try queue.inDatabase { db in
        try db.execute(sql: table.schema)
        if random.oneIn(4) { try db.execute(sql: "PRAGMA recursive_triggers = ON") }
        for _ in 0..<random.number(below: 30) { try? db.execute(sql: table.insert(&random)) }
      }
      var store: ListStore? = try ListStore(following: table.source, in: path)
      var reader: ListStore? = try ListStore(
        followed: "people", in: path, options: StoreOptions(access: .reading))
      for round in 0..<15 {
        let rollsBack = random.oneIn(6)
        try queue.inDatabase { db in
          try db.inTransaction {
            for _ in 0..<1 + random.number(below: 6) {
              // What breaks a rule of the table fails, and leaves what `OR FAIL` or `OR IGNORE` leave.
              try? db.execute(sql: table.statement(&random))
            }
            return rollsBack ? .rollback : .commit
          }
        }
        if store == nil {
          store =
            random.oneIn(2)
            ? try ListStore(followed: "people", in: path) : try ListStore(following: table.source, in: path)
        }
        let expected = try queue.inDatabase { try table.items($0) }
        for list in [store, reader] {
          try list?.refresh()
          let found = list?.snapshot().elements(offset: 0, limit: .max)
          if found != expected {
            Issue.record(
              "\(table.schema)\n\(found?.map { "\($0.id) \($0.title)" } ?? [])\n\(expected.map { "\($0.id) \($0.title)" })\nseed \(seed), round \(round), \(list === reader ? "reader" : "writer")"
            )
          }
        }
        switch random.number(below: 8) {
        case 0: try store?.checkpoint()
        case 1:
          try store?.close()
          store = nil
        case 2: store = nil
        case 3: reader = try ListStore(followed: "people", in: path, options: StoreOptions(access: .reading))
        default: break
        }
      }
      reader = nil
      try store?.close()
      store = nil
      let before = try queue.inDatabase { try table.items($0) }
      try ListStore.unfollow("people", in: path)
      try queue.inDatabase { db in
        #expect(try table.items(db) == before)
        let left = try String.fetchAll(
          db, sql: "SELECT name FROM sqlite_master WHERE name LIKE '%riffle%' OR name LIKE 'grdb%'")
        #expect(left == [])
      }
    }

    @Test func whatOthersCommitIsFoundByItself() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let table = FollowedTable.all[0]
      let queue = try otherProgram(path)
      try queue.inDatabase { try $0.execute(sql: table.schema) }
      let store = try ListStore(following: table.source, in: path)
      let reader = try ListStore(followed: "people", in: path, options: StoreOptions(access: .reading))
      try queue.inDatabase { db in
        try db.execute(sql: "INSERT INTO people (id, name, alias, city, size) VALUES (7, 'Ann', 'Annie', 'Ulm', 3)")
      }
      for list in [store, reader] {
        while list.snapshot().count == 0 { sleepAMoment() }
        #expect(try list.search("annie").map(\.id) == [7])
        #expect(try list.item(7)?.title == "Ann")
        #expect(throws: StoreError.self) { try list.write { $0.delete(id: 7) } }
      }
    }

    @Test func whatAProgramThatWasEndedLeftHalfWrittenIsTakenBack() throws {
      let folder = try TestFolder()
      let (path, copy) = (folder.file("a.db").string, folder.file("b.db").string)
      try otherProgram(path).writeWithoutTransaction { db in
        try db.execute(sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)")
        try db.execute(sql: "INSERT INTO people (name) VALUES ('Anna')")
        // What does not fit goes to the file before the transaction ends.
        try db.execute(sql: "PRAGMA cache_size = 2; BEGIN; UPDATE people SET name = 'Bea'")
        for _ in 0..<200 { try db.execute(sql: "INSERT INTO people (name) VALUES (hex(randomblob(2000)))") }
        for end in ["", "-journal"] { try FileManager.default.copyItem(atPath: path + end, toPath: copy + end) }
        try db.execute(sql: "ROLLBACK")
      }
      let store = try ListStore(following: TableSource(table: "people", id: "id", title: "name"), in: copy)
      #expect(store.snapshot().elements(offset: 0, limit: 9).map(\.title) == ["Anna"])
    }

    /// Columns that the list knows nothing of may be written all the time, as counters are.
    @Test(arguments: [
      "(id INTEGER PRIMARY KEY, name TEXT, other TEXT)", "(other TEXT, name TEXT, id TEXT NOT NULL UNIQUE)",
      "(id TEXT PRIMARY KEY, other TEXT, name TEXT) WITHOUT ROWID",
    ])
    func onlyColumnsThatTheListUsesAreNoted(definition: String) throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let queue = try otherProgram(path)
      try queue.inDatabase { db in
        try db.execute(sql: "CREATE TABLE people \(definition)")
        try db.execute(sql: "INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b')")
      }
      let store = try ListStore(following: TableSource(table: "people", id: "id", title: "upper(name)"), in: path)
      let before = try store.lastSequence()
      try queue.inDatabase { try $0.execute(sql: "UPDATE people SET other = 'x'") }
      #expect(try store.lastSequence() == before)
      try queue.inDatabase { try $0.execute(sql: "UPDATE people SET other = 'y', name = 'c' WHERE id = 1") }
      try store.refresh()
      #expect(try store.lastSequence() == before + 1)
      #expect(store.snapshot().elements(offset: 0, limit: 9).map(\.title) == ["C", "B"])
      if definition.contains("WITHOUT") { return }
      try queue.inDatabase { try $0.execute(sql: "UPDATE people SET rowid = 9 WHERE rowid = 1") }
      try store.refresh()
      #expect(store.snapshot().elements(offset: 0, limit: 9).map(\.title) == ["B", "C"])
    }

    @Test func whatAGeneratedColumnIsMadeOfIsNoted() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let queue = try otherProgram(path)
      try queue.inDatabase { db in
        try db.execute(
          sql: """
            CREATE TABLE people (id INTEGER PRIMARY KEY, first TEXT, last TEXT, name AS (first || ' ' || last));
            INSERT INTO people VALUES (1, 'a', 'b');
            """)
      }
      let store = try ListStore(following: TableSource(table: "people", id: "id", title: "name"), in: path)
      try queue.inDatabase { try $0.execute(sql: "UPDATE people SET last = 'c'") }
      try store.refresh()
      #expect(store.snapshot().elements(offset: 0, limit: 9).map(\.title) == ["a c"])
    }

    /// Nobody trims what only readers read.
    @Test func notesDoNotGrowWithoutEnd() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let queue = try otherProgram(path)
      try queue.inDatabase { db in
        try db.execute(sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)")
      }
      try ListStore(following: TableSource(table: "people", id: "id", title: "name"), in: path).close()
      let reader = try ListStore(followed: "people", in: path, options: StoreOptions(access: .reading))
      let notes = "grdb_riffle_changes_people"
      func run(_ sql: String) throws { try queue.inDatabase { try $0.execute(sql: sql) } }
      func add(_ name: String) throws { try run("INSERT INTO people (name) VALUES ('\(name)')") }
      for name in ["a", "b", "c"] { try add(name) }
      try reader.refresh()
      let known = try reader.lastSequence()
      // As if so many had come since.
      let next = TableSQL.mostNotes + 1 << 16 - 1
      try run("UPDATE \(notes) SET riffle_sequence = \(next) WHERE riffle_sequence = \(known)")
      try add("d")
      #expect(try queue.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(notes)") } == 2)
      #expect(throws: StoreError.changesGone(after: 1)) { try reader.changes(since: 1, limit: 9) }
      for store in [reader, try ListStore(followed: "people", in: path)] {
        try store.refresh()
        let end = Date(timeIntervalSinceNow: 20)
        while store.state != .ready || store.snapshot().count < 4, Date() < end { usleep(2000) }
        #expect(store.snapshot().elements(offset: 0, limit: 9).map(\.title) == ["a", "b", "c", "d"])
      }
    }

    @Test(arguments: [
      ("CREATE TABLE people (id INTEGER, name TEXT)", "neither its primary key nor unique"),
      ("CREATE TABLE others (id INTEGER PRIMARY KEY, name TEXT)", "no table of that name"),
      ("CREATE TABLE people (key INTEGER PRIMARY KEY, name TEXT)", "no column “id”"),
      ("CREATE TABLE people (id INTEGER PRIMARY KEY)", "no such column: name"),
      ("CREATE VIEW people AS SELECT 1 AS id, 'x' AS name", "it is a view"),
      (
        "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT); CREATE UNIQUE INDEX n ON people (lower(name))",
        "is over an expression"
      ),
    ])
    func tablesThatCannotBeFollowedSayWhy(schema: String, reason: String) throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let queue = try otherProgram(path)
      try queue.inDatabase { try $0.execute(sql: schema) }
      do {
        _ = try ListStore(following: TableSource(table: "people", id: "id", title: "name"), in: path)
        Issue.record("it is followed")
      } catch {
        guard case StoreError.cannotFollow = error else {
          Issue.record("\(error)")
          return
        }
        #expect("\(error)".contains(reason), "\(error)")
      }
      #expect(
        try queue.inDatabase { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'") }
          == [])
    }

    @Test func anOrderThatMayBeNullIsRefused() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      try otherProgram(path).inDatabase { db in
        try db.execute(sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, place INTEGER)")
      }
      let source = TableSource(table: "people", id: "id", title: "name", order: ["place"])
      #expect(throws: StoreError.self) { _ = try ListStore(following: source, in: path) }
    }
  }

  private func sleepAMoment() { usleep(1000) }

  /// A table of another program, and what it does with it.
  private struct FollowedTable {
    let schema: String
    let source: TableSource
    /// What the list is, in SQL that Riffle has no part in.
    let list: String
    let id: String
    let columns: [String]

    static let all = [
      FollowedTable(
        schema: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, alias TEXT, city TEXT, size INTEGER)",
        source: TableSource(
          table: "people", id: "id", title: "name", searchText: "alias || ', ' || city", weight: "size",
          scopes: ["big": "size > 5"]),
        list: "SELECT id, name, alias || ', ' || city, size, size > 5 FROM people ORDER BY id", id: "id",
        columns: ["id", "name", "alias", "city", "size"]),
      FollowedTable(
        schema: "CREATE TABLE people (code TEXT NOT NULL UNIQUE, name TEXT UNIQUE ON CONFLICT REPLACE, size INTEGER)",
        source: TableSource(table: "people", id: "code", title: "name", weight: "size"),
        list: "SELECT code, name, '', size, 0 FROM people ORDER BY rowid", id: "code",
        columns: ["rowid", "code", "name", "size"]),
      FollowedTable(
        schema: """
          CREATE TABLE people (size INTEGER UNIQUE, code TEXT PRIMARY KEY COLLATE NOCASE, name TEXT) WITHOUT ROWID
          """,
        source: TableSource(table: "people", id: "code", title: "name"),
        list: "SELECT code, name, '', 0, 0 FROM people ORDER BY code", id: "code", columns: ["size", "code", "name"]),
      FollowedTable(
        schema: """
          CREATE TABLE people (id NOT NULL UNIQUE, size INTEGER NOT NULL, name TEXT COLLATE NOCASE, UNIQUE (size, name));
          CREATE UNIQUE INDEX few ON people (name) WHERE size = 1;
          """,
        source: TableSource(table: "people", id: "id", title: "name", isSearchable: "size <> 2", order: ["size"]),
        list: "SELECT id, name, '', 0, 0, size <> 2 FROM people ORDER BY size, rowid", id: "id",
        columns: ["rowid", "id", "size", "name"]),
    ]

    func items(_ db: Database) throws -> [Item<ItemID>] {
      try Row.fetchAll(db, sql: list).compactMap { row in
        let id: DatabaseValue = row[0]
        guard
          let id = Int64.fromDatabaseValue(id).map({ ItemID.integer($0) })
            ?? String.fromDatabaseValue(id).map({ .text($0) })
        else { return nil }
        let weight: Int = row[3] ?? 0
        return Item(
          id: id, title: row[1] ?? "", searchText: row[2] ?? "", weight: UInt16(clamping: weight),
          isSearchable: row.count < 6 || row[5] ?? true, scopes: (row[4] ?? false) ? ["big"] : [])
      }
    }

    private func value(_ column: String, _ random: inout RandomText) -> String {
      switch column {
      case "rowid", "size": "\(random.number(below: 12))"
      case "id":
        random.oneIn(5) && schema.contains("id NOT NULL")
          ? "'x\(random.number(below: 9))'" : "\(random.number(below: 25))"
      case "code": "'\(["a", "A", "b", "B", "c"][random.number(below: 5)])\(random.number(below: 6))'"
      default:
        random.oneIn(9) ? "NULL" : "'\(["nam", "Nam", "other"][random.number(below: 3)]) \(random.number(below: 9))'"
      }
    }

    private func conflict(_ random: inout RandomText) -> String {
      ["", "OR REPLACE ", "OR REPLACE ", "OR IGNORE ", "OR FAIL "][random.number(below: 5)]
    }

    func insert(_ random: inout RandomText) -> String {
      let columns = columns.filter { $0 != "rowid" || random.oneIn(3) }
      let values = columns.map { value($0, &random) }.joined(separator: ", ")
      return "INSERT \(conflict(&random))INTO people (\(columns.joined(separator: ", "))) VALUES (\(values))"
        + (random.oneIn(6) ? " ON CONFLICT DO UPDATE SET size = size + 1" : "")
    }

    func statement(_ random: inout RandomText) -> String {
      let column = columns[random.number(below: columns.count)]
      switch random.number(below: 8) {
      case 0:
        return
          "UPDATE \(conflict(&random))people SET \(column) = \(value(column, &random)) WHERE \(id) > \(value(id, &random))"
      case 1:
        return
          "UPDATE \(conflict(&random))people SET \(column) = \(value(column, &random)) WHERE \(id) = \(value(id, &random))"
      case 2: return "UPDATE \(conflict(&random))people SET size = size + 1 WHERE size % 3 = 0"
      case 3: return "DELETE FROM people WHERE \(column) = \(value(column, &random))"
      case 4 where random.oneIn(6): return "DELETE FROM people"
      default: return insert(&random)
      }
    }
  }
#endif
