#if Store
  import Foundation
  import RiffleStoreTestSupport
  import SystemPackage
  import Testing

  import class GRDB.DatabaseQueue

  import struct RiffleTestSupport.RandomText
  import func RiffleTestSupport.setting

  @testable import Riffle
  @testable import RiffleList
  @testable import RiffleStore

  /// Lists over stores. RIFFLE_CASES sets how many random programs there are, RIFFLE_SEED where they begin.
  @Suite struct StoreListTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1
    private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 8)

    /// A list over a store beside one in memory with the same rows: written in any way, closed or left without a word, and
    /// opened again.
    @Test(arguments: seeds) func aListOverAStoreIsOneOfItsRows(seed: Int) throws {
      let folder = try TestFolder()
      var program = try StoreListProgram(folder.file("a.db").string, seed: seed)
      for round in 0..<10 {
        program.comment = "seed \(seed), round \(round)"
        try program.step()
        try program.check()
      }
    }

    @Test func idsOfRowsAreThoseOfItems() {
      let ids: [ItemID] = [
        0, -1, .integer(.min), .integer(.max), "", "0", "-1", "-0", "007", "+1", "9223372036854775808", "'", "'0", "''",
        "a",
        "e\u{301}", "\u{E9}", "%", "'%", "e\u{301}%", "%65\u{301}", "\u{0}", "\u{0}e\u{301}", "'\u{301}", "\u{301}",
        "1 ", "x'",
      ]
      let rows = ids.map { RowID($0) }
      for (row, id) in zip(rows, ids) {
        #expect(ItemID(row) == id && !row.name.isEmpty)
        #expect(rows.filter { $0 == row }.count == 1, "\(row)")
      }
      #expect(ItemID(RowID("\u{E9}")) == ItemID(RowID("e\u{301}")))
      for name in ["", "'a", "'+1", "'007", "'%", "'%a", "'%65%CC", "'%e%cc%81"] {
        #expect(ItemID(RowID(name)) == nil, "\(name)")
      }
      let sections = ["", "'", "5", "a", "''", "'a", "e\u{301}", "\u{E9}", "'%a"]
      for section in sections {
        #expect(SectionID(section: section).section == section)
        #expect(sections.filter { SectionID(section: $0) == SectionID(section: section) }.count == 1)
      }
      for name in ["", "'x"] { #expect(SectionID(name).section == nil) }
    }

    /// What Swift takes for the same text, a database tells apart.
    @Test func equivalentIDsAndSectionsAreDifferent() throws {
      let folder = try TestFolder()
      let store = try ListStore(folder.file("a.db").string, settings: StoreSettings(arrangement: .sections))
      try store.write { batch in
        for (number, text) in ["\u{E9}", "e\u{301}"].enumerated() {
          batch.upsert(StoreItem(id: .text(text), title: "\(number)", section: text))
          batch.upsert(StoreItem(id: .text(text + " 2"), title: "\(number) 2", section: text))
        }
      }
      let list = try ListModel(store)
      #expect(list.view.sections.map(\.rowCount) == [2, 2])
      let before = list.view
      try store.write { $0.update(id: .text("\u{E9}"), StorePatch(title: "new")) }
      try list.catchUp()
      let changes = try list.view.changes(since: before)
      #expect(changes.rows.updates.map(\.value.title) == ["new"] && changes.rows.count == 1)
      #expect(try changes.apply(to: before.snapshot()) == list.view.snapshot())
    }

    /// Nothing about these rows is otherwise but the section: not even their place in the list, nor how many rows there are in
    /// a section that has given one and got one.
    @Test(arguments: [3, 60]) func rowsThatChangeTheirSectionHaveMoved(sectionCount: Int) throws {
      let folder = try TestFolder()
      let store = try ListStore(folder.file("a.db").string, settings: StoreSettings(arrangement: .sections))
      try store.write { batch in
        for number in 0..<2 * sectionCount {
          batch.upsert(
            StoreItem(
              id: .integer(Int64(number)), title: "row", section: "section \(100 + number / 2)",
              position: Double(number)))
        }
      }
      let list = try ListModel(store)
      let before = (all: list.view, some: try list.view(through: ListFilter(text: "row")))
      try store.write { batch in
        batch.update(id: 2, StorePatch(section: "section 100"))
        batch.update(id: 4, StorePatch(section: "section 101"))
      }
      try list.catchUp()
      #expect(list.view.sections.prefix(3).map(\.rowCount) == [3, 2, 1])
      let after = (all: list.view, some: try list.view(through: ListFilter(text: "row")))
      for (before, after) in [(before.all, after.all), (before.some, after.some)] {
        let changes = try after.changes(since: before)
        #expect(try changes.apply(to: before.snapshot()) == after.snapshot())
        #expect(Set(changes.rows.moves.map(\.id)) == ["2", "4"] && changes.rows.count == 2 && changes.sections.isEmpty)
      }
    }

    @Test func editsOfRowsAreKept() async throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path, settings: StoreSettings(arrangement: .sections))
      try store.write { batch in
        for number in 0..<6 {
          batch.upsert(
            StoreItem(
              id: .integer(Int64(number)), title: "row \(number)", section: number < 3 ? "a" : "b",
              payload: .json("\(number)")))
        }
      }
      let list = try ListModel(store) { item, row in
        row.subtitle = "of \(item.id)"
        row.abilities = RowAbilities(isDeletable: item.id != 4, moves: .anywhere)
      } section: { name, section in
        section.header = Supplement("section \(name)")
      }
      #expect(list.view.sections.map(\.traits.title) == ["section a", "section b"])
      let events = Lock<[String]>([])
      let observation = list.observe { event in
        switch event {
        case .didDelete(let rows): events.withLock { $0.append("deleted \(rows.map(\.id))") }
        case .didMove(let row, let from, let to):
          events.withLock { $0.append("moved \(row.id) \(from?.section ?? 9) to \(to?.section ?? 9)") }
        default: break
        }
      }
      defer { observation.cancel() }
      let question = list.addHooks(
        {
          var hooks = ListHooks()
          hooks.willDelete = { $0.id == "5" ? .deny(reason: "kept") : .allow }
          return hooks
        }())
      let report = await list.delete(["0", "4", "5", "99"])
      #expect(report.deleted == ["0"])
      #expect(report.refused == ["4": .notAble, "5": .denied(reason: "kept"), "99": .unknownRow])
      #expect(try report.update.changes().rows.deletes.map(\.id) == ["0"])
      #expect(try store.item(0) == nil)
      question.cancel()

      // All positions are 0: those behind make room.
      try list.move("5", to: .before("2"))
      #expect(list.view.rows(inSection: 0).map(\.id) == ["1", "5", "2"])
      #expect(try store.item(5)?.section == "a" && store.item(5)?.payload == .json("5"))
      try list.transaction { edit in
        try edit.update("3") { $0.title = "third" }
        try edit.move("3", to: .start(of: "a"))
        try edit.insert(Row(id: "new", title: "new"), at: .after("3"))
        #expect(try edit.rowIDs(of: "a") == ["3", "new", "1", "5", "2"])
      }
      #expect(list.view.rows(inSection: 0).map(\.title) == ["third", "new", "row 1", "row 5", "row 2"])
      #expect(list.view.rows(inSection: 0).map(\.subtitle) == ["of 3", "of new", "of 1", "of 5", "of 2"])
      #expect(
        try store.items(of: list.view.rows()).map { $0?.payload } == [
          .json("3"), nil, .json("1"), .json("5"), .json("2"), .json("4"),
        ])
      #expect(events.withLock { $0 } == ["deleted [0]", "moved 5 1 to 0"])
      let kept = try await otherProgram(path).read { db in
        try String.fetchAll(db, sql: "SELECT title FROM items ORDER BY section, position, number")
      }
      #expect(kept == list.view.rows().map(\.title))
    }

    @Test func whatCannotBeKeptIsRefused() async throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path)
      try store.write { batch in
        for number in 0..<3 { batch.upsert(StoreItem(id: .integer(Int64(number)), title: "row")) }
      }
      #expect(throws: ListError.keptRows(.setting("scopes"))) {
        var settings = ListSettings()
        settings.scopes["x"] = { _ in true }
        _ = try ListModel(store, settings: settings)
      }
      #expect(throws: ListError.keptRows(.setting("fields"))) {
        var settings = ListSettings()
        settings.fields = [.integer("size") { _ in 1 }]
        _ = try ListModel(store, settings: settings)
      }
      let list = try ListModel(store) { _, row in row.abilities = RowAbilities(isDeletable: true, moves: .anywhere) }
      let before = list.view.snapshot()
      func refuses(_ error: KeptRowsError, _ body: (ListEditor) throws -> Void) {
        #expect(throws: ListError.keptRows(error)) {
          try list.transaction { edit in
            try edit.remove("2")
            try body(edit)
          }
        }
        #expect(list.view.snapshot() == before && (try? store.item(2)) != nil)
      }
      refuses(.structure) { try $0.insert(Section(id: "new", rows: [])) }
      refuses(.structure) { try $0.removeSection("items") }
      refuses(.structure) { try $0.insert(RowGroup(id: "g", rows: []), in: "items") }
      refuses(.structure) { try $0.setContents(ListContents()) }
      let update = try list.transaction { _ in }
      refuses(.undo) { try $0.undo(update) }
      refuses(.order(row: "1")) { try $0.move("1", to: .before("0")) }
      refuses(.order(row: "new")) { try $0.insert(Row(id: "new", title: ""), at: .before("1")) }
      refuses(.content(row: "1")) { try $0.setHidden(true, row: "1") }
      refuses(.content(row: "1")) { try $0.update("1") { $0.subtitle = "x" } }
      refuses(.content(row: "1")) { try $0.replace(Row(id: "1", title: "", payload: 7)) }
      refuses(.content(row: "new")) { try $0.insert(Row(id: "new", title: "", payload: 7), at: .end(of: "items")) }
      refuses(.content(row: "new")) { edit in
        try edit.insert(Row(id: "new", title: "") { $0.attributes["x"] = 1 }, at: .end(of: "items"))
      }
      #expect(
        throws: ListError.keptRows(
          .failed(reason: "“'x” is the id of no item: make the ids of new rows of those of their items"))
      ) {
        try list.transaction { try $0.insert(Row(id: "'x", title: ""), at: .end(of: "items")) }
      }
      #expect(throws: ListError.duplicateID(of: .row, id: "1")) {
        try list.transaction { try $0.insert(Row(id: "1", title: ""), at: .end(of: "items")) }
      }
      #expect(throws: Refusal.failed(.keptRows(.order(row: "1")))) { try list.move("1", to: .before("0")) }
      try store.close()
      let report = await list.delete(["1"])
      #expect(report.refused == ["1": .failed(.keptRows(.failed(reason: "\(path) has been closed")))])
      #expect(list.view.snapshot() == before)

      try await otherProgram(path).write { db in
        try db.execute(
          sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO people VALUES (1, 'Ada')")
      }
      let people = try ListModel(
        ListStore(following: TableSource(table: "people", id: "id", title: "name"), in: path))
      #expect(throws: StoreError.followsTable(table: "people")) { try people.transaction { try $0.remove("1") } }
      #expect(people.view.rows().map(\.title) == ["Ada"])
    }

    @Test func whatShowsIsTheListsOwn() throws {
      let folder = try TestFolder()
      let store = try ListStore(folder.file("a.db").string, settings: StoreSettings(arrangement: .sections))
      try store.write { batch in
        for number in 0..<6 {
          batch.upsert(StoreItem(id: .integer(Int64(number)), title: "row \(number)", section: number < 3 ? "a" : "b"))
        }
      }
      let list = try ListModel(store) { _, row in row.abilities.selection = .sticky }
      try list.transaction { edit in
        try edit.updateGroup("a") { $0.style = .radio(selected: "1") }
        try edit.updateSection("b") { $0.footer = Supplement("end") }
        try edit.updateList { $0.header = Supplement("head") }
      }
      try list.choose("4")
      #expect(list.selected == ["4"] && list.isSelected("1"))
      // Whoever else deletes or moves rows, they are no longer selected there.
      try store.write { batch in
        batch.delete(id: 4)
        batch.update(id: 1, StorePatch(section: "b"))
        batch.upsert(StoreItem(id: 9, title: "row 9", section: "a"))
      }
      let before = list.view
      try list.catchUp()
      #expect(list.selected.isEmpty && !list.isSelected("1"))
      #expect(list.group("a")?.style == .radio(selected: nil))
      #expect(list.view.header == Supplement("head") && list.section("b")?.footer == Supplement("end"))
      let changes = try list.view.changes(since: before)
      #expect(changes.deselected == ["1"] || changes.deselected == ["1", "4"] || changes.deselected == [])
      try list.choose("9")
      #expect(list.group("a")?.style == .radio(selected: "9"))
      #expect(list.view.sections.map(\.rowCount) == [3, 3])
    }

    /// While the index is built, the list shows what there is, or what there was.
    @Test func listsSayWhatIsMissing() async throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let count = 5_000
      do {
        let store = try ListStore(path)
        let items = (0..<count).lazy.map { StoreItem(id: .integer(Int64($0)), title: "row \($0)") }
        try store.write { $0.upsert(contentsOf: items) }
        try store.close()
      }
      try FileManager.default.removeItem(atPath: path + "-riffle")
      let store = try ListStore(path, options: StoreOptions(buildsInBackground: true))
      let list = try ListModel(store)
      #expect(list.isPartial && list.view.isPartial)
      for await state in store.states {
        if state == .ready, !store.snapshot().isPartial { break }
        if case .building(let progress) = state { #expect(progress.rowsRead <= progress.rowCount) }
      }
      for await view in list.views where !view.isPartial && view.count == count { break }
      #expect(list.view.row(at: count - 1)?.title == "row \(count - 1)")

      let counts = Lock<Set<Int>>([])
      let observation = list.observe { event in
        if case .updated(let update) = event { _ = counts.withLock { $0.insert(update.after.count) } }
      }
      defer { observation.cancel() }
      let generation = list.generation
      try store.rebuild()
      try list.catchUp()
      #expect(counts.withLock { $0 }.isEmpty && list.generation == generation && list.view.count == count)
      try store.write { $0.delete(id: 5) }
      for await view in list.views where view.count == count - 1 { break }
    }

    /// Programs that write in every way at once, beside readers; whoever follows the list by its change sets has it in the end.
    @Test(arguments: [StoreSettings.Arrangement.sections, .arrival, .alphabet(locales: ["en"])])
    func listsGoAlongWithManyWriters(arrangement: StoreSettings.Arrangement) throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      let store = try ListStore(path, settings: StoreSettings(arrangement: arrangement))
      let list = try ListModel(store) { _, row in row.abilities.isDeletable = true }
      let mirror = Lock(list.view.snapshot())
      let observation = list.observe { event in
        guard case .updated(let update) = event else { return }
        mirror.withLock { mirror in
          do { mirror = try update.changes().apply(to: mirror) } catch { Issue.record("\(error)") }
        }
      }
      defer { observation.cancel() }
      let isOver = Lock(false)
      let writers = (0..<2).map { writer in
        WorkerThread {
          var random = RandomText(seed: UInt64(writer))
          for step in 0..<60 {
            let ids = (0..<1 + random.number(below: 20)).map { _ in ItemID.integer(Int64(random.number(below: 200))) }
            do {
              try store.write { batch in
                for id in ids {
                  if random.oneIn(4) {
                    batch.delete(id: id)
                  } else {
                    batch.upsert(
                      StoreItem(
                        id: id, title: random.title() + " \(id)", section: "section \(random.number(below: 30))",
                        position: Double(random.number(below: 50))))
                  }
                }
              }
              if step % 20 == 7 { try store.checkpoint() }
              if step % 20 == 13, writer == 0 { try store.optimize() }
              if step == 40, writer == 1 { try store.rebuild() }
            } catch {
              Issue.record("\(error)")
            }
          }
        }
      }
      let editor = WorkerThread {
        var random = RandomText(seed: 9)
        for _ in 0..<40 {
          let view = list.view
          guard view.count > 0, let row = view.row(at: random.number(below: view.count)) else { continue }
          do {
            try list.transaction { edit in
              if random.oneIn(2) { try edit.remove(row.id) } else { try edit.update(row.id) { $0.weight += 1 } }
            }
          } catch ListError.unknownID {
            // Somebody else was sooner.
          } catch {
            Issue.record("\(error)")
          }
        }
      }
      let reader = WorkerThread {
        var random = RandomText(seed: 10)
        var before = list.view
        while !isOver.withLock({ $0 }) {
          var filter = ListFilter()
          if random.oneIn(2) { filter.text = "a" }
          guard let view = try? list.view(through: filter) else { continue }
          do {
            let changes = try view.changes(since: before)
            let after = try changes.apply(to: before.snapshot())
            if after != view.snapshot() { Issue.record("another view") }
          } catch {
            Issue.record("\(error)")
          }
          #expect(view.sections.reduce(0) { $0 + $1.rowCount } == view.count)
          before = view
          // Others are to have the processors too.
          usleep(1000)
        }
      }
      defer { isOver.withLock { $0 = true } }
      let queue = try otherProgram(path)
      for step in 0..<30 {
        try queue.write { db in
          try db.execute(
            sql: "UPDATE items SET section = 'section ' || ((position * 7) % 30), weight = ? WHERE id % 10 = ?",
            arguments: [step, step % 10])
        }
      }
      for writer in writers { writer?.join() }
      editor?.join()
      isOver.withLock { $0 = true }
      reader?.join()
      try list.catchUp()
      let after = list.view.snapshot()
      let end = ContinuousClock.now + .seconds(60)
      while mirror.withLock({ $0 }) != after, ContinuousClock.now < end { usleep(1000) }
      #expect(mirror.withLock { $0 } == after)
      try store.close()
      let expected = try StoredTable(path, StoreSettings(arrangement: arrangement)).items
      #expect(Set(after.sections.flatMap(\.rows).map(\.id)) == Set(expected.map { RowID($0.id) }))
      if arrangement != .alphabet(locales: ["en"]) {
        #expect(after.sections.flatMap(\.rows).map(\.id) == expected.map { RowID($0.id) })
      }
    }

    @Test func aListThatNobodyKeepsLetsTheStoreGo() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      weak var kept: ListModel?
      do {
        let list = try ListModel(ListStore(path))
        kept = list
        try list.store?.write { $0.upsert(StoreItem(id: 1, title: "one")) }
        try list.catchUp()
        #expect(list.view.rows().map(\.title) == ["one"])
      }
      // A change that is being told of may hold it for a moment.
      let end = ContinuousClock.now + .seconds(20)
      while kept != nil, ContinuousClock.now < end { usleep(1000) }
      #expect(kept == nil)
      var reopened: ListStore?
      while reopened == nil, ContinuousClock.now < end {
        reopened = try? ListStore(path)
        if reopened == nil { usleep(1000) }
      }
      #expect(reopened?.snapshot().count == 1)
    }
  }
#endif
