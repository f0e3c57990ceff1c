#if Store
  import GRDB
  import Riffle
  @testable import RiffleStore
  import RiffleStoreTestSupport
  import SystemPackage
  import Testing

  /// Synonyms of a store's list.
  @Suite struct SynonymTests {
    private static func found(_ store: ListStore, _ query: String) throws -> [ItemID] {
      try store.snapshot().search(query).filter { $0.missingTerms.isEmpty }.map(\.id)
    }

    @Test func aStoreKeepsItsSynonymsAndItsIndexWhenTheyChange() throws {
      let folder = try TestFolder()
      let path = folder.file("cities.db").string
      var settings = StoreSettings()
      settings.options.synonyms = try Synonyms("gotham, new york city")
      do {
        let store = try ListStore(path, settings: settings)
        try store.write { $0.upsert(StoreItem(id: 1, title: "New York City Hall")) }
        #expect(try Self.found(store, "gotham hall") == [1])
        try store.close()
      }
      do {
        let store = try ListStore(path)
        #expect(store.opening == .mapped(changeCount: 0))
        #expect(try store.list.settings == settings)
        #expect(try Self.found(store, "gotham hall") == [1])
        try store.close()
      }
      settings.options.synonyms = try Synonyms("big apple => new york city")
      let reader = try ListStore(path, options: StoreOptions(access: .reading))
      let store = try ListStore(path, settings: settings)
      #expect(store.opening == .mapped(changeCount: 0))
      #expect(try Self.found(store, "gotham hall") == [] && Self.found(store, "big apple hall") == [1])
      // A process that has opened the store before follows.
      try store.write { $0.upsert(StoreItem(id: 2, title: "New York City Hall station")) }
      try reader.refresh()
      #expect(try Self.found(reader, "gotham hall") == [] && Self.found(reader, "big apple hall") == [1, 2])
      #expect(try Self.found(try ListStore(path, options: StoreOptions(access: .reading)), "big apple hall") == [1, 2])
    }

    @Test func anOpenStoreAndItsReadersGetOtherSynonyms() throws {
      let folder = try TestFolder()
      let path = folder.file("cities.db").string
      let store = try ListStore(path)
      try store.write { $0.upsert(StoreItem(id: 1, title: "New York City Hall")) }
      try store.close()
      let writer = try ListStore(path)
      let reader = try ListStore(path, options: StoreOptions(access: .reading))
      let (before, key) = (writer.snapshot(), writer.indexer.record.list)
      for (text, query) in [
        ("gotham, new york city", "gotham hall"), ("metropolis => new york\n", "metropolis hall"), ("", "no hall"),
      ] {
        try writer.setSynonyms(try Synonyms(text))
        try reader.refresh()
        for (other, isTheOne) in [("gotham hall", query), ("metropolis hall", query)].map({ ($0.0, $0.0 == $0.1) }) {
          #expect(try Self.found(writer, other) == (isTheOne ? [1] : []), "“\(text)”: “\(other)”")
          #expect(try Self.found(reader, other) == (isTheOne ? [1] : []), "“\(text)”: “\(other)”")
        }
        #expect(try writer.list.settings.options.synonyms.text == text && reader.list == writer.list)
      }
      // The index is the same, and earlier snapshots stay as they were.
      #expect(writer.opening == .mapped(changeCount: 0) && writer.indexer.record.list == key)
      #expect(writer.snapshot().generation > before.generation && before.count == 1)
      #expect(throws: StoreError.readOnly(path: path)) { try reader.setSynonyms(Synonyms()) }
      try writer.setSynonyms(try Synonyms("gotham, new york city"))
      try writer.close()
      #expect(throws: StoreError.closed(path: path)) { try writer.setSynonyms(Synonyms()) }
      let reopened = try ListStore(path)
      #expect(reopened.opening == .mapped(changeCount: 0))
      #expect(try Self.found(reopened, "gotham hall") == [1])
    }

    @Test func synonymsAreSetWhileItemsAreWritten() async throws {
      let folder = try TestFolder()
      let store = try ListStore(folder.file("a.db").string)
      try await withThrowingTaskGroup { group in
        for thread in 0..<4 {
          group.addTask {
            for number in 0..<25 {
              if thread < 2 {
                try store.setSynonyms(try Synonyms("gotham\(thread)x\(number), new york city"))
              } else {
                try store.write {
                  $0.upsert(StoreItem(id: .integer(Int64(thread * 100 + number)), title: "New York City"))
                }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let last = try #require(try store.list.settings.options.synonyms.text.split(separator: ",").first)
      #expect(try Self.found(store, String(last)).count == 50)
      #expect(try ListStore.list(in: store.path) == store.list)
    }

    @Test func aFollowedTableHasSynonyms() async throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let queue = try otherProgram(path)
      try await queue.write { db in
        try db.execute(
          sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (1, 'St. Louis')")
      }
      var options = Riffle.IndexOptions()
      options.synonyms = try Synonyms("st, saint")
      let source = TableSource(table: "t", id: "id", title: "name")
      let store = try ListStore(following: source, in: path, indexOptions: options)
      #expect(try Self.found(store, "saint louis") == [1])
      try store.close()
      let followed = try ListStore(followed: "t", in: path)
      #expect(try Self.found(followed, "saint louis") == [1])
      try followed.setSynonyms(try Synonyms("holy => st"))
      #expect(try Self.found(followed, "holy louis") == [1] && Self.found(followed, "saint louis") == [])
      try await queue.write { try $0.execute(sql: "INSERT INTO t VALUES (2, 'St. Louis Park')") }
      try followed.refresh()
      #expect(try Self.found(followed, "holy louis") == [1, 2])
    }
  }
#endif
