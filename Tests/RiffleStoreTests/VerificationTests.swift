#if Store
  import Foundation
  import GRDB
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage
  import Testing

  @testable import Riffle
  @testable import RiffleStore

  @Suite struct VerificationTests {
    private static func faults(_ path: String, table: String? = nil) throws -> (StoreCheck, [StoreFault]) {
      var faults: [StoreFault] = []
      let check = try ListStore.verify(path, table: table) { faults.append($0) }
      #expect(check.faultCount == faults.count)
      return (check, faults)
    }

    private static func items(_ count: Int) -> [StoreItem] {
      (0..<count).map { StoreItem(id: .integer(Int64($0)), title: "title \($0)", searchText: "more \($0 % 7)") }
    }

    @Test(arguments: [StoreSettings.Arrangement.arrival, .alphabet(locales: ["de"])])
    func aSoundStoreHasNoFaultsOpenOrClosed(arrangement: StoreSettings.Arrangement) throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path, settings: StoreSettings(arrangement: arrangement))
      #expect(try Self.faults(path) == (StoreCheck(itemCount: 0, fileCount: 1, faultCount: 0), []))
      try store.write { $0.upsert(contentsOf: Self.items(300)) }
      // What came after the manifest counts.
      #expect(try Self.faults(path).0.itemCount == 300)
      try store.checkpoint()
      try store.write { $0.delete(id: 7) }
      #expect(try Self.faults(path) == (StoreCheck(itemCount: 299, fileCount: 2, faultCount: 0), []))
      try store.close()
      #expect(try Self.faults(path).1 == [])
    }

    @Test(arguments: [StoreSettings.Arrangement.arrival, .alphabet(locales: ["de"])])
    func whatTheIndexDoesNotHaveAsTheTableIsFound(arrangement: StoreSettings.Arrangement) throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path, settings: StoreSettings(arrangement: arrangement))
      try store.write { $0.upsert(contentsOf: Self.items(100)) }
      try store.close()
      let queue = try otherProgram(path)
      try queue.write { db in
        let last = try Int.fetchOne(db, sql: "SELECT max(riffle_sequence) FROM grdb_riffle_changes_items")
        try db.execute(sql: "UPDATE items SET title = 'other' WHERE id = 5; DELETE FROM items WHERE id = 9")
        try db.execute(sql: "INSERT INTO items (id, title) VALUES (500, 'new')")
        // As if nobody had noted it.
        try db.execute(sql: "DELETE FROM grdb_riffle_changes_items WHERE riffle_sequence > ?", arguments: [last])
      }
      #expect(Set(try Self.faults(path).1) == [.different(5), .surplus(9), .missing(500)])
      let mended = try ListStore(path)
      try mended.rebuild()
      #expect(try Self.faults(path).1 == [])
    }

    @Test func whoeverRebuildsReturnsWhenTheIndexIsBuilt() throws {
      let folder = try TestFolder()
      let store = try ListStore(folder.file("a.db").string)
      try store.write { $0.upsert(contentsOf: Self.items(5_000)) }
      let isOver = Lock(false)
      let other = try #require(
        WorkerThread {
          try? store.rebuild()
          isOver.withLock { $0 = true }
        })
      while store.progress == nil, !isOver.withLock({ $0 }) { usleep(100) }
      try store.rebuild()
      let list = store.snapshot()
      #expect(list.count == 5_000 && !list.isPartial)
      other.join()
    }

    @Test func rowsAtOtherPlacesAreFound() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path, settings: StoreSettings(arrangement: .sections))
      try store.write { $0.upsert(contentsOf: Self.items(3)) }
      try store.close()
      try otherProgram(path).write { db in
        let last = try Int.fetchOne(db, sql: "SELECT max(riffle_sequence) FROM grdb_riffle_changes_items")
        try db.execute(sql: "UPDATE items SET position = 1 WHERE id = 1")
        try db.execute(sql: "DELETE FROM grdb_riffle_changes_items WHERE riffle_sequence > ?", arguments: [last])
      }
      #expect(try Self.faults(path).1 == [.misplaced(2), .misplaced(1)])
    }

    @Test func damagedFilesAreFoundWithoutBeingMended() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path)
      try store.write { $0.upsert(contentsOf: Self.items(2_000)) }
      try store.close()
      let files = try FileManager.default.contentsOfDirectory(atPath: path + "-riffle/items")
      let segment = path + "-riffle/items/" + (try #require(files.first { $0.hasSuffix(".segment") }))
      var bytes = try #require(FileManager.default.contents(atPath: segment))
      bytes[70] ^= 1
      try bytes.write(to: URL(fileURLWithPath: segment))
      let (check, faults) = try Self.faults(path)
      #expect(check.fileCount == 2 && !faults.isEmpty)
      for fault in faults {
        guard case .indexFile(let reason) = fault else {
          Issue.record("\(fault)")
          continue
        }
        #expect(reason.contains(segment) && reason.contains("is damaged"))
      }
      #expect(try Self.faults(path).1 == faults)
    }

    @Test func whatIsNoStoreIsAnError() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      #expect(throws: StoreError.missing(path: path)) { _ = try Self.faults(path) }
      try Data("no database at all, but long enough to be read as one".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: StoreError.notAStore(path: path, reason: "it is no database")) { _ = try Self.faults(path) }
    }

    @Test func whoeverLacksChangesThatAreNoLongerNotedDoesNotGoOnWithoutThem() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path)
      let database = try StoreDatabase(path, StoreOptions(access: .reading))
      let record = try #require(try database.read { try ListRecord($0, table: "items", path: path) })
      let settings = try record.definition.indexSettings(record.key, path: path)
      let indexFolder = IndexFolder(StoreFolder.path(database: path, table: "items"), SystemFiles())
      let opened = try #require(try StoreFolder.open(indexFolder, record, settings, database))
      let indexer = try Indexer(record, settings, opened, nil)
      try store.write { $0.upsert(StoreItem(id: 1, title: "one")) }
      try store.write { $0.upsert(StoreItem(id: 2, title: "two")) }
      try store.checkpoint()
      try store.write { $0.upsert(StoreItem(id: 3, title: "three")) }
      #expect(try database.read { try indexer.catchUp($0) } == nil)
      // Nor by files that have been replaced since they were opened.
      try database.read { try indexer.replace(with: opened, $0) }
      #expect(indexer.sequence == opened.manifest.sequence && indexer.index.snapshot().count == 0)
      let newer = try #require(try StoreFolder.open(indexFolder, record, settings, database))
      try database.read { try indexer.replace(with: newer, $0) }
      #expect(indexer.index.snapshot().count == 3)
      try database.close()
    }
  }
#endif
