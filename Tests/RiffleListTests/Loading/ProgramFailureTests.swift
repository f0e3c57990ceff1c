import Testing

@testable import Riffle
@testable import RiffleList

/// What goes wrong without a load: the program says so.
@Suite(.timeLimit(.minutes(15))) struct ProgramFailureTests {
  private static let error = SourceError(number: 13)

  @Test func aProgramMayPutAFeedInErrorThoughItHasRows() async throws {
    let feed = await Feed.loaded(try ListModel(), "a", .rows(0..<3, next: 3))
    await feed.loader.fail(Self.error)
    let states = await feed.loader.currentStates
    #expect(states.phase == .error && states.isFailed && states.isStale && states.rowCount == 3)
    #expect(states.refresh.failure?.error as? SourceError == Self.error)
    #expect(feed.list.text == ["a: 0 1 2"])
    // No page goes on from rows that are no longer valid.
    feed.list.viewport(0..<3)
    #expect(await feed.loader.loadMore().refusal == .stale)
    #expect(await feed.requestCount == 1)
  }

  @Test func loadsUnderWayAreGivenUp() async throws {
    let feed = await Feed.loaded(try ListModel(), "a", .rows(0..<3, next: 3))
    async let more = feed.loader.loadMore()
    let page = await feed.source.next()
    async let refresh = feed.loader.refresh()
    let whole = await feed.source.next()
    while await feed.loader.waitingCount(.append) + feed.loader.waitingCount(.refresh) < 2 { await Task.yield() }
    await feed.loader.fail(Self.error)
    #expect(await more.cancellation == .failed)
    #expect(await refresh.cancellation == .failed)
    page.answer(.rows(3..<6))
    whole.answer(.rows(7..<9))
    while await feed.loader.lateAnswerCount < 2 { await Task.yield() }
    #expect(await feed.phase == .error)
    #expect(feed.list.text == ["a: 0 1 2"])
  }

  @Test(arguments: [0, 1, 2]) func anyLoadOfTheFeedLeavesTheError(way: Int) async throws {
    let feed = await Feed.loaded(try ListModel(), "a", .rows(0..<3, next: 3))
    await feed.loader.setAllowed(false, .refresh)
    await feed.loader.fail(Self.error)
    async let result =
      way == 0 ? feed.loader.load() : way == 1 ? feed.loader.refresh() : feed.loader.retry(.refresh)
    let question = await feed.source.next()
    #expect(question.request.firstRow == nil)
    #expect(await feed.phase == .refreshing)
    question.answer(.rows(5..<6))
    #expect(await result.refreshed?.rowCount == 1)
    let states = await feed.loader.currentStates
    #expect(states.phase == .idle && !states.isFailed && !states.isStale && states.refresh == .idle)
  }

  @Test func theErrorStaysUntilALoadSucceeds() async throws {
    let feed = Feed(try ListModel(), "a")
    await feed.loader.fail(Self.error)
    #expect(await feed.phase == .error)
    async let cancelled = feed.loader.load()
    let late = await feed.source.next()
    #expect(await feed.phase == .initialLoading)
    #expect(await feed.loader.cancel(.refresh))
    _ = await cancelled
    late.answer(.rows(0..<1))
    #expect(await feed.loader.currentStates.refresh.failure?.error as? SourceError == Self.error)
    async let failed = feed.loader.load()
    await feed.source.next().fail(SourceError(number: 2))
    _ = await failed
    #expect(await feed.phase == .error)
    #expect(await feed.loader.currentStates.refresh.failure?.error as? SourceError == SourceError(number: 2))
    await feed.load(.rows(0..<0))
    #expect(await feed.phase == .empty)
  }

  @Test func eachFailureIsToldOnce() async throws {
    let told = Lock<[LoadTransition]>([])
    let feed = Feed(try ListModel(), "a") { transition in told.withLock { $0.append(transition) } }
    await feed.loader.fail(Self.error)
    await feed.loader.invalidate()
    #expect(told.withLock { $0.map(\.moment) } == [.will, .did])
    #expect(told.withLock { $0.map(\.to.phase) } == [.error, .error])
    await feed.loader.fail(Self.error)
    #expect(told.withLock { $0.count } == 4)
  }
}
