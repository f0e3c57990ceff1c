#if Store
  import MadeUpLists
  import RiffleStoreTestSupport
  import SystemPackage
  import Testing

  @testable import Riffle
  @testable import RiffleStore

  /// Index files that are damaged where nobody has read them when the store is opened.
  @Suite struct DamageTests {
    private static func items(_ count: Int) -> [StoreItem] {
      var rows = MadeUpRows(seed: 7)
      return (0..<count).map { id in
        let more = (0..<60).map { _ in rows.words[rows.random.below(rows.words.count)] }
        return StoreItem(
          id: .integer(Int64(id)), title: "\(rows.row(id: id).title) \(id)", searchText: more.joined(separator: " "),
          weight: UInt16(id % 5))
      }
    }

    /// A merge reads all of its segments. What it makes of zeros is no better than they are.
    @Test func whatIsMadeOfDamagedSegmentsIsNotBelieved() throws {
      let folder = try TestFolder()
      let items = Self.items(900)
      let store = try ListStore(folder.file("a.db").string)
      try store.write { $0.upsert(contentsOf: items.prefix(700)) }
      try store.checkpoint()
      try store.write { $0.upsert(contentsOf: items.suffix(200)) }
      try store.close()
      let sound = store.snapshot()
      let requests = try ["1", "ba lo", "ka", "12 derin"].map { SearchRequest(try Query($0), limit: 20) }
      func check(_ list: Snapshot<Item<ItemID>, ItemID>, _ place: Int) {
        for request in requests {
          let found = list.search(request).map(\.id)
          #expect(found == sound.search(request).map(\.id) || list.isPartial, "damage at \(place)")
        }
        let all = list.elements(offset: 0, limit: .max)
        #expect(all == sound.elements(offset: 0, limit: .max) || list.isPartial, "damage at \(place)")
      }
      let image = try DiskImage(of: folder.path)
      let segments = image.files.filter { $0.key.hasSuffix(".segment") }
      let (name, bytes) = try #require(segments.max { $0.value.count < $1.value.count })
      var unread = 0
      for place in stride(from: 1 << 15, to: bytes.count - 4096, by: 1 << 16) {
        let folder = try TestFolder()
        var image = image
        image.files[name]?[place] ^= 0x55
        try image.write(to: folder.path)
        let path = folder.file("a.db").string
        let store = try ListStore(path, options: StoreOptions(buildsInBackground: true))
        guard case .mapped = store.opening, !store.snapshot().isDamaged else { continue }
        unread += 1
        try store.optimize()
        check(store.snapshot(), place)
        try store.close()
        check(try ListStore(path, options: StoreOptions(access: .reading)).snapshot(), place)
      }
      #expect(unread > 2)
    }
  }
#endif
