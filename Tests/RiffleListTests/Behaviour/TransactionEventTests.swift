import Foundation
import Testing

@testable import Riffle
@testable import RiffleList

/// What a transaction does beside its edits is part of it: told when it has ended, and not at all if it throws.
@Suite struct TransactionEventTests {
  private struct Stop: Error {}

  private static func list(_ settings: ListSettings = ListSettings()) throws -> ListModel {
    var contents = ListContents {
      Section(id: "s", rows: rows("1 2 3 4"))
      Section(id: "t") { RowGroup(id: "radio", style: .radio(selected: "a")) { rows("a b c") } }
    }
    contents.defaults.abilities = RowAbilities(isDeletable: true, moves: .anywhere, selection: .sticky)
    return try ListModel(contents, settings: settings)
  }

  @Test("P22 a move inside a transaction is told with its paths when that has ended")
  func movesAreTold() throws {
    let list = try Self.list()
    let told = Lock<[String]>([])
    let observation = list.observe { event in
      guard case .didMove(let row, let from, let to) = event else { return }
      told.withLock { $0.append("\(row.id) \(from?.row ?? -1) \(to?.row ?? -1)") }
    }
    defer { observation.cancel() }
    try list.transaction { edit in
      try list.move("1", to: .after("3"))
      // The list's own methods see what the body has done.
      #expect(list.place(of: "1")?.index == 2)
      try edit.insert(Row(id: "0", title: "row 0"), at: .start(of: "s"))
      try list.move("0", to: .end(of: "s"))
      #expect(told.withLock { $0 } == [])
    }
    #expect(told.withLock { $0 } == ["1 0 2", "0 -1 4"])
    _ = try? list.transaction { _ in
      try list.move("2", to: .end(of: "s"))
      throw Stop()
    }
    #expect(told.withLock { $0.count } == 2 && list.text[0] == "s: 2 3 1 4 0")
  }

  @Test("P27 a control set in a body that throws is not told, and its action is its own")
  func controls() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          Row(id: "wifi", title: "Wi-Fi") { row in
            row.controls["primary"] = .toggle(false, action: Action("set"))
            row.controls["unnamed"] = .toggle(false, action: Action())
          }
        }
      })
    let told = Told()
    let observations = [
      list.tell(told), list.onAction(.key(.primary)) { _ in told.add("primary") },
      list.onAction(.name("set")) { _ in told.add("set") },
      list.onAction(.control("unnamed")) { _ in told.add("unnamed") },
    ]
    defer { for observation in observations { observation.cancel() } }
    try list.setControl("primary", of: "wifi", to: true)
    #expect(told.take() == ["updated", "did set primary of wifi", "set", "did perform primary on wifi"])
    try list.setControl("unnamed", of: "wifi", to: true)
    #expect(told.take().contains("unnamed"))
    _ = try? list.transaction { _ in
      try list.setControl("unnamed", of: "wifi", to: false)
      throw Stop()
    }
    #expect(!told.take().contains { $0.hasPrefix("did set") })
    #expect(list.row("wifi")?.controls["unnamed"]?.value == true)
  }

  @Test("T12 T13 P26 selection is part of a transaction, told, in its change set, and undone when the body throws")
  func selection() throws {
    let list = try Self.list()
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    let update = try list.transaction { edit in
      try edit.select("1")
      try edit.select("b")
    }
    var changes = try update.changes()
    #expect(changes.selected == ["1", "b"] && changes.deselected == ["a"] && !changes.isEmpty)
    #expect(told.take() == ["updated", "did deselect a", "did select 1", "did select b"])
    _ = try? list.transaction { edit in
      try edit.deselect("1")
      try edit.deselect("b")
      throw Stop()
    }
    #expect(list.selected == ["1"] && list.isSelected("b") && told.take() == [])
    // A group's style, and rows that go.
    changes = try list.transaction { edit in
      try edit.updateGroup(.section("s")) { $0.style = .radio(selected: "2") }
      try edit.remove(["1", "b"])
    }.changes()
    #expect(changes.selected == ["2"] && changes.deselected == ["1", "b"])
    #expect(told.take() == ["updated", "did deselect 1", "did deselect b", "did select 2"])
    #expect(list.selected == [] && list.isSelected("2"))
    // A row that goes and comes again in one transaction stays selected.
    changes = try list.transaction { edit in
      try edit.remove("2")
      try edit.append(rows("2"), to: "s")
    }.changes()
    #expect(changes.deselected == [] && list.isSelected("2"))
    #expect(try list.transaction { try $0.select("2") }.isEmpty && told.take() == ["updated"])
  }

  @Test(
    "T12 a group that loses its selected row and goes elsewhere in one transaction selects none",
    arguments: [true, false])
  func movedGroups(isOwn: Bool) throws {
    let id: GroupID = isOwn ? .section("s") : "radio"
    let list = try ListModel(
      ListContents(sections: [
        Section(SectionTraits(id: "s"), groups: [RowGroup(GroupTraits(id: id), rows: rows("1 2"))]),
        Section(id: "t", rows: rows("3")),
      ]))
    try list.transaction { edit in
      try edit.updateGroup(id) { $0.style = .radio(selected: "1") }
    }
    let update = try list.transaction { edit in
      try edit.remove("1")
      try edit.moveGroup(id, to: 0, in: "t")
    }
    #expect(try update.changes().deselected == ["1"])
    #expect(list.groups(of: "t")?.map(\.style) == [.radio(selected: nil), .plain])
    // One that keeps its row selects it still.
    try list.transaction { edit in
      try edit.select("2")
      let id = try edit.groupIDs(of: "t")[0]
      try edit.moveGroup(id, to: 0, in: "s")
    }
    #expect(list.isSelected("2"))
  }

  @Test func whatABodyDoesByHandIsToldAfterItsUpdateAndNotIfItThrows() throws {
    let list = try Self.list()
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    try list.transaction { edit in
      try list.perform("open", on: "1")
      list.isEditing = true
      #expect(list.isEditing)
      try edit.remove("2")
      try list.perform("close", on: "1")
    }
    #expect(told.take() == ["updated", "did perform open on 1", "did set editing true", "did perform close on 1"])
    _ = try? list.transaction { edit in
      try edit.remove("3")
      try list.perform("open", on: "1")
      list.isEditing = false
      throw Stop()
    }
    #expect(told.take() == [] && list.isEditing)
    // Nor of a part that is undone.
    try list.transaction { edit in
      _ = try? edit.transaction { _ in
        try list.perform("open", on: "1")
        list.isEditing = false
        throw Stop()
      }
      #expect(list.isEditing)
      list.isEditing = true
      try list.perform("close", on: "1")
    }
    #expect(told.take() == ["did perform close on 1"])
  }

  @Test func nothingIsToldOfWhatChangesNothing() async throws {
    let list = try Self.list()
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    try list.search(for: "")
    #expect(told.take() == ["search will begin"])
    for text in [" ", "\u{3000}\n", ""] { try list.search(for: text) }
    var filter = list.filter
    filter.mode = .words
    #expect(try list.setFilter(filter).isEmpty && list.filter.mode == .words)
    list.endSearch()
    #expect(told.take() == ["search will end"])
    // Two who delete one row while both are asked about it.
    let asked = Lock(0)
    list.hooks.willDelete = { _ in
      asked.withLock { $0 += 1 }
      while asked.withLock({ $0 }) < 2 { await Task.yield() }
      return .allow
    }
    async let first = list.delete(["1"])
    async let second = list.delete(["1"])
    let deleted = await [first.deleted, second.deleted]
    #expect(deleted == [["1"], ["1"]] && told.take() == ["updated", "did delete 1"])
    try list.transaction { edit in
      try edit.update("2") { $0.controls["on"] = .toggle(true) }
    }
    _ = told.take()
    try list.setControl("on", of: "2", to: true)
    #expect(told.take() == [])
  }

  @Test func oneRowAtATimeIsSelectedIfTheSettingsSaySo() throws {
    var settings = ListSettings()
    settings.selectsMany = false
    let list = try Self.list(settings)
    try list.transaction { edit in
      try edit.select("1")
      try edit.select("2")
    }
    #expect(list.selected == ["2"] && list.isSelected("a"))
  }

  @Test("T7 T8 what is to be drawn anew is told with the update of its transaction, and after it")
  func reconfigured() throws {
    let list = try Self.list()
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    try list.transaction { edit in
      try edit.reconfigure(group: "radio")
      try edit.reconfigure(["3"])
      list.reconfigure(["2", "nowhere"])
      try edit.setHidden(true, row: "3")
      try edit.setHidden(true, row: "b")
      #expect(throws: ListError.unknownID(of: .row, id: "x")) { try edit.reconfigure(["x"]) }
    }
    #expect(told.take() == ["updated", #"reconfigured ["2", "a", "c"]"#])
    try list.transaction { try $0.reconfigure(section: "s") }
    #expect(told.take() == [#"reconfigured ["1", "2", "4"]"#])
    _ = try? list.transaction { edit in
      try edit.reconfigure(section: "s")
      throw Stop()
    }
    #expect(told.take() == [])
  }

  @Test func anEditorThatEscapesRefuses() throws {
    let list = try Self.list()
    var escaped: ListEditor?
    try list.transaction { escaped = $0 }
    let editor = try #require(escaped)
    let generation = list.generation
    #expect(throws: ListError.transactionIsOver) { try editor.remove("1") }
    #expect(throws: ListError.transactionIsOver) { try editor.insert(rows("9"), at: .end(of: "s")) }
    #expect(throws: ListError.transactionIsOver) { try editor.insert(rows("9"), at: .end(of: "t")) }
    #expect(throws: ListError.transactionIsOver) { try editor.setContents(ListContents()) }
    #expect(throws: ListError.transactionIsOver) { try editor.updateList { $0.header = Supplement("x") } }
    #expect(throws: ListError.transactionIsOver) { try editor.select("1") }
    #expect(editor.row("1") != nil && list.generation == generation)
  }

  @Test("T1 E2 E6 rows at the end of a section come after all its groups, and sections and groups share no names")
  func endsOfSections() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          rows("1 2")
          RowGroup(id: "g") { rows("3") }
          rows("4")
        }
        Section(id: "groups") { RowGroup(id: "s/2") { rows("5") } }
      })
    try list.transaction { edit in
      try edit.append(rows("x"), to: "s")
      try edit.append(rows("y"), to: "groups")
      try edit.prepend(rows("z"), to: "groups")
      try edit.append(rows("w"), to: "groups")
    }
    #expect(list.text == ["s: 1 2 3 4 x", "groups: z 5 y w"])
    #expect(list.groups(of: "groups")?.map(\.id) == [.own("groups", 2), "s/2", .section("groups")])
    // A section and a group may have one name: the group's own comes first, and the section's is still there.
    try list.transaction { try $0.insert(RowGroup(id: "s") { rows("6") }, in: "groups") }
    #expect(list.rows(of: "s")?.map(\.id) == ["6"] && list.rows(of: .section("s"))?.map(\.id) == ["1", "2"])
    #expect(throws: ListError.duplicateID(of: .row, id: "1")) {
      try list.transaction { try $0.append(rows("1"), to: "groups") }
    }
    #expect(list.groups(of: "groups")?.count == 4)
  }

  @Test("P2 P14 contents that say nothing of the list's own leave it as it is")
  func contentsKeepTraits() throws {
    var contents = ListContents { Section(id: "s", rows: rows("1")) }
    contents.header = Supplement("Above")
    contents.searchPresentation.placeholder = "Search"
    contents.defaults.abilities.isDeletable = true
    let list = try ListModel(contents)
    try list.setContents(ListContents { Section(id: "s", rows: rows("1 2")) })
    #expect(list.view.header?.text == "Above" && list.view.searchPresentation.placeholder == "Search")
    #expect(list.rendered("2")?.abilities.isDeletable == true)
    var others = ListContents { Section(id: "s", rows: rows("1 2")) }
    others.header = Supplement("Other")
    try list.setContents(others)
    #expect(list.view.header?.text == "Other" && list.view.searchPresentation.placeholder == "Search")
    #expect(try ListModel(list.contents).contents.sections.map(\.traits) == list.contents.sections.map(\.traits))
  }

  @Test func aPayloadThatCannotBeComparedCountsAsChangedWhenItIsSet() throws {
    struct City: Sendable { let name: String }
    let list = try ListModel(
      ListContents { Section(id: "s") { Row(id: "1", title: "Oslo", payload: City(name: "Oslo")) } })
    #expect(list.row("1")?.payload(as: City.self)?.name == "Oslo")
    #expect(try list.transaction { try $0.update("1") { $0.title = "Oslo" } }.isEmpty)
    let changes = try list.transaction { edit in
      try edit.replace(Row(id: "1", title: "Oslo", payload: City(name: "Oslo")))
    }.changes()
    #expect(changes.rows.updates.map(\.id) == ["1"])
    #expect([AnyRow]([City(name: "a"), City(name: "b")], id: \.name, title: \.name).map(\.id) == ["a", "b"])
  }

  @Test func hooksComposeAndTheFirstThatObjectsDecides() async throws {
    let list = try Self.list()
    list.hooks.willDelete = { $0.id == "1" ? .deny(reason: "the program's") : .allow }
    var hooks = ListHooks()
    hooks.willDelete = { $0.id == "4" ? .allow : .deny(reason: "another's") }
    hooks.willMove = { _, _ in .deny(reason: "here") }
    hooks.willSelect = { $0.id == "2" ? .redirect(to: "3") : .allow }
    let observation = list.addHooks(hooks)
    let report = await list.delete(["1", "2", "4"])
    #expect(report.deleted == ["4"])
    #expect(report.refused == ["1": .denied(reason: "the program's"), "2": .denied(reason: "another's")])
    #expect(throws: Refusal.denied(reason: "here")) { try list.move("1", to: .after("3")) }
    #expect(try list.choose("2").row == "3")
    observation.cancel()
    try list.move("1", to: .after("3"))
    #expect(list.text[0] == "s: 2 3 1")
  }

  /// Selected by themselves in a group that then selects one: that is the first.
  @Test func aGroupSelectsOneRowWhateverBecomesOfItsStyle() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          RowGroup(id: "g", rows: rows("a b c").map { $0.with { $0.abilities.selection = .sticky } })
          RowGroup(id: "one", style: .radio(selected: "nobody"), rows: rows("d"))
        }
      })
    #expect(list.group("one")?.style == .radio(selected: nil))
    try list.choose("b")
    try list.choose("a")
    let update = try list.transaction { try $0.updateGroup("g") { $0.style = .radio(selected: nil) } }
    #expect(try update.changes().deselected == ["b"] && update.changes().selected == [])
    #expect(list.group("g")?.style == .radio(selected: "a") && list.selected == [])
    try list.choose("c")
    #expect(["a", "b", "c", "d"].filter { list.isSelected($0) } == ["c"])
    // One that is selected by itself elsewhere does not take the place of the one that is selected there.
    try list.transaction { edit in
      try edit.append(rows("e"), to: "s")
      try edit.select("e")
    }
    try list.transaction { try $0.move("e", to: .groupStart("g")) }
    #expect(["a", "b", "c", "d", "e"].filter { list.isSelected($0) } == ["c"])
  }

  @Test func aMomentaryRowThatTheProgramHasSelectedStaysSo() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("0 1")) })
    try list.transaction { try $0.select("1") }
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    #expect(try list.choose("1").isSelected)
    #expect(told.take() == ["did perform primary on 1"])
  }

  @Test func nothingIsNoEdit() throws {
    let list = try ListModel(ListContents { Section(id: "s") { RowGroup(id: "g", rows: rows("a")) } })
    #expect(try list.transaction { try $0.append([], to: "s") }.isEmpty)
    #expect(try list.setContents(list.contents).isEmpty)
    #expect(list.groups(of: "s")?.count == 1 && list.generation == 0)
    #expect(throws: ListError.unknownID(of: .section, id: "t")) { try list.transaction { try $0.append([], to: "t") } }
    #expect(throws: ListError.unknownID(of: .group, id: "h")) {
      try list.transaction { try $0.insert([], at: .groupEnd("h")) }
    }
  }

  /// However much of them is other.
  @Test(arguments: [0, 40]) func sectionsThatContentsLeaveWithoutRowsGoIfTheSettingsSaySo(count: Int) throws {
    var settings = ListSettings()
    settings.removesEmptiedSections = true
    var contents = ListContents {
      Section(id: "a", rows: (0..<40).map { AnyRow(Row(id: "\($0)", title: "x")) })
      Section(id: "b", rows: rows("b"))
    }
    let list = try ListModel(contents, settings: settings)
    contents.sections[1].groups[0].rows = []
    for row in 0..<count { contents.sections[0].groups[0].rows[row] = AnyRow(Row(id: "new \(row)", title: "y")) }
    try list.setContents(contents)
    #expect(list.sectionIDs == ["a"])
  }

  @Test func theSameFilterChangesNothing() throws {
    let list = try Self.list()
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    var filter = ListFilter(text: "row 2")
    #expect(try !list.setFilter(filter).isEmpty)
    #expect(told.take() == ["search will begin", "updated"])
    #expect(try list.setFilter(filter).isEmpty)
    try list.search(for: "row 2")
    #expect(told.take() == [])
    filter.sections = ["s"]
    #expect(try !list.setFilter(filter).isEmpty)
    list.endSearch()
    #expect(told.take() == ["updated", "search will end", "updated"])
  }

  @Test func whatIsPrintedSaysWhatAPersonWantsToKnow() throws {
    let list = try Self.list()
    #expect(list.row("1").map { "\($0)" } == "1 (row 1)")
    let update = try list.transaction { edit in
      try edit.remove("1")
      try edit.select("2")
    }
    #expect("\(update)" == "generation 0 to 1, 7 rows to 6")
    #expect("\(try update.changes())" == "rows: 1 deleted; 1 selected")
  }

  @Test func clientsDoNotGetSearchText() throws {
    let list = try ListModel()
    let update = try list.transaction { edit in
      try edit.insert(Section(id: "s") { Row(id: "1", title: "seen") { $0.searchText = "secret" } })
    }
    let changes = try update.changes()
    let texts = [try JSONEncoder().encode(changes), try JSONEncoder().encode(ListPatch(changes))].map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(texts.allSatisfy { $0.contains("seen") && !$0.contains("secret") })
  }
}
