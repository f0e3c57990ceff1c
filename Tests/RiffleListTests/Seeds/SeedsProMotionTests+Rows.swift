import Riffle
import Testing

@testable import RiffleList

/// Refreshing, actions, controls, and what is only carried.
extension SeedsProMotionTests {
  // MARK: - Refreshing

  @Test("P24 a refresh is one however often it is asked for, keeps the rows until it is done, and says when that was")
  func p24() async throws {
    let list = try ListModel()
    let source = ControlledSource()
    var messages = LoadMessages()
    messages.refreshing = "Looking for states…"
    let loader = PagedLoader(
      source: source, target: list.pages(), messages: messages, now: { Timestamp(secondsSince1970: 1_000_000) })
    async let first = loader.load()
    await source.next().answer(Page(rows: StatesList.north.rows))
    _ = await first
    #expect(list.view.ids == ["or", "wa", "id"])
    async let second = loader.refresh()
    async let third = loader.refresh()
    let question = await source.next()
    #expect(await loader.currentStates.phase == .refreshing)
    #expect(await loader.messages.message(for: .refreshing) == "Looking for states…")
    #expect(list.view.ids == ["or", "wa", "id"])
    while await loader.waitingCount(.refresh) < 2 { await Task.yield() }
    question.answer(Page(rows: StatesList.south.rows))
    let outcomes = await [second, third].map { if case .refreshed(let outcome) = $0 { outcome.rowCount } else { -1 } }
    #expect(outcomes == [3, 3] && list.view.count == 3)
    #expect(await source.requests.count == 2)
    #expect(list.view.ids == ["az", "nm", "nv"])
    #expect(await loader.currentStates.phase == .idle)
    #expect(await loader.currentStates.lastUpdated == Timestamp(secondsSince1970: 1_000_000))
    #expect(await loader.messages.updatedFormat == "Last updated at %s")
  }

  // MARK: - Actions

  @Test("P25 a long press is a second action beside the first, with the same arguments if one likes")
  func p25() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          Row(id: "row", title: "Long press") { row in
            row.actions = [
              .primary: Action("open", arguments: ["foo": 1]), .secondary: Action("menu", arguments: ["foo": 1]),
            ]
          }
        }
      })
    let done = Lock<[String]>([])
    let observations = [
      list.onAction(.name("open")) { request in done.withLock { $0.append("open \(request.arguments)") } },
      list.onAction(.key(.secondary)) { request in
        done.withLock { $0.append("\(request.name ?? "") \(request.arguments)") }
      },
    ]
    let arguments = JSONValue.object(["foo": 1])
    try list.perform(.secondary, on: "row")
    try list.choose("row")
    #expect(done.withLock { $0 } == ["menu \(arguments)", "open \(arguments)"])
    for observation in observations { observation.cancel() }
    try list.perform(.secondary, on: "row")
    #expect(done.withLock { $0.count } == 2)
  }

  @Test("P26 choosing a row does its action with arguments and path, and leaves it selected only if it is sticky")
  func p26() throws {
    let list = try StatesList.list()
    try list.transaction { editor in
      try editor.updateList { $0.defaults.actions = [.primary: Action("visit", arguments: "all")] }
      try editor.update("nv") { row in
        row.actions[.primary] = Action("visit", arguments: ["state": "NV"])
        row.abilities.selection = .sticky
      }
      try editor.update("az") { $0.abilities.selection = .unselectable }
    }
    let responding = list.respond(to: .name("visit")) { request in
      [request.arguments, .integer(request.path?.section ?? -1), .integer(request.path?.row ?? -1)]
    }
    let momentary = try list.choose("wa")
    #expect(momentary.answer == ["all", 0, 1] && !momentary.isSelected && !list.isSelected("wa"))
    let sticky = try list.choose("nv")
    #expect(sticky.answer == [["state": "NV"], 1, 2] && sticky.isSelected && list.selected == ["nv"])
    #expect(throws: Refusal.notAble) { try list.choose("az") }
    // Paths are those of what shows.
    try list.search(for: "washington")
    #expect(try list.choose("wa").answer == ["all", 0, 0])
    responding.cancel()
  }

  @Test("P27 a switch changes its row, then does its own action beside that of the row")
  func p27() throws {
    let list = try ListModel(
      ListContents {
        Section(id: "s") {
          Row(id: "wifi", title: "Wi-Fi") { row in
            row.controls["switch"] = .toggle(true, action: Action("toggle", arguments: ["bar": 3]))
            row.actions[.primary] = Action("tap", arguments: ["buzz": 10])
            row.attributes["accessory"] = "disclosure"
          }
          Row(id: "plain", title: "without")
        }
      })
    let listener = ListListener(list)
    let responding = [
      list.respond(to: .name("toggle")) { [$0.arguments, $0.row.controls["switch"]?.value ?? .null] },
      list.respond(to: .name("tap")) { $0.arguments },
    ]
    #expect(try list.setControl("switch", of: "wifi", to: false) == [["bar": 3], false])
    #expect(list.row("wifi")?.controls["switch"]?.value == false)
    #expect(try list.choose("wifi").answer == ["buzz": 10])
    #expect(list.row("wifi")?.attributes["accessory"] == "disclosure")
    let set = listener.all { event -> String? in
      if case .didSetControl(let row, let key, let value) = event { "\(row.id) \(key) \(value)" } else { nil }
    }
    #expect(set == ["wifi switch \(JSONValue.bool(false))"])
    let updates = listener.all { if case .updated(let update) = $0 { update } else { nil } }
    #expect(try updates.map { try $0.changes().rows.updates.map(\.id) } == [["wifi"]])
    #expect(throws: Refusal.notAble) { try list.setControl("switch", of: "plain", to: true) }
    for observation in responding { observation.cancel() }
  }

  // MARK: - Display

  @Test("P28 rows and headers are told when they come into view and when they go, and pages are loaded ahead")
  func p28() async throws {
    let list = try StatesList.list()
    let listener = ListListener(list)
    list.viewport(0..<2)
    list.viewport(2..<4)
    try list.transaction { try $0.remove("or") }
    list.viewport(1..<3)
    let come = listener.all { if case .willDisplay(let rows, let sections) = $0 { (rows, sections) } else { nil } }
    #expect(come.map(\.0) == [["or", "wa"], ["id", "az"]] && come.map(\.1) == [["north"], ["south"]])
    let gone = listener.all { event -> ([RowID], [SectionID])? in
      if case .didEndDisplaying(let rows, let sections) = event { (rows, sections) } else { nil }
    }
    #expect(gone.map(\.0) == [["or", "wa"]] && gone.map(\.1) == [[]])
    let source = ControlledSource()
    let feed = try ListModel()
    let loader = PagedLoader(
      source: source, target: feed.pages(), options: PagingOptions(pageSize: 10, initialSize: 10, prefetchDistance: 2))
    async let load = loader.load()
    await source.next().answer(.rows(0..<10, next: 10))
    _ = await load
    feed.viewport(0..<7)
    #expect(await loader.currentStates.phase == .idle)
    feed.viewport(1..<8)
    let question = await source.next()
    #expect(question.request.cursor == 10)
    async let more = loader.loadMore()
    question.answer(.rows(10..<20))
    _ = await more
    #expect(feed.view.ids == ids(0..<20))
  }

  // MARK: - What is only carried

  @Test("P29 sections and lists have headers and footers, with text and whatever a front end draws them with")
  func p29() throws {
    var contents = StatesList.contents
    contents.header = Supplement("All states", attributes: ["view": "Banner", "height": 90])
    contents.footer = Supplement(attributes: ["view": "Legal"])
    contents.sections[0].traits.header?.attributes["titleView"] = "StateHeader"
    contents.sections[0].traits.footer?.attributes["height"] = 12
    let list = try ListModel(contents)
    #expect(list.view.header == contents.header && list.view.footer == contents.footer)
    let section = try #require(list.view.section(at: 0)).traits
    #expect(section.header == Supplement("Northwest States", attributes: ["titleView": "StateHeader"]))
    #expect(section.footer == Supplement("three of them", attributes: ["height": 12]))
    let update = try list.transaction { editor in
      try editor.updateSection("north") { $0.header?.text = "Northwest" }
      try editor.updateList { list in
        list.header = Supplement("States")
        list.footer = nil
      }
    }
    let changes = try update.changes()
    #expect(changes.sections.updates.map(\.value.header?.text) == ["Northwest"] && changes.rows.isEmpty)
    #expect(changes.sections.updates.map(\.value.header?.attributes["titleView"]) == ["StateHeader"])
    #expect(list.view.header == Supplement("States") && list.view.footer == nil)
  }

  @Test("P30 heights, images, styles and other properties are carried untouched, by row or by kind of row")
  func p30() throws {
    let own: [String: JSONValue] = [
      "height": 66.5, "image": ["name": "or.png", "radius": 8], "remoteImage": ["url": "x", "placeholder": nil],
      "cellStyle": "subtitle", "cellIdentifier": "State", "selectionStyle": "blue", "accessoryType": "checkmark",
      "properties": ["a": ["b", 1, true]], "unknown": "kept",
    ]
    var contents = ListContents {
      Section(id: "s") {
        Row(id: "or", title: "Oregon", kind: "state") { $0.attributes = own }
        Row(id: "wa", title: "Washington", kind: "state")
      }
    }
    contents.attributes["rowHeight"] = "auto"
    contents.kindDefaults["state"] = RowDefaults(attributes: ["height": 44, "estimatedHeight": 44])
    let list = try ListModel(contents)
    #expect(list.view.attributes == ["rowHeight": "auto"])
    try list.search(for: "oregon")
    try list.transaction { try $0.update("or") { $0.subtitle = "Salem" } }
    #expect(list.view.row(at: 0)?.attributes == own && list.view.row(at: 0)?.kind == "state")
    let rendered = try #require(list.rendered("or"))
    #expect(rendered.attributes == own.merging(["estimatedHeight": 44]) { own, _ in own })
    #expect(list.rendered("wa")?.attributes == ["height": 44, "estimatedHeight": 44])
  }
}
