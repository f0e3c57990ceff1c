#if Store
  import GRDB
  import Riffle
  import RiffleStore
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
      // Who has opened the store before goes on with the former ones.
      try store.write { $0.upsert(StoreItem(id: 2, title: "New York City Hall station")) }
      try reader.refresh()
      #expect(try Self.found(reader, "gotham hall") == [1, 2])
      #expect(try Self.found(try ListStore(path, options: StoreOptions(access: .reading)), "big apple hall") == [1, 2])
    }

    @Test func aFollowedTableHasSynonyms() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let queue = try otherProgram(path)
      try queue.write { db in
        try db.execute(
          sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (1, 'St. Louis')")
      }
      var options = Riffle.IndexOptions()
      options.synonyms = try Synonyms("st, saint")
      let source = TableSource(table: "t", id: "id", title: "name")
      let store = try ListStore(following: source, in: path, indexOptions: options)
      #expect(try Self.found(store, "saint louis") == [1])
      try store.close()
      #expect(try Self.found(try ListStore(followed: "t", in: path), "saint louis") == [1])
    }
  }
#endif
