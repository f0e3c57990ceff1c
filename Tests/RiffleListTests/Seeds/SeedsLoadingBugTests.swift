import Riffle
import Testing

@testable import RiffleList

/// SEEDS.md, section 2: the bugs of lists that are loaded, which these tests show that ours does not have.
@Suite(.timeLimit(.minutes(15))) struct SeedsLoadingBugTests {
  @Test("Bug 15 errors are kept, and what showed still does")
  func errorsAreKept() async throws {
    let feed = try LoadedList(PagingOptions(pageSize: 3, initialSize: 3, prefetchDistance: 0))
    await feed.refresh(.rows(0..<3, next: 3))
    feed.list.viewport(0..<3)
    await feed.source.next().fail(SourceError(number: 1))
    await feed.settle()
    await feed.refresh(failing: SourceError(number: 2))
    let states = await feed.loader.currentStates
    #expect(states.append.failure?.error as? SourceError == SourceError(number: 1))
    #expect(states.refresh.failure?.error as? SourceError == SourceError(number: 2))
    #expect(states.phase == .idle && feed.list.text == ["feed: 0 1 2"])
  }

  @Test("Bug 15 a refresh that leaves no rows leaves the list empty, and no page begins there")
  func emptyAfterRefresh() async throws {
    let feed = try LoadedList()
    await feed.refresh(.rows(0..<3, next: 3))
    await feed.refresh(.rows(0..<0))
    #expect(await feed.phase() == .empty)
    #expect(feed.list.view.isEmpty)
    #expect(await feed.loader.loadMore().refusal == .noRows)
    await feed.refresh(failing: SourceError(number: 1))
    #expect(await feed.phase() == .error)
    #expect(await feed.loader.loadMore().refusal == .noRows)
    feed.list.viewport(0..<10)
    #expect(await feed.source.requests.count == 3)
  }

  @Test("Bug 15 a page that a refresh has overtaken changes nothing")
  func overtakenPage() async throws {
    let feed = try LoadedList()
    await feed.refresh(.rows(0..<3, next: 3))
    async let more = feed.loader.loadMore()
    let page = await feed.source.next()
    while await feed.loader.waitingCount(.append) < 1 { await Task.yield() }
    await feed.refresh(.rows(50..<52))
    #expect(await more.cancellation == .overtaken)
    page.answer(.rows(3..<6, next: 6))
    await feed.settle()
    #expect(feed.list.text == ["feed: 50 51"])
    #expect(await feed.loader.lateAnswerCount == 1)
    #expect(await !feed.loader.currentStates.hasMoreToAppend)
  }

  @Test("Bug 15 a source may answer twice, and its first answer counts")
  func doubledAnswer() async throws {
    let list = try ListModel()
    let source = CallbackPageSource { _, reply in
      reply.succeed(.rows(0..<2, next: 2))
      reply.succeed(.rows(7..<9))
      reply.fail(SourceError(number: 1))
    }
    let loader = PagedLoader(source: source, target: list.pages(in: "feed"))
    #expect(await loader.refresh().refreshed?.rowCount == 2)
    #expect(list.text == ["feed: 0 1"])
    #expect(await loader.currentStates.phase == .idle)
  }

  @Test("Bug 15 pages follow one another to the end")
  func manyPages() async throws {
    let feed = try LoadedList()
    await feed.refresh(.rows(0..<10, next: 10))
    for start in stride(from: 10, to: 60, by: 10) {
      let next: JSONValue? = start < 50 ? .integer(start + 10) : nil
      #expect(await feed.loadMore(.rows(start..<start + 10, next: next)).extended?.added == 10)
    }
    #expect(feed.list.view.rows().map { $0.id } == ids(0..<60))
    #expect(await feed.loader.loadMore().refusal == .noMore(.append))
    let cursors = await feed.source.requests.map(\.cursor)
    #expect(cursors == [nil, 10, 20, 30, 40, 50])
  }

  @Test("Bug 16 a list that is loaded again never looks empty on the way")
  func reloads() async throws {
    let phases = Lock<[LoadPhase]>([])
    let feed = try LoadedList { transition in phases.withLock { $0.append(transition.to.phase) } }
    await feed.refresh(.rows(0..<3))
    let counts = Lock<[Int]>([])
    let observation = feed.list.observe { event in
      if case .updated(let update) = event { counts.withLock { $0.append(update.after.count) } }
    }
    defer { observation.cancel() }
    for rows in [0..<4, 7..<9] {
      await feed.loader.invalidate()
      async let load = feed.loader.load()
      let question = await feed.source.next()
      #expect(feed.list.view.count > 0)
      question.answer(.rows(rows))
      #expect(await load.refreshed?.rowCount == rows.count)
    }
    #expect(counts.withLock { $0 } == [4, 2])
    #expect(!phases.withLock { $0.contains(.empty) })
  }

  @Test("Bug 16 an empty list can be refreshed, even where rows may not be")
  func refreshOfTheEmpty() async throws {
    let feed = try LoadedList()
    await feed.refresh(.rows(0..<0))
    await feed.loader.setAllowed(false, .refresh)
    #expect(await feed.refresh(.rows(0..<2)).refreshed?.rowCount == 2)
    #expect(feed.list.text == ["feed: 0 1"])
  }

  @Test("Bug 16 a short page is not the last one")
  func shortPages() async throws {
    let feed = try LoadedList()
    await feed.refresh(.rows(0..<1, next: "b"))
    async let more = feed.loader.loadMore()
    await feed.source.next().answer(.rows(0..<0, next: "c"))
    await feed.source.next().answer(.rows(1..<2, next: "d"))
    #expect(await more.extended?.added == 1)
    #expect(await feed.loadMore(.rows(2..<4)).extended?.added == 2)
    #expect(feed.list.text == ["feed: 0 1 2 3"])
  }

  @Test("Bug 19 rows that a source gives twice stay where they are")
  func duplicatePages() async throws {
    let feed = try LoadedList()
    await feed.refresh(.rows(0..<3, next: 3))
    let outcome = await feed.loadMore(Page(rows: [2, 3, 3].map(row)))
    #expect(outcome.extended == ExtensionOutcome(added: 1, dropped: 0, duplicates: ["2", "3"]))
    #expect(feed.list.text == ["feed: 0 1 2 3"])
  }
}
