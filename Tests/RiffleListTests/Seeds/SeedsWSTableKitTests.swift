import Riffle
import RiffleList
import Testing

/// SEEDS.md, section 1.5: what WSTableKit does.
@Suite struct SeedsWSTableKitTests {
  @Test("W1 a row is a kind, an object and actions, and rows are made of arrays of objects")
  func rowsOfObjects() throws {
    let made = [AnyRow](
      ["One", "Two", "Three"], kind: "text", id: { $0.lowercased() }, title: { $0 },
      configure: { $1.actions["pressed"] = Action("press") })
    let list = try ListModel(ListContents(sections: [Section(id: "s", rows: made)]))
    #expect(list.text == ["s: one two three"])
    #expect(list.view.rows().map { $0.payload(as: String.self) } == ["One", "Two", "Three"])
    #expect(list.view.rows().allSatisfy { $0.kind == "text" && $0.actions["pressed"]?.name == "press" })
  }

  @Test("W2 rows are configured once: by the list, their section, themselves and at last their kind")
  func configurationOrder() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("1 2")) })
    let told = Told()
    let scopes: [(name: String, ActionScope)] = [
      ("kind", .kind(.standard)), ("row", .row("1")), ("section", .section("s")), ("list", .list),
      ("other", .row("2")),
    ]
    let configurations = scopes.map { name, scope in
      list.configure(scope) { row in
        told.add(name)
        row.attributes["by"] = .string(name)
      }
    }
    #expect(list.rendered("1")?.attributes["by"] == "kind")
    #expect(told.take() == ["list", "section", "row", "kind"])
    for configuration in configurations { configuration.cancel() }
    #expect(list.rendered("1")?.attributes["by"] == nil && told.take() == [])
  }

  @Test("W3 a sticky row stays selected until it is chosen again, and a momentary one does not")
  func selectionStyles() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          Row(id: "sticky", title: "Sticky") { $0.abilities.selection = .sticky }
          Row(id: "click", title: "Click") { $0.abilities.selection = .momentary }
        }
      })
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    #expect(try list.choose("sticky").isSelected)
    #expect(try !list.choose("click").isSelected)
    #expect(list.selected == ["sticky"])
    #expect(try !list.choose("sticky").isSelected)
    #expect(list.selected == [])
    #expect(
      told.take() == [
        "updated", "did select sticky", "did perform primary on sticky", "did select click", "did deselect click",
        "did perform primary on click", "updated", "did deselect sticky",
      ])
  }

  @Test("W4 an action has any number of observers, told first and in order, and one responder, the last")
  func keyedActions() throws {
    let list = try ListModel(ListContents { Section(id: "s") { Row(id: "1", title: "Button") } })
    let told = Told()
    #expect(try list.perform("clicked", on: "1") == nil)
    var handlers = [list.respond(to: .key("clicked")) { _ in "overridden" }]
    handlers.append(
      list.respond(to: .key("clicked")) { request in
        told.add("responder")
        return request.arguments["count"] ?? .null
      })
    for name in ["first", "second"] { handlers.append(list.onAction(.key("clicked")) { _ in told.add(name) }) }
    #expect(try list.perform("clicked", on: "1", arguments: ["count": 3]) == 3)
    #expect(told.take() == ["first", "second", "responder"])
    #expect(try list.perform("other", on: "1") == nil)
    for handler in handlers { handler.cancel() }
    #expect(try list.perform("clicked", on: "1") == nil)
    #expect(told.take() == [] && list.row("1")?.actions.isEmpty == true)
  }

  @Test("W5 actions are given to many rows at once, and taken away")
  func actionsInBulk() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("1 2 3")) })
    let handler = list.respond(to: .name("share")) { .string("shared \($0.row.id)") }
    defer { handler.cancel() }
    try list.transaction { edit in
      for id in try edit.rowIDs(of: "s") { try edit.update(id) { $0.actions[.primary] = Action("share") } }
    }
    #expect(try list.view.rows().map { try list.choose($0.id).answer } == ["shared 1", "shared 2", "shared 3"])
    try list.transaction { edit in
      for id in ["1", "2"] as [RowID] { try edit.update(id) { $0.actions[.primary] = nil } }
    }
    #expect(try list.view.rows().map { try list.choose($0.id).answer } == [nil, nil, "shared 3"])
  }

  @Test("W6 rows that come into view and go out of it are told, and a row may refuse to be chosen")
  func displayEvents() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          rows("1 2 3")
          Row(id: "4", title: "Plain text") { $0.abilities.selection = .unselectable }
        }
      })
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    list.viewport(0..<2)
    #expect(told.take() == [#"will display ["1", "2"] of ["s"]"#, "did scroll to 0..<2"])
    list.viewport(0..<2)
    #expect(told.take() == [])
    list.viewport(2..<9)
    #expect(
      told.take() == [
        #"did end displaying ["1", "2"] of []"#, #"will display ["3", "4"] of []"#, "did scroll to 2..<9",
      ])
    #expect(throws: Refusal.notAble) { try list.choose("4") }
    #expect(told.take() == [])
  }

  @Test("W7 what is out of range is an error and changes nothing")
  func outOfRange() throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("1 2 3 4")) })
    let generation = list.generation
    #expect(list.view.row(at: 4) == nil && list.view.row(at: -1) == nil && list.view.section(at: 1) == nil)
    #expect(throws: ListError.outOfRange(index: 5, count: 4, in: "group “s”")) {
      try list.transaction { try $0.insert(rows("5"), at: .index(5, in: "s")) }
    }
    #expect(throws: ListError.outOfRange(index: 4, count: 3, in: "group “s”")) {
      try list.transaction { try $0.remove(at: [0, 4], of: "s") }
    }
    #expect(throws: ListError.unknownID(of: .row, id: "9")) { try list.transaction { try $0.remove(["1", "9"]) } }
    #expect(list.text == ["s: 1 2 3 4"] && list.generation == generation)
    try list.transaction { edit in
      try edit.insert([], at: .end(of: "s"))
      try edit.remove(at: [0, 2], of: "s")
    }
    #expect(list.text == ["s: 2 4"])
  }

  @Test("W8 an alphabetical list files every row, whatever it begins with")
  func alphabet() throws {
    let names = ["Zoë", "Émile", "", "Eva", "😀 Smith", "anna", "Anna", "東京", "Eva"]
    var made = names.enumerated().map { number, name in AnyRow(Row(id: "\(number)", title: name)) }
    made[7] = made[7].with { $0.reading = "Tokyo" }
    var settings = ListSettings()
    settings.emptySections = .dropped
    let list = try ListModel(
      ListContents(sections: .alphabetical(made, try ListAlphabet(locales: ["en"]))), settings: settings)
    let shown = list.view.snapshot().sections.map { section in
      "\(section.traits.title ?? ""): \(section.rows.map(\.id.name).sorted().joined(separator: " "))"
    }
    #expect(shown == ["#: 2 4", "A: 5 6", "E: 1 3 8", "T: 7", "Z: 0"])
    #expect(list.rowCount == names.count)
    // Émile stands among the names in E, before Eva.
    #expect(list.view.rows().map { $0.id }.filter { ["1", "3", "8"].contains($0) } == ["1", "3", "8"])
    let jumplist = list.view.jumplist(.sectionTitles, Jumplist.Options(showsEmpty: false))
    #expect(jumplist?.entries.map(\.label) == ["#", "A", "E", "T", "Z"])
    let entry = jumplist?.entries.first { $0.label == "E" }
    #expect(entry.flatMap { jumplist?.position(of: $0.id) } == 4)
    #expect(jumplist?.position(of: 999) == nil)
  }

  @Test("W9 sections without rows show or not as the list is told, and rows without a reading go by their title")
  func emptySections() throws {
    for (empty, text) in [(ListSettings.EmptySections.kept, ["a: ", "b: 1"]), (.dropped, ["b: 1"])] {
      var settings = ListSettings()
      settings.emptySections = empty
      let list = try ListModel(
        ListContents {
          Section(id: "a", title: "A", rows: [])
          Section(id: "b", title: "B", rows: rows("1"))
        }, settings: settings)
      #expect(list.text == text)
      #expect(list.view.section(at: 0)?.traits.title == (empty == .kept ? "A" : "B"))
    }
    let filed = [Section].alphabetical(
      [AnyRow(Row(id: "1", title: "Mary")), AnyRow(Row(id: "2", title: "Mary") { $0.reading = "Smith" })],
      try ListAlphabet(locales: ["en"]))
    #expect(filed.filter { !$0.rows.isEmpty }.map(\.traits.title) == ["M", "S"])
  }

  @Test("W10 separators, heights and cell names are attributes that stay with their row")
  func drawingIsCarried() throws {
    let drawing: [String: JSONValue] = ["separator": ["top": true, "inset": 12.5], "height": 44, "cell": nil]
    let list = try ListModel(
      ListContents { Section(id: "s") { Row(id: "1", title: "one", kind: "CustomCell") { $0.attributes = drawing } } })
    let before = list.view
    try list.transaction { edit in
      try edit.prepend(rows("0"), to: "s")
      try edit.update("1") { $0.title = "two" }
    }
    let row = list.view.row("1")
    #expect(row?.attributes == drawing && row?.kind.name == "CustomCell")
    #expect(before.row(at: 0)?.attributes == drawing)
    #expect(list.rendered("1")?.attributes == drawing)
  }
}
