#if Store
  import Foundation
  import GRDB
  import Riffle
  import RiffleStore

  /// The measurement of filling and writing a store, compared with SQLite for the same rows.
  struct StoreMeasure {
    private let list: ItemList
    private let batch: Int
    private let folder: String

    init(_ list: ItemList, folder: String, batch: Int) throws {
      (self.list, self.batch, self.folder) = (list, batch, folder)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for name in ["store.db", "plain.db", "fts5.db"] {
        for path in [name, name + "-wal", name + "-shm", name + "-riffle"] {
          try? FileManager.default.removeItem(atPath: folder + "/" + path)
        }
      }
    }

    private func path(_ name: String) -> String { folder + "/" + name }

    private func item(_ row: Int) -> StoreItem {
      StoreItem(id: .integer(Int64(row)), title: list.title(row), searchText: list.searchText(row))
    }

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
      let start = nanosecondsNow()
      try body()
      return Double(nanosecondsNow() - start) / 1e9
    }

    private var batches: [Range<Int>] {
      stride(from: 0, to: list.count, by: batch).map { $0..<min($0 + batch, list.count) }
    }

    private func plain(_ name: String, _ schema: String) throws -> DatabasePool {
      let pool = try DatabasePool(path: path(name))
      try pool.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA synchronous = FULL")
        try db.execute(sql: schema)
      }
      return pool
    }

    private static let table = """
      CREATE TABLE items (number INTEGER PRIMARY KEY, id NOT NULL UNIQUE, title TEXT NOT NULL, search_text TEXT NOT NULL)
      """
    private static let insert = "INSERT OR REPLACE INTO items (id, title, search_text) VALUES (?, ?, ?)"

    private func fill(_ pool: DatabasePool, _ insert: String) throws {
      for batch in batches {
        try pool.write { db in
          let statement = try db.cachedStatement(sql: insert)
          for row in batch { try statement.execute(arguments: [row, list.title(row), list.searchText(row)]) }
        }
      }
      try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }

    /// Returns the seconds of each task.
    func imports() throws -> [(name: String, seconds: Double)] {
      var times: [(String, Double)] = []
      times.append(
        (
          "import",
          try seconds {
            let store = try ListStore(path("store.db"))
            try store.writeMany { write in
              for rows in batches {
                var batch = StoreBatch()
                for row in rows { batch.upsert(item(row)) }
                _ = try write(batch)
              }
            }
            try store.close()
          }
        ))
      times.append(
        (
          "rebuild",
          try seconds {
            try FileManager.default.removeItem(atPath: path("store.db-riffle"))
            try ListStore(path("store.db")).close()
          }
        ))
      times.append(
        ("sqlite_import", try seconds { try fill(try plain("plain.db", StoreMeasure.table), StoreMeasure.insert) }))
      times.append(
        (
          "fts5_import",
          try seconds {
            let pool = try plain("fts5.db", "CREATE VIRTUAL TABLE items USING fts5(title, search_text)")
            try fill(pool, "INSERT INTO items (rowid, title, search_text) VALUES (?, ?, ?)")
          }
        ))
      return times
    }

    /// Returns the sizes in bytes.
    func sizes() throws -> (database: Int, index: Int) {
      func size(_ path: String) throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
      }
      let index = path("store.db-riffle/items")
      let files = try FileManager.default.contentsOfDirectory(atPath: index)
      return (try size(path("store.db")), try files.reduce(0) { $0 + (try size(index + "/" + $1)) })
    }

    /// Writes single rows by SQLite and by the store in turns.
    func singleWrites(_ count: Int) throws -> [(name: String, nanoseconds: Percentiles)] {
      let store = try ListStore(path("store.db"))
      defer { try? store.close() }
      let plain = try DatabasePool(path: path("plain.db"))
      try plain.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      var random = SystemRandomNumberGenerator()
      var times: [[UInt64]] = [[], []]
      for number in 0..<count {
        let row = Int.random(in: 0..<max(1, list.count), using: &random)
        let title = "written \(number) \(list.title(row))"
        let start = nanosecondsNow()
        try plain.write { try $0.cachedStatement(sql: StoreMeasure.insert).execute(arguments: [row, title, ""]) }
        let middle = nanosecondsNow()
        try store.write { $0.upsert(StoreItem(id: .integer(Int64(row)), title: title)) }
        times[0].append(middle - start)
        times[1].append(nanosecondsNow() - middle)
      }
      return [("sqlite_write", Percentiles(times[0])), ("store_write", Percentiles(times[1]))]
    }

    /// - Returns: the number of writes of one row that were durable and could be found, per second.
    func groupedWrites(writers: Int, writesOfEach count: Int) throws -> Double {
      let store = try ListStore(path("store.db"))
      defer { try? store.close() }
      let rows = max(1, list.count)
      let seconds = seconds {
        let threads = (0..<writers).map { writer in
          WorkerThread {
            for number in 0..<count {
              let id = Int64((writer * count + number) * 7919 % rows)
              _ = try? store.write { $0.upsert(StoreItem(id: .integer(id), title: "writer \(writer) \(number)")) }
            }
          }
        }
        for thread in threads { thread?.join() }
      }
      return Double(writers * count) / seconds
    }
  }
#endif
