#if Store
  import Foundation
  import GRDB
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage
  import Testing

  @testable import Riffle
  @testable import RiffleStore

  /// RIFFLE_CASES sets how many random programs there are, RIFFLE_SEED where they begin.
  @Suite struct ListStoreTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1
    private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 8)

    @Test func aStoreIsThereAgainWhenItIsOpened() throws {
      let folder = try TestFolder()
      let path = folder.file("cities.db").string
      do {
        let store = try ListStore(path)
        #expect(store.opening == .built(because: nil))
        let report = try store.write { batch in
          batch.upsert(StoreItem(id: 1, title: "Göteborg", searchText: "Gothenburg", payload: .json(#"{"a":1}"#)))
          batch.upsert(StoreItem(id: "x", title: "Malmö", weight: 7, payload: .bytes([0, 1, 0])))
          batch.delete(id: 99)
        }
        #expect(report.unknownIDs == [99])
        #expect(try store.search("gotenburg").map(\.id) == [1])
        try store.close()
        #expect(throws: StoreError.closed(path: path)) { try store.write { $0.delete(id: 1) } }
      }
      let store = try ListStore(path)
      #expect(store.opening == .mapped(changeCount: 0))
      #expect(try store.search("gotenburg").map(\.id) == [1])
      #expect(try store.item("x")?.payload == .bytes([0, 1, 0]))
      #expect(try store.items([1, 2]).map { $0?.payload } == [.json(#"{"a":1}"#), nil])
      #expect(store.snapshot().element(withID: "x")?.weight == 7)
    }

    @Test func aStoreThatCannotBeWrittenSaysSoUntilItCan() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path, options: StoreOptions(busyTimeout: 0.02))
      #expect(throws: StoreError.idInUse(id: 1)) {
        try store.write { batch in
          batch.insert(StoreItem(id: 1, title: "one"))
          batch.insert(StoreItem(id: 1, title: "one"))
        }
      }
      #expect(store.failure == nil)
      try otherProgram(path).writeWithoutTransaction { db in
        try db.execute(sql: "BEGIN IMMEDIATE")
        #expect(throws: StoreError.self) { try store.write { $0.upsert(StoreItem(id: 2, title: "two")) } }
        if case .failing(.database(_, 5, _)) = store.state {} else { Issue.record("\(store.state)") }
        try db.execute(sql: "COMMIT")
      }
      // Nobody need write for that.
      let end = Date(timeIntervalSinceNow: 20)
      while store.failure != nil, Date() < end { usleep(2000) }
      #expect(store.state == .ready)
    }

    /// As on a disk that is full.
    @Test func aStoreThatCannotBeMadeLeavesNothingBehind() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      // Where its folder should be.
      try Data().write(to: URL(filePath: path + "-riffle"))
      #expect(throws: StoreError.self) { try ListStore(path) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["a.db-riffle"])
    }

    @Test func oneProcessWritesAndOthersFollow() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      #expect(throws: StoreError.missing(path: path)) {
        _ = try ListStore(path, options: StoreOptions(access: .reading))
      }
      let store = try ListStore(path)
      try store.write { $0.upsert(StoreItem(id: 1, title: "one")) }
      #expect(throws: StoreError.otherWriter(path: path)) { _ = try ListStore(path) }
      let reader = try ListStore(path, options: StoreOptions(access: .reading))
      #expect(try reader.search("one").map(\.id) == [1])
      #expect(throws: StoreError.readOnly(path: path)) { try reader.write { $0.delete(id: 1) } }
      try store.write { $0.upsert(StoreItem(id: 2, title: "two")) }
      try reader.refresh()
      #expect(try reader.search("two").map(\.id) == [2])
      try store.checkpoint()
      try store.write { $0.upsert(StoreItem(id: 3, title: "three")) }
      try reader.refresh()
      #expect(try reader.search("three").map(\.id) == [3] && reader.snapshot().count == 3)
    }

    /// What it merged would be lost, and take memory until then.
    @Test func aReaderLeavesFilesToWhoWritesThem() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path)
      func write(_ first: Int) throws {
        try store.write { batch in
          for number in first..<first + 300 {
            batch.upsert(StoreItem(id: .integer(Int64(number)), title: "title \(number)"))
          }
        }
      }
      for first in [0, 300] { try write(first) }
      try store.checkpoint()
      let reader = try ListStore(path, options: StoreOptions(access: .reading))
      try write(600)
      try reader.refresh()
      let statistics = reader.statistics()
      #expect(statistics.runningMerges == 0 && statistics.completedMerges == 0)
      #expect(statistics.segments.map(\.liveCount) == [300, 300, 300])
    }

    /// Batches that fail among others that do not, committed together.
    @Test func whatFailsAmongManyWritersFailsAlone() throws {
      let folder = try TestFolder()
      let store = try ListStore(folder.file("a.db").string)
      try store.write { $0.upsert(StoreItem(id: 0, title: "zero")) }
      let failed = Lock(0)
      let threads = (0..<8).map { writer in
        WorkerThread {
          for number in 0..<50 {
            let id = ItemID.integer(Int64(1 + writer * 50 + number))
            do {
              try store.write { batch in
                batch.upsert(StoreItem(id: id, title: "item \(id)"))
                if number % 5 == 0 { batch.insert(StoreItem(id: 0, title: "in use")) }
              }
              #expect(store.snapshot().element(withID: id)?.title == "item \(id)")
            } catch StoreError.idInUse(id: 0) {
              failed.withLock { $0 += 1 }
              #expect(store.snapshot().element(withID: id) == nil)
            } catch {
              Issue.record(error)
            }
          }
        }
      }
      for thread in threads { thread?.join() }
      #expect(failed.withLock { $0 } == 80 && store.snapshot().count == 321)
    }

    @Test func manyBatchesAreFoundWhenAllAreWritten() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path, settings: StoreSettings(scopes: ["even": "id % 2 = 0"]))
      try store.write { $0.upsert(StoreItem(id: 7, title: "old")) }
      struct Enough: Error {}
      #expect(throws: Enough.self) {
        try store.writeMany { write in
          for first in stride(from: 0, to: 3000, by: 500) {
            var batch = StoreBatch()
            for number in first..<first + 500 {
              batch.upsert(StoreItem(id: .integer(Int64(number)), title: "title \(number)"))
            }
            _ = try write(batch)
            #expect(store.snapshot().isPartial)
          }
          throw Enough()
        }
      }
      let list = store.snapshot()
      #expect(list.count == 3000 && !list.isPartial && list.element(withID: 7)?.title == "title 7")
      #expect(list.element(at: 0)?.id == 7 && list.element(at: 1)?.id == 0)
      #expect(try list.restricted(to: .scope("even")).count == 1500)
      try store.close()
      #expect(try ListStore(path).opening == .mapped(changeCount: 0))
    }

    /// A trigger that somebody adds to the table of a store runs for what the store writes.
    @Test func triggersOfOthersRun() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path)
      try store.write { $0.upsert(StoreItem(id: 1, title: "one")) }
      let queue = try otherProgram(path)
      try queue.inDatabase { db in
        try db.execute(
          sql: """
            CREATE TABLE written (id);
            CREATE TRIGGER note AFTER INSERT ON items BEGIN
              INSERT INTO written VALUES (NEW.id); UPDATE items SET weight = 9 WHERE id = 1;
            END
            """)
      }
      try store.write { $0.upsert(StoreItem(id: 2, title: "two")) }
      #expect(try queue.inDatabase { try Int.fetchAll($0, sql: "SELECT id FROM written") } == [2])
      #expect(store.snapshot().element(withID: 1)?.weight == 9 && store.snapshot().element(withID: 2) != nil)
      try queue.inDatabase { try $0.execute(sql: "DROP TRIGGER note") }
      try store.write { $0.upsert(StoreItem(id: 3, title: "three")) }
      #expect(try queue.inDatabase { try Int.fetchAll($0, sql: "SELECT id FROM written") } == [2])
      #expect(store.snapshot().count == 3)
    }

    /// A list that is replaced as a whole is what a new one with the same items is, and another process sees the same.
    @Test(arguments: seeds) func aReplacedListHasWhatItIsReplacedBy(seed: Int) throws {
      var random = SeededGenerator(seed: UInt64(seed))
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let arrangement: StoreSettings.Arrangement = seed.isMultiple(of: 2) ? .sections : .arrival
      let store = try ListStore(path, settings: StoreSettings(arrangement: arrangement))
      for round in 1...6 {
        var items: [ItemID: StoreItem] = [:]
        for _ in 0..<Int.random(in: 0...60, using: &random) {
          let number = Int64.random(in: 0...80, using: &random)
          let id: ItemID = number.isMultiple(of: 5) ? .text("\(number)") : .integer(number)
          items[id] = StoreItem(
            id: id, title: "title \(Int.random(in: 0...2, using: &random))",
            section: ["", "a", "b"].randomElement(using: &random) ?? "",
            position: Double(Int.random(in: 0...2, using: &random)))
        }
        func all() throws -> [StoreItem] {
          try store.items(store.snapshot().elements(offset: 0, limit: .max).map(\.id)).compactMap(\.self)
        }
        let (before, given) = (try all(), Array(items.values))
        let since = try store.lastSequence()
        try store.write { batch in
          batch.replaceAll { body in for item in given { try body(item) } }
        }
        #expect(
          Dictionary(uniqueKeysWithValues: try all().map { ($0.id, $0) }) == items, "seed \(seed), round \(round)")
        _ = try ListStore.verify(path) { Issue.record("\($0), seed \(seed), round \(round)") }
        let old = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
        let differing = Set(old.keys).union(items.keys).filter { old[$0] != items[$0] }
        let changed = Set(try store.changes(since: since, limit: .max).changes.map(\.id))
        #expect(changed == differing, "seed \(seed), round \(round)")
      }
      try store.close()
    }

    @Test func aListIsAsItWasIfItsItemsCannotBeRead() throws {
      struct Broken: Error {}
      let folder = try TestFolder()
      let store = try ListStore(folder.file("a.db").string)
      try store.write { $0.upsert(StoreItem(id: 1, title: "one")) }
      #expect(throws: StoreError.self) {
        try store.write { batch in
          batch.replaceAll { body in
            try body(StoreItem(id: 2, title: "two"))
            throw Broken()
          }
        }
      }
      #expect(store.snapshot().elements(offset: 0, limit: .max).map(\.title) == ["one"])
      #expect(store.failure == nil)
    }

    @Test func aBatchThatFailsLeavesNothing() throws {
      let folder = try TestFolder()
      let store = try ListStore(folder.file("a.db").string)
      try store.write { $0.upsert(StoreItem(id: 1, title: "one")) }
      #expect(throws: StoreError.idInUse(id: 1)) {
        try store.write { batch in
          batch.upsert(StoreItem(id: 2, title: "two"))
          batch.insert(StoreItem(id: 1, title: "uno"))
        }
      }
      #expect(store.snapshot().count == 1 && store.snapshot().element(at: 0)?.title == "one")
    }

    @Test func aBatchThatExpectsSomethingElseIsNotMade() throws {
      let folder = try TestFolder()
      let store = try ListStore(folder.file("a.db").string, settings: StoreSettings(scopes: ["all": "1"]))
      let item = StoreItem(id: 1, title: "one", section: "a", position: 2, payload: .bytes([1, 2]))
      try store.write { batch in
        batch.expect(id: 1, nil)
        batch.upsert(item)
      }
      var other = item
      other.payload = .bytes([1, 3])
      for wrong in [nil, other] {
        #expect(throws: StoreError.itemChanged(id: 1)) {
          try store.write { batch in
            batch.upsert(StoreItem(id: 2, title: "two"))
            batch.expect(id: 1, wrong)
          }
        }
      }
      #expect(throws: StoreError.itemChanged(id: 3)) { try store.write { $0.expect(id: 3, item) } }
      #expect(store.snapshot().count == 1)
      let read = try store.item(1)
      #expect(read?.scopes == ["all"])
      for expected in [item, read] {
        try store.write { batch in
          batch.expect(id: 1, expected)
          batch.update(id: 1, StorePatch(weight: 0))
        }
      }
    }

    @Test func answersWithoutChangesThatCannotBeReadSayThatTheyArePartial() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path)
      try store.write { $0.upsert(StoreItem(id: 1, title: "one")) }
      // Changes are noted, but which of them are there still cannot be read.
      try otherProgram(path).write {
        try $0.execute(sql: "ALTER TABLE grdb_riffle_lists RENAME COLUMN trimmed TO lost")
      }
      try store.write { $0.upsert(StoreItem(id: 2, title: "two")) }
      #expect(try store.item(2)?.title == "two")
      #expect(store.snapshot().isPartial)
      try otherProgram(path).write {
        try $0.execute(sql: "ALTER TABLE grdb_riffle_lists RENAME COLUMN lost TO trimmed")
      }
      try store.close()
      let mended = try ListStore(path)
      #expect(try !mended.snapshot().isPartial && mended.search("two").map(\.id) == [2])
    }

    @Test func textsAreKeptAsTheyAre() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let titles = ["", "a\u{0}b", "e\u{301}", "\u{E9}", "👩‍👩‍👧", "' \" ; --", String(repeating: "x", count: 100_000)]
      let items = titles.map { StoreItem(id: .text($0), title: $0, searchText: $0, reading: $0, section: $0) }
      do {
        let store = try ListStore(path)
        try store.write { $0.upsert(contentsOf: items) }
        try store.close()
      }
      let store = try ListStore(path)
      #expect(try store.items(titles.map { .text($0) }) == items)
      for (position, title) in titles.enumerated() {
        #expect(store.snapshot().element(at: position)?.id == .text(title))
      }
    }

    /// A store beside the plain table: written in any way, closed or left without a word, and opened again.
    @Test(arguments: seeds) func aStoreIsItsTable(seed: Int) throws {
      let folder = try TestFolder()
      var random = RandomText(seed: UInt64(seed), mixesScripts: seed % 4 == 0)
      let path = folder.file("a.db").string
      let settings = random.storeSettings()
      var store: ListStore? = try ListStore(path, settings: settings)
      for round in 0..<12 {
        if store == nil { store = try ListStore(path) }
        guard let open = store else { return }
        for _ in 0..<random.number(below: 4) {
          let batch = random.storeBatch(open.snapshot(), settings)
          do { try open.write(batch) } catch StoreError.idInUse {}
        }
        if random.oneIn(4) { try random.writeSQL(path, open.snapshot()) }
        try open.refresh()
        let table = try StoredTable(path, settings)
        if let difference = random.difference(between: open.snapshot(), and: try table.index().snapshot()) {
          Issue.record("\(difference), seed \(seed), round \(round)")
        }
        for item in table.items.prefix(3) { #expect(try open.item(item.id) == item, "seed \(seed)") }
        switch random.number(below: 6) {
        case 0:
          try open.close()
          store = nil
        case 1: store = nil
        case 2: try open.checkpoint()
        case 3: try open.rebuild()
        case 4: try open.optimize()
        default: break
        }
      }
    }
  }

  extension RandomText {
    fileprivate mutating func storeBatch(
      _ list: Snapshot<Item<ItemID>, ItemID>, _ settings: StoreSettings
    ) -> StoreBatch {
      StoreBatch(
        storeChanges(settings) { random in
          if random.oneIn(2), list.count > 0, let item = list.element(at: random.number(below: list.count)) {
            return item.id
          }
          let number = random.number(below: 60)
          return number % 3 == 0 ? .text("id \(number)") : .integer(Int64(number) - 20)
        })
    }

    /// What another program does to the table.
    fileprivate mutating func writeSQL(_ path: String, _ list: Snapshot<Item<ItemID>, ItemID>) throws {
      let statements = [
        "UPDATE items SET title = title || ' x' WHERE weight > 3",
        "DELETE FROM items WHERE position = \(number(below: 5))",
        "INSERT OR REPLACE INTO items (number, id, title) SELECT max(number), 'n\(number(below: 9))', 'new' FROM items",
        "INSERT OR REPLACE INTO items (id, title) VALUES (\(number(below: 40)), 'replaced \(number(below: 1000))')",
        "UPDATE OR REPLACE items SET id = \(number(below: 40)) WHERE number = (SELECT min(number) FROM items)",
        "UPDATE OR REPLACE items SET number = number + 1 WHERE number % 5 = 0",
        "INSERT OR IGNORE INTO items (id, title) VALUES (\(number(below: 40)), 'ignored \(number(below: 1000))')",
        "DELETE FROM items",
      ]
      let queue = try otherProgram(path)
      let rollsBack = oneIn(5)
      try queue.inDatabase { db in
        try db.inTransaction {
          for _ in 0..<1 + number(below: 3) {
            try db.execute(sql: statements[oneIn(30) ? statements.count - 1 : number(below: statements.count - 1)])
          }
          return rollsBack ? .rollback : .commit
        }
      }
      try queue.close()
    }
  }
#endif
