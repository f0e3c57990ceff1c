import RiffleList
import Testing

/// SEEDS.md, section 1.4: what ExtendedTableViewController does.
@Suite struct SeedsExtendedTests {
  @Test("E1 rows have ids and typed payloads, and are equal if type, payload and traits are")
  func typedRows() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          Row(id: "1", title: "Value", kind: "int", payload: 22)
          Row(id: "2", title: "Value", kind: "string", payload: "22")
        }
      })
    #expect(list.row("1")?.payload(as: Int.self) == 22 && list.row("2")?.payload(as: String.self) == "22")
    let one = AnyRow(Row(id: "1", title: "Value", kind: "int", payload: 22))
    #expect(list.row("1") == one)
    #expect(one != AnyRow(Row(id: "1", title: "Value", kind: "int", payload: 23)))
    #expect(one != AnyRow(Row(id: "1", title: "Value", kind: "int", payload: Int8(22))))
    #expect(throws: ListError.duplicateID(of: .row, id: "1")) {
      try list.transaction { try $0.append([one], to: "s") }
    }
  }

  @Test("E2 a row's own attributes come before its kind's, its section's and its list's")
  func sectionsAndDefaults() throws {
    var section = Section(id: "s", title: "Section 1", footer: "Footer") { rows("1 2") }
    section.traits.defaults.attributes = ["a": "section", "b": "section", "c": "section"]
    section.groups[0].rows[0] = section.groups[0].rows[0].with { $0.attributes["a"] = "row" }
    var contents = ListContents(sections: [section])
    contents.kindDefaults[.standard] = RowDefaults(attributes: ["a": "kind", "b": "kind"])
    contents.defaults = RowDefaults(attributes: ["a": "list", "b": "list", "c": "list", "d": "list"])
    let list = try ListModel(contents)
    #expect(list.rendered("1")?.attributes == ["a": "row", "b": "kind", "c": "section", "d": "list"])
    #expect(list.rendered("2")?.attributes == ["a": "kind", "b": "kind", "c": "section", "d": "list"])
    try list.transaction { edit in
      try edit.append(rows("3"), to: "s")
      try edit.insert(Row(id: "0", title: "row 0"), at: .index(0, in: "s"))
      try edit.remove("2")
    }
    #expect(list.text == ["s: 0 1 3"])
    let traits = list.view.section(at: 0)?.traits
    #expect(traits?.title == "Section 1" && traits?.footer?.text == "Footer")
  }

  @Test("E3 new contents replace the list by id, and whoever observes is told once")
  func newContents() throws {
    let list = try ListModel(ListContents { Section(id: "a", rows: rows("1 2")) })
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    let update = try list.setContents(
      ListContents {
        Section(id: "b", rows: rows("2 3"))
        Section(id: "a", rows: rows("1"))
      })
    #expect(list.text == ["b: 2 3", "a: 1"] && told.take() == ["updated"])
    let changes = try update.changes()
    #expect(changes.sections.inserts.map(\.id) == ["b"] && changes.sections.deletes.isEmpty)
    #expect(changes.rows.inserts.map(\.id) == ["3"] && changes.rows.moves.map(\.id) == ["2"])
    #expect(changes.rows.deletes.isEmpty)
  }

  @Test(
    "E4 no redirect selects a row that cannot be selected",
    arguments: [GroupStyle.plain, .radio(selected: nil), .accordion(selected: nil, isExpanded: true)])
  func redirectsToUnselectableRows(style: GroupStyle) throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          RowGroup(id: "g", style: style) {
            Row(id: "1", title: "one") { $0.abilities.selection = .sticky }
            Row(id: "2", title: "two") { $0.abilities.selection = .unselectable }
          }
        }
      })
    list.hooks.willSelect = { _ in .redirect(to: "2") }
    #expect(throws: Refusal.notAble) { try list.choose("1") }
    #expect(throws: Refusal.notAble) { try list.select("1") }
    #expect(!list.isSelected("1") && !list.isSelected("2"))
    // Neither does a hook that makes it so.
    list.hooks.willSelect = { [weak list] row in
      _ = try? list?.transaction { try $0.update(row.id) { $0.abilities.selection = .unselectable } }
      return .allow
    }
    #expect(throws: Refusal.notAble) { try list.choose("1") }
    #expect(!list.isSelected("1"))
  }

  @Test("E4 the action is the one that the row has when it is chosen, whoever has changed it meanwhile")
  func actionsOfRowsThatHooksChange() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          Row(id: "1", title: "one") { row in
            row.actions[.primary] = Action("old")
            row.abilities.selection = .sticky
          }
        }
      })
    let told = Told()
    let observations = [
      list.onAction(.name("old")) { _ in told.add("old") }, list.onAction(.name("asked")) { _ in told.add("asked") },
      list.onAction(.name("told")) { told.add("told \($0.row.title)") },
    ]
    list.hooks.willSelect = { [weak list] row in
      _ = try? list?.transaction { try $0.update(row.id) { $0.actions[.primary] = Action("asked") } }
      return .allow
    }
    try list.choose("1")
    #expect(told.take() == ["asked"])
    try list.deselect("1")
    let observation = list.observe { [weak list] event in
      guard case .didSelect(let row) = event else { return }
      _ = try? list?.transaction { edit in
        try edit.update(row.id) { traits in
          traits.title = "uno"
          traits.actions[.primary] = Action("told")
        }
      }
    }
    try list.choose("1")
    #expect(told.take() == ["told uno"])
    for observation in observations + [observation] { observation.cancel() }
  }

  @Test("E4 choosing a selected row says which one a redirect has deselected")
  func redirectedDeselection() throws {
    var contents = ListContents { Section(id: "s", rows: rows("1 2")) }
    contents.defaults.abilities.selection = .sticky
    let list = try ListModel(contents)
    try list.select("1")
    try list.select("2")
    list.hooks.willDeselect = { _ in .redirect(to: "2") }
    let outcome = try list.choose("1")
    #expect(outcome.row == "2" && !outcome.isSelected && list.selected == ["1"])
  }

  @Test("E4 whoever is asked may refuse a selection or mean another row, and all of it is told")
  func responders() throws {
    var contents = ListContents { Section(id: "s", rows: rows("1 2 3 4")) }
    contents.defaults.abilities.selection = .sticky
    let list = try ListModel(contents)
    let told = Told()
    let observation = list.tell(told)
    let tapped = list.onAction(.key(.primary), of: .row("3")) { told.add("tapped \($0.row.id)") }
    defer {
      observation.cancel()
      tapped.cancel()
    }
    list.hooks.willSelect = { row in
      switch row.id {
      case "1": .deny(reason: "sold out")
      case "2": .redirect(to: "3")
      default: .allow
      }
    }
    list.hooks.willDeselect = { $0.id == "4" ? .deny(reason: nil) : .allow }
    #expect(throws: Refusal.denied(reason: "sold out")) { try list.choose("1") }
    #expect(list.selected == [] && told.take() == [])
    #expect(try list.choose("2").row == "3")
    #expect(
      list.selected == ["3"] && told.take() == ["updated", "did select 3", "tapped 3", "did perform primary on 3"])
    try list.choose("4")
    #expect(throws: Refusal.denied(reason: nil)) { try list.choose("4") }
    try list.choose("3")
    #expect(list.selected == ["4"])
    #expect(told.take() == ["updated", "did select 4", "did perform primary on 4", "updated", "did deselect 3"])
    list.hooks.willDeselect = { $0.id == "3" ? .redirect(to: "4") : .allow }
    try list.select("3")
    try list.deselect("3")
    #expect(list.selected == ["3"] && told.take() == ["updated", "did select 3", "updated", "did deselect 4"])
    list.viewport(0..<2)
    list.viewport(1..<3)
    #expect(
      told.take() == [
        #"will display ["1", "2"] of ["s"]"#, "did scroll to 0..<2", #"did end displaying ["1"] of []"#,
        #"will display ["3"] of []"#, "did scroll to 1..<3",
      ])
  }

  @Test("E5 what configures a row has the last word on how it is drawn, and leaves the list as it is")
  func configurations() throws {
    let list = try ListModel(
      ListContents { Section(id: "s") { Row(id: "13", title: "13") { $0.attributes["color"] = "black" } } })
    let generation = list.generation
    let configuration = list.configure(.row("13")) { $0.attributes["color"] = "red" }
    #expect(list.rendered("13")?.attributes["color"] == "red")
    #expect(list.row("13")?.attributes["color"] == "black" && list.generation == generation)
    configuration.cancel()
    #expect(list.rendered("13")?.attributes["color"] == "black")
  }

  @Test("E6 rows and sections are added, moved, replaced and removed by id", arguments: [false, true])
  func verbs(removesEmptiedSections: Bool) throws {
    var settings = ListSettings()
    settings.removesEmptiedSections = removesEmptiedSections
    let list = try ListModel(
      ListContents {
        Section(id: "a", rows: rows("1 2 3"))
        Section(id: "b", rows: rows("4"))
        Section(id: "new", rows: [])
      }, settings: settings)
    try list.transaction { edit in
      try edit.prepend(rows("0"), to: "a")
      try edit.append(rows("5"), to: "b")
      try edit.insert(rows("x y"), at: .after("1"))
      try edit.replace(Row(id: "2", title: "two", payload: 2))
      let removed = try edit.removeFirst(of: "a") { $0.title.hasPrefix("row x") }
      #expect(removed == "x")
      try edit.move("3", to: .before("1"))
      try edit.insert(Section(id: "c", rows: rows("6")), at: 0)
    }
    #expect(list.text == ["c: 6", "a: 0 3 1 y 2", "b: 4 5", "new: "])
    #expect(list.row("2")?.payload(as: Int.self) == 2)
    let update = try list.transaction { edit in
      for id in ["4", "5"] as [RowID] { try edit.move(id, to: .end(of: "a")) }
      try edit.remove("6")
      try edit.moveSection("a", to: 0)
    }
    // A section that never had rows is not one that has lost them.
    let emptied = removesEmptiedSections ? [] : ["c: ", "b: "]
    #expect(list.text == ["a: 0 3 1 y 2 4 5"] + emptied + ["new: "])
    #expect(try update.performedByTableView() == list.view.snapshot())
  }

  @Test("E7 actions have names and what is read aloud of a row is carried")
  func namedActions() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          Row(id: "1", title: "Mail") { row in
            row.actions["archive"] = Action("move", arguments: ["to": "archive"])
            row.actions["delete"] = Action(arguments: ["title": "Delete", "isDestructive": true])
            row.attributes["leading"] = ["archive"]
            row.attributes["trailing"] = ["delete", "flag"]
            row.attributes["accessibility"] = ["label": "Mail from Ada", "hint": "Swipe for more"]
          }
        }
      })
    let handler = list.respond(to: .name("move")) { $0.arguments["to"] ?? .null }
    defer { handler.cancel() }
    #expect(try list.perform("archive", on: "1") == "archive")
    #expect(try list.perform("delete", on: "1") == nil)
    let shown = list.rendered("1")
    #expect(shown?.attributes["accessibility"]?["label"] == "Mail from Ada")
    #expect(shown?.attributes["leading"] == ["archive"] && shown?.attributes["trailing"] == ["delete", "flag"])
    #expect(shown?.actions["delete"]?.arguments["isDestructive"] == true)
  }
}
