import RiffleList
import Testing

/// SEEDS.md, section 2: bugs of lists like theirs, which these tests show that ours does not have. Those of loading are in
/// SeedsLoadingBugTests.
@Suite struct SeedsBugTests {
  private func list(_ ids: String) throws -> ListModel {
    try ListModel(ListContents { Section(id: "s", rows: rows(ids)) })
  }

  @Test("Bug 10 rows that come have paths of their own, rows that only shift do not move, and ids come once")
  func inferredPaths() throws {
    let list = try list("1")
    var changes = try list.transaction { try $0.setRows(rows("1 2 3"), of: "s") }.changes()
    #expect(changes.rows.inserts.map(\.at.row) == [1, 2] && changes.rows.count == 2)
    try list.transaction { try $0.setRows(rows("1 2 3 4"), of: "s") }
    changes = try list.transaction { try $0.setRows(rows("2 3 4"), of: "s") }.changes()
    #expect(changes.rows.deletes.map(\.at.row) == [0] && changes.rows.count == 1)
    #expect(throws: ListError.duplicateID(of: .row, id: "1")) {
      try list.transaction { try $0.setRows(rows("1 1 1"), of: "s") }
    }
    #expect(list.text == ["s: 2 3 4"])
  }

  @Test("Bug 11 what changes out of sight changes nothing that shows, and no lookup finds a hidden row")
  func changesOutOfSight() throws {
    var contents = ListContents {
      Section(id: "hidden", rows: rows("1 2"))
      Section(id: "s") {
        RowGroup(id: "g") { rows("3 4") }
        RowGroup(id: "h") { rows("5") }
      }
    }
    contents.sections[0].traits.isHidden = true
    contents.sections[1].groups[0].traits.isHidden = true
    let list = try ListModel(contents)
    let unseen = try list.transaction { edit in
      try edit.append(rows("6"), to: "hidden")
      try edit.remove("1")
      try edit.update("3") { $0.title = "three" }
      try edit.setHidden(true, row: "4")
    }
    #expect(!unseen.isEmpty)
    #expect(try unseen.changes().isEmpty)
    for id in ["2", "3", "4", "6"] as [RowID] {
      #expect(list.view.path(of: id) == nil && list.view.row(id) == nil && list.isHidden(id) == true)
    }
    // Rows of a section that goes are told with it, whatever else has become of them.
    let update = try list.transaction { edit in
      try edit.update("5") { $0.title = "five" }
      try edit.insert(rows("7"), at: .groupStart("h"))
      try edit.setHidden(true, section: "s")
    }
    let table = TableViewUpdates(try update.changes())
    #expect(table.deletedSections == [0] && table.deletedRows == [] && table.reloadedRows == [])
    #expect(try update.performedByTableView() == list.view.snapshot())
  }

  @Test("Bug 12 a row is moved by its own group's indices, to its end and to another group")
  func relativeMoves() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          RowGroup(id: "head") { rows("h") }
          RowGroup(id: "g") { rows("1 2 3") }
          RowGroup(id: "tail") { rows("t") }
        }
      })
    try list.transaction { try $0.updateList { $0.defaults.abilities.moves = .anywhere } }
    try list.move("1", to: .index(2, in: "g"))
    #expect(list.text == ["s: h 2 3 1 t"])
    // An index beside the other rows: there is none for the row itself.
    #expect(throws: Refusal.failed(.outOfRange(index: 3, count: 2, in: "group “g”"))) {
      try list.move("2", to: .index(3, in: "g"))
    }
    let told = Told()
    let observation = list.observe { event in
      if case .didMove(let row, let from, let to) = event { told.add("\(row.id) \(from?.row ?? -1) \(to?.row ?? -1)") }
    }
    defer { observation.cancel() }
    try list.move("2", to: .index(1, in: "tail"))
    #expect(list.text == ["s: h 3 1 t 2"] && list.placeText("2") == "s tail 1")
    #expect(told.take() == ["2 1 4"])
  }

  @Test("Bug 13 hiding what is hidden is no change")
  func hidingTwice() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "a", rows: rows("1"))
        Section(id: "b", rows: rows("2"))
        Section(id: "c", rows: rows("3 4"))
      })
    func hide() throws -> ListUpdate {
      try list.transaction { edit in
        try edit.setHidden(true, section: "a")
        try edit.setHidden(true, group: "b")
        try edit.setHidden(true, row: "3")
      }
    }
    #expect(try hide().changes().rows.deletes.map(\.id) == ["1", "2", "3"])
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    let generation = list.generation
    let again = try hide()
    #expect(again.isEmpty && told.take() == [] && list.generation == generation)
    #expect(try again.changes().isEmpty)
  }

  @Test("Bug 14 an accordion without rows can be expanded, folded and filled", arguments: [false, true])
  func emptyAccordion(isExpanded: Bool) throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          rows("above")
          RowGroup(id: "g", style: .accordion(selected: nil, isExpanded: isExpanded)) {}
        }
      })
    #expect(list.text == ["s: above"])
    for isOpen in [true, false, isExpanded] {
      try list.transaction { try $0.setExpanded(isOpen, group: "g") }
      #expect(list.text == ["s: above"] && list.view.count == 1)
    }
    try list.transaction { try $0.insert(rows("1 2"), at: .groupEnd("g")) }
    #expect(list.text == [isExpanded ? "s: above 1 2" : "s: above 1"])
    if !isExpanded { try list.choose("1") }
    try list.choose("2")
    #expect(list.text == ["s: above 2"])
    let update = try list.transaction { try $0.remove(["1", "2"]) }
    #expect(list.text == ["s: above"] && list.group("g")?.style == .accordion(selected: nil, isExpanded: false))
    #expect(try update.performedByTableView() == list.view.snapshot())
  }

  @Test("Bug 17 rows are removed by the indices that they had, and sections that are emptied go in order")
  func severalRemovals() throws {
    let list = try list("a b c d e f")
    try list.transaction { try $0.remove(at: [1, 2, 3], of: "s") }
    #expect(list.text == ["s: a e f"])
    try list.transaction { try $0.remove(at: [1, 2, 1], of: "s") }
    #expect(list.text == ["s: a"])

    var settings = ListSettings()
    settings.removesEmptiedSections = true
    let sections = ["1", "2", "3", "4", "5"].map { Section(id: $0, rows: rows("in\($0)")) }
    let emptying = try ListModel(ListContents(sections: sections), settings: settings)
    let update = try emptying.transaction { edit in
      try edit.remove(["in4", "in2"])
      try edit.move("in1", to: .after("in5"))
    }
    #expect(emptying.text == ["3: in3", "5: in5 in1"])
    #expect(try update.changes().sections.deletes.map(\.at) == [0, 1, 3])
    #expect(try update.performedByTableView() == emptying.view.snapshot())
  }

  @Test("Bug 17 rows that look the same are told apart by id, and a header needs no footer")
  func equalRows() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s", title: "Header only") {
          for id in ["1", "2", "3"] as [RowID] { Row(id: id, title: "Same", payload: 0) }
        }
      })
    // Who handles a row is no part of it, and can be said of any.
    let told = Told()
    let handler = list.onAction(.key(.primary), of: .row("2")) { told.add($0.row.id.name) }
    defer { handler.cancel() }
    for id in ["1", "2", "3"] as [RowID] { try list.choose(id) }
    #expect(told.take() == ["2"])
    #expect(list.row("2") == AnyRow(Row(id: "2", title: "Same", payload: 0)))
    let update = try list.transaction { try $0.remove("2") }
    #expect(try update.changes().rows.deletes.map(\.at.row) == [1])
    let traits = list.view.section(at: 0)?.traits
    #expect(traits?.header?.text == "Header only" && traits?.footer == nil)
  }

  @Test("Bug 18 each hook is called for what it is for, and rows that have gone end their display by id")
  func eventsAreTheirOwn() throws {
    let list = try list("1 2 3")
    try list.transaction { try $0.updateList { $0.defaults.abilities.selection = .sticky } }
    let told = Told()
    list.hooks.willSelect = { row in
      told.add("will select \(row.id)")
      return .allow
    }
    list.hooks.willDeselect = { row in
      told.add("will deselect \(row.id)")
      return .allow
    }
    let observations = [list.tell(told), list.tell(told)]
    defer { for observation in observations { observation.cancel() } }
    observations[1].cancel()
    try list.select("1")
    try list.deselect("1")
    #expect(
      told.take() == ["will select 1", "updated", "did select 1", "will deselect 1", "updated", "did deselect 1"])
    list.viewport(0..<3)
    try list.transaction { edit in
      try edit.update("3") { $0.attributes["height"] = 120 }
      try edit.remove(["1", "2"])
      try edit.prepend(rows("4 5"), to: "s")
    }
    _ = told.take()
    list.viewport(0..<1)
    #expect(
      told.take() == [
        #"did end displaying ["1", "2", "3"] of []"#, #"will display ["4"] of []"#, "did scroll to 0..<1",
      ])
    // What is known of a row is known of it wherever it stands.
    #expect(list.view.rows().map { $0.attributes["height"] } == [nil, nil, 120])
  }

  @Test("Bug 19 one id comes once, whoever brings it")
  func duplicateIDs() throws {
    let list = try list("1 2")
    let other = AnyRow(Row(id: "1", title: "Another value", payload: 1))
    let wrong: [(ListEditor) throws -> Void] = [
      { try $0.append([other], to: "s") },
      { try $0.insert([AnyRow(Row(id: "3", title: "3")), other], at: .before("2")) },
      { try $0.setRows([other] + rows("1"), of: "s") },
      { try $0.insert(Section(id: "t", rows: [other])) },
      { try $0.setContents(ListContents(sections: ["a", "b"].map { Section(id: $0, rows: rows("1")) })) },
    ]
    for edit in wrong {
      #expect(throws: ListError.duplicateID(of: .row, id: "1")) { try list.transaction(edit) }
      #expect(list.text == ["s: 1 2"] && list.row("1")?.title == "row 1")
    }
  }

  @Test("Bug 19 rows that move, change, come and go at once are shown as they are by a table view")
  func allAtOnce() throws {
    let list = try list("1 2 3 4 5")
    let update = try list.transaction { edit in
      try edit.move("1", to: .after("4"))
      try edit.update("1") { $0.title = "one" }
      try edit.remove(["2", "2", "5"])
      try edit.update("3") { $0.title = "three" }
      try edit.insert(rows("6"), at: .start(of: "s"))
    }
    #expect(list.text == ["s: 6 3 4 1"])
    let changes = try update.changes()
    #expect(changes.rows.deletes.map(\.id) == ["2", "5"] && changes.rows.moves.map(\.id) == ["1"])
    // An update brings the new content, not only the id.
    #expect(changes.rows.updates.map(\.value.title) == ["three", "one"])
    let table = TableViewUpdates(changes)
    #expect(Set(table.deletedRows).isDisjoint(with: table.reloadedRows) && table.reloadsAfter.count == 1)
    #expect(try update.performedByTableView() == list.view.snapshot())
    #expect(try changes.apply(to: update.before.snapshot()) == list.view.snapshot())
  }
}
