import Testing

import func RiffleTestSupport.setting

@testable import RiffleList

/// Updates undone and done again.
@Suite struct UndoTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 40)

  /// All of a list that can be seen.
  private struct Seen: Equatable {
    let shown: ListSnapshot
    let rows: [RowID]
    let selected: Set<RowID>
    let groups: [[GroupTraits]]

    init(_ list: ListModel) {
      shown = list.view.snapshot()
      rows = list.contents.sections.flatMap(\.rows).map(\.id)
      selected = Set(list.selectedRows.map(\.id))
      groups = list.sectionIDs.map { list.groups(of: $0) ?? [] }
    }
  }

  @Test(arguments: seeds) func anyStackOfUpdatesIsUndoneAndDoneAgain(seed: Int) throws {
    var lists = RandomLists(seed: UInt64(seed))
    let contents = lists.contents()
    let list = try ListModel(contents, settings: lists.settings())
    var plain = PlainList(contents)
    var stack: [(update: ListUpdate, before: Seen, after: Seen)] = []
    for step in 0..<15 {
      let comment: Comment = "seed \(seed), step \(step)"
      if !stack.isEmpty, lists.random.oneIn(3) {
        var redone: [(ListUpdate, Seen)] = []
        for (update, before, after) in stack.suffix(lists.random.number(below: stack.count) + 1).reversed() {
          let undone = try list.undo(update)
          #expect(Seen(list) == before, comment)
          #expect(try undone.changes().apply(to: after.shown) == before.shown, comment)
          redone.append((undone, after))
        }
        for (undone, after) in redone.reversed() {
          try list.undo(undone)
          #expect(Seen(list) == after, comment)
        }
        stack = []
        continue
      }
      let before = Seen(list)
      let first = plain
      let update = try list.transaction { editor in
        for _ in 0...lists.random.number(below: 4) { try lists.edit(editor, &plain) }
      }
      if list.settings.removesEmptiedSections { plain.dropEmptiedSections(since: first) }
      plain.forgetLostSelections()
      stack.append((update, before, Seen(list)))
    }
  }

  @Test func anUpdateIsUndoneOnlyWhileItIsTheLastChange() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("a b c")) })
    let removal = try list.transaction { try $0.remove("b") }
    let selection = try list.transaction { try $0.select("a") }
    #expect(throws: ListError.hasChangedSince) { try list.undo(removal) }
    try list.undo(selection)
    // The filter is none of the list.
    let filter = try list.setFilter(ListFilter(text: "row"))
    #expect(try list.undo(filter).isEmpty)
    let undone = try list.transaction { edit in
      try edit.undo(removal)
      #expect(edit.row("b") != nil)
    }
    #expect(list.text == ["s: a b c"] && list.selected.isEmpty)
    try list.undo(undone)
    #expect(list.text == ["s: a c"])
    try list.transaction { edit in
      try edit.undo(removal)
      try edit.remove("c")
      #expect(throws: ListError.hasChangedSince) { try edit.undo(undone) }
    }
    #expect(list.text == ["s: a b"])
  }

  @Test func anArrangementIsUndone() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("c a b")) })
    let update = try list.arrange(by: .sorted(by: .by { $0.id }))
    #expect(list.view.ids == ["a", "b", "c"])
    try list.undo(update)
    #expect(list.text == ["s: c a b"])
    #expect(throws: ListError.notArranged) { try list.transaction { try $0.insert(rows("d")) } }
  }

  @Test func rowsAreKnownInTheOrderInWhichTheyHaveBeenSelected() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("a b c d")) })
    let update = try list.transaction { edit in for id in ["c", "a", "d", "c"] as [RowID] { try edit.select(id) } }
    #expect(list.selectionOrder == ["c", "a", "d"] && list.selectedRows.map(\.id) == ["a", "c", "d"])
    let removal = try list.transaction { edit in
      try edit.deselect("c")
      try edit.select("c")
      try edit.remove("a")
    }
    #expect(list.selectionOrder == ["d", "c"])
    try list.undo(removal)
    #expect(list.selectionOrder == ["c", "a", "d"])
    try list.undo(update)
    #expect(list.selectionOrder.isEmpty)
  }
}
