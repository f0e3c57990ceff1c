#if Store
  import GRDB
  import Riffle
  import RiffleStoreTestSupport
  import SystemPackage
  import Testing

  import struct RiffleTestSupport.RandomText
  import func RiffleTestSupport.setting

  @testable import RiffleList
  @testable import RiffleStore

  /// Lists over tables of other programs. RIFFLE_CASES sets how many random programs there are, RIFFLE_SEED where they begin.
  @Suite struct FollowedListTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1
    private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 8)

    private static let types = ["TEXT NOT NULL", "TEXT NOT NULL COLLATE NOCASE", "NOT NULL", "INTEGER NOT NULL"]
    /// Some of which look alike, or are alike to some columns.
    private static let values = ["'a'", "'A'", "'b'", "''", "1", "'1'", "1.0", "2", "'\u{E9}'", "'e\u{301}'", "'1.0'"]

    private static func value(_ random: inout RandomText) -> String {
      random.oneIn(3) ? "\(random.number(below: 40))" : values[random.number(below: values.count)]
    }

    /// The sections are what stands in a column, whatever that is.
    @Test(arguments: seeds) func sectionsAreThoseOfTheTable(seed: Int) throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      var random = RandomText(seed: UInt64(seed))
      let type = Self.types[random.number(below: Self.types.count)]
      let queue = try otherProgram(path)
      let hasIndex = random.oneIn(2)
      try queue.write { db in
        try db.execute(sql: "CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT, kind \(type), place REAL NOT NULL)")
        if hasIndex { try db.execute(sql: "CREATE INDEX kinds ON people (kind, place)") }
      }
      let source = TableSource(
        table: "people", id: "id", title: "name", order: ["kind", "place"], section: random.oneIn(2) ? "kind" : "KIND")
      let list = try ListModel(ListStore(following: source, in: path))
      for round in 0..<10 {
        let before = list.view
        let statements = (0..<1 + random.number(below: random.oneIn(3) ? 40 : 4)).map { _ in
          Self.statement(&random)
        }
        try queue.write { db in for (sql, arguments) in statements { try db.execute(sql: sql, arguments: arguments) } }
        try list.catchUp()
        let view = list.view.snapshot()
        let rows = try queue.read { db in
          try Row.fetchAll(
            db,
            sql: """
              SELECT id, dense_rank() OVER (ORDER BY kind) AS number, CAST(kind AS TEXT) AS kind FROM people
              ORDER BY people.kind, place, rowid
              """)
        }
        let comment: Comment = "seed \(seed), round \(round), \(type)"
        #expect(view.sections.flatMap(\.rows).map(\.id) == rows.map { RowID(.text($0["id"])) }, comment)
        #expect(try list.view.changes(since: before).apply(to: before.snapshot()) == view, comment)
        #expect(Set(view.sections.map(\.id)).count == view.sections.count, comment)
        let numbers = view.sections.enumerated().flatMap { number, section in section.rows.map { _ in number + 1 } }
        let kinds = Dictionary(grouping: rows) { SectionID(section: $0["kind"]) }
        let isAmbiguous = kinds.values.contains { rows in Set(rows.map { $0["number"] as Int }).count > 1 }
        // Two values that look alike would be one section in two places.
        let isOne = isAmbiguous && view.sections.count == 1
        #expect(isOne || numbers == rows.map { $0["number"] }, comment)
        if !isAmbiguous { #expect(view.sections.allSatisfy { kinds[$0.id] != nil }, comment) }
      }
    }

    private static func statement(_ random: inout RandomText) -> (String, StatementArguments) {
      let id = "\(random.number(below: 60))"
      switch random.number(below: 5) {
      case 0: return ("DELETE FROM people WHERE id = ?", [id])
      case 1: return ("UPDATE people SET kind = \(value(&random)) WHERE id = ?", [id])
      case 2: return ("UPDATE people SET kind = \(value(&random)) WHERE kind = \(value(&random))", [])
      default:
        let (title, place) = (random.title(), random.number(below: 4))
        return ("INSERT OR REPLACE INTO people VALUES (?, ?, \(value(&random)), ?)", [id, title, place])
      }
    }
  }
#endif
