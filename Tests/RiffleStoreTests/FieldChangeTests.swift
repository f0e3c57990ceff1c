#if Store
  import Foundation
  import GRDB
  import Riffle
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage
  import Testing

  @testable import RiffleStore

  /// Changes of the fields of lists that have an index. RIFFLE_CASES sets how many random programs there are, RIFFLE_SEED where
  /// they begin.
  @Suite struct FieldChangeTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1
    private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 4)

    private static let country = FieldDefinition("country", .keyword)
    private static let size = FieldDefinition("size", .integer)
    private static let tags = FieldDefinition("tags", .keyword, isFolded: true, hasSeveralValues: true)

    /// The columns of a segment file with their checksums, except those of fields.
    private struct SegmentFile: Hashable {
      let name: String
      let columns: [String]
      let fields: Set<String>

      init(_ path: FilePath) throws {
        let end = try ColumnFileEnd(try SystemFiles().open(path), path)
        func isOfField(_ name: String) -> Bool { name.hasPrefix("fields.") }
        name = path.lastComponent?.string ?? ""
        columns = end.description.columns.filter { !isOfField($0.name) }
          .map { "\($0.name) \($0.elementSize) \($0.count) \($0.byteCount) \($0.checksum)" }
        fields = Set(end.description.columns.map(\.name).filter(isOfField).map { String($0.split(separator: ".")[1]) })
      }

      static func all(_ path: String) throws -> [SegmentFile] {
        let folder = FilePath(path + "-riffle/items")
        return try FileManager.default.contentsOfDirectory(atPath: folder.string).filter { $0.hasSuffix(".segment") }
          .map { try SegmentFile(folder.appending($0)) }
      }
    }

    /// Makes a store with segments of several sizes, which nothing merges, and with rows that are not live.
    private static func makeStore(_ path: String, _ settings: StoreSettings) throws {
      let store = try ListStore(path, settings: settings)
      var id = 0
      for (part, count) in [1100, 260, 70].enumerated() {
        let items = (id..<id + count).map { number -> StoreItem in
          let own: ItemID = number % 3 == 0 ? .text("id \(number)") : .integer(Int64(number))
          let hasCountry = !settings.fields.isEmpty && number % 5 > 0
          let fields: [String: [FieldValue]] = hasCountry ? ["country": [.text("c\(number % 7)")]] : [:]
          return StoreItem(
            id: own, title: "Item number \(number)", searchText: "and words \(number % 17)", fields: fields)
        }
        try store.write { batch in
          batch.upsert(contentsOf: items)
          for number in stride(from: 1, to: 90, by: 3) where part > 0 {
            batch.delete(id: .integer(Int64(number + part * 300)))
          }
        }
        try store.checkpoint()
        id += count
      }
      try store.close()
    }

    private static func ids(_ store: ListStore, _ filter: String) throws -> [ItemID] {
      try store.snapshot().filtered(by: filter).elements(offset: 0, limit: .max).map(\.id)
    }

    /// Compares a store with an index that is made of its table at once.
    private static func check(
      _ store: ListStore, _ settings: StoreSettings, _ random: inout RandomText, _ comment: Comment
    ) throws {
      let table = try StoredTable(store.path, settings)
      let difference = random.difference(between: store.snapshot(), and: try table.index().snapshot())
      #expect(difference == nil, comment)
    }

    // MARK: - What stays

    @Test func anAddedFieldLeavesAllOtherColumnsOfTheIndexAsTheyAre() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      try Self.makeStore(path, StoreSettings(fields: [Self.country]))
      let before = try SegmentFile.all(path)
      #expect(before.count == 3)
      let settings = StoreSettings(fields: [Self.size, Self.country, Self.tags])
      let store = try ListStore(path, settings: settings)
      #expect(store.opening == .extended(fields: ["size", "tags"]))
      let after = try SegmentFile.all(path)
      #expect(Set(after.map(\.columns)) == Set(before.map(\.columns)) && after.count == 3)
      #expect(after.allSatisfy { $0.fields == ["size", "country", "tags"] })
      #expect(Set(after.map(\.name)).isDisjoint(with: before.map(\.name)))
      var random = RandomText(seed: 1)
      try Self.check(store, settings, &random, "after adding")
      try store.write { $0.update(id: 4, StorePatch(fields: ["size": [12], "tags": ["A", "b"]])) }
      #expect(try Self.ids(store, "size = 12 AND tags = a AND country = c4") == [4])
      try store.close()
      #expect(try ListStore(path).opening == .mapped(changeCount: 0))
      #expect(try ListStore.verify(path) { Issue.record("\($0)") }.faultCount == 0)
    }

    @Test func aRemovedFieldLeavesTheSegmentsInTheirFiles() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      try Self.makeStore(path, StoreSettings(fields: [Self.country]))
      let before = try SegmentFile.all(path)
      var store = try ListStore(path, settings: StoreSettings())
      #expect(store.opening == .extended(fields: []))
      #expect(store.snapshot().fields.isEmpty)
      try store.close()
      #expect(Set(try SegmentFile.all(path)) == Set(before))
      // The columns of the removed field, which are still in the files, are not those of a new one with its name.
      store = try ListStore(path, settings: StoreSettings(fields: [Self.country]))
      #expect(store.opening == .extended(fields: ["country"]))
      #expect(try Self.ids(store, "country EXISTS") == [])
      try store.close()
      #expect(Set(try SegmentFile.all(path).map(\.columns)) == Set(before.map(\.columns)))
      #expect(try ListStore.verify(path) { Issue.record("\($0)") }.faultCount == 0)
    }

    @Test func aChangeOfMoreThanFieldsBuildsTheIndex() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      try Self.makeStore(path, StoreSettings(fields: [Self.country]))
      let changed = StoreSettings(scopes: ["low": "weight = 0"], fields: [Self.country, Self.size])
      let store = try ListStore(path, settings: changed)
      guard case .built = store.opening else {
        Issue.record("\(store.opening)")
        return
      }
      var random = RandomText(seed: 2)
      try Self.check(store, changed, &random, "after building")
    }

    @Test func aScopeThatReadsTheColumnOfAFieldFollowsWhenItIsCleared() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      var settings = StoreSettings(scopes: ["large": "field_size > 10"], fields: [Self.size])
      var store = try ListStore(path, settings: settings)
      try store.write { batch in
        for id: Int64 in 0..<20 {
          batch.upsert(StoreItem(id: .integer(id), title: "\(id)", fields: ["size": [.integer(id)]]))
        }
      }
      try store.close()
      settings.fields = []
      store = try ListStore(path, settings: settings)
      #expect(store.opening == .extended(fields: []))
      #expect(try store.snapshot().restricted(to: .scope("large")).count == 9)
      try store.close()
      settings.fields = [Self.size]
      store = try ListStore(path, settings: settings)
      #expect(try store.snapshot().restricted(to: .scope("large")).count == 0)
      var random = RandomText(seed: 3)
      try Self.check(store, settings, &random, "with a cleared column")
    }

    // MARK: - Readers

    @Test func readersOfAListBeforeItsFieldsWereChangedHaveToReadItAnew() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      try Self.makeStore(path, StoreSettings())
      let reader = try ListStore(path, options: StoreOptions(access: .reading))
      let sequence = try reader.lastSequence()
      let store = try ListStore(path, settings: StoreSettings(fields: [Self.size]))
      // Those of items, too.
      #expect(throws: StoreError.changesGone(after: sequence)) { try store.changes(since: sequence, limit: 9) }
      let last = try store.lastSequence()
      try store.write { $0.update(id: 4, StorePatch(fields: ["size": [3]])) }
      #expect(try store.changes(since: last, limit: 9).changes.map(\.id) == [4])
      #expect(throws: ListRecord.definedAnew("items")) { try reader.refresh() }
      let new = try ListStore(path, options: StoreOptions(access: .reading))
      #expect(try Self.ids(new, "size = 3") == [4])
      try store.checkpoint()
      try new.refresh()
      #expect(try Self.ids(new, "size = 3") == [4])
    }

    // MARK: - What goes wrong

    /// Makes calls of the file system fail from one on, as if the process had ended there.
    @Test(arguments: [DiskFault.full, .synchronizeAll, .rename, .permission])
    func aStoreThatEndsWhileFieldsAreAddedIsContinuedByTheNextOne(fault: DiskFault) throws {
      let origin = try TestFolder()
      try Self.makeStore(origin.file("a.db").string, StoreSettings(fields: [Self.country]))
      let image = try DiskImage(of: origin.path)
      let settings = StoreSettings(fields: [Self.size, Self.country])
      var random = RandomText(seed: 4)
      var extended = 0
      var first = 1
      while true {
        let folder = try TestFolder()
        try image.write(to: folder.path)
        let path = folder.file("a.db").string
        let plan = FaultPlan(fault, at: first)
        let failed = try? ListStore(path, settings: settings, files: ObservedFiles(plan))
        try? failed?.close()
        let isOver = plan.failureCount == 0
        let store = try ListStore(path, settings: settings)
        if case .extended = store.opening { extended += 1 }
        try Self.check(store, settings, &random, "\(fault), call \(first)")
        try store.close()
        #expect(try ListStore.verify(path) { Issue.record("\(fault), call \(first): \($0)") }.faultCount == 0)
        if isOver { break }
        first += first < 8 ? 1 : 5
      }
      // After a single failure, the same process builds the index.
      #expect(first > 2 && (extended > 0 || fault == .rename), "\(fault)")
    }

    @Test func aDamagedSegmentIsNotGivenFields() throws {
      let origin = try TestFolder()
      try Self.makeStore(origin.file("a.db").string, StoreSettings(fields: [Self.country]))
      let image = try DiskImage(of: origin.path)
      let segments = image.files.filter { $0.key.hasSuffix(".segment") }
      let (name, bytes) = try #require(segments.max { $0.value.count < $1.value.count })
      let settings = StoreSettings(fields: [Self.country, Self.size])
      var random = RandomText(seed: 5)
      for place in stride(from: 100, to: bytes.count - 1000, by: bytes.count / 12) {
        let folder = try TestFolder()
        var image = image
        image.files[name]?[place] ^= 0x55
        try image.write(to: folder.path)
        let path = folder.file("a.db").string
        let store = try ListStore(path, settings: settings)
        if case .extended = store.opening { Issue.record("damage at \(place) was not found") }
        try Self.check(store, settings, &random, "damage at \(place)")
        try store.close()
        #expect(try ListStore.verify(path) { Issue.record("damage at \(place): \($0)") }.faultCount == 0)
      }
    }

    // MARK: - Plain tables

    @Test(arguments: seeds) func aListWithChangedFieldsIsOneThatHadThemFromTheStart(seed: Int) throws {
      var random = RandomText(seed: UInt64(seed))
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      var settings = random.storeSettings()
      settings.fields = random.storeFields()
      try Self.edit(try ListStore(path, settings: settings), settings, &random)
      for round in 0..<10 {
        let comment: Comment = "seed \(seed), round \(round)"
        let before = settings.fields
        settings.fields = random.changedFields(before)
        let isChangedTwice = random.oneIn(4)
        if isChangedTwice {
          // The index may not have followed when the fields change once more.
          let options = StoreOptions(buildsInBackground: true)
          let store = try ListStore(path, settings: settings, options: options)
          if random.oneIn(2) { try store.close() }
          settings.fields = random.changedFields(settings.fields)
        }
        let store = try ListStore(path, settings: settings)
        let added = settings.fields.filter { !before.contains($0) }.map(\.name)
        if !isChangedTwice, before != settings.fields { #expect(store.opening == .extended(fields: added), comment) }
        if case .built(let reason) = store.opening { Issue.record("\(comment): \(reason ?? "")") }
        try Self.check(store, settings, &random, comment)
        try Self.edit(store, settings, &random)
      }
      #expect(try ListStore.verify(path) { Issue.record("seed \(seed): \($0)") }.faultCount == 0)
    }

    /// Writes batches, some of them to index files. Some stores are left as by a process that ends.
    private static func edit(_ store: ListStore, _ settings: StoreSettings, _ random: inout RandomText) throws {
      for _ in 0..<random.number(below: 4) {
        let changes = random.storeChanges(settings) { .integer(Int64($0.number(below: 200))) }
        do { try store.write(StoreBatch(changes)) } catch StoreError.idInUse {}
        if random.oneIn(2) { try store.checkpoint() }
      }
      if random.oneIn(5) { try store.optimize() }
      if random.oneIn(2) { try store.close() }
    }

    @Test(arguments: seeds) func aFollowedTableWithChangedFieldsIsOneThatHadThemFromTheStart(seed: Int) throws {
      var random = RandomText(seed: UInt64(seed))
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let queue = try otherProgram(path)
      let hasNumbers = random.oneIn(2)
      try queue.write { db in
        try db.execute(
          sql:
            "CREATE TABLE towns (id \(hasNumbers ? "TEXT UNIQUE NOT NULL" : "TEXT PRIMARY KEY NOT NULL") COLLATE NOCASE, "
            + "name TEXT NOT NULL, a, b, c)\(hasNumbers ? "" : " WITHOUT ROWID")")
      }
      func write() throws {
        try queue.write { db in
          for _ in 0..<random.number(below: random.oneIn(3) ? 400 : 6) {
            let id = "\(random.oneIn(9) ? "X" : "x")\(random.number(below: 300))"
            let values = (0..<3).map { _ in random.oneIn(3) ? "NULL" : "\(random.number(below: 9))" }
            switch random.number(below: 6) {
            case 0: try db.execute(sql: "DELETE FROM towns WHERE id = '\(id)'")
            case 1, 2:
              // A column that the list may not use yet.
              let column = ["a", "b", "c"][random.number(below: 3)]
              try db.execute(sql: "UPDATE towns SET \(column) = \(values[0]) WHERE id > '\(id)' AND id < '\(id)5'")
            default:
              try db.execute(
                sql: "INSERT OR REPLACE INTO towns VALUES ('\(id)', 't \(id)', \(values.joined(separator: ", ")))")
            }
          }
        }
      }
      func source() -> TableSource {
        let kinds: [FieldKind] = [.integer, .keyword, .real]
        let fields = ["f", "g", "h"].compactMap { name -> TableField? in
          if random.oneIn(3) { return nil }
          let column = ["a", "b", "c", "a + b", "length(name)"][random.number(below: 5)]
          return TableField(FieldDefinition(name, kinds[random.number(below: 3)]), column)
        }
        return TableSource(
          table: "towns", id: "id", title: "name", scopes: ["odd": "a % 2"], fields: random.shuffled(fields))
      }
      var known = source()
      var store = try ListStore(following: known, in: path)
      for round in 0..<10 {
        let comment: Comment = "seed \(seed), round \(round)"
        for _ in 0..<1 + random.number(below: 3) {
          try write()
          try store.refresh()
          if random.oneIn(3) { try store.checkpoint() }
        }
        try store.close()
        try write()
        let former = known
        known = source()
        store = try ListStore(following: known, in: path)
        if known != former {
          let added = known.fields.filter { !former.fields.contains($0) }.map(\.definition.name)
          #expect(store.opening == .extended(fields: added), comment)
        }
        try write()
        try store.refresh()
        let list = store.snapshot().elements(offset: 0, limit: .max)
        let fields = known.fields.map(\.definition)
        let difference = random.difference(
          between: store.snapshot(),
          and: try StoreSettings(scopes: ["odd": ""], fields: fields).index(list.map { StoreItem($0) }).snapshot())
        #expect(difference == nil, comment)
        try Self.check(list, known, queue, comment)
      }
      try store.close()
      #expect(try ListStore.verify(path, table: "towns") { Issue.record("seed \(seed): \($0)") }.faultCount == 0)
    }

    /// Compares the items of a list with what SQLite computes for the rows.
    private static func check(
      _ list: [Item<ItemID>], _ source: TableSource, _ queue: DatabaseQueue, _ comment: Comment
    ) throws {
      let columns = source.fields.map { field -> String in
        let expression = field.definition.kind == .keyword ? "CAST(\(field.expression) AS TEXT)" : field.expression
        return ", \(expression) AS \(field.definition.name)"
      }.joined(separator: "")
      let rows = try queue.read { db in
        try Row.fetchAll(db, sql: "SELECT id" + columns + " FROM towns")
      }
      let items = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0.fields) })
      #expect(items.count == rows.count, comment)
      for row in rows {
        var expected: [String: [FieldValue]] = [:]
        for field in source.fields {
          let name = field.definition.name
          switch field.definition.kind {
          case .integer: if let value: Int64 = row[name] { expected[name] = [.integer(value)] }
          case .real: if let value: Double = row[name] { expected[name] = [.real(value)] }
          default: if let value: String = row[name] { expected[name] = [.text(value)] }
          }
        }
        #expect(items[.text(row["id"])] == expected, comment)
      }
    }
  }

  extension RandomText {
    /// Some of a list's fields in another order, with others; some of them with another type.
    fileprivate mutating func changedFields(_ fields: [FieldDefinition]) -> [FieldDefinition] {
      var changed = fields.filter { _ in !oneIn(3) }
      for field in storeFields() where !changed.contains(where: { $0.name == field.name }) { changed.append(field) }
      return shuffled(changed)
    }

    fileprivate mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
      var left = elements
      return elements.map { _ in left.remove(at: number(below: left.count)) }
    }
  }

  extension StoreItem {
    fileprivate init(_ item: Item<ItemID>) {
      self.init(
        id: item.id, title: item.title, searchText: item.searchText, reading: item.reading, weight: item.weight,
        isSearchable: item.isSearchable, scopes: item.scopes, fields: item.fields)
    }
  }
#endif
