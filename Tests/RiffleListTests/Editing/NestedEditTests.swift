import Riffle
import Testing

@testable import RiffleList

/// Edits in edits, edits by editors that have escaped, and traits that are set part by part.
@Suite struct NestedEditTests {
  private static func list(_ settings: ListSettings = ListSettings()) throws -> ListModel {
    try ListModel(
      ListContents {
        Section(id: "s") { RowGroup(id: "g") { rows("1 2 3") } }
        Section(id: "t", rows: rows("4"))
      }, settings: settings)
  }

  @Test func anEditInTheClosureOfAnotherKeepsBoth() throws {
    let list = try Self.list()
    try list.transaction { edit in
      try edit.updateList { traits in
        try? edit.updateList { traits in
          traits.header = Supplement("inner")
          traits.attributes["inner"] = 1
          traits.searchPresentation.noResults = "inner"
          traits.defaults.abilities.isDeletable = true
        }
        traits.footer = Supplement("outer")
        traits.attributes["outer"] = 2
        traits.searchPresentation.placeholder = "outer"
        traits.defaults.abilities.moves = .anywhere
      }
      try edit.updateSection("s") { section in
        try? edit.updateSection("s") { $0.footer = Supplement("inner") }
        try? edit.moveSection("s", to: 1)
        section.header = Supplement("outer")
      }
      try edit.updateGroup("g") { group in
        try? edit.select("2")
        try? edit.updateGroup("g") { $0.isHidden = true }
        group.attributes["outer"] = true
      }
      try edit.update("1") { row in
        try? edit.update("1") { inner in
          inner.subtitle = "inner"
          inner.controls["inner"] = .toggle(true)
        }
        try? edit.move("1", to: .end(of: "t"))
        row.title = "outer"
        row.controls["outer"] = .toggle(false)
      }
    }
    let traits = list.view.traits
    #expect(traits.header == Supplement("inner") && traits.footer == Supplement("outer"))
    #expect(traits.attributes == ["inner": 1, "outer": 2])
    #expect(traits.searchPresentation == SearchPresentation(placeholder: "outer", noResults: "inner"))
    #expect(traits.defaults.abilities == RowAbilities(isDeletable: true, moves: .anywhere))
    #expect(list.sectionIDs == ["t", "s"])
    #expect(list.section("s")?.header == Supplement("outer") && list.section("s")?.footer == Supplement("inner"))
    #expect(list.group("g")?.isHidden == true && list.group("g")?.attributes == ["outer": true])
    #expect(list.selected == ["2"])
    let row = try #require(list.row("1"))
    #expect(row.title == "outer" && row.subtitle == "inner" && row.controls.count == 2)
    #expect(list.placeText("1") == "t t 1")
  }

  @Test func whatARemovedRowWouldHaveBecomeIsRefused() throws {
    let list = try Self.list()
    #expect(throws: ListError.unknownID(of: .row, id: "1")) {
      try list.transaction { edit in
        try edit.update("1") { row in
          try? edit.remove("1")
          row.title = "gone"
        }
      }
    }
    #expect(list.row("1") != nil)
  }

  /// All that an editor does, and empty edits, of which some would throw something else or change nothing.
  private static let edits: [(name: String, edit: @Sendable (ListEditor) throws -> Void)] = [
    ("insert", { try $0.insert(rows("9"), at: .end(of: "s")) }),
    ("insert none", { try $0.insert([], at: .start(of: "s")) }),
    ("insert none in a group", { try $0.insert([], at: .groupEnd("g")) }),
    ("insert twice", { try $0.insert(rows("1"), at: .end(of: "s")) }),
    ("append none", { try $0.append([], to: "s") }), ("prepend none", { try $0.prepend([], to: "s") }),
    ("insert none by arrangement", { try $0.insert([]) }), ("arrange", { try $0.arrange(by: nil) }),
    ("remove", { try $0.remove("1") }), ("remove none", { try $0.remove([]) }),
    ("remove unknown", { try $0.remove("unknown") }), ("remove no index", { try $0.remove(at: [], of: "g") }),
    ("remove first", { try $0.removeFirst(of: "g") { _ in false } }),
    ("update nothing", { try $0.update("1") { _ in } }),
    ("replace by itself", { try $0.replace(Row(id: "1", title: "row 1")) }),
    ("move", { try $0.move("1", to: .before("1")) }),
    ("move index", { try $0.move(from: 0, to: 0, of: "g") }), ("set rows", { try $0.setRows(rows("1 2 3"), of: "g") }),
    ("select", { try $0.select("1") }), ("deselect", { try $0.deselect("1") }),
    ("reconfigure", { try $0.reconfigure([]) }),
    ("reconfigure group", { try $0.reconfigure(group: "g") }),
    ("reconfigure section", { try $0.reconfigure(section: "s") }),
    ("insert section", { try $0.insert(Section(id: "s", rows: [])) }),
    ("remove section", { try $0.removeSection("s") }),
    ("move section", { try $0.moveSection("s", to: 0) }), ("update section", { try $0.updateSection("s") { _ in } }),
    ("insert group", { try $0.insert(RowGroup(id: "h", rows: []), in: "s") }),
    ("remove group", { try $0.removeGroup("g") }),
    ("move group", { try $0.moveGroup("g", to: 0, in: "s") }), ("update group", { try $0.updateGroup("g") { _ in } }),
    ("hide", { try $0.setHidden(false, row: "1") }), ("hide group", { try $0.setHidden(false, group: "g") }),
    ("hide section", { try $0.setHidden(false, section: "s") }), ("expand", { try $0.setExpanded(true, group: "g") }),
    ("update list", { try $0.updateList { _ in } }), ("set contents", { try $0.setContents(ListContents()) }),
    ("group ids", { _ = try $0.groupIDs(of: "s") }), ("row ids", { _ = try $0.rowIDs(of: "g") }),
    ("row count", { _ = try $0.rowCount(of: "g") }), ("place", { _ = try $0.place(of: "1") }),
    ("in a transaction", { try $0.transaction { try $0.remove([]) } }),
  ]

  @Test func anEscapedEditorRefusesEverything() throws {
    let list = try Self.list()
    var escaped: ListEditor?
    try list.transaction { escaped = $0 }
    let editor = try #require(escaped)
    for (name, edit) in Self.edits {
      #expect(throws: ListError.transactionIsOver, "\(name)") { try edit(editor) }
    }
    #expect(list.generation == 0)
  }

  /// A condition of a scope is asked in the middle of an edit.
  @Test func anEditInTheMiddleOfAnotherIsRefused() throws {
    let refused = Lock<[String]>([])
    let editor = Lock<ListEditor?>(nil)
    var settings = ListSettings()
    settings.scopes["asked"] = { _ in
      guard let editor = editor.withLock({ $0 }) else { return true }
      for (name, edit) in NestedEditTests.edits {
        do { try edit(editor) } catch ListError.isBeingEdited { continue } catch {}
        refused.withLock { $0.append(name) }
      }
      if editor.row("1") == nil || editor.sectionIDs.count != 2 { refused.withLock { $0.append("look") } }
      return true
    }
    let list = try Self.list(settings)
    try list.transaction { edit in
      editor.withLock { $0 = edit }
      try edit.append(rows("5"), to: "s")
      editor.withLock { $0 = nil }
    }
    #expect(refused.withLock { $0 } == [] && list.rowCount == 5)
  }

  @Test func aFilterOfUnknownSectionsIsRefused() throws {
    let list = try Self.list()
    var filter = ListFilter()
    filter.sections = ["s", "nowhere"]
    let error = ListError.unknownID(of: .section, id: "nowhere")
    #expect(throws: error) { try list.setFilter(filter) }
    #expect(throws: error) { try list.view(through: filter) }
    #expect(list.filter.sections == nil && list.view.count == 4)
    filter.sections = ["s"]
    try list.setFilter(filter)
    // One that goes has no rows, and does not stand in the way of what is typed.
    try list.transaction { try $0.removeSection("s") }
    try list.search(for: "row")
    #expect(list.view.count == 0)
    filter = list.filter
    filter.sections?.insert("t")
    try list.setFilter(filter)
    #expect(list.view.ids == ["4"])
  }

  @Test("P2 contents set what they say, part by part, and leave the rest") func contentsSetPartByPart() throws {
    var contents = ListContents { Section(id: "s", rows: rows("1")) }
    contents.header = Supplement("header")
    contents.footer = Supplement("footer")
    contents.searchPresentation = SearchPresentation(placeholder: "Find", noResults: "Nothing")
    contents.attributes["color"] = "red"
    contents.defaults.abilities.isDeletable = true
    contents.kindDefaults["ad"] = RowDefaults(attributes: ["wide": true])
    let list = try ListModel(contents)
    let traits = list.view.traits
    func set(_ change: (inout ListContents) -> Void) throws -> ListTraits {
      var contents = ListContents { Section(id: "s", rows: rows("1 2")) }
      change(&contents)
      try list.setContents(contents)
      defer { _ = try? list.transaction { try $0.updateList { $0 = traits } } }
      return list.view.traits
    }
    func changed(_ change: (inout ListTraits) -> Void) -> ListTraits {
      var changed = traits
      change(&changed)
      return changed
    }
    #expect(try set { _ in } == traits)
    #expect(try set { $0.header = Supplement("other") } == changed { $0.header = Supplement("other") })
    #expect(try set { $0.header = nil } == changed { $0.header = nil })
    #expect(try set { $0.footer = nil } == changed { $0.footer = nil })
    #expect(try set { $0.attributes = [:] } == changed { $0.attributes = [:] })
    #expect(
      try set { $0.defaults.abilities.moves = .anywhere }
        == changed { $0.defaults = RowDefaults(abilities: RowAbilities(moves: .anywhere)) })
    #expect(try set { $0.kindDefaults = [:] } == changed { $0.kindDefaults = [:] })
    #expect(
      try set { $0.searchPresentation.placeholder = "Look" } == changed { $0.searchPresentation.placeholder = "Look" })
    #expect(
      try set { $0.searchPresentation = SearchPresentation() }
        == changed { $0.searchPresentation = SearchPresentation() })
    #expect(try set { $0.traits = ListTraits() } == ListTraits())
    var all = list.contents
    #expect(all.traits == traits)
    all.traits = nil
    #expect(all.traits == nil && all.header == nil)
  }
}
