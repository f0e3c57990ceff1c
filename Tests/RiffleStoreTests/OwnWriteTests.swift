#if Store
  import GRDB
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage
  import Testing

  @testable import Riffle
  @testable import RiffleStore

  /// The changes of a store's own transactions, which its index gets without reading them from the table.
  ///
  /// RIFFLE_CASES sets how many random programs there are, RIFFLE_SEED where they begin.
  @Suite struct OwnWriteTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1
    private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 12)

    private let folder: TestFolder
    private let path: String

    init() throws {
      folder = try TestFolder()
      path = folder.file("a.db").string
    }

    private static func item(_ id: ItemID, _ title: String) -> StoreItem { StoreItem(id: id, title: title) }

    private static func titles(_ store: ListStore) -> [String] {
      store.snapshot().elements(offset: 0, limit: .max).map(\.title)
    }

    /// Commits a batch as a store does, and leaves its index as it was.
    private static func commit(_ store: ListStore, _ body: (inout StoreBatch) -> Void) throws -> OwnNotes {
      var batch = StoreBatch()
      body(&batch)
      let table = OwnTable(store.indexer.record.sql)
      let written = try store.database.write(
        [batch], begin: { try table.begin($0, collects: true) },
        { batch, notes, db in _ = try ItemsTable.apply(batch, table, &notes, db) })
      for result in written.results { try result.get() }
      return try #require(written.context)
    }

    /// - Returns: a store that does not follow the writes of others by itself.
    private static func twoItems(_ path: String, _ settings: StoreSettings? = nil) throws -> ListStore {
      let store = try ListStore(path, settings: settings)
      store.upkeep.stop()
      try store.write { $0.upsert(contentsOf: [item(1, "one"), item("b", "two")]) }
      return store
    }

    // MARK: - What is collected

    @Test(arguments: [
      StoreSettings(), StoreSettings(arrangement: .alphabet(locales: ["en"])), StoreSettings(scopes: ["b": "id = 'b'"]),
      StoreSettings(fields: [FieldDefinition("size", .real)]),
    ])
    func changesAreAppliedAsTheTableHasThem(settings: StoreSettings) throws {
      let store = try Self.twoItems(path, settings)
      let notes = try Self.commit(store) { batch in
        batch.upsert(Self.item(3, "three"))
        batch.upsert(Self.item("b", "twice"))
        batch.update(id: 3, StorePatch(title: "trois", weight: 9))
        batch.insert(Self.item(4, "four"))
        batch.delete(id: 1)
      }
      #expect(notes.changes?.count == 4)
      #expect(store.indexer.apply(notes) && store.indexer.sequence == notes.last)
      let table = try StoredTable(path, settings).index().snapshot()
      #expect(store.snapshot().elements(offset: 0, limit: .max) == table.elements(offset: 0, limit: .max))
      #expect(try store.lastSequence() == notes.last)
      // Once is enough.
      #expect(store.indexer.apply(notes))
    }

    @Test func valuesOfFieldsAreThoseThatTheTableKeeps() throws {
      let fields = [FieldDefinition("size", .real), FieldDefinition("tags", .keyword, hasSeveralValues: true)]
      let store = try Self.twoItems(path, StoreSettings(fields: fields))
      let notes = try Self.commit(store) { batch in
        batch.upsert(StoreItem(id: 1, title: "one", fields: ["size": [2], "tags": ["x", "x"]]))
        batch.upsert(StoreItem(id: 5, title: "five", fields: ["size": [.real(-0.0)]]))
      }
      #expect(store.indexer.apply(notes))
      #expect(store.snapshot().element(withID: 1)?.fields == ["size": [2.0], "tags": ["x"]])
      #expect(store.snapshot().element(withID: 5)?.fields == ["size": [.real(0)]])
    }

    @Test func aBatchOfManyChangesIsReadFromTheTable() throws {
      let store = try Self.twoItems(path)
      func rows(_ first: Int64, _ count: Int64) -> [StoreItem] {
        (first..<first + count).map { Self.item(.integer($0), "row \($0)") }
      }
      #expect(try Self.commit(store) { $0.upsert(contentsOf: rows(100, 256)) }.changes?.count == 256)
      #expect(try Self.commit(store) { $0.upsert(contentsOf: rows(500, 257)) }.changes == nil)
    }

    /// The place of a row in a section depends on its neighbours, of which the table knows.
    @Test func placesInSectionsAreReadFromTheTable() throws {
      let store = try Self.twoItems(path, StoreSettings(arrangement: .sections))
      #expect(try Self.commit(store) { $0.upsert(Self.item(1, "one")) }.changes == nil)
      try store.refresh()
      let patch = StorePatch(title: "uno")
      let notes = try Self.commit(store) { $0.update(id: 1, patch) }
      #expect(store.indexer.apply(notes) && store.snapshot().element(withID: 1)?.title == "uno")
      #expect(try Self.commit(store) { $0.update(id: 1, StorePatch(section: "s")) }.changes == nil)
    }

    @Test func anItemThatIsDeletedAndComesAgainIsAtTheEnd() throws {
      let store = try Self.twoItems(path)
      try store.write { batch in
        batch.delete(id: 1)
        batch.upsert(Self.item(1, "one"))
        batch.upsert(Self.item(7, "seven"))
        batch.delete(id: 7)
      }
      #expect(Self.titles(store) == ["two", "one"])
    }

    /// If the greatest number is taken, SQLite gives a new row any other one.
    @Test func aRowThatIsNotTheLastIsAtItsPlace() throws {
      let store = try Self.twoItems(path)
      let program = try otherProgram(path)
      try program.write {
        try $0.execute(sql: "INSERT INTO items (number, id, title) VALUES (\(Int64.max), 9, 'last')")
      }
      try store.refresh()
      let notes = try Self.commit(store) { $0.upsert(Self.item(3, "between")) }
      #expect(notes.changes == nil && !store.indexer.apply(notes))
      try store.write { $0.upsert(Self.item(4, "another")) }
      let table = try StoredTable(path, StoreSettings())
      #expect(Self.titles(store) == table.items.map(\.title) && Self.titles(store).last == "last")
    }

    // MARK: - What else has been written

    @Test func changesOfOthersInBetweenAreReadFirst() throws {
      let store = try Self.twoItems(path)
      let first = try Self.commit(store) { $0.upsert(Self.item(1, "uno")) }
      let second = try Self.commit(store) { $0.upsert(Self.item(1, "un")) }
      // Without the first ones, the second ones would be at the wrong place of the history.
      #expect(!store.indexer.apply(second) && Self.titles(store) == ["one", "two"])
      #expect(store.indexer.apply(first) && store.indexer.apply(second) && Self.titles(store) == ["un", "two"])
      let late = try Self.commit(store) { $0.upsert(Self.item(1, "eins")) }
      try store.write { $0.upsert(Self.item("b", "zwei")) }
      #expect(store.indexer.apply(late) && Self.titles(store) == ["eins", "zwei"])
      let program = try otherProgram(path)
      try program.write { try $0.execute(sql: "UPDATE items SET title = 'deux' WHERE id = 'b'") }
      let after = try Self.commit(store) { $0.upsert(Self.item(1, "un")) }
      #expect(after.changes != nil && !store.indexer.apply(after))
      try store.write { _ in }
      #expect(Self.titles(store) == ["un", "deux"])
    }

    @Test func anotherSchemaIsCheckedBeforeChangesAreApplied() throws {
      let store = try Self.twoItems(path)
      try otherProgram(path).write { try $0.execute(sql: "CREATE TABLE other (x)") }
      let notes = try Self.commit(store) { $0.upsert(Self.item(1, "uno")) }
      #expect(notes.changes != nil && !store.indexer.apply(notes))
      try store.write { $0.upsert(Self.item("b", "due")) }
      #expect(Self.titles(store) == ["uno", "due"])
    }

    @Test func whatTriggersChangeIsReadFromTheTable() throws {
      let store = try Self.twoItems(path)
      try otherProgram(path).write {
        try $0.execute(
          sql: "CREATE TRIGGER t AFTER UPDATE OF title ON items BEGIN UPDATE items SET weight = 9 WHERE id = 'b'; END")
      }
      #expect(try Self.commit(store) { $0.upsert(Self.item(1, "uno")) }.changes == nil)
      let report = try store.write { $0.upsert(Self.item(1, "un")) }
      #expect(store.snapshot().element(withID: "b")?.weight == 9)
      #expect(try store.lastSequence() == report.sequence)
    }

    /// An index that differs from the table is not changed further.
    @Test func anIndexThatLacksARowReadsIt() throws {
      let store = try Self.twoItems(path)
      try store.indexer.index.update { $0.delete(id: 1) }
      try store.write { $0.upsert(Self.item(1, "uno")) }
      #expect(Self.titles(store).sorted() == ["two", "uno"])
      try store.indexer.index.update { $0.insert(Self.item(3, "drei").indexed) }
      try store.write { $0.upsert(Self.item(3, "tre")) }
      #expect(Self.titles(store).sorted() == ["tre", "two", "uno"])
    }

    @Test func eachReportHasTheNumberOfTheLastChangeOfItsBatch() throws {
      let store = try Self.twoItems(path)
      let before = try store.lastSequence()
      #expect(try store.write { $0.delete(id: 99) }.sequence == before)
      let report = try store.write { batch in
        batch.upsert(Self.item(8, "eight"))
        batch.upsert(Self.item(1, "uno"))
      }
      #expect(try report.sequence == before + 2 && store.lastSequence() == before + 2)
      let threads = (0..<6).map { writer in
        WorkerThread {
          for number in 0..<20 {
            let id = ItemID.integer(Int64(writer))
            do {
              let report = try store.write { $0.upsert(Self.item(id, "\(writer) \(number)")) }
              let changes = try store.changes(since: report.sequence - 1, limit: 1)
              #expect(changes.changes.first?.id == id && store.indexer.sequence ?? 0 >= report.sequence)
            } catch {
              Issue.record(error)
            }
          }
        }
      }
      for thread in threads { thread?.join() }
    }

    // MARK: - Random programs

    /// Own batches, also failing ones and several at once, between writes of another program and triggers: after each own write
    /// the index is that of the table.
    @Test(arguments: seeds) func theIndexIsThatOfTheTableAfterEachWrite(seed: Int) throws {
      var random = RandomText(seed: UInt64(seed), mixesScripts: seed % 4 == 0)
      let settings = random.storeSettings()
      var store: ListStore? = try ListStore(path, settings: settings)
      let program = try otherProgram(path)
      for round in 0..<40 {
        let open = try store ?? ListStore(path)
        store = open
        if random.oneIn(4) { try random.writeAsOther(program) }
        try random.writeOwn(open, settings)
        let table = try StoredTable(path, settings).index().snapshot()
        let comment: Comment = "seed \(seed), round \(round)"
        if let difference = random.difference(between: open.snapshot(), and: table) {
          Issue.record("\(difference), \(comment)")
          return
        }
        #expect(try open.indexer.sequence == open.lastSequence(), comment)
        switch random.number(below: 12) {
        case 0: try open.checkpoint()
        case 1: try open.optimize()
        case 2:
          try open.close()
          store = nil
        case 3: store = nil
        default: break
        }
      }
    }
  }

  extension RandomText {
    private mutating func id() -> ItemID {
      let number = number(below: 40)
      return number % 3 == 0 ? .text("id \(number)") : .integer(Int64(number))
    }

    private mutating func batch(_ settings: StoreSettings) -> StoreBatch {
      var batch = StoreBatch(storeChanges(settings) { $0.id() })
      let id = id()
      switch number(below: 8) {
      case 0:
        batch.delete(id: id)
        batch.upsert(storeItem(id, settings))
      case 1:
        batch.upsert(storeItem(id, settings))
        batch.update(id: id, StorePatch(weight: 1))
        if oneIn(2) { batch.delete(id: id) }
      case 2: batch.delete([id, self.id()]) { $0.map { $0.weight > 1 } }
      case 3: batch.expect(id: id, nil)
      case 4 where oneIn(3):
        let items = (0..<number(below: 30)).map { storeItem(.integer(Int64($0)), settings) }
        batch.replaceAll { body in for item in items { try body(item) } }
      default: break
      }
      return batch
    }

    /// Writes one batch, or several that may be committed together. Some fail.
    fileprivate mutating func writeOwn(_ store: ListStore, _ settings: StoreSettings) throws {
      let batches = (0..<(oneIn(3) ? 5 : 1)).map { _ in batch(settings) }
      let threads = batches.map { batch in
        WorkerThread {
          do {
            try store.write(batch)
          } catch StoreError.idInUse, StoreError.itemChanged {
            // The batch leaves nothing.
          } catch {
            Issue.record(error)
          }
        }
      }
      for thread in threads { thread?.join() }
    }

    /// Writes the table, or adds and removes triggers, as another program.
    fileprivate mutating func writeAsOther(_ program: DatabaseQueue) throws {
      let statements = [
        "UPDATE items SET title = title || ' x' WHERE weight > 3",
        "DELETE FROM items WHERE position = \(number(below: 5))",
        "INSERT OR REPLACE INTO items (id, title) VALUES (\(number(below: 40)), 'other \(number(below: 1000))')",
        "UPDATE OR REPLACE items SET id = \(number(below: 40)) WHERE number = (SELECT min(number) FROM items)",
        "INSERT OR IGNORE INTO items (number, id, title) VALUES (\(Int64.max), 'last', 'the last one')",
        "DELETE FROM items WHERE id = 'last'",
        """
        CREATE TRIGGER IF NOT EXISTS other AFTER UPDATE ON items WHEN NEW.weight = OLD.weight BEGIN
          UPDATE items SET weight = 7 WHERE number = (SELECT min(number) FROM items);
        END
        """,
        "DROP TRIGGER IF EXISTS other", "CREATE TABLE IF NOT EXISTS more (x)", "DROP TABLE IF EXISTS more",
      ]
      try program.write { try $0.execute(sql: statements[number(below: statements.count)]) }
    }
  }
#endif
