import RiffleTestSupport
import Testing

@testable import Riffle
@testable import RiffleList

/// What JMStatefulTableViewController and ProMotion do (J1 to J7, P24), and what went wrong in lists like theirs.
@Suite(.timeLimit(.minutes(15))) struct SeedStatesTests {
  // MARK: - J1 to J7, P24

  @Test func j1TransitionsAreToldBeforeAndAfterAndOnlyIfSomethingChanges() async {
    let told = Lock<[LoadTransition]>([])
    let setting = LoaderSetting { transition in told.withLock { $0.append(transition) } }
    #expect(told.withLock { $0.isEmpty })
    async let load = setting.loader.load()
    await setting.source.next().answer(.rows(0..<3))
    _ = await load
    await setting.loader.load()
    await setting.loader.loadMore()
    await setting.loader.setAllowed(true, .refresh)
    let transitions = told.withLock { $0 }
    #expect(transitions.map(\.moment) == [.will, .did, .will, .did])
    #expect(transitions.map(\.from.phase) == [.idle, .idle, .initialLoading, .initialLoading])
    #expect(transitions.map(\.to.phase) == [.initialLoading, .initialLoading, .idle, .idle])
    #expect(transitions.allSatisfy { $0.changesPhase && $0.from != $0.to })
  }

  @Test func j1TheNewestStatesReachEveryReader() async {
    let setting = LoaderSetting()
    var first = await setting.loader.states.makeAsyncIterator()
    #expect(await first.next()?.phase == .idle)
    _ = await setting.loader.beginRefresh()
    var second = await setting.loader.states.makeAsyncIterator()
    #expect(await second.next()?.phase == .initialLoading)
    await setting.source.next().answer(.rows(0..<3))
    await setting.settle()
    #expect(await first.next()?.phase == .idle)
    #expect(await second.next()?.rowCount == 3)
  }

  @Test func j2AFirstLoadBeginsOnEachAppearanceUntilThereAreRows() async {
    let setting = LoaderSetting()
    async let first = setting.loader.load()
    async let second = setting.loader.load()
    let question = await setting.source.next()
    while await setting.loader.waitingCount(.refresh) < 2 { await Task.yield() }
    question.fail(SourceError(number: 1))
    #expect(await [first, second].allSatisfy { $0.error == SourceError(number: 1) })
    #expect(await setting.phase() == .error)
    async let third = setting.loader.load()
    await setting.source.next().answer(.rows(0..<0))
    #expect(await third.refreshed?.rowCount == 0)
    #expect(await setting.phase() == .empty)
    async let fourth = setting.loader.load()
    await setting.source.next().answer(.rows(0..<4))
    #expect(await fourth.refreshed?.rowCount == 4)
    #expect(await setting.loader.load().refusal == .hasRows)
    #expect(await setting.loader.requestCount == 3)
  }

  @Test func j3PullToRefreshKeepsTheRowsUntilNewOnesAreThere() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10))
    async let result = setting.loader.refresh(anchor: "3")
    let question = await setting.source.next()
    #expect(await setting.phase() == .refreshing)
    #expect(setting.target.ids == ids(0..<10))
    question.answer(Page(rows: [20, 21, 3].map(row)))
    #expect(await result.refreshed?.anchor?.position == 2)
    #expect(setting.target.ids == ["20", "21", "3"] && setting.target.changeCount == 2)
  }

  @Test func j4TheNextPageIsLoadedWhenTheLastRowShowsUnlessTheSourceHasNoMore() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10, next: 10), PagingOptions(pageSize: 10, prefetchDistance: 0))
    await setting.viewport(0..<9)
    #expect(await setting.phase() == .idle)
    await setting.viewport(1..<10)
    await setting.viewport(1..<10)
    #expect(await setting.phase() == .nextPage)
    await setting.source.next().answer(.rows(10..<20))
    await setting.settle()
    await setting.viewport(11..<20)
    #expect(await setting.phase() == .idle)
    #expect(await setting.loader.requestCount == 2)
  }

  @Test func j5NewerRowsOfAnEmptyListAreItsFirst() async {
    let setting = LoaderSetting()
    async let first = setting.loader.refresh()
    let question = await setting.source.next()
    #expect(await setting.phase() == .initialLoading)
    question.answer(.rows(0..<2))
    _ = await first
    async let second = setting.loader.refresh()
    let next = await setting.source.next()
    #expect(await setting.phase() == .refreshing)
    next.answer(.rows(0..<2))
    _ = await second
  }

  @Test func j6WhatIsAllowedCanChangeAtAnyTime() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10, next: 10), PagingOptions(pageSize: 10, prefetchDistance: 0))
    await setting.loader.setAllowed(false, .append)
    await setting.loader.setAllowed(false, .refresh)
    await setting.viewport(0..<10)
    #expect(await setting.loader.refresh().refusal == .notAllowed(.refresh))
    #expect(await setting.loader.loadMore().refusal == .notAllowed(.append))
    #expect(await setting.loader.requestCount == 1)
    // The last row still shows.
    await setting.loader.setAllowed(true, .append)
    #expect(await setting.phase() == .nextPage)
    // What is under way goes on.
    await setting.loader.setAllowed(false, .append)
    await setting.source.next().answer(.rows(10..<20, next: 20))
    await setting.settle()
    #expect(setting.target.ids == ids(0..<20))
  }

  @Test func j7PhasesHaveWordsAndErrors() async {
    var messages = LoadMessages()
    messages.loading = "Loading cats"
    messages.empty = "No cats"
    messages.error = "No cats today"
    let setting = LoaderSetting()
    await setting.loader.setMessages(messages)
    async let load = setting.loader.load()
    await setting.source.next().fail(SourceError(number: 5))
    _ = await load
    let states = await setting.loader.currentStates
    #expect(await setting.loader.messages.message(for: states.phase) == "No cats today")
    #expect(states.refresh.failure?.error as? SourceError == SourceError(number: 5))
    #expect(
      LoadPhase.allCases.map(messages.message) == [
        nil, "Loading cats", "Refreshing data...", nil, nil, "No cats", "No cats today",
      ])
  }

  @Test func p24ARefreshIsStampedAndItsWordsAreCarried() async {
    let setting = LoaderSetting(now: { Timestamp(secondsSince1970: 1_000_000) })
    #expect(await setting.loader.currentStates.lastUpdated == nil)
    async let failed = setting.loader.refresh()
    await setting.source.next().fail()
    _ = await failed
    #expect(await setting.loader.currentStates.lastUpdated == nil)
    async let load = setting.loader.refresh()
    await setting.source.next().answer(.rows(0..<3, next: 3))
    _ = await load
    #expect(await setting.loader.currentStates.lastUpdated == Timestamp(secondsSince1970: 1_000_000))
    #expect(await setting.loader.messages.updatedFormat == "Last updated at %s")
    var messages = LoadMessages()
    messages.pull = "%%\u{0}"
    await setting.loader.setMessages(messages)
    #expect(await setting.loader.messages == messages)
  }

  @Test func p24ASecondRefreshIsTheFirst() async {
    let setting = await LoaderSetting.loaded(.rows(0..<3))
    async let first = setting.loader.refresh()
    async let second = setting.loader.refresh()
    let question = await setting.source.next()
    while await setting.loader.waitingCount(.refresh) < 2 { await Task.yield() }
    question.answer(.rows(0..<4))
    #expect(await [first, second].allSatisfy { $0.refreshed?.rowCount == 4 })
    #expect(await setting.loader.requestCount == 2)
  }

  // MARK: - Bug 15

  @Test func bug15ErrorsOfRefreshesAndPagesAreKept() async {
    let setting = await LoaderSetting.loaded(.rows(0..<3, next: 3))
    async let more = setting.loader.loadMore()
    await setting.source.next().fail(SourceError(number: 1))
    #expect(await more.error == SourceError(number: 1))
    async let refresh = setting.loader.refresh()
    await setting.source.next().fail(SourceError(number: 2))
    #expect(await refresh.error == SourceError(number: 2))
    let states = await setting.loader.currentStates
    #expect(states.append.failure?.error as? SourceError == SourceError(number: 1))
    #expect(states.refresh.failure?.error as? SourceError == SourceError(number: 2))
    #expect(states.phase == .idle && setting.target.ids == ids(0..<3))
  }

  @Test func bug15ARefreshThatEmptiesTheListLeavesItEmpty() async {
    let setting = await LoaderSetting.loaded(.rows(0..<3))
    async let refresh = setting.loader.refresh()
    await setting.source.next().answer(.rows(0..<0))
    #expect(await refresh.refreshed?.rowCount == 0)
    #expect(await setting.phase() == .empty)
    #expect(setting.target.ids == [])
  }

  @Test(arguments: [true, false]) func bug15APageAndARefreshTogetherEndAsTheRefresh(isPageFirst: Bool) async {
    let setting = await LoaderSetting.loaded(.rows(0..<3, next: 3))
    async let more = setting.loader.loadMore()
    let page = await setting.source.next()
    async let refresh = setting.loader.refresh()
    let whole = await setting.source.next()
    #expect(await setting.loader.loadPrevious().refusal == .refreshing)
    if isPageFirst {
      page.answer(.rows(3..<6, next: 6))
      #expect(await more.extended?.added == 3)
      whole.answer(.rows(50..<52))
    } else {
      while await setting.loader.waitingCount(.append) < 1 { await Task.yield() }
      whole.answer(.rows(50..<52))
      #expect(await more.cancellation == .overtaken)
      page.answer(.rows(3..<6, next: 6))
    }
    #expect(await refresh.refreshed?.rowCount == 2)
    await setting.settle()
    #expect(setting.target.ids == ids(50..<52))
    let states = await setting.loader.currentStates
    #expect(!states.hasMoreToAppend && states.append == .idle && states.phase == .idle)
    #expect(await setting.loader.lateAnswerCount == (isPageFirst ? 0 : 1))
  }

  @Test func bug15APageOutlivesARefreshThatFails() async {
    let setting = await LoaderSetting.loaded(.rows(0..<3, next: 3))
    async let more = setting.loader.loadMore()
    let page = await setting.source.next()
    async let refresh = setting.loader.refresh()
    await setting.source.next().fail()
    _ = await refresh
    page.answer(.rows(3..<6))
    #expect(await more.extended?.added == 3)
    #expect(setting.target.ids == ids(0..<6))
  }

  @Test func bug15NoPageBeginsInAnEmptyListOrAfterAnError() async {
    let setting = LoaderSetting()
    await setting.viewport(0..<10)
    #expect(await setting.loader.loadMore().refusal == .noRows)
    async let failed = setting.loader.load()
    await setting.source.next().fail()
    _ = await failed
    #expect(await setting.loader.loadMore().refusal == .noRows)
    async let load = setting.loader.load()
    await setting.source.next().answer(.rows(0..<0))
    _ = await load
    await setting.viewport(0..<10)
    #expect(await setting.loader.loadPrevious().refusal == .noRows)
    #expect(await setting.loader.requestCount == 2)
  }

  @Test func bug15ManyPagesFollowEachOther() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10, next: 10))
    for start in stride(from: 10, to: 100, by: 10) {
      async let more = setting.loader.loadMore()
      let question = await setting.source.next()
      #expect(question.request.cursor == .integer(start))
      question.answer(.rows(start..<start + 10, next: .integer(start + 10)))
      #expect(await more.extended?.added == 10)
    }
    #expect(setting.target.ids == ids(0..<100))
  }

  @Test func bug15NothingIsLoadedBeforeSomebodyAsks() async {
    let setting = LoaderSetting()
    await setting.loader.setAllowed(false, .prepend)
    await setting.loader.setMessages(LoadMessages())
    _ = await setting.loader.states
    #expect(await setting.loader.requestCount == 0)
    #expect(setting.target.changeCount == 0)
  }

  // MARK: - Bug 16

  @Test func bug16AReloadNeverLooksEmpty() async {
    let phases = Lock<[LoadPhase]>([])
    let setting = LoaderSetting { transition in phases.withLock { $0.append(transition.to.phase) } }
    for rows in [0..<3, 0..<4, 1..<2] {
      await setting.loader.invalidate()
      async let load = setting.loader.load()
      let question = await setting.source.next()
      // Somebody takes all rows out meanwhile.
      setting.target.removeAll()
      question.answer(.rows(rows))
      #expect(await load.refreshed?.rowCount == rows.count)
    }
    #expect(!phases.withLock { $0.contains(.empty) })
  }

  @Test func bug16AnEmptyListCanBeRefreshed() async {
    let setting = await LoaderSetting.loaded(.rows(0..<0))
    #expect(await setting.phase() == .empty)
    await setting.loader.setAllowed(false, .refresh)
    async let refresh = setting.loader.refresh()
    await setting.source.next().answer(.rows(0..<2))
    #expect(await refresh.refreshed?.rowCount == 2)
  }

  @Test func bug16AShortOrEmptyPageIsNotTheEnd() async {
    let setting = await LoaderSetting.loaded(.rows(0..<1, next: "b"))
    #expect(await setting.loader.currentStates.hasMoreToAppend)
    async let more = setting.loader.loadMore()
    // Pages without rows, and with rows of before, are read over.
    for (page, cursor) in [
      (Page.rows(0..<0, next: "c"), "b"), (.rows(0..<1, next: "d"), "c"), (.rows(1..<2, next: "e"), "d"),
    ] {
      let question = await setting.source.next()
      #expect(question.request.cursor == .string(cursor))
      question.answer(page)
    }
    #expect(await more.extended == ExtensionOutcome(added: 1, dropped: 0, duplicates: ["0"]))
    #expect(await setting.loader.currentStates.hasMoreToAppend)
  }

  @Test func bug16AListMayBeginWithEmptyPages() async {
    let setting = LoaderSetting()
    async let load = setting.loader.load()
    await setting.source.next().answer(.rows(0..<0, next: "b"))
    let question = await setting.source.next()
    #expect(question.request.cursor == "b")
    #expect(await setting.phase() == .initialLoading)
    question.answer(.rows(0..<2, next: "c"))
    #expect(await load.refreshed?.rowCount == 2)
    #expect(await setting.loader.currentStates.hasMoreToAppend)
  }

  @Test func bug16EmptyPagesAreNotReadForEver() async {
    var options = PagingOptions(pageSize: 10)
    options.emptyPageLimit = 3
    let setting = LoaderSetting(options)
    async let load = setting.loader.load()
    for number in 0..<3 { await setting.source.next().answer(.rows(0..<0, next: .integer(number))) }
    guard case .failed(let failure) = await load else {
      _ = Issue.record("no failure")
      return
    }
    #expect(failure.error as? PagingError == .onlyEmptyPages(count: 3))
    #expect(await setting.phase() == .error)
    async let again = setting.loader.load()
    await setting.source.next().answer(.rows(0..<2, next: "a"))
    _ = await again
    await setting.viewport(0..<2)
    for number in 0..<3 { await setting.source.next().answer(.rows(0..<0, next: .integer(number))) }
    await setting.settle()
    // It goes on from there when somebody asks.
    async let more = setting.loader.loadMore()
    let question = await setting.source.next()
    #expect(question.request.cursor == 2)
    // A source that names the same page again has nothing yet.
    question.answer(.rows(0..<0, next: 2))
    #expect(await more.extended?.added == 0)
    #expect(await setting.loader.currentStates.hasMoreToAppend)
  }
}
