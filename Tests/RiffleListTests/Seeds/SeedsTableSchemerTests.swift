import RiffleList
import Testing

/// SEEDS.md, section 1.2: what TableSchemer does.
@Suite struct SeedsTableSchemerTests {
  @Test("T1 a list is sections of groups of rows, and a group knows how many rows it has")
  func sectionsOfGroupsOfRows() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "settings", title: "Settings") {
          RowGroup(id: "networks") { rows("home work") }
          RowGroup(id: "modes") { Row(id: "airplane", title: "Airplane mode") }
        }
        Section(id: "about", rows: rows("version"))
      })
    #expect(list.text == ["settings: home work airplane", "about: version"])
    try list.transaction { edit in
      let groups = try edit.groupIDs(of: "settings")
      #expect(groups == ["networks", "modes"])
      let counts = try groups.map { try edit.rowCount(of: $0) }
      #expect(counts == [2, 1])
    }
  }

  private struct Broken: Error {}

  @Test("T2 what a builder lacks is thrown, and stops no program")
  func buildersThrow() throws {
    func list(_ section: SectionID, _ group: GroupID, _ row: RowID) throws -> ListModel {
      try ListModel(
        ListContents {
          Section(id: section) { RowGroup(id: group) { for id in ["first", row] { Row(id: id, title: "A row") } } }
        })
    }
    #expect(try list("s", "g", "r").text == ["s: first r"])
    #expect(throws: ListError.missingID(of: .section, offset: 0, inSection: nil)) { try list("", "g", "r") }
    #expect(throws: ListError.missingID(of: .group, offset: 0, inSection: "s")) { try list("s", "", "r") }
    #expect(throws: ListError.missingID(of: .row, offset: 1, inSection: "s")) { try list("s", "g", "") }
    #expect(throws: ListError.duplicateID(of: .row, id: "first")) { try list("s", "g", "first") }
    func brokenRows() throws -> [AnyRow] { throw Broken() }
    #expect(throws: Broken.self) { try ListContents { try Section(id: "s") { try brokenRows() } } }
  }

  @Test("T3 rows of any kind and payload stand in one list and come out as what they were")
  func kindsAndPayloads() throws {
    var contents = ListContents {
      Section(id: "s") {
        Row(id: "wifi", title: "Wi-Fi", kind: "switch", payload: true)
        Row(id: "name", title: "Name", kind: "field", payload: "Ada")
      }
    }
    contents.kindDefaults["switch"] = RowDefaults(attributes: ["template": "SwitchCell"])
    let list = try ListModel(contents)
    #expect(list.view.rows().map { $0.kind } == ["switch", "field"])
    #expect(list.row("wifi")?.payload(as: Bool.self) == true && list.row("wifi")?.payload(as: String.self) == nil)
    #expect(list.row("name")?.payload(as: String.self) == "Ada")
    #expect(list.rendered("wifi")?.attributes == ["template": "SwitchCell"])
    #expect(list.rendered("name")?.attributes == [:])
  }

  @Test("T4 choosing a row does its primary action, which learns group and index, and deselects it")
  func choosingIsMomentary() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          RowGroup(id: "first") { rows("1 2") }
          RowGroup(id: "second") { rows("3 4 5") }
        }
      })
    let told = Told()
    let observation = list.tell(told)
    let handler = list.respond(to: .key(.primary)) { [weak list] request in
      .string(list?.placeText(request.row.id) ?? "")
    }
    defer {
      observation.cancel()
      handler.cancel()
    }
    let outcome = try list.choose("4")
    #expect(outcome.row == "4" && outcome.answer == "s second 1" && !outcome.isSelected)
    #expect(list.selected.isEmpty)
    #expect(told.take() == ["did select 4", "did deselect 4", "did perform primary on 4"])
  }

  @Test("T5 the height of a row is an attribute that the list only carries")
  func heightsAreCarried() throws {
    var section = Section(id: "s", rows: rows("1 2"))
    section.traits.defaults.attributes["height"] = 44
    section.groups[0].rows[1] = section.groups[0].rows[1].with { $0.attributes["height"] = "custom" }
    let list = try ListModel(ListContents(sections: [section]))
    #expect(list.rendered("1")?.attributes["height"] == 44)
    #expect(list.rendered("2")?.attributes["height"] == "custom")
    #expect(list.view.row(at: 1)?.attributes == ["height": "custom"])
  }

  @Test("T6 whoever has a row's id has its group and its index there, whether it shows or not")
  func rowsKnowTheirPlace() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          RowGroup(id: "g") { rows("1 2") }
          RowGroup(id: "switches") {
            Row(id: "wifi", title: "Wi-Fi") { $0.controls["on"] = .toggle(false) }
            Row(id: "bluetooth", title: "Bluetooth") { $0.controls["on"] = .toggle(false) }
          }
        }
      })
    let told = Told()
    let observation = list.observe { [weak list] event in
      guard case .didSetControl(let row, _, _) = event else { return }
      told.add(list?.placeText(row.id) ?? "")
    }
    defer { observation.cancel() }
    try list.setControl("on", of: "bluetooth", to: true)
    #expect(told.take() == ["s switches 1"])
    try list.transaction { edit in
      try edit.setHidden(true, group: "g")
      try edit.setHidden(true, row: "wifi")
    }
    #expect(list.placeText("2") == "s g 1" && list.placeText("bluetooth") == "s switches 1")
    #expect(list.view.path(of: "bluetooth") == RowPath(section: 0, row: 0))
    #expect(list.placeText("foreign") == nil)
  }

  @Test("T7 rows, groups and sections are hidden each by its own flag, and do not count")
  func visibility() throws {
    var contents = ListContents {
      Section(id: "a") {
        RowGroup(id: "g") { rows("1 2") }
        RowGroup(id: "h") { rows("3") }
      }
      Section(id: "b", rows: rows("4"))
    }
    contents.sections[0].groups[1].traits.isHidden = true
    let list = try ListModel(contents)
    #expect(list.text == ["a: 1 2", "b: 4"] && list.view.count == 3 && list.rowCount == 4)
    try list.transaction { edit in
      try edit.setHidden(true, section: "a")
      try edit.setHidden(true, row: "4")
    }
    #expect(list.text == ["b: "])
    // Its own flag is not that of its section.
    #expect(list.group("g")?.isHidden == false && list.row("1")?.isHidden == false && list.isHidden("1") == true)
    #expect(list.group("foreign") == nil && list.section("foreign") == nil && list.isHidden("foreign") == nil)
    try list.transaction { edit in
      try edit.setHidden(false, section: "a")
      try edit.setHidden(false, group: "h")
      try edit.setHidden(false, row: "4")
    }
    #expect(list.text == ["a: 1 2 3", "b: 4"] && list.isHidden("3") == false)
  }

  @Test("T8 what a transaction shows and hides is one change set, with places before and after")
  func visibilityTogether() throws {
    var contents = ListContents {
      Section(id: "a") {
        RowGroup(id: "a1") { rows("1 2") }
        RowGroup(id: "a2") { rows("3 4") }
      }
      Section(id: "b", rows: rows("5 6"))
      Section(id: "c", rows: rows("7 8"))
    }
    contents.sections[2].traits.isHidden = true
    let list = try ListModel(contents)
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    let update = try list.transaction { edit in
      try edit.setHidden(true, group: "a1")
      try edit.update("3") { $0.title = "three" }
      try edit.setHidden(true, section: "b")
      try edit.remove("5")
      try edit.setHidden(false, section: "c")
      // By the list or by the editor: it is one transaction.
      try list.transaction { try $0.setHidden(true, row: "8") }
    }
    #expect(list.text == ["a: 3 4", "c: 7"] && told.take() == ["updated"])
    let changes = try update.changes()
    #expect(changes.sections.deletes.map(\.id) == ["b"] && changes.sections.inserts.map(\.id) == ["c"])
    #expect(changes.rows.updates.map(\.from) == [RowPath(section: 0, row: 2)])
    #expect(changes.rows.updates.map(\.to) == [RowPath(section: 0, row: 0)])
    // Rows of sections that come or go are told with these.
    let table = TableViewUpdates(changes)
    #expect(table.deletedRows == [RowPath(section: 0, row: 0), RowPath(section: 0, row: 1)])
    #expect(table.insertedRows.isEmpty && table.deletedSections == [1] && table.insertedSections == [1])
    #expect(try update.performedByTableView() == list.view.snapshot())
  }

  @Test("T9 a group is edited by its own indices, whatever stands above it")
  func relativeEdits() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "above", rows: rows("x y"))
        Section(id: "s") {
          RowGroup(id: "head") { rows("h i") }
          RowGroup(id: "g") { rows("1 2 3 4 5 6 7 8 9") }
        }
      })
    let update = try list.transaction { edit in
      try edit.remove(at: [1, 3, 5, 7, 8], of: "g")
      try edit.move(from: 2, to: 3, of: "g")
      try edit.insert(Row(id: "11", title: "row 11"), at: .index(4, in: "g"))
    }
    #expect(list.text == ["above: x y", "s: h i 1 3 7 5 11"])
    let changes = try update.changes()
    #expect(changes.rows.deletes.map(\.at.row) == [3, 5, 7, 9, 10])
    #expect(changes.rows.inserts.map(\.at) == [RowPath(section: 1, row: 6)] && changes.rows.moves.count == 1)
    try list.transaction { try $0.remove(at: Array(1..<4), of: "g") }
    #expect(list.text == ["above: x y", "s: h i 1 11"])
  }

  @Test("T10 what has become of a group's rows is found by their ids")
  func inferredChanges() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("1 2 3 4 5")) })
    var new = rows("5 2 6 3")
    new[1] = new[1].with { $0.title = "two" }
    let update = try list.transaction { try $0.setRows(new, of: "s") }
    #expect(list.text == ["s: 5 2 6 3"])
    let changes = try update.changes()
    #expect(changes.rows.deletes.map(\.id) == ["1", "4"] && changes.rows.inserts.map(\.id) == ["6"])
    #expect(changes.rows.moves.map(\.id) == ["5"] && changes.rows.updates.map(\.id) == ["2"])
    #expect(throws: ListError.duplicateID(of: .row, id: "7")) {
      try list.transaction { try $0.setRows(rows("7 8 7"), of: "s") }
    }
    #expect(list.text == ["s: 5 2 6 3"])
  }

  private struct Task: Sendable, Equatable {
    var number: Int
    var name: String
  }

  @Test("T11 a group made of objects keeps them, and its rows may be reordered in it if they say so")
  func groupsOfObjects() throws {
    let tasks = ["Write", "Test", "Ship"].enumerated().map { Task(number: $0.offset, name: $0.element) }
    let taskRows = [AnyRow](
      tasks, kind: "task", id: { "\($0.number)" }, title: { $0.name },
      configure: { task, row in
        row.attributes["height"] = .integer(40 + task.number)
        if task.number > 0 { row.abilities.moves = .withinGroup }
      })
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          RowGroup(id: "head") { rows("h i") }
          RowGroup(id: "tasks") { taskRows }
        }
      })
    #expect(list.row("2")?.payload(as: Task.self) == tasks[2] && list.row("2")?.attributes["height"] == 42)
    #expect(throws: Refusal.notAble) { try list.move("0", to: .groupEnd("tasks")) }
    try list.move("2", to: .before("0"))
    #expect(list.text == ["s: h i 2 0 1"])
    // A row that is let go elsewhere goes back to where it was.
    #expect(try list.proposedPlace(for: "1", at: .groupStart("head")) == .index(2, in: "tasks"))
    #expect(try list.move("1", to: .groupStart("head")).isEmpty)
    #expect(list.text == ["s: h i 2 0 1"])
  }

  @Test("T12 a radio group selects one row, asks before it changes, and tells only of changes")
  func radioGroups() throws {
    let list = try ListModel(
      ListContents { Section(id: "s") { RowGroup(id: "g", style: .radio(selected: "1")) { rows("1 2 3") } } })
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    list.hooks.willSelect = { [weak list] row in
      told.add("will select \(row.id) instead of \(list?.group("g")?.style.selected ?? "none")")
      return .allow
    }
    #expect(try list.choose("3").isSelected)
    #expect(list.group("g")?.style == .radio(selected: "3") && list.isSelected("3") && !list.isSelected("1"))
    #expect(
      told.take() == [
        "will select 3 instead of 1", "updated", "did deselect 1", "did select 3", "did perform primary on 3",
      ])
    // Once more: whoever wants to know is asked, and nothing changes.
    try list.choose("3")
    #expect(told.take() == ["will select 3 instead of 3", "did perform primary on 3"])
  }

  @Test("T13 choosing a row of an accordion folds it and selects the row")
  func accordions() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          rows("above")
          RowGroup(id: "g", style: .accordion(selected: "2", isExpanded: false)) { rows("1 2 3") }
        }
      })
    #expect(list.text == ["s: above 2"])
    var before = list.view
    try list.choose("2")
    #expect(list.group("g")?.style == .accordion(selected: "2", isExpanded: true))
    var changes = try list.view.changes(since: before)
    #expect(changes.rows.inserts.map(\.id) == ["1", "3"] && changes.rows.count == 2)
    before = list.view
    let outcome = try list.choose("3")
    #expect(outcome.isSelected && list.text == ["s: above 3"])
    #expect(list.group("g")?.style == .accordion(selected: "3", isExpanded: false))
    changes = try list.view.changes(since: before)
    #expect(changes.rows.deletes.map(\.at) == [RowPath(section: 0, row: 1), RowPath(section: 0, row: 2)])
    #expect(changes.rows.count == 2)
  }

  @Test("T14 a group may be one row, and a row may stand for nothing but what it shows")
  func staticRows() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          RowGroup(id: "basic") { Row(id: "1", title: "Basic", payload: 42) }
          RowGroup(id: "static") { Row(id: "2", title: "Static") { $0.attributes["cell"] = "the caller's own" } }
        }
      })
    #expect(list.placeText("1") == "s basic 0" && list.placeText("2") == "s static 0")
    #expect(list.row("2")?.payload(as: NoPayload.self) == NoPayload())
    #expect(list.view.row("2")?.attributes["cell"] == "the caller's own")
  }

  @Test("T15 headers and footers are texts with attributes, and rows are reordered in edit mode if that is asked")
  func headersAndFooters() throws {
    var section = Section(id: "s", title: "Header", footer: "Footer") {
      Row(id: "1", title: "one") { $0.abilities.moves = .anywhere }
      Row(id: "2", title: "two")
    }
    section.traits.header?.attributes["height"] = 60
    var settings = ListSettings()
    settings.requiresEditMode = true
    let list = try ListModel(ListContents(sections: [section]), settings: settings)
    let shown = list.view.section(at: 0)?.traits
    #expect(shown?.header == Supplement("Header", attributes: ["height": 60]) && shown?.footer?.text == "Footer")
    let update = try list.transaction { try $0.updateSection("s") { $0.header = Supplement("New") } }
    #expect(try update.changes().sections.updates.map(\.value.title) == ["New"])
    #expect(throws: Refusal.notEditing) { try list.move("1", to: .end(of: "s")) }
    list.isEditing = true
    try list.move("1", to: .end(of: "s"))
    #expect(list.text == ["s: 2 1"])
  }
}
