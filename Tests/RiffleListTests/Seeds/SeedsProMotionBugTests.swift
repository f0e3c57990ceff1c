import Riffle
import RiffleList
import Testing

/// What went wrong in ProMotion's table screen, and must not here.
@Suite struct SeedsProMotionBugTests {
  private static func list() throws -> ListModel {
    var contents = StatesList.contents
    contents.defaults.abilities = RowAbilities(isDeletable: true, moves: .anywhere)
    return try ListModel(contents)
  }

  @Test("Bug 1 rows deleted or moved among the hits of a search are those, and stay so when it ends")
  func bug1() async throws {
    let list = try Self.list()
    try list.transaction { try $0.update("or") { $0.abilities.isDeletable = false } }
    try list.search(for: "nevada")
    // The first hit stands where in the list Oregon does, which cannot be deleted.
    #expect(list.view.path(of: "nv") == RowPath(section: 0, row: 0))
    let id = try #require(list.view.row(at: RowPath(section: 0, row: 0))).id
    let report = await list.delete([id])
    #expect(report.deleted == ["nv"] && report.refused.isEmpty && list.view.isEmpty)
    try list.search(for: "washington")
    try list.move("wa", to: .end(of: "south"))
    #expect(list.view.path(of: "wa") == RowPath(section: 0, row: 0))
    list.endSearch()
    #expect(list.view.idsBySection == [["or", "id"], ["az", "nm", "wa"]])
  }

  @Test("Bug 2 what is changed during a search shows in its hits at once")
  func bug2() throws {
    let list = try Self.list()
    try list.search(for: "oregon")
    #expect(list.view.ids == ["or"])
    var south = StatesList.south
    south.groups[0].rows.append(AnyRow(Row(id: "so", title: "South Oregon")))
    let update = try list.setContents(ListContents(sections: [south]))
    #expect(list.view.idsBySection == [["so"]] && list.originalSearchString == "oregon")
    #expect(try update.changes().rows.deletes.map(\.id) == ["or"])
    try list.transaction { editor in
      try editor.update("so") { $0.title = "California" }
      try editor.update("az") { $0.searchText = "not oregon" }
    }
    #expect(list.view.ids == ["az"])
    list.endSearch()
    #expect(list.view.idsBySection == [["az", "nm", "nv", "so"]])
  }

  @Test("Bug 3 the jumplist is gone while searching, and its search entry is no section")
  func bug3() throws {
    let list = try Self.list()
    let options = Jumplist.Options(isSearchable: true, hidesWhileFiltering: true)
    let jumplist = try #require(list.view.jumplist(.sectionTitles, options))
    #expect(jumplist.entries.map(\.kind) == [.search, .section, .section])
    #expect(jumplist.entries.map { jumplist.position(of: $0.id) } == [nil, 0, 3])
    list.beginSearch()
    #expect(list.view.jumplist(.sectionTitles, options) == jumplist)
    try list.search(for: "a")
    #expect(list.view.jumplist(.sectionTitles, options) == nil)
    list.endSearch()
    #expect(list.view.jumplist(.sectionTitles, options) == jumplist)
  }

  @Test("Bug 4 after a search there are all rows again, and hits have all that their rows have")
  func bug4() throws {
    let list = try Self.list()
    let before = list.view
    try list.search(for: "oregon")
    #expect(list.view.count == 1 && list.view.section(at: 0)?.rowCount == 1)
    #expect(list.view.row(at: 0) == before.row(at: 0) && list.view.row(at: 0)?.attributes["image"] == "or.png")
    let rendered = try #require(list.rendered("or"))
    #expect(rendered.abilities.moves == .anywhere && rendered.section == "north")
    list.endSearch()
    #expect(list.view.snapshot() == before.snapshot() && list.view.count == 6)
    #expect(list.view.sections.map(\.rowCount) == [3, 3])
  }

  @Test("Bug 5 rows deleted by index are those that stood there before any of them was gone")
  func bug5() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") { for letter in ["a", "b", "c", "d"] { Row(id: RowID(letter), title: letter) } }
      })
    try list.transaction { try $0.remove(at: [0, 1], of: "s") }
    #expect(list.view.ids == ["c", "d"])
    #expect(throws: ListError.self) { try list.transaction { try $0.remove(at: [0, 2], of: "s") } }
    #expect(list.view.ids == ["c", "d"])
  }

  @Test("Bug 6 every search after the first works like it, and knows what was typed")
  func bug6() throws {
    let list = try Self.list()
    for text in ["Nev", "Wash", "Nev"] {
      list.beginSearch()
      #expect(list.originalSearchString == "")
      try list.search(for: text)
      #expect(list.originalSearchString == text && list.view.ids == [text == "Nev" ? "nv" : "wa"])
      list.endSearch()
      #expect(list.originalSearchString == nil && list.searchString == nil && list.view.count == 6)
    }
  }

  @Test("Bug 7 sections without title, without rows, and lists without sections are lists like others")
  func bug7() async throws {
    let empty = try ListModel()
    #expect(empty.view.isEmpty && empty.view.sections.isEmpty && empty.view.row(at: 0) == nil)
    #expect(empty.view.jumplist()?.entries.isEmpty == true)
    try empty.search(for: "x")
    #expect(empty.view.isEmpty && empty.view.rows(inSection: 0).isEmpty)
    #expect(await empty.delete(["x"]).refused == ["x": .unknownRow])
    let list = try ListModel(
      ListContents {
        Section(id: "untitled") { Row(id: "1", title: "") }
        Section(id: "empty", title: "") {}
        Section(SectionTraits(id: "no groups"))
      })
    #expect(list.view.idsBySection == [["1"], [], []])
    #expect(list.view.sections.map(\.traits.title) == [nil, "", nil])
    #expect(list.view.jumplist()?.entries.map(\.label) == [" ", " ", " "])
    #expect(list.view.jumplist(.sectionTitles)?.entries.map(\.label) == [" ", "", " "])
    try list.search(for: "x")
    #expect(list.view.sections.isEmpty)
    list.endSearch()
    try list.transaction { try $0.insert(RowGroup(id: "new") { Row(id: "2", title: "two") }, in: "no groups") }
    #expect(list.view.row(at: RowPath(section: 2, row: 0))?.id == "2")
  }

  @Test("Bug 8 sections of one letter have entries apart, and a letter is a whole character")
  func bug8() throws {
    let titles = ["Éclair", "E\u{301}cole", "Eel", "👩‍👩‍👧 family", "🇸🇪 Sverige", "𐐀 long", "e\u{323}\u{302}", "Eel"]
    let list = try ListModel(
      ListContents {
        for (number, title) in titles.enumerated() {
          Section(id: "\(number)", title: title) { Row(id: "row \(number)", title: title) }
        }
      })
    let jumplist = try #require(list.view.jumplist())
    #expect(jumplist.entries.map(\.label) == ["É", "É", "E", "👩‍👩‍👧", "🇸🇪", "𐐀", "e\u{323}\u{302}", "E"])
    #expect(Set(jumplist.entries.map(\.id)).count == titles.count)
    #expect(jumplist.entries.map { jumplist.position(of: $0.id) } == Array(0..<titles.count))
  }

  @Test("Bug 9 a row that its delete handler removes from the list is deleted once, and nothing breaks")
  func bug9() async throws {
    let list = try Self.list()
    let listener = ListListener(list)
    list.hooks.willDelete = { [weak list] row in
      _ = try? list?.transaction { try $0.remove(row.id) }
      return .allow
    }
    let report = await list.delete(["or", "or"])
    #expect(report.deleted == ["or"] && report.refused.isEmpty && report.update.isEmpty)
    #expect(list.view.idsBySection == [["wa", "id"], ["az", "nm", "nv"]])
    // Nor does one that removes it afterwards.
    list.hooks.willDelete = nil
    let observation = list.observe { [weak list] event in
      guard case .didDelete(let rows) = event else { return }
      for row in rows { _ = try? list?.transaction { try $0.remove(row.id) } }
    }
    #expect(await list.delete(["wa"]).deleted == ["wa"])
    #expect(await list.delete(["wa"]).refused == ["wa": .unknownRow])
    observation.cancel()
    #expect(list.view.idsBySection == [["id"], ["az", "nm", "nv"]])
    #expect(listener.all { if case .updated = $0 { true } else { nil } }.count == 2)
  }
}
