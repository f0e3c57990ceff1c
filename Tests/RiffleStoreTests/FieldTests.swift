#if Store
  import GRDB
  import Riffle
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage
  import Testing

  @testable import RiffleStore

  /// Fields of stores and of followed tables. RIFFLE_CASES sets how many random programs there are, RIFFLE_SEED where they begin.
  @Suite struct FieldTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1
    private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 8)

    private static let fields: [FieldDefinition] = [
      FieldDefinition("country", .keyword), FieldDefinition("tags", .keyword, isFolded: true, hasSeveralValues: true),
      FieldDefinition("population", .integer), FieldDefinition("rating", .real), FieldDefinition("founded", .time),
      FieldDefinition("capital", .boolean),
    ]
    private static let cities = [
      StoreItem(
        id: 1, title: "Göteborg",
        fields: [
          "country": ["SE"], "tags": ["Hamn", "a \"b\", c"], "population": [604_616], "rating": [4.5],
          "founded": [.time(Timestamp(millisecondsSince1970: -10_975_305_600_000))], "capital": [false],
        ]),
      StoreItem(id: 2, title: "Oslo", fields: ["country": ["NO"], "population": [709_037], "capital": [true]]),
      StoreItem(id: 3, title: "Nowhere"),
    ]

    private static func ids(_ store: ListStore, _ filter: String) throws -> [ItemID] {
      try store.snapshot().filtered(by: filter).elements(offset: 0, limit: .max).map(\.id)
    }

    @Test func fieldsAreThereAgainWhenAStoreIsOpened() throws {
      let folder = try TestFolder()
      let path = folder.file("cities.db").string
      do {
        let store = try ListStore(path, settings: StoreSettings(fields: Self.fields))
        try store.write { $0.upsert(contentsOf: Self.cities) }
        try store.close()
      }
      let store = try ListStore(path)
      #expect(store.opening == .mapped(changeCount: 0))
      #expect(try store.list.settings.fields == Self.fields)
      #expect(try store.items([1, 2, 3]) == Self.cities)
      #expect(try Self.ids(store, "country = SE OR population > 700000") == [1, 2])
      #expect(try Self.ids(store, "tags = hamn AND founded < 1900 AND rating >= 4.5 AND NOT capital") == [1])
      #expect(try Self.ids(store, "country IS NULL") == [3])
      let counts = try store.snapshot().facets([Facet("country")])[0]
      #expect(counts.values.map(\.value) == ["NO", "SE"] && counts.missingCount == 1)
      #expect(try store.snapshot().sorted(by: [.descending("population")]).elements(limit: 9).map(\.id) == [2, 1, 3])
      try store.write { $0.update(id: 2, StorePatch(fields: ["country": [], "rating": [3]])) }
      #expect(try store.item(2)?.fields == ["population": [709_037], "capital": [true], "rating": [3.0]])
      #expect(try Self.ids(store, "rating = 3 AND country IS NULL") == [2])
    }

    @Test func valuesThatAFieldDoesNotHoldAreErrorsThatNameIt() throws {
      let folder = try TestFolder()
      let store = try ListStore(folder.file("a.db").string, settings: StoreSettings(fields: Self.fields))
      func write(_ fields: [String: [FieldValue]]) throws {
        try store.write { batch in
          batch.upsert(StoreItem(id: 1, title: "kept by no one"))
          batch.upsert(StoreItem(id: 2, title: "wrong", fields: fields))
        }
      }
      #expect(throws: StoreError.unknownField("land", known: Self.fields.map(\.name))) { try write(["land": ["SE"]]) }
      #expect(throws: StoreError.wrongValue(field: "population", kind: .integer, value: "many")) {
        try write(["population": ["many"]])
      }
      #expect(throws: StoreError.severalValues(field: "country")) { try write(["country": ["SE", "NO"]]) }
      #expect(throws: StoreError.wrongValue(field: "capital", kind: .boolean, value: 1)) {
        try store.write { $0.update(id: 2, StorePatch(fields: ["capital": [1]])) }
      }
      #expect(store.snapshot().count == 0)
      #expect(store.failure == nil)
    }

    @Test func fieldsWithNamesThatCannotBeColumnsAreRefused() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      func make(_ names: String..., scopes: [String: String] = [:]) throws {
        let fields = names.map { FieldDefinition($0, .keyword) }
        try ListStore(path, settings: StoreSettings(scopes: scopes, fields: fields)).close()
      }
      for name in ["", "a\u{0}", String(repeating: "x", count: 101)] {
        #expect(throws: StoreError.self, "\(name)") { try make(name) }
      }
      #expect(throws: StoreError.cannotHaveField("Land", reason: "another field has this name")) {
        try make("land", "Land")
      }
      #expect(throws: StoreError.cannotHaveField("big", reason: "a scope has this name")) {
        try make("big", scopes: ["big": "weight > 1"])
      }
      // No store is left of those.
      #expect(throws: StoreError.missing(path: path)) {
        try ListStore(path, options: StoreOptions(access: .reading)).close()
      }
      try make("id", "payload", "a\"b]`'", "ö.%", "select")
      let store = try ListStore(path)
      let item = StoreItem(id: 1, title: "one", fields: ["id": ["x"], "a\"b]`'": ["y"], "ö.%": ["z"]])
      try store.write { $0.upsert(item) }
      #expect(try store.item(1) == item)
      #expect(try Self.ids(store, "id = x AND `a\"b]``'` = y AND ö.% = z") == [1])
    }

    @Test func aFieldIsAddedToAListAndRemovedFromIt() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      func open(_ fields: [FieldDefinition]) throws -> ListStore {
        try ListStore(path, settings: StoreSettings(fields: fields))
      }
      let (size, year) = (FieldDefinition("size", .integer), FieldDefinition("year", .integer))
      var store = try ListStore(path)
      try store.write { $0.upsert(StoreItem(id: 1, title: "one")) }
      try store.close()
      store = try open([size])
      #expect(try Self.ids(store, "size IS NULL") == [1])
      try store.write { $0.update(id: 1, StorePatch(fields: ["size": [12]])) }
      try store.close()
      store = try open([year, size])
      #expect(try Self.ids(store, "size = 12 AND year IS NULL") == [1])
      try store.close()
      // Values that fit another type are kept.
      store = try open([FieldDefinition("size", .keyword)])
      #expect(try store.item(1)?.fields == ["size": ["12"]])
      #expect(try Self.ids(store, "size = 12") == [1])
      try store.close()
      store = try open([])
      #expect(try store.item(1)?.fields == [:])
      try store.close()
      store = try open([size])
      #expect(try store.item(1)?.fields == [:])
      #expect(try Self.ids(store, "size EXISTS") == [])
      #expect(try ListStore.verify(path) { _ in }.faultCount == 0)
    }

    // MARK: - Plain arrays

    /// A condition as a text, and for a plain item.
    private struct Condition {
      let text: String
      let isMet: (StoreItem) -> Bool

      static func random(_ random: inout RandomText, depth: Int = 2) -> Condition {
        func first(_ item: StoreItem, _ field: String) -> FieldValue? { item.fields[field]?.first }
        switch random.number(below: depth > 0 ? 9 : 6) {
        case 0:
          let country = countries[random.number(below: countries.count)]
          return Condition(text: "country = '\(country)'") { first($0, "country") == .text(country) }
        case 1:
          let number = random.number(below: 20)
          return Condition(text: "population >= \(number)") { item in
            if case .integer(let own)? = first(item, "population") { own >= number } else { false }
          }
        case 2: return Condition(text: "capital") { first($0, "capital") == true }
        case 3: return Condition(text: "rating EXISTS") { first($0, "rating") != nil }
        case 4:
          let tag = tags[random.number(below: tags.count)]
          return Condition(text: "tags = '\(tag)'") { item in
            (item.fields["tags"] ?? []).contains { "\($0)".lowercased() == tag.lowercased() }
          }
        case 5:
          let day = random.number(below: 10)
          return Condition(text: "founded < 2024-05-\(day < 9 ? "0" : "")\(day + 1)T00:00Z") { item in
            if case .time(let time)? = first(item, "founded") { time < FieldTests.day(day) } else { false }
          }
        case 6:
          let other = Condition.random(&random, depth: depth - 1)
          return Condition(text: "NOT (\(other.text))") { !other.isMet($0) }
        default:
          let (a, b) = (Condition.random(&random, depth: depth - 1), Condition.random(&random, depth: depth - 1))
          return random.oneIn(2)
            ? Condition(text: "(\(a.text)) AND (\(b.text))") { a.isMet($0) && b.isMet($0) }
            : Condition(text: "\(a.text) OR \(b.text)") { a.isMet($0) || b.isMet($0) }
        }
      }
    }

    private static let countries = ["SE", "NO", "", "São Tomé", "it's"].map { $0.replacing("'", with: "") }
    private static let tags = ["port", "PORT", "rail", "x, y", "[1]"]

    private static func day(_ day: Int) -> Timestamp {
      Timestamp(millisecondsSince1970: 1_714_521_600_000 + Int64(day) * 86_400_000)
    }

    private static func values(_ random: inout RandomText) -> [String: [FieldValue]] {
      var values: [String: [FieldValue]] = [:]
      if random.oneIn(2) { values["country"] = [.text(countries[random.number(below: countries.count)])] }
      if random.oneIn(2) { values["population"] = [.integer(Int64(random.number(below: 20)))] }
      if random.oneIn(2) { values["rating"] = [.real(Double(random.number(below: 9)) / 2)] }
      if random.oneIn(2) { values["capital"] = [.boolean(random.oneIn(2))] }
      if random.oneIn(2) { values["founded"] = [.time(day(random.number(below: 10)))] }
      let own = tags.filter { _ in random.oneIn(3) }
      if !own.isEmpty { values["tags"] = own.map { .text($0) } }
      return values
    }

    /// Compares a list with a plain array: what is left by filters, its counts, and its order.
    private static func check(
      _ list: Snapshot<Item<ItemID>, ItemID>, _ items: [StoreItem], _ random: inout RandomText, _ comment: Comment
    ) throws {
      for _ in 0..<4 {
        let condition = Condition.random(&random)
        let left = items.filter(condition.isMet)
        let found = try list.filtered(by: condition.text)
        let about: Comment = "\(condition.text), \(comment)"
        #expect(found.elements(offset: 0, limit: .max).map(\.id) == left.map(\.id), about)
        let counts = try found.facets([Facet("country", limit: 99), Facet("population", limit: 0)])
        var expected: [FieldValue: Int] = [:]
        for value in left.compactMap({ $0.fields["country"]?.first }) { expected[value, default: 0] += 1 }
        #expect(Dictionary(uniqueKeysWithValues: counts[0].values.map { ($0.value, $0.count) }) == expected, about)
        #expect(counts[0].missingCount == left.count { $0.fields["country"] == nil }, about)
        let numbers = left.compactMap { item -> Int64? in
          if case .integer(let number)? = item.fields["population"]?.first { number } else { nil }
        }
        #expect(counts[1].greatest == numbers.max().map { .integer($0) }, about)
        let sorted = left.enumerated().sorted { a, b in
          let keys = [a, b].map { entry -> Int64 in
            if case .integer(let number)? = entry.element.fields["population"]?.first { -number } else { .max }
          }
          return (keys[0], a.offset) < (keys[1], b.offset)
        }
        let answer = try found.sorted(by: [.descending("population")])
        #expect(answer.elements(limit: .max).map(\.id) == sorted.map(\.element.id), about)
      }
    }

    @Test(arguments: seeds) func aStoreFiltersCountsAndSortsAsAPlainArray(seed: Int) throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      var random = RandomText(seed: UInt64(seed))
      let settings = StoreSettings(fields: Self.fields)
      var model = StoreModel()
      var store = try ListStore(path, settings: settings)
      let reader = try ListStore(path, options: StoreOptions(access: .reading))
      for round in 0..<12 {
        let comment: Comment = "seed \(seed), round \(round)"
        let changes = (0..<1 + random.number(below: random.oneIn(3) ? 400 : 6)).map { _ -> StoreChange in
          let id = ItemID.integer(Int64(random.number(below: 300)))
          switch random.number(below: 6) {
          case 0: return .delete(id)
          case 1:
            var fields = Self.values(&random)
            if random.oneIn(2) { fields["country"] = [] }
            return .update(id, StorePatch(fields: fields))
          default: return .upsert(StoreItem(id: id, title: "title \(id)", fields: Self.values(&random)))
          }
        }
        try store.write(StoreBatch(changes))
        try model.apply(changes)
        if random.oneIn(4) {
          try store.close()
          store = try ListStore(path)
        } else if random.oneIn(4) {
          try store.rebuild()
        }
        try Self.check(store.snapshot(), model.items, &random, comment)
        try reader.refresh()
        try Self.check(reader.snapshot(), model.items, &random, comment)
      }
      #expect(try store.items(model.items.map(\.id)) == model.items, "seed \(seed)")
      #expect(try ListStore.verify(path) { Issue.record("\($0)") }.faultCount == 0, "seed \(seed)")
    }

    // MARK: - Followed tables

    @Test func valuesOfATableAreReadByTheTypeOfTheField() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let queue = try otherProgram(path)
      try queue.write { try $0.execute(sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, v)") }
      let kinds: [(String, FieldDefinition)] = [
        ("k", FieldDefinition("k", .keyword)), ("m", FieldDefinition("m", .keyword, hasSeveralValues: true)),
        ("i", FieldDefinition("i", .integer)), ("r", FieldDefinition("r", .real)), ("t", FieldDefinition("t", .time)),
        ("b", FieldDefinition("b", .boolean)),
      ]
      let source = TableSource(
        table: "people", id: "id", title: "name", fields: kinds.map { TableField($0.1, "v") })
      let store = try ListStore(following: source, in: path)
      let noon = FieldValue.time(Timestamp(millisecondsSince1970: 43_200_000))
      let rows: [(sql: String, fields: [String: [FieldValue]])] = [
        ("NULL", [:]),
        (
          "7",
          [
            "k": ["7"], "m": ["7"], "i": [7], "r": [7.0], "t": [.time(Timestamp(millisecondsSince1970: 7000))],
            "b": [true],
          ]
        ),
        (
          "0.5",
          ["k": ["0.5"], "m": ["0.5"], "r": [0.5], "t": [.time(Timestamp(millisecondsSince1970: 500))], "b": [true]]
        ),
        ("'12'", ["k": ["12"], "m": ["12"], "i": [12], "r": [12.0]]),
        ("'False'", ["k": ["False"], "m": ["False"], "b": [false]]),
        ("'1970-01-01 12:00:00'", ["k": ["1970-01-01 12:00:00"], "m": ["1970-01-01 12:00:00"], "t": [noon]]),
        ("'[\"a\",\"b\",\"a\"]'", ["k": ["[\"a\",\"b\",\"a\"]"], "m": ["a", "b"]]),
        (
          #"'[ "\u00e9", 1, null, 0.5, true]'"#,
          ["k": [.text(#"[ "\u00e9", 1, null, 0.5, true]"#)], "m": ["é", "1", "0.5", "true"]]
        ),
        ("'[\"]'", ["k": ["[\"]"], "m": ["[\"]"]]), ("'[a'", ["k": ["[a"], "m": ["[a"]]),
        ("'[]'", ["k": ["[]"]]),
        (
          "9e999",
          [
            "k": ["Inf"], "m": ["Inf"], "r": [.real(.infinity)], "t": [.time(Timestamp(millisecondsSince1970: .max))],
            "b": [true],
          ]
        ),
        ("x'6162'", ["k": ["ab"], "m": ["ab"]]),
        (
          "9223372036854775807",
          [
            "k": ["9223372036854775807"], "m": ["9223372036854775807"], "i": [.integer(.max)], "r": [0x1p63],
            "b": [true],
          ]
        ),
      ]
      try queue.write { db in
        for (index, row) in rows.enumerated() {
          try db.execute(sql: "INSERT INTO people VALUES (\(index), 'x', \(row.sql))")
        }
      }
      try store.refresh()
      for (index, row) in rows.enumerated() {
        let id = ItemID.integer(Int64(index))
        #expect(try store.item(id)?.fields == row.fields, "\(row.sql)")
        #expect(store.snapshot().element(withID: id)?.fields == row.fields, "\(row.sql)")
      }
    }

    @Test func expressionsThatCannotBeReadAreErrorsThatNameTheirField() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      try otherProgram(path).write { try $0.execute(sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)") }
      func follow(_ expression: String) throws {
        let field = TableField(FieldDefinition("age", .integer), expression)
        _ = try ListStore(following: TableSource(table: "people", id: "id", title: "name", fields: [field]), in: path)
      }
      #expect(throws: StoreError.cannotHaveField("age", reason: "no such column: born")) { try follow("2024 - born") }
      #expect(throws: StoreError.self) { try follow("(SELECT max(id) FROM people)") }
      try follow("length(name)")
    }

    @Test(arguments: seeds) func aFollowedTableFiltersCountsAndSortsAsAPlainArray(seed: Int) throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      var random = RandomText(seed: UInt64(seed))
      let queue = try otherProgram(path)
      try queue.write { db in
        try db.execute(
          sql: "CREATE TABLE towns (id INTEGER PRIMARY KEY, name TEXT, land, tag, people, stars, since, flags INTEGER)")
      }
      let expressions = ["land", "tag", "people / 10", "stars", "since", "flags & 1"]
      let source = TableSource(
        table: "towns", id: "id", title: "name", fields: zip(Self.fields, expressions).map { TableField($0, $1) })
      var store = try ListStore(following: source, in: path)
      for round in 0..<10 {
        try queue.write { db in
          for _ in 0..<1 + random.number(below: random.oneIn(3) ? 200 : 5) {
            let (id, values) = (random.number(below: 200), Self.values(&random))
            func sql(_ field: String, _ body: (FieldValue) -> String) -> String {
              values[field]?.first.map(body) ?? "NULL"
            }
            let columns: [(String, String)] = [
              ("land", sql("country") { "'\($0)'" }),
              ("tag", values["tags"].map { "'\(KeywordArray.text($0.map { "\($0)" }))'" } ?? "NULL"),
              ("people", sql("population") { "\($0)5" }), ("stars", sql("rating") { "\($0)" }),
              ("since", sql("founded") { "'\($0)'" }), ("flags", sql("capital") { $0 == true ? "3" : "2" }),
            ]
            switch random.number(below: 5) {
            case 0: try db.execute(sql: "DELETE FROM towns WHERE id = \(id)")
            case 1:
              // A column that only a field reads.
              let (column, value) = columns[random.number(below: columns.count)]
              try db.execute(sql: "UPDATE towns SET \(column) = \(value) WHERE id = \(id)")
            default:
              try db.execute(
                sql: "INSERT OR REPLACE INTO towns VALUES (\(id), 'x', \(columns.map(\.1).joined(separator: ", ")))")
            }
          }
        }
        if random.oneIn(3) {
          try store.close()
          store = try ListStore(followed: "towns", in: path)
        } else {
          try store.refresh()
        }
        let items = try queue.read { db in
          try Row.fetchAll(db, sql: "SELECT * FROM towns ORDER BY id").map { row -> StoreItem in
            var fields: [String: [FieldValue]] = [:]
            if let land: String = row["land"] { fields["country"] = [.text(land)] }
            if let tag: String = row["tag"] { fields["tags"] = KeywordArray.keywords(tag).map { .text($0) } }
            if let people: Int64 = row["people"] { fields["population"] = [.integer(people / 10)] }
            if let stars: Double = row["stars"] { fields["rating"] = [.real(stars)] }
            if let since: String = row["since"] { fields["founded"] = Timestamp(since).map { [.time($0)] } }
            if let flags: Int64 = row["flags"] { fields["capital"] = [.boolean(flags & 1 == 1)] }
            return StoreItem(id: .integer(row["id"]), title: row["name"], fields: fields)
          }
        }
        let comment: Comment = "seed \(seed), round \(round)"
        #expect(store.snapshot().elements(offset: 0, limit: .max).map(\.fields) == items.map(\.fields), comment)
        try Self.check(store.snapshot(), items, &random, comment)
      }
    }
  }
#endif
