import Riffle
import Testing

@testable import RiffleList

/// SEEDS.md, section 1.3: what JMStatefulTableViewController does.
@Suite(.timeLimit(.minutes(15))) struct SeedsStatefulTests {
  @Test("J1 a list is idle, loading, refreshing, loading a page, empty or in error, and tells each change once")
  func states() async throws {
    let phases = Lock<[LoadPhase]>([])
    let feed = try LoadedList { transition in
      if transition.moment == .did { phases.withLock { $0.append(transition.to.phase) } }
    }
    #expect(await feed.phase() == .idle)
    await feed.refresh(failing: SourceError(number: 1))
    await feed.refresh(.rows(0..<2, next: 2))
    await feed.loadMore(.rows(2..<4))
    await feed.refresh(.rows(0..<0))
    // Already so, or not possible: nothing to tell.
    await feed.loader.loadMore()
    #expect(
      phases.withLock { $0 } == [
        .initialLoading, .error, .initialLoading, .idle, .nextPage, .idle, .refreshing, .empty,
      ])
  }

  @Test("J2 the first load begins each time the list appears without rows, and only once at a time")
  func initialLoad() async throws {
    let feed = try LoadedList()
    async let first = feed.loader.load()
    let question = await feed.source.next()
    async let second = feed.loader.load()
    while await feed.loader.waitingCount(.refresh) < 2 { await Task.yield() }
    question.fail(SourceError(number: 1))
    #expect(await [first, second].allSatisfy { $0.error == SourceError(number: 1) })
    #expect(await feed.phase() == .error)
    async let third = feed.loader.load()
    await feed.source.next().answer(.rows(0..<0))
    #expect(await third.refreshed?.rowCount == 0)
    #expect(await feed.phase() == .empty)
    async let fourth = feed.loader.load()
    await feed.source.next().answer(.rows(0..<3))
    #expect(await fourth.refreshed?.rowCount == 3)
    #expect(feed.list.text == ["feed: 0 1 2"])
    #expect(await feed.loader.load().refusal == .hasRows)
    #expect(await feed.source.requests.count == 3)
  }

  @Test("J3 a refresh puts new rows above, says where the row that showed now is, and what has changed")
  func pullToRefresh() async throws {
    let feed = try LoadedList()
    await feed.refresh(.rows(0..<10))
    let before = feed.list.view
    feed.list.viewport(4..<8)
    var page = Page(rows: [20, 21].map(row))
    page.isAddition = true
    let outcome = await feed.refresh(page)
    #expect(outcome.refreshed?.anchor?.row == "4" && outcome.refreshed?.anchor?.position == 6)
    #expect(feed.list.view.position(of: "4") == 6)
    let changes = try feed.list.view.changes(since: before)
    #expect(changes.rows.inserts.map(\.at.row) == [0, 1] && changes.rows.count == 2)
    // A page that is all there is takes the place of the rows.
    await feed.refresh(Page(rows: [30, 4].map(row)))
    #expect(feed.list.text == ["feed: 30 4"])
    // One that fails leaves them, and says why.
    #expect(await feed.refresh(failing: SourceError(number: 3)).error == SourceError(number: 3))
    #expect(feed.list.text == ["feed: 30 4"])
  }

  @Test("J4 the next page is loaded near the end, unless the source has no more")
  func nextPage() async throws {
    let feed = try LoadedList(PagingOptions(pageSize: 10, initialSize: 10, prefetchDistance: 2))
    await feed.refresh(.rows(0..<10, next: 10))
    feed.list.viewport(0..<7)
    #expect(await feed.phase() == .idle)
    feed.list.viewport(0..<8)
    feed.list.viewport(0..<9)
    #expect(await feed.phase() == .nextPage)
    await feed.source.next().fail(SourceError(number: 4))
    await feed.settle()
    let states = await feed.loader.currentStates
    #expect(states.phase == .idle && states.append.failure?.error as? SourceError == SourceError(number: 4))
    // It is not tried again until somebody asks.
    feed.list.viewport(0..<10)
    #expect(await feed.source.requests.count == 2)
    #expect(await feed.loadMore(.rows(10..<12)).extended?.added == 2)
    #expect(feed.list.view.count == 12)
    #expect(await feed.loader.loadMore().refusal == .noMore(.append))
  }

  @Test("J5 newer rows of a list without rows are its first load, and else a refresh")
  func newerRows() async throws {
    let feed = try LoadedList()
    for (phase, rows) in [(LoadPhase.initialLoading, 0..<0), (.initialLoading, 0..<2), (.refreshing, 0..<3)] {
      async let refresh = feed.loader.refresh()
      let question = await feed.source.next()
      #expect(await feed.phase() == phase)
      question.answer(.rows(rows))
      #expect(await refresh.refreshed?.rowCount == rows.count)
    }
  }

  @Test("J6 whether to refresh and to load pages can be said at any time")
  func allowed() async throws {
    let feed = try LoadedList(PagingOptions(pageSize: 10, initialSize: 10, prefetchDistance: 0))
    await feed.refresh(.rows(0..<10, next: 10))
    await feed.loader.setAllowed(false, .refresh)
    await feed.loader.setAllowed(false, .append)
    feed.list.viewport(0..<10)
    #expect(await feed.loader.refresh().refusal == .notAllowed(.refresh))
    #expect(await feed.loader.loadMore().refusal == .notAllowed(.append))
    await feed.loader.setAllowed(true, .append)
    #expect(await feed.phase() == .nextPage)
    await feed.source.next().answer(.rows(10..<11))
    await feed.settle()
    #expect(feed.list.view.count == 11)
  }

  @Test("J7 what covers an empty list is a phase with words and an error")
  func covers() async throws {
    var messages = LoadMessages()
    messages.loading = "Loading"
    messages.empty = "Nothing here"
    messages.error = "Out of order"
    let feed = try LoadedList()
    await feed.loader.setMessages(messages)
    func message() async -> String? { await feed.loader.messages.message(for: feed.phase()) }
    async let load = feed.loader.load()
    let question = await feed.source.next()
    #expect(await message() == "Loading")
    question.fail(SourceError(number: 7))
    #expect(await load.error == SourceError(number: 7))
    #expect(await message() == "Out of order")
    #expect(await feed.loader.currentStates.refresh.failure?.error as? SourceError == SourceError(number: 7))
    await feed.refresh(.rows(0..<0))
    #expect(await message() == "Nothing here")
    await feed.refresh(.rows(0..<1))
    #expect(await message() == nil)
  }
}
