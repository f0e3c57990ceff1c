import Testing

import func RiffleTestSupport.setting

@testable import Riffle
@testable import RiffleList

/// A list against plain arrays. RIFFLE_CASES sets how many lists are edited, RIFFLE_SEED where they begin.
@Suite struct RandomEditTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 60)

  private struct Thrown: Error {}

  @Test(arguments: seeds) func whatShowsIsWhatEditsMakeOfIt(seed: Int) throws {
    var lists = RandomLists(seed: UInt64(seed))
    var settings = lists.settings()
    settings.index.upkeep = lists.random.upkeep()
    let contents = lists.contents()
    let list = try ListModel(contents, settings: settings)
    var plain = PlainList(contents)
    let mirror = Lock(list.view.snapshot())
    let observation = list.mirror(in: mirror)
    // Payloads that are let go edit the list, in the middle of whatever lets them go.
    lists.whenLetGo = { [weak list] in
      _ = try? list?.transaction { try $0.updateList { $0.header = Supplement("gone") } }
    }
    defer { observation.cancel() }
    for step in 0..<12 {
      let before = list.view.snapshot()
      let isThrown = lists.random.oneIn(6)
      var edited = plain
      do {
        let update = try list.transaction { editor in
          for _ in 0...lists.random.number(below: 5) { try lists.edit(editor, &edited) }
          if lists.random.oneIn(3) { try tryNested(&lists, list, editor, &edited) }
          if isThrown { throw Thrown() }
        }
        if settings.removesEmptiedSections { edited.dropEmptiedSections(since: plain) }
        edited.forgetLostSelections()
        let selected = (old: plain.allSelected, new: edited.allSelected)
        plain = edited
        #expect(update.before.snapshot() == before, "seed \(seed), step \(step)")
        let after = update.after.snapshot()
        #expect(try update.changes().apply(to: before) == after, "seed \(seed), step \(step)")
        let (changes, all) = (try update.changes(), try ChangeSet(from: before, to: after))
        #expect(changes.sections == all.sections && changes.rows == all.rows, "seed \(seed), step \(step)")
        #expect(changes.selected == selected.new.subtracting(selected.old).sorted(), "seed \(seed), step \(step)")
        #expect(changes.deselected == selected.old.subtracting(selected.new).sorted(), "seed \(seed), step \(step)")
      } catch is Thrown {
        #expect(list.view.snapshot() == before, "seed \(seed), step \(step)")
      }
      try check(list, plain, &lists, settings, "seed \(seed), step \(step)")
      #expect(mirror.withLock { $0 } == list.view.snapshot(), "seed \(seed), step \(step)")
    }
  }

  /// Trees of several levels, and change sets of many groups.
  @Test(arguments: seeds.prefix(max(4, seeds.count / 8))) func aListOfManySectionsIsNoOther(seed: Int) throws {
    var lists = RandomLists(seed: UInt64(seed))
    var settings = lists.settings()
    settings.index.upkeep = lists.random.upkeep()
    let contents = ListContents(sections: (0..<[70, 300, 900][seed % 3]).map { _ in lists.section(rowsBelow: 4) })
    let list = try ListModel(contents, settings: settings)
    var plain = PlainList(contents)
    for step in 0..<4 {
      let before = (view: list.view, plain: plain)
      for _ in 0..<3 {
        let first = plain
        try list.transaction { editor in
          for _ in 0...lists.random.number(below: 60) { try lists.edit(editor, &plain) }
        }
        if settings.removesEmptiedSections { plain.dropEmptiedSections(since: first) }
        plain.forgetLostSelections()
      }
      let comment: Comment = "seed \(seed), step \(step)"
      let (old, new) = (try before.plain.shown(list.filter, settings), try plain.shown(list.filter, settings))
      #expect(list.view.snapshot() == new && before.view.snapshot() == old, comment)
      let (changes, all) = (try list.view.changes(since: before.view), try ChangeSet(from: old, to: new))
      #expect(changes.sections == all.sections && changes.rows == all.rows, comment)
      let filtered = try list.setFilter(lists.filter(for: plain)).changes()
      let hits = try plain.shown(list.filter, settings)
      #expect(try list.view.snapshot() == hits && filtered.apply(to: new) == hits, comment)
      for (section, record) in hits.sections.enumerated() {
        let shown = list.view.section(at: section)
        #expect(shown?.id == record.id && shown?.rowCount == record.rows.count, comment)
      }
    }
  }

  /// A transaction in the transaction, of which nothing is left if it throws.
  private func tryNested(
    _ lists: inout RandomLists, _ list: ListModel, _ editor: ListEditor, _ plain: inout PlainList
  ) throws {
    var nested = plain
    let isThrown = lists.random.oneIn(2)
    do {
      // By the list or by its editor: it is the same.
      let body = { (editor: ListEditor) throws in
        for _ in 0..<3 { try lists.edit(editor, &nested) }
        if isThrown { throw Thrown() }
      }
      if isThrown { try editor.transaction(body) } else { try list.transaction(body) }
      plain = nested
    } catch is Thrown {}
  }

  private func check(
    _ list: ListModel, _ plain: PlainList, _ lists: inout RandomLists, _ settings: ListSettings, _ comment: Comment
  ) throws {
    #expect(list.rowCount == plain.rows.count && list.selected == plain.selected, comment)
    // What the filter of before leaves of what edits have made.
    #expect(try list.view.snapshot() == plain.shown(list.filter, settings), comment)
    if lists.random.oneIn(3) {
      let before = list.view.snapshot()
      let update = try list.setFilter(lists.filter(for: plain))
      #expect(try list.view.snapshot() == plain.shown(list.filter, settings), comment)
      #expect(try update.changes().apply(to: before) == list.view.snapshot(), comment)
      // The text that is there in its other form, which some modes tell apart.
      if let text = list.filter.text {
        try list.search(for: text.inOtherForm)
        #expect(try list.view.snapshot() == plain.shown(list.filter, settings), comment)
      }
    }
    for filter in [ListFilter(), lists.filter(for: plain)] {
      let view = try list.view(through: filter)
      let expected = try plain.shown(filter, settings)
      #expect(view.snapshot() == expected, comment)
      #expect(try view.changes(since: list.view).apply(to: list.view.snapshot()) == expected, comment)
      let rows = expected.sections.flatMap(\.rows)
      #expect(view.count == rows.count, comment)
      if let hits = view.hits(limit: .max) {
        #expect(Set(hits.map(\.id)) == Set(rows.map(\.id)) && hits.count == rows.count, comment)
        #expect(zip(hits, hits.dropFirst()).allSatisfy { $0.score <= $1.score }, comment)
      }
      let offset = lists.random.number(below: 10)
      let limit = lists.random.number(below: 10)
      #expect(view.rows(offset: offset, limit: limit) == Array(rows.dropFirst(offset).prefix(limit)), comment)
      var position = 0
      for (section, record) in expected.sections.enumerated() {
        for (index, row) in record.rows.enumerated() {
          let path = RowPath(section: section, row: index)
          #expect(view.path(of: row.id) == path && view.position(at: path) == position, comment)
          #expect(view.path(at: position) == path && view.row(at: path) == row, comment)
          position += 1
        }
      }
      try checkFacets(view, plain, settings, comment)
      for row in plain.rows where !rows.contains(where: { $0.id == row.id }) {
        #expect(view.position(of: row.id) == nil, comment)
      }
    }
    for row in plain.rows {
      guard let (section, group, index) = plain.place(of: row.id), let found = list.place(of: row.id) else {
        Issue.record("no place of \(row.id), \(comment)")
        continue
      }
      let record = plain.sections[section].groups[group]
      #expect(found.group == record.traits.id && found.index == index, comment)
      #expect(
        list.isHidden(row.id)
          == (row.isHidden || record.traits.isHidden || plain.sections[section].traits.isHidden), comment)
    }
  }
}

extension RandomEditTests {
  /// Counts of values, with all conditions and without those on the field alone.
  private func checkFacets(
    _ view: ListView, _ plain: PlainList, _ settings: ListSettings, _ comment: Comment
  ) throws {
    for name in ["initial", "length", "time"] {
      for ignoresOwn in [false, true] {
        var filter = view.filter
        if ignoresOwn { filter.condition = filter.condition?.without(conditionsOn: name) }
        let rows = try plain.shown(filter, settings).sections.flatMap(\.rows)
        var expected = RowFields.counts(rows, name)
        let counts = try view.facets([Facet(name, limit: .max, ignoresOwnFilter: ignoresOwn)])[0]
        #expect(counts.missingCount == expected.removeValue(forKey: nil) ?? 0, comment)
        let found = counts.values.map { ($0.value, $0.count) }
        #expect(Dictionary(uniqueKeysWithValues: found) as [FieldValue?: Int] == expected, comment)
      }
    }
  }
}

extension ListModel {
  /// Makes all changes of an observed list in a snapshot, and edits the list now and then on the way.
  fileprivate func mirror(in mirror: Lock<ListSnapshot>) -> Observation {
    let count = Lock(0)
    return observe { [weak self] event in
      guard case .updated(let update) = event else { return }
      mirror.withLock { mirror in
        do { mirror = try update.changes().apply(to: mirror) } catch { Issue.record("\(error)") }
      }
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number % 3 == 0 else { return }
      _ = try? self?.transaction { try $0.updateList { $0.footer = Supplement("\(number)") } }
    }
  }
}
