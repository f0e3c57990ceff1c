#if Store
  import MadeUpLists
  import Riffle
  import RiffleList
  import RiffleStore

  /// The measurement of a list over a store.
  struct StoreListMeasure {
    private(set) var report: [(key: String, value: JSONValue)] = []
    private let store: ListStore
    private let list: ListModel
    private var random = SeededRandom(seed: 1, stream: "rows of a list over a store")
    private let residentBefore: Int

    static let queryCount = 100
    private static let windowCount = 1000
    private static let windowLength = 50

    init(_ path: String) throws {
      residentBefore = ResidentBytes.now
      let start = nanosecondsNow()
      store = try ListStore(path)
      let opened = nanosecondsNow()
      list = try ListModel(store) { _, row in row.abilities = RowAbilities(isDeletable: true, moves: .anywhere) }
      let made = nanosecondsNow()
      let rows = list.view.rows(limit: StoreListMeasure.windowLength)
      let shown = nanosecondsNow()
      add("rows", .integer(list.rowCount))
      add("sections", .integer(list.view.sectionCount))
      add("segments", .integer(store.statistics().segments.count))
      add("open_ms", milliseconds(opened - start))
      add("list_made_ms", milliseconds(made - opened))
      add("first_window_ms", milliseconds(shown - made))
      addMemory("after_first_window")
      precondition(rows.count == min(StoreListMeasure.windowLength, list.rowCount))
    }

    private mutating func add(_ name: String, _ value: JSONValue) { report.append((name, value)) }

    private mutating func addMemory(_ when: String) {
      add("resident_" + when, .integer(ResidentBytes.now - residentBefore))
      add("anonymous_" + when, .integer(ResidentBytes.anonymous))
    }

    private func milliseconds(_ nanoseconds: UInt64) -> JSONValue { .number(Double(nanoseconds) / 1e6) }

    private mutating func add(_ name: String, _ times: [UInt64]) {
      let times = Percentiles(times)
      func value(_ percent: Double) -> JSONValue { milliseconds(times.value(at: percent)) }
      add(name, ["p50": value(50), "p99": value(99), "max": value(100)])
    }

    // MARK: - Reading

    mutating func read(_ queries: [String]) throws {
      var windows: [UInt64] = []
      var payloads: [UInt64] = []
      for _ in 0..<StoreListMeasure.windowCount {
        let offset = random.below(max(1, list.rowCount))
        let start = nanosecondsNow()
        let rows = list.view.rows(offset: offset, limit: StoreListMeasure.windowLength)
        let middle = nanosecondsNow()
        _ = try store.items(of: rows)
        windows.append(middle - start)
        payloads.append(nanosecondsNow() - middle)
      }
      add("window_ms", windows)
      add("payloads_of_window_ms", payloads)
      var keystrokes: [UInt64] = []
      for query in queries {
        for end in query.indices {
          let text = String(query[...end])
          let start = nanosecondsNow()
          guard (try? list.search(for: text)) != nil else { continue }
          let view = list.view
          let rows = view.rows(limit: StoreListMeasure.windowLength)
          _ = rows.last.flatMap { view.path(of: $0.id) }
          keystrokes.append(nanosecondsNow() - start)
        }
        list.endSearch()
      }
      add("keystroke_ms", keystrokes)
      addMemory("after_windows_and_keystrokes")
    }

    // MARK: - Writing

    private mutating func row() -> AnyRow {
      guard let row = list.view.row(at: random.below(max(1, list.rowCount))) else {
        preconditionFailure("the list has no rows")
      }
      return row
    }

    mutating func write(_ count: Int) throws {
      var (written, caughtUp, changes): ([UInt64], [UInt64], [UInt64]) = ([], [], [])
      for number in 0..<count {
        let row = row()
        guard let id = ItemID(row.id) else { continue }
        let before = list.view
        let start = nanosecondsNow()
        try store.write { $0.update(id: id, StorePatch(title: "\(row.title) \(number)")) }
        let isWritten = nanosecondsNow()
        try list.catchUp()
        let isShown = nanosecondsNow()
        let found = try list.view.changes(since: before)
        written.append(isWritten - start)
        caughtUp.append(isShown - isWritten)
        changes.append(nanosecondsNow() - isShown)
        precondition(found.rows.updates.map(\.id) == [row.id], "\(found)")
      }
      add("store_write_ms", written)
      add("list_catches_up_ms", caughtUp)
      add("change_set_ms", changes)
      var edits: [UInt64] = []
      for number in 0..<count {
        let row = row()
        let start = nanosecondsNow()
        let update = try list.transaction { try $0.update(row.id) { $0.title = "\(row.title) by the list \(number)" } }
        let found = try update.changes()
        edits.append(nanosecondsNow() - start)
        precondition(found.rows.updates.map(\.id) == [row.id], "\(found)")
      }
      add("edit_and_change_set_ms", edits)
      var moves: [UInt64] = []
      for _ in 0..<count where list.view.sectionCount > 1 {
        let (row, other) = (row(), row())
        let start = nanosecondsNow()
        let update = try list.move(row.id, to: .after(other.id))
        let found = try update.changes()
        moves.append(nanosecondsNow() - start)
        precondition(row.id == other.id || found.rows.count <= 2, "\(found)")
      }
      if !moves.isEmpty { add("move_and_change_set_ms", moves) }
      addMemory("after_writes")
    }

    // MARK: - Moving segments

    /// Moves all rows to other segments, and compares the list with its former state.
    mutating func relocate() throws {
      for (name, move) in [("merge", { try $0.optimize() }), ("rebuild", { try $0.rebuild() })]
        as [(
          String, (ListStore) throws -> Void
        )]
      {
        let before = list.view
        let start = nanosecondsNow()
        try move(store)
        let moved = nanosecondsNow()
        try list.catchUp()
        let followed = nanosecondsNow()
        let changes = try list.view.changes(since: before)
        add("\(name)_ms", milliseconds(moved - start))
        add("list_after_\(name)_ms", milliseconds(followed - moved))
        add("change_set_after_\(name)_ms", milliseconds(nanosecondsNow() - followed))
        precondition(changes.isEmpty, "\(changes)")
        addMemory("after_\(name)")
      }
    }

    /// Makes a list of the same rows in memory.
    mutating func readInMemory() throws {
      let before = ResidentBytes.now
      let contents = list.contents
      let start = nanosecondsNow()
      let other = try ListModel(contents)
      add("in_memory_list_made_ms", milliseconds(nanosecondsNow() - start))
      add("resident_of_list_in_memory", .integer(ResidentBytes.now - before))
      withExtendedLifetime((contents, other)) {}
    }
  }
#endif
