import Testing

@testable import RiffleList

/// Load states as rows.
@Suite(.timeLimit(.minutes(15))) struct LoadStateRowsTests {
  private struct Shown {
    let list: ListModel
    let source = ControlledSource()
    let loader: PagedLoader
    let states: Observation

    init() throws {
      list = try ListModel(
        ListContents {
          Section(id: "top", rows: rows("t"))
          Section(id: "feed") { RowGroup(id: "photos", rows: []) }
        })
      let pages = list.pages(in: "photos")
      loader = PagedLoader(source: source, target: pages, options: PagingOptions(pageSize: 2, initialSize: 2))
      states = pages.showStates(of: loader)
    }

    /// Waits until the feed shows these rows, which come in a task of their own.
    func shows(_ titles: [String]) async -> Bool {
      while list.view.section("feed")?.map(\.title) != titles { await Task.yield() }
      return true
    }
  }

  @Test func aFeedSaysInItsRowsThatItLoadsHasFailedOrIsEmpty() async throws {
    let feed = try Shown()
    async let load = feed.loader.load()
    var question = await feed.source.next()
    #expect(await feed.shows(["Loading…"]))
    #expect(feed.list.view.section("feed")?.first?.kind == .loading)
    question.fail()
    _ = await load
    #expect(await feed.shows(["Retry"]))
    // Choosing the row loads again.
    try feed.list.choose("photos/after")
    question = await feed.source.next()
    #expect(await feed.shows(["Loading…"]))
    question.answer(.rows(0..<0))
    #expect(await feed.shows(["Nothing here"]))
    #expect(throws: Refusal.notAble) { try feed.list.choose("photos/after") }
    async let refresh = feed.loader.refresh()
    question = await feed.source.next()
    question.answer(.rows(4..<6, next: 6, previous: 4))
    _ = await refresh
    #expect(await feed.shows(["row 4", "row 5"]))
  }

  @Test func pagesComeBetweenTheRowsThatSpeakOfThem() async throws {
    let feed = try Shown()
    async let load = feed.loader.load()
    await feed.source.next().answer(.rows(4..<6, next: 6, previous: 4))
    _ = await load
    async let more = feed.loader.loadMore()
    let next = await feed.source.next()
    #expect(await feed.shows(["row 4", "row 5", "Loading…"]))
    async let previous = feed.loader.loadPrevious()
    await feed.source.next().fail()
    _ = await previous
    #expect(await feed.shows(["Retry", "row 4", "row 5", "Loading…"]))
    next.answer(.rows(6..<8))
    _ = await more
    #expect(await feed.shows(["Retry", "row 4", "row 5", "row 6", "row 7"]))
    // They are none of the feed's rows, and are not found.
    #expect(await feed.loader.currentStates.rowCount == 4)
    try feed.list.search(for: "retry")
    #expect(feed.list.view.isEmpty)
    feed.list.endSearch()
    feed.states.cancel()
    #expect(await feed.shows(["row 4", "row 5", "row 6", "row 7"]))
    #expect(feed.list.groups(of: "feed")?.map(\.id) == ["photos"])
  }

  @Test func aProgramMakesRowsOfItsOwnOrNone() async throws {
    let list = try ListModel()
    let pages = list.pages(in: "photos")
    let source = ControlledSource()
    let loader = PagedLoader(source: source, target: pages)
    let states = pages.showStates(of: loader) { notice, id in
      notice == .empty ? AnyRow(Row(id: id, title: "No photos yet")) : nil
    }
    async let load = loader.load()
    await source.next().answer(.rows(0..<0))
    _ = await load
    while list.view.rows().map(\.title) != ["No photos yet"] { await Task.yield() }
    states.cancel()
    #expect(list.rowCount == 0)
  }

  @Test func pagesOfSectionsComeBetweenSectionsThatSpeakOfThem() async throws {
    let list = try ListModel()
    let pages = list.pages(in: "days")
    let source = ControlledSource()
    let loader = PagedLoader(source: source, target: pages, options: PagingOptions(pageSize: 2, initialSize: 2))
    let states = pages.showStates(of: loader)
    func shows(_ texts: [String]) async -> Bool {
      let titles = texts.map { Int($0) == nil ? $0 : "row \($0)" }
      while list.view.rows().map(\.title) != titles { await Task.yield() }
      return true
    }
    func page(_ days: [(String, String)], next: JSONValue? = nil, previous: JSONValue? = nil) -> Page {
      Page(
        sections: days.map { Section(id: SectionID($0.0), rows: rows($0.1)) }, next: next, previous: previous)
    }
    async let load = loader.load()
    var question = await source.next()
    #expect(await shows(["Loading…"]))
    question.answer(page([("monday", "1 2")], next: 2, previous: 0))
    _ = await load
    #expect(await shows(["1", "2"]))
    // A page goes on with the last day, or with the first one.
    async let more = loader.loadMore()
    let next = await source.next()
    #expect(await shows(["1", "2", "Loading…"]))
    async let previous = loader.loadPrevious()
    await source.next().fail()
    _ = await previous
    #expect(await shows(["Retry", "1", "2", "Loading…"]))
    next.answer(page([("monday", "3"), ("tuesday", "4")]))
    _ = await more
    #expect(await shows(["Retry", "1", "2", "3", "4"]))
    #expect(list.view.sections.map(\.id) == ["days/before", "monday", "tuesday"])
    #expect(await loader.currentStates.rowCount == 4 && list.rowCount == 5)
    #expect(pages.rowCount == 4)
    list.viewport(0..<2)
    #expect(pages.sight?.feed == 1..<5)
    try list.choose("days/before")
    await source.next().answer(page([("monday", "0")]))
    #expect(await shows(["0", "1", "2", "3", "4"]))
    #expect(list.view.sections.map(\.id) == ["monday", "tuesday"])
    async let refresh = loader.refresh()
    question = await source.next()
    question.answer(page([]))
    _ = await refresh
    #expect(await shows(["Nothing here"]))
    states.cancel()
    #expect(list.rowCount == 0)
  }
}
