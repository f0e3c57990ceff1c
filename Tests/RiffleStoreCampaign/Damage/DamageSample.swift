#if Store
  import Foundation
  import MadeUpLists
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage

  /// A sound store, and files of others, to make damaged ones of.
  struct DamageSample {
    static let database = "a.db"

    /// Of the database, closed.
    let databaseFiles: [String: [UInt8]]
    /// Of the index, by their names.
    let indexFiles: [String: [UInt8]]
    /// Those of the same store before.
    let formerFiles: [String: [UInt8]]
    /// Those of another store.
    let otherFiles: [String: [UInt8]]
    let settings: StoreSettings
    let items: [Item<ItemID>]
    /// What is asked, within which filter, and the ids that are found.
    let answers: [(request: SearchRequest, filter: Filter?, ids: [ItemID])]

    init(seed: Int, itemCount: Int) throws {
      var random = RandomText(seed: UInt64(seed))
      let folder = try TestFolder()
      settings = StoreSettings(
        arrangement: [.arrival, .sections, .alphabet(locales: ["en"])][random.number(below: 3)],
        scopes: random.oneIn(2) ? ["light": "weight = 0"] : [:], fields: random.oneIn(2) ? random.storeFields() : [])
      let (store, former) = try DamageSample.make(folder.file(DamageSample.database), settings, seed, itemCount)
      formerFiles = former
      let list = store.snapshot()
      items = list.elements(offset: 0, limit: .max)
      let texts = items.map { Item(id: 0, title: $0.title, searchText: $0.searchText) }
      var filters = RandomFields(seed: UInt64(seed))
      answers = (0..<80).compactMap { _ in
        guard let query = try? Query(random.query(for: texts)) else { return nil }
        let request = SearchRequest(query, order: random.oneIn(4) ? .list : .relevance, limit: 20)
        let filter = random.oneIn(2) ? filters.filter() : nil
        guard let left = try? filter.map({ try list.filtered(by: $0) }) ?? list else { return nil }
        return (request, filter, left.search(request).map(\.id))
      }
      try store.close()
      let other = try DamageSample.make(folder.file("b.db"), settings, seed + 1_000_000, itemCount).store
      try other.close()
      let left = try DamageSample.files(folder.path)
      databaseFiles = left.filter { !$0.key.contains("/") && $0.key.hasPrefix(DamageSample.database) }
      indexFiles = try DamageSample.files(DamageSample.indexFolder(folder.path))
      otherFiles = try DamageSample.files(folder.file("b.db-riffle/items"))
    }

    static func indexFolder(_ folder: FilePath) -> FilePath {
      folder.appending(database + "-riffle").appending("items")
    }

    private static func make(
      _ path: FilePath, _ settings: StoreSettings, _ seed: Int, _ itemCount: Int
    ) throws -> (store: ListStore, former: [String: [UInt8]]) {
      let store = try ListStore(path.string, settings: settings)
      var rows = MadeUpRows(seed: UInt64(seed))
      var random = RandomText(seed: UInt64(seed))
      let items = rows.rows(itemCount).map { row in
        // Long ones, so that there are blocks that are not read when the store is opened.
        let more = (0..<20).map { _ in rows.words[rows.random.below(rows.words.count)] }
        return StoreItem(
          id: row.id % 3 == 0 ? .text("id \(row.id)") : .integer(Int64(row.id)), title: "\(row.title) \(row.id)",
          searchText: more.joined(separator: " "), weight: UInt16(row.id % 4), section: "\(row.id % 2)",
          payload: .json("\(row.id)"), fields: random.fieldValues(settings.fields))
      }
      try store.write { $0.upsert(contentsOf: items.prefix(itemCount - 500)) }
      try store.checkpoint()
      let former = try files(FilePath(path.string + "-riffle").appending("items"))
      for start in stride(from: itemCount - 500, to: itemCount, by: 100) {
        try store.write { batch in
          batch.upsert(contentsOf: items[start..<start + 100])
          for index in stride(from: start % 100, to: start - 100, by: 31) { batch.delete(id: items[index].id) }
        }
        try store.checkpoint()
      }
      return (store, former)
    }

    static func files(_ folder: FilePath) throws -> [String: [UInt8]] {
      var files: [String: [UInt8]] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder.string) where !name.hasSuffix("lock") {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: folder.string + "/" + name, isDirectory: &isFolder)
        if !isFolder.boolValue { files[name] = Array(try Data(contentsOf: URL(filePath: folder.string + "/" + name))) }
      }
      return files
    }

    // MARK: - Damage

    /// Index files with something wrong, and what that is.
    func damaged(_ random: inout RandomText) -> (files: [String: [UInt8]], what: String) {
      var files = indexFiles
      let names = files.keys.sorted()
      let segments = names.filter { $0.hasSuffix(".segment") }
      // The manifest more often than the others.
      let name = random.oneIn(3) ? "manifest" : names[random.number(below: names.count)]
      func any(_ files: [String: [UInt8]]) -> [UInt8] {
        let names = files.keys.sorted()
        return files[names[random.number(below: names.count)]] ?? []
      }
      switch random.number(below: 24) {
      case 0:
        files[name] = nil
        return (files, "\(name) is missing")
      case 1:
        let other = segments[random.number(below: segments.count)]
        (files[name], files[other]) = (files[other], files[name])
        return (files, "\(name) and \(other) have changed places")
      case 2:
        files[name] = any(otherFiles)
        return (files, "\(name) is a file of another store")
      case 3:
        files[name] = any(formerFiles)
        return (files, "\(name) is a former file of the store")
      case 4:
        files[name] = []
        return (files, "\(name) is empty")
      case 5 where random.oneIn(4):
        return (formerFiles, "all files are those of before")
      case 5 where random.oneIn(3):
        return (otherFiles, "all files are those of another store")
      case 5:
        files["manifest"] = random.oneIn(2) ? formerFiles["manifest"] : otherFiles["manifest"]
        for (name, bytes) in formerFiles where name != "manifest" && random.oneIn(2) { files[name] = bytes }
        return (files, "the manifest is another one, with some former files")
      case 6:
        files[name] = [UInt8](repeating: 0, count: files[name]?.count ?? 0)
        return (files, "\(name) is all zeros")
      case 7:
        // As a later version, or a machine with another byte order, would write.
        files[name]?[[8, 12][random.number(below: 2)]] ^= UInt8(1 + random.number(below: 255))
        return (files, "\(name) is of another version or byte order")
      case 8..<16:
        // Where most of it is not read when the store is opened.
        let name = segments.max { (files[$0]?.count ?? 0) < (files[$1]?.count ?? 0) } ?? name
        let count = 1 + random.number(below: 3)
        for _ in 0..<count {
          let place = random.number(below: files[name]?.count ?? 1)
          files[name]?[place] ^= UInt8(1 + random.number(below: 255))
        }
        return (files, "\(count) bytes of \(name) are others")
      default:
        files[name] = random.damaged(files[name] ?? [], any(random.oneIn(2) ? otherFiles : files))
        return (files, "\(name) is damaged")
      }
    }
  }
#endif
