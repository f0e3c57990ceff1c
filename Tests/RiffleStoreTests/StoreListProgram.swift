#if Store
  import Foundation
  import RiffleStoreTestSupport
  import Testing

  import class GRDB.DatabaseQueue
  import struct GRDB.StatementArguments
  import struct RiffleTestSupport.RandomText

  @testable import Riffle
  @testable import RiffleList
  @testable import RiffleStore

  /// A list over a store, one of a process that only reads, and one in memory of the same rows.
  struct StoreListProgram {
    private var random: RandomText
    private let path: String
    private let settings: StoreSettings
    private let sections: [String]
    private let alphabet: ListAlphabet?
    private var listSettings = ListSettings()
    private var list: ListModel
    private var reader: ListModel
    /// Follows the list by its change sets.
    private let mirror: Lock<ListSnapshot>
    private var observation: Observation?
    /// Views of before, some of them of lists that have been given up.
    private var views: [(view: ListView, snapshot: ListSnapshot)] = []
    private var selected: Set<RowID> = []
    private var hidden: Set<SectionID> = []
    private var folded: Set<SectionID> = []
    private let folds: Bool
    private var number = 0
    var comment: Comment = ""

    init(_ path: String, seed: Int) throws {
      random = RandomText(seed: UInt64(seed), mixesScripts: seed % 4 == 0)
      self.path = path
      folds = random.oneIn(2)
      var settings = random.storeSettings()
      // Half of all, because what may stand where is most there.
      if random.oneIn(3) { settings.arrangement = .sections }
      self.settings = settings
      sections = random.oneIn(2) ? ["", "s", "t"] : ["", "'", "e\u{301}", "\u{E9}"] + (0..<80).map { "section \($0)" }
      if case .alphabet(let locales) = settings.arrangement {
        alphabet = try ListAlphabet(locales: locales)
      } else {
        alphabet = nil
      }
      if random.oneIn(3) { listSettings.emptySections = .dropped }
      if random.oneIn(3) { listSettings.emptySectionsWhileFiltering = .kept }
      if random.oneIn(3) { listSettings.unfoldsWhileFiltering = false }
      let store = try ListStore(path, settings: settings)
      mirror = Lock(ListSnapshot())
      list = try StoreListProgram.list(store, listSettings)
      reader = try StoreListProgram.list(
        try ListStore(path, options: StoreOptions(access: .reading)), listSettings)
      observe()
    }

    private static func list(_ store: ListStore, _ settings: ListSettings) throws -> ListModel {
      try ListModel(store, settings: settings, row: make) { name, section in
        section.attributes["name"] = .string(name)
      }
    }

    private static let make: @Sendable (Item<ItemID>, inout RowTraits) -> Void = { item, row in
      row.subtitle = "\(item.weight)"
      row.abilities.isDeletable = item.weight == 0
    }

    private mutating func observe() {
      observation?.cancel()
      let (mirror, comment) = (mirror, comment)
      mirror.withLock { $0 = list.view.snapshot() }
      observation = list.observe { event in
        guard case .updated(let update) = event else { return }
        mirror.withLock { mirror in
          do { mirror = try update.changes().apply(to: mirror) } catch { Issue.record("\(error), \(comment)") }
        }
      }
    }

    // MARK: - What the list should be

    private func items() throws -> [StoreItem] { try StoredTable(path, settings).items }

    private func row(_ item: StoreItem) -> AnyRow {
      let payload = Item(
        id: item.id, title: item.title, searchText: item.searchText, reading: item.reading, weight: item.weight,
        isSearchable: item.isSearchable, scopes: item.scopes, fields: item.fields)
      var traits = RowTraits(id: RowID(item.id), title: item.title)
      (traits.searchText, traits.reading) = (item.searchText, item.reading)
      (traits.weight, traits.isSearchable) = (item.weight, item.isSearchable)
      StoreListProgram.make(payload, &traits)
      return AnyRow(Row(traits, payload: payload))
    }

    private func contents(_ items: [StoreItem]) -> ListContents {
      let rows = items.map { row($0) }
      var sections: [Section] = []
      if let alphabet {
        sections = .alphabetical(rows, alphabet)
        for (index, label) in alphabet.buckets.labels.enumerated() {
          sections[index].traits.attributes["name"] = .string(label.text)
        }
      } else if settings.arrangement == .sections {
        for (item, row) in zip(items, rows) {
          let id = SectionID(section: item.section)
          if sections.last?.traits.id != id {
            var section = Section(id: id, title: item.section.isEmpty ? nil : item.section, rows: [])
            section.traits.attributes["name"] = .string(item.section)
            sections.append(section)
          }
          sections[sections.count - 1].groups[0].rows.append(row)
        }
      } else {
        sections = [Section(id: "items", rows: rows)]
        sections[0].traits.attributes["name"] = "items"
      }
      for index in sections.indices {
        let id = sections[index].traits.id
        if hidden.contains(id) { sections[index].traits.isHidden = true }
        if folded.contains(id) {
          sections[index].groups[0].traits.style = .accordion(selected: nil, isExpanded: false)
        }
      }
      return ListContents(sections: sections)
    }

    private func inMemory(_ items: [StoreItem]) throws -> ListModel {
      var settings = listSettings
      settings.index = self.settings.options
      settings.arrangement = alphabet.map { .alphabet($0) }
      settings.removesEmptiedSections = self.settings.arrangement == .sections
      for name in self.settings.scopes.keys {
        settings.scopes[name] = { $0.payload(as: Item<ItemID>.self)?.scopes.contains(name) ?? false }
      }
      return try ListModel(contents(items), settings: settings)
    }

    // MARK: - Steps

    mutating func step() throws {
      switch random.number(below: 12) {
      case 0..<3:
        let store = try #require(list.store)
        let ids = store.snapshot().elements(offset: 0, limit: .max).map(\.id)
        let changes = random.storeChanges(settings) { random in
          random.oneIn(2) && !ids.isEmpty ? ids[random.number(below: ids.count)] : StoreListProgram.id(&random)
        }
        var batch = StoreBatch(changes)
        for change in changes {
          if case .upsert(let item) = change, random.oneIn(2) {
            batch.update(id: item.id, StorePatch(section: sections[random.number(below: sections.count)]))
          }
        }
        let result = Result { () throws(StoreError) in try store.write(batch) }
        if case .failure(let error) = result, case .idInUse = error { return }
        _ = try result.get()
      case 3..<6: try writeSQL()
      case 6..<10: try edit()
      default: try show()
      }
      switch random.number(below: 14) {
      case 0: try reopen(closing: true)
      case 1: try reopen(closing: false)
      case 2: try list.store?.checkpoint()
      case 3: try list.store?.rebuild()
      case 4: try list.store?.optimize()
      case 5:
        reader = try StoreListProgram.list(
          try ListStore(path, options: StoreOptions(access: .reading)), listSettings)
      default: break
      }
    }

    private static func id(_ random: inout RandomText) -> ItemID {
      let number = random.number(below: 60)
      return number % 3 == 0 ? .text("id \(number)") : .integer(Int64(number) - 20)
    }

    private mutating func reopen(closing: Bool) throws {
      observation = nil
      if closing { try list.store?.close() }
      let filter = list.filter
      list = try ListModel()
      // Whoever follows a store that nobody closes may hold it for a moment.
      let end = ContinuousClock.now + .seconds(30)
      var store: ListStore?
      while store == nil, ContinuousClock.now < end {
        store = try? ListStore(path)
        if store == nil { usleep(1000) }
      }
      list = try StoreListProgram.list(try #require(store), listSettings)
      try list.setFilter(filter)
      (selected, hidden, folded) = ([], [], [])
      observe()
    }

    private mutating func writeSQL() throws {
      number += 1
      let (position, id) = (random.number(below: 5), random.number(below: 40))
      let section = sections[random.number(below: sections.count)]
      let statements: [(String, StatementArguments)] = [
        ("UPDATE items SET title = title || ' x' WHERE weight > 2", []),
        ("UPDATE items SET weight = weight + 1 WHERE position = ?", [position]),
        ("DELETE FROM items WHERE position = ?", [position]),
        ("UPDATE items SET section = ? WHERE position = ?", [section, position]),
        ("DELETE FROM items WHERE section = ?", [section]),
        ("UPDATE items SET position = position + 1.5 WHERE weight = 0", []),
        (
          "INSERT OR REPLACE INTO items (id, title, section) VALUES (?, ?, ?)",
          [id, "replaced \(id) \(number)", section]
        ),
        ("UPDATE OR REPLACE items SET number = number + 1 WHERE number % 5 = 0", []),
        ("UPDATE items SET title = title", []),
        ("DELETE FROM items", []),
      ]
      let queue = try otherProgram(path)
      try queue.write { db in
        for _ in 0..<1 + random.number(below: 3) {
          let (sql, arguments) = statements[
            random.oneIn(30) ? statements.count - 1 : random.number(below: statements.count - 1)]
          try db.execute(sql: sql, arguments: arguments)
        }
      }
      try queue.close()
    }

    /// Edits the list, and one in memory in the same way.
    private mutating func edit() throws {
      try list.catchUp()
      let before = list.view.snapshot()
      let other = try inMemory(try items())
      try other.setFilter(list.filter)
      try expectEqual(list, other)
      var edits: [(ListEditor) throws -> Void] = []
      var ids = before.sections.flatMap(\.rows).map(\.id)
      let places = other.sectionIDs
      for _ in 0..<1 + random.number(below: random.oneIn(4) ? 40 : 5) {
        number += 1
        let row = ids.isEmpty ? nil : ids[random.number(below: ids.count)]
        let next = ids.isEmpty ? nil : ids[random.number(below: ids.count)]
        let section = places.isEmpty ? nil : places[random.number(below: places.count)]
        switch random.number(below: 7) {
        case 0, 1:
          guard let row else { continue }
          ids.removeAll { $0 == row }
          edits.append { try $0.remove(row) }
        case 2:
          guard let row else { continue }
          let title = random.title() + " \(row)"
          edits.append { try $0.update(row) { $0.title = title } }
        case 3:
          let id = RowID(StoreListProgram.id(&random))
          guard !ids.contains(id), other.row(id) == nil, let section else { continue }
          ids.append(id)
          let new = Row(id: id, title: random.title() + " \(id)") { $0.weight = 2 }
          let isAlphabetical = alphabet != nil
          if settings.arrangement == .sections, let next, random.oneIn(2) {
            edits.append { try $0.insert(new, at: .before(next)) }
          } else {
            edits.append { try isAlphabetical ? $0.insert([AnyRow(new)]) : $0.insert(new, at: .end(of: section)) }
          }
        default:
          guard settings.arrangement == .sections, let row, let next, let section else { continue }
          let place: ListEditor.RowPlace =
            switch random.number(below: 4) {
            case 0: .before(next)
            case 1: .after(next)
            case 2: .start(of: section)
            default: .end(of: section)
            }
          edits.append { try $0.move(row, to: place) }
        }
      }
      let update = try list.transaction { edit in for body in edits { try body(edit) } }
      try other.transaction { edit in for body in edits { try body(edit) } }
      #expect(text(list.contents) == text(other.contents), comment)
      #expect(try update.changes().apply(to: update.before.snapshot()) == update.after.snapshot(), comment)
    }

    /// Changes what shows, and what is selected.
    private mutating func show() throws {
      try list.catchUp()
      for _ in 0..<3 {
        let sections = list.sectionIDs
        switch random.number(below: 4) {
        case 0:
          guard !sections.isEmpty else { continue }
          let section = sections[random.number(below: sections.count)]
          let isHidden = hidden.remove(section) == nil
          if isHidden { hidden.insert(section) }
          try list.transaction { try $0.setHidden(isHidden, section: section) }
        // Groups that are folded would take over what is selected.
        case 1 where folds:
          guard !sections.isEmpty else { continue }
          let section = sections[random.number(below: sections.count)]
          let isFolded = folded.remove(section) == nil
          if isFolded { folded.insert(section) }
          try list.transaction { edit in
            try edit.updateGroup(.section(section)) {
              $0.style = isFolded ? .accordion(selected: nil, isExpanded: false) : .plain
            }
          }
        case 1, 2:
          if folds { continue }
          guard let row = list.view.row(at: random.number(below: max(1, list.view.count))) else { continue }
          if selected.remove(row.id) == nil { selected.insert(row.id) }
          let isSelected = selected.contains(row.id)
          try list.transaction { try isSelected ? $0.select(row.id) : $0.deselect(row.id) }
        default: try list.setFilter(filter(try items()))
        }
      }
    }

    private mutating func filter(_ items: [StoreItem]) -> ListFilter {
      var filter = ListFilter()
      if !random.oneIn(3) {
        let items = items.map { Item(id: 0, title: $0.title, searchText: $0.searchText) }
        filter.text = random.oneIn(5) || items.isEmpty ? "  " : random.query(for: items)
        if random.oneIn(4) { filter.mode = .substring }
        filter.reach = random.reach()
        filter.terms = random.terms()
      }
      if !settings.scopes.isEmpty, random.oneIn(4) {
        filter.scope = random.oneIn(2) ? .scope("light") : .not(.scope("own"))
      }
      if random.oneIn(5) { filter.sections = Set(list.sectionIDs.filter { _ in random.oneIn(2) }) }
      if (try? filter.query()) == nil { filter.text = nil }
      return filter
    }

    // MARK: - Checks

    mutating func check() throws {
      let before = (view: list.view, snapshot: list.view.snapshot())
      for list in [list, reader] { try list.catchUp() }
      let items = try items()
      // What has gone is no longer selected, and a section that has gone shows again as any other.
      selected.formIntersection(items.map { RowID($0.id) })
      hidden.formIntersection(list.sectionIDs)
      folded.formIntersection(list.sectionIDs)
      let other = try inMemory(items)
      try other.transaction { edit in for row in selected { try edit.select(row) } }
      try other.setFilter(list.filter)
      try expectEqual(list, other)
      #expect(list.selected == other.selected, comment)
      let after = list.view.snapshot()
      let changes = try list.view.changes(since: before.view)
      #expect(try changes.apply(to: before.snapshot) == after, comment)
      let all = try ChangeSet(from: before.snapshot, to: after)
      #expect(changes.sections == all.sections && changes.rows == all.rows, comment)
      views.append((list.view, after))
      if random.oneIn(3) { views.append((reader.view, reader.view.snapshot())) }
      let old = views[random.number(below: views.count)]
      #expect(try list.view.changes(since: old.view).apply(to: old.snapshot) == after, comment)
      // An observer may be told on the thread that follows the store.
      let end = ContinuousClock.now + .seconds(30)
      while mirror.withLock({ $0 }) != after, ContinuousClock.now < end { usleep(1000) }
      #expect(mirror.withLock { $0 } == after, comment)

      let shown = (hidden, folded)
      (hidden, folded) = ([], [])
      let plain = try inMemory(items)
      try expectEqual(reader, plain)
      (hidden, folded) = shown
    }

    private func text(_ contents: ListContents) -> [String] {
      contents.sections.map { section in
        let flags =
          (section.traits.isHidden ? " hidden" : "") + (section.groups[0].traits.style.isFolded ? " folded" : "")
        return "\(section.traits.id)\(flags): " + section.rows.map { "\($0.id) \($0.title)" }.joined(separator: ", ")
      }
    }

    private mutating func expectEqual(_ list: ListModel, _ other: ListModel) throws {
      let (own, others) = (text(list.contents), text(other.contents))
      #expect(own == others, comment)
      if own != others { return }
      let items = try items()
      for filter in [list.filter, ListFilter(), filter(items), filter(items)] {
        let (view, expected) = (try list.view(through: filter), try other.view(through: filter))
        let rows = expected.snapshot()
        #expect(view.snapshot() == rows, "\(filter), \(comment)")
        if view.snapshot() != rows { return }
        #expect(view.sections.map(\.id) == expected.sections.map(\.id), comment)
        #expect(view.sections.map(\.start) == expected.sections.map(\.start), comment)
        for style in [JumplistStyle.sectionInitials, .sectionTitles] {
          #expect(view.jumplist(style) == expected.jumplist(style), comment)
        }
        #expect(view.hits(limit: 20)?.map(\.id) == expected.hits(limit: 20)?.map(\.id), comment)
        #expect(try view.changes(since: list.view).apply(to: list.view.snapshot()) == rows, comment)
        let (offset, limit) = (random.number(below: 10), random.number(below: 10))
        #expect(view.rows(offset: offset, limit: limit) == expected.rows(offset: offset, limit: limit), comment)
        for item in items.prefix(5) {
          let id = RowID(item.id)
          #expect(view.path(of: id) == expected.path(of: id) && view.row(id) == expected.row(id), comment)
          #expect(view.highlights(of: id, in: .title).count == expected.highlights(of: id, in: .title).count, comment)
        }
      }
      for item in items.suffix(5) {
        let id = RowID(item.id)
        #expect(list.place(of: id)?.section == other.place(of: id)?.section, comment)
        #expect(list.place(of: id)?.index == other.place(of: id)?.index, comment)
      }
    }
  }
#endif
