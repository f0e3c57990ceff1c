import Riffle
import RiffleList
import Testing

/// Jumping, deleting and moving.
extension SeedsProMotionTests {
  // MARK: - Jumplist

  @Test("P15 the jumplist has the first character of each section title, also twice, and none while filtering")
  func p15() throws {
    let list = try ListModel(
      ListContents {
        StatesList.north
        Section(id: "none") { Row(id: "x", title: "x") }
        Section(id: "natives", title: "Natives") { Row(id: "y", title: "y") }
      })
    let options = Jumplist.Options(isSearchable: true, hidesWhileFiltering: true)
    let plain = try #require(list.view.jumplist())
    #expect(plain.entries.map(\.label) == ["N", " ", "N"] && Set(plain.entries.map(\.id)).count == 3)
    let searchable = try #require(list.view.jumplist(.sectionInitials, options))
    #expect(searchable.entries.map(\.kind) == [.search, .section, .section, .section])
    try list.search(for: "x")
    #expect(list.view.jumplist(.sectionInitials, options) == nil)
    #expect(list.view.jumplist()?.entries.map(\.count) == [0, 1, 0])
    list.endSearch()
    #expect(list.view.jumplist(.sectionInitials, options) == searchable)
  }

  @Test("P16 a jumplist can have entries of one's own, shown only while nothing is filtered")
  func p16() throws {
    let list = try StatesList.list()
    let style = JumplistStyle.custom([
      .init("↑", section: "north"), .init("↓", section: "south"), .init("⇣", section: "south"),
    ])
    let options = Jumplist.Options(hidesWhileFiltering: true)
    let jumplist = try #require(list.view.jumplist(style, options))
    #expect(jumplist.entries.map(\.label) == ["↑", "↓", "⇣"] && jumplist.entries.map(\.start) == [0, 3, 3])
    try list.search(for: "o")
    #expect(list.view.jumplist(style, options) == nil)
  }

  @Test("P17 a jump leads to a row, from the search entry to the top, and from an empty section to the nearest before")
  func p17() throws {
    let list = try ListModel(
      ListContents {
        StatesList.north
        Section(id: "middle", title: "Middle") {}
        StatesList.south
      })
    func path(_ style: JumplistStyle, _ place: Int, isSearchable: Bool = false) throws -> RowPath? {
      let view = list.view
      let jumplist = try #require(view.jumplist(style, .init(isSearchable: isSearchable)))
      return jumplist.position(of: jumplist.entries[place].id).flatMap { view.path(at: $0) }
    }
    #expect(try path(.sectionInitials, 0) == RowPath(section: 0, row: 0))
    #expect(try path(.sectionInitials, 1) == RowPath(section: 0, row: 0))
    #expect(try path(.sectionInitials, 2) == RowPath(section: 2, row: 0))
    // The search entry is above all rows and shifts none of the others.
    #expect(try path(.sectionInitials, 0, isSearchable: true) == nil)
    #expect(try path(.sectionInitials, 3, isSearchable: true) == RowPath(section: 2, row: 0))
    // Fewer entries than sections lead where they say.
    #expect(try path(.custom([.init("s", section: "south")]), 0) == RowPath(section: 2, row: 0))
  }

  // MARK: - Deleting

  @Test("P18 each row says whether it can be deleted; inserting is an action like others")
  func p18() async throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          Row(id: "gone", title: "to go") { $0.abilities.isDeletable = true }
          Row(id: "fixed", title: "to stay") { $0.abilities.isDeletable = false }
          Row(id: "silent", title: "says nothing")
          Row(id: "new", title: "Add one") { row in
            row.attributes["editingStyle"] = "insert"
            row.actions["insert"] = Action("add")
          }
        }
      })
    let report = await list.delete(["gone", "fixed", "silent", "new"])
    #expect(report.deleted == ["gone"])
    #expect(report.refused == ["fixed": .notAble, "silent": .notAble, "new": .notAble])
    let adding = list.respond(to: .name("add")) { [weak list] request in
      _ = try? list?.transaction { try $0.insert(Row(id: "added", title: "added"), at: .before(request.row.id)) }
      return true
    }
    #expect(try list.perform("insert", on: "new") == true)
    #expect(list.view.ids == ["fixed", "silent", "added", "new"])
    adding.cancel()
  }

  @Test("P19 each row is asked about before it is deleted and can stay, for a reason; afterwards it is told")
  func p19() async throws {
    let list = try Self.deletable()
    let listener = ListListener(list)
    let asked = Lock<[RowID]>([])
    list.hooks.willDelete = { [weak list] row in
      asked.withLock { $0.append(row.id) }
      await Task.yield()
      // It is still there.
      return list?.row(row.id) == nil || row.id == "wa" ? .deny(reason: "not this one") : .allow
    }
    let report = await list.delete(["wa", "or", "az"])
    #expect(asked.withLock { $0 } == ["wa", "or", "az"])
    #expect(report.deleted == ["or", "az"] && report.refused == ["wa": .denied(reason: "not this one")])
    #expect(list.view.idsBySection == [["wa", "id"], ["nm", "nv"]])
    let told = listener.all { if case .didDelete(let rows) = $0 { rows.map(\.id) } else { nil } }
    #expect(told == [["or", "az"]])
    list.hooks.willDelete = { _ in .deny(reason: nil) }
    #expect(await list.delete(["nv"]).refused == ["nv": .denied(reason: nil)])
    #expect(list.row("nv") != nil)
  }

  @Test("P20 rows are deleted by id, several at once, as one change, and the veto counts here too")
  func p20() async throws {
    let list = try Self.deletable()
    let listener = ListListener(list)
    list.hooks.willDelete = { row in row.id == "id" ? .deny(reason: nil) : .allow }
    let report = await list.delete(["or", "id", "nv", "or", "nobody"])
    #expect(report.refused == ["id": .denied(reason: nil), "nobody": .unknownRow])
    let changes = try report.update.changes()
    #expect(changes.rows.deletes.map(\.at) == [RowPath(section: 0, row: 0), RowPath(section: 1, row: 2)])
    #expect(changes.rows.count == 2 && changes.sections.isEmpty)
    #expect(try changes.apply(to: report.update.before.snapshot()) == list.view.snapshot())
    #expect(listener.all { if case .updated = $0 { true } else { nil } } == [true])
  }

  private static func deletable() throws -> ListModel {
    var contents = StatesList.contents
    contents.defaults.abilities.isDeletable = true
    return try ListModel(contents)
  }

  // MARK: - Moving

  @Test("P21 a row moves anywhere, within its section, or not at all; what may not leave its section snaps back")
  func p21() throws {
    let list = try Self.moveable()
    #expect(throws: Refusal.notAble) { try list.move("or", to: .end(of: "north")) }
    #expect(try list.proposedPlace(for: "wa", at: .end(of: "south")) == .index(1, in: .section("north")))
    #expect(try list.move("wa", to: .end(of: "south")).isEmpty)
    #expect(list.view.idsBySection == [["or", "wa", "id"], ["az", "nm", "nv"]])
    #expect(try list.proposedPlace(for: "wa", at: .before("or")) == .before("or"))
    try list.move("wa", to: .before("or"))
    #expect(try list.proposedPlace(for: "id", at: .after("az")) == .after("az"))
    try list.move("id", to: .after("az"))
    #expect(list.view.idsBySection == [["wa", "or"], ["az", "id", "nm", "nv"]])
    #expect(throws: Refusal.failed(.unknownID(of: .section, id: "west"))) {
      try list.move("id", to: .end(of: "west"))
    }
  }

  @Test("P22 a move can be vetoed, and is told with both paths when the list has been changed")
  func p22() throws {
    let list = try Self.moveable()
    let moves = Lock<[String]>([])
    let observation = list.observe { [weak list] event in
      guard case .didMove(let row, let from, let to) = event else { return }
      let isThere = to != nil && list?.view.path(of: row.id) == to
      moves.withLock { $0.append("\(row.id) \(from.map(\.row) ?? -1) \(to.map(\.row) ?? -1) \(isThere)") }
    }
    list.hooks.willMove = { row, place in
      row.id == "id" && place == .start(of: "south") ? .deny(reason: "too far south") : .allow
    }
    #expect(throws: Refusal.denied(reason: "too far south")) { try list.move("id", to: .start(of: "south")) }
    #expect(list.view.ids.first == "or" && moves.withLock { $0 } == [])
    let update = try list.move("id", to: .index(1, in: "south"))
    #expect(moves.withLock { $0 } == ["id 2 1 true"])
    #expect(try update.changes().rows.moves.map(\.to) == [RowPath(section: 1, row: 1)])
    // What snaps back has not moved.
    try list.move("wa", to: .end(of: "south"))
    #expect(moves.withLock { $0.count } == 1)
    observation.cancel()
  }

  @Test("P23 edit mode is a flag that is told, and gates moves and deletions of a list that wants it")
  func p23() async throws {
    var settings = ListSettings()
    settings.requiresEditMode = true
    let list = try Self.moveable(settings)
    let listener = ListListener(list)
    #expect(!list.isEditing)
    #expect(throws: Refusal.notEditing) { try list.move("id", to: .start(of: "north")) }
    #expect(throws: Refusal.notEditing) { try list.proposedPlace(for: "id", at: .start(of: "north")) }
    #expect(await list.delete(["id"]).refused == ["id": .notEditing])
    list.isEditing = true
    list.isEditing = true
    try list.move("id", to: .start(of: "north"))
    #expect(await list.delete(["or"]).deleted == ["or"])
    list.isEditing.toggle()
    #expect(await list.delete(["id"]).refused == ["id": .notEditing])
    let told = listener.all { if case .didSetEditing(let isEditing) = $0 { isEditing } else { nil } }
    #expect(told == [true, false])
    #expect(list.view.idsBySection[0] == ["id", "wa"])
    // A list that does not want it is edited at any time.
    #expect(await (try Self.moveable()).delete(["id"]).deleted == ["id"])
  }

  /// Oregon stays where it is, Washington in its section, and Idaho goes anywhere.
  private static func moveable(_ settings: ListSettings = ListSettings()) throws -> ListModel {
    let list = try StatesList.list(settings)
    try list.transaction { editor in
      try editor.updateList { $0.defaults.abilities.isDeletable = true }
      try editor.update("wa") { $0.abilities.moves = .withinSection }
      try editor.update("id") { $0.abilities.moves = .anywhere }
    }
    return list
  }
}
