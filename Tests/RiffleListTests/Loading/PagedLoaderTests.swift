import Riffle
import RiffleTestSupport
import Testing

@testable import RiffleList

/// A loader with a source that answers when it is told to.
struct LoaderSetting {
  let source = ControlledSource()
  let target = ArrayTarget()
  let loader: PagedLoader

  init(
    _ options: PagingOptions = PagingOptions(pageSize: 10, initialSize: 10),
    onTransition: (@Sendable (LoadTransition) -> Void)? = nil, now: (@Sendable () -> Timestamp)? = nil
  ) {
    loader = PagedLoader(source: source, target: target, options: options, onTransition: onTransition, now: now)
  }

  /// A list loaded with one page.
  static func loaded(
    _ page: Page, _ options: PagingOptions = PagingOptions(pageSize: 10, initialSize: 10)
  ) async -> LoaderSetting {
    let setting = LoaderSetting(options)
    _ = await setting.loader.beginRefresh()
    await setting.source.next().answer(page)
    await setting.settle()
    return setting
  }

  /// Waits until the source has got all that it is asked, and the loader all that it is answered.
  /// - Parameter open: how many questions are left without an answer.
  func settle(open: Int = 0) async {
    while await source.requests.count < loader.requestCount { await Task.yield() }
    while await loader.answerCount + open < loader.requestCount { await Task.yield() }
  }

  /// A front end shows these positions, and the loader has heard of it.
  func viewport(_ positions: Range<Int>) async {
    target.viewport(positions)
    _ = await loader.currentStates
  }

  func phase() async -> LoadPhase { await loader.currentStates.phase }
}

extension LoadResult {
  var refreshed: RefreshOutcome? { if case .refreshed(let outcome) = self { outcome } else { nil } }
  var extended: ExtensionOutcome? { if case .extended(let outcome) = self { outcome } else { nil } }
  var refusal: LoadRefusal? { if case .refused(let refusal) = self { refusal } else { nil } }
  var cancellation: LoadCancellation? { if case .cancelled(let reason) = self { reason } else { nil } }
  var error: SourceError? { if case .failed(let failure) = self { failure.error as? SourceError } else { nil } }
}

@Suite(.timeLimit(.minutes(15))) struct PagedLoaderTests {
  @Test func pagesAreAskedForByTheCursorsOfTheirNeighbours() async {
    let setting = LoaderSetting(PagingOptions(pageSize: 10, initialSize: 20))
    async let first = setting.loader.load()
    let question = await setting.source.next()
    #expect(question.request == PageRequest(.refresh, size: 20))
    question.answer(.rows(20..<40, next: "after", previous: "before"))
    #expect(await first.refreshed == RefreshOutcome(rowCount: 20, isAddition: false))
    async let more = setting.loader.loadMore()
    async let previous = setting.loader.loadPrevious()
    for _ in 0..<2 {
      let question = await setting.source.next()
      if question.request.direction == .append {
        #expect(question.request == PageRequest(.append, cursor: "after", size: 10))
        question.answer(.rows(40..<45))
      } else {
        #expect(question.request == PageRequest(.prepend, cursor: "before", size: 10))
        question.answer(.rows(18..<20, previous: "first"))
      }
    }
    #expect(await more.extended?.added == 5)
    #expect(await previous.extended?.added == 2)
    #expect(setting.target.ids == ids(18..<45))
    let states = await setting.loader.currentStates
    #expect(!states.hasMoreToAppend && states.hasMoreToPrepend && states.rowCount == 27)
    #expect(await setting.loader.loadMore().refusal == .noMore(.append))
  }

  @Test func whoAsksForALoadUnderWayWaitsForIt() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10, next: 10))
    async let first = setting.loader.loadMore()
    async let second = setting.loader.loadMore()
    let question = await setting.source.next()
    while await setting.loader.waitingCount(.append) < 2 { await Task.yield() }
    question.answer(.rows(10..<20))
    let results = await [first, second]
    #expect(results.allSatisfy { $0.extended?.added == 10 })
    #expect(await setting.source.requests.count == 2)
    #expect(setting.target.ids == ids(0..<20))
  }

  @Test func errorsStayUntilALoadSucceeds() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10, next: 10))
    async let failed = setting.loader.loadMore()
    await setting.source.next().fail(SourceError(number: 4))
    #expect(await failed.error == SourceError(number: 4))
    var states = await setting.loader.currentStates
    #expect(states.append.failure?.error as? SourceError == SourceError(number: 4) && states.phase == .idle)
    // Scrolling does not ask again, and somebody does.
    await setting.viewport(0..<10)
    #expect(await setting.loader.requestCount == 2)
    async let again = setting.loader.retry(.append)
    let question = await setting.source.next()
    #expect(question.request == PageRequest(.append, cursor: 10, size: 10))
    question.answer(.rows(10..<20))
    #expect(await again.extended?.added == 10)
    states = await setting.loader.currentStates
    #expect(states.append == .idle)
  }

  @Test func aListThatCannotTakeAPageStaysAsItIs() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10, next: 10))
    setting.target.fail(SourceError(number: 9))
    async let failed = setting.loader.loadMore()
    await setting.source.next().answer(.rows(10..<20, next: 20))
    #expect(await failed.error == SourceError(number: 9))
    setting.target.fail(nil)
    async let again = setting.loader.retry(.append)
    let question = await setting.source.next()
    #expect(question.request.cursor == 10)
    question.answer(.rows(10..<20, next: 20))
    #expect(await again.extended?.added == 10)
    #expect(setting.target.ids == ids(0..<20))
  }

  @Test func cancellingEndsTheWaitingAndDropsTheAnswer() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10, next: 10))
    async let more = setting.loader.loadMore()
    let late = await setting.source.next()
    while await setting.loader.waitingCount(.append) < 1 { await Task.yield() }
    #expect(await setting.loader.cancel(.append))
    #expect(await more.cancellation == .cancelled)
    #expect(await !setting.loader.cancel(.append))
    // Another load is under way when the answer to the first comes.
    async let again = setting.loader.loadMore()
    let question = await setting.source.next()
    late.answer(.rows(70..<80))
    await setting.settle(open: 1)
    #expect(await setting.loader.lateAnswerCount == 1)
    #expect(await setting.phase() == .nextPage)
    #expect(setting.target.ids == ids(0..<10))
    question.answer(.rows(10..<20))
    #expect(await again.extended?.added == 10)
    #expect(setting.target.ids == ids(0..<20))
  }

  @Test func anInvalidatedListIsLoadedAgainWhenItComesIntoView() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10, next: 10))
    async let more = setting.loader.loadMore()
    let late = await setting.source.next()
    while await setting.loader.waitingCount(.append) < 1 { await Task.yield() }
    await setting.loader.invalidate()
    #expect(await more.cancellation == .invalidated)
    #expect(await setting.loader.loadMore().refusal == .stale)
    async let load = setting.loader.load()
    let question = await setting.source.next()
    #expect(question.request.firstRow == nil)
    late.fail()
    question.answer(.rows(50..<55))
    #expect(await load.refreshed?.rowCount == 5)
    await setting.settle()
    #expect(setting.target.ids == ids(50..<55))
    #expect(await setting.loader.currentStates.append == .idle)
  }

  @Test func aRefreshFollowsTheRowThatShows() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10, next: 10), PagingOptions(pageSize: 10, prefetchDistance: 0))
    await setting.viewport(4..<8)
    for position in [2, 0] {
      async let result = setting.loader.refresh()
      let question = await setting.source.next()
      // What shows has moved with the row.
      #expect(question.request.anchor == "4")
      question.answer(.rows(4 - position..<12))
      #expect(await result.refreshed?.anchor?.position == position)
    }
  }

  @Test func theNearestSurvivorsTakeTheAnchorsPlace() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10))
    async let result = setting.loader.refresh(anchor: "5")
    await setting.source.next().answer(Page(rows: [9, 8, 2, 3, 0].map(row)))
    var anchor = await result.refreshed?.anchor
    #expect(anchor?.survived == false && anchor?.survivorBefore == "3" && anchor?.survivorAfter == "8")
    #expect(anchor?.row == "3")
    async let second = setting.loader.refresh(anchor: "8")
    await setting.source.next().answer(Page(rows: [1, 8].map(row)))
    anchor = await second.refreshed?.anchor
    #expect(anchor?.position == 1 && anchor?.survivorBefore == nil && anchor?.survivorAfter == nil)
    #expect(anchor?.row == "8")
    async let third = setting.loader.refresh(anchor: "unknown")
    await setting.source.next().answer(.rows(0..<3))
    anchor = await third.refreshed?.anchor
    #expect(anchor?.survived == false && anchor?.row == nil)
  }

  @Test func rowsThatASourceGivesTwiceStayWhereTheyAre() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10, next: "b"))
    async let more = setting.loader.loadMore()
    await setting.source.next().answer(Page(rows: [8, 9, 10, 11, 10].map(row), next: "c"))
    #expect(await more.extended == ExtensionOutcome(added: 2, dropped: 0, duplicates: ["8", "9", "10"]))
    #expect(setting.target.ids == ids(0..<12) && setting.target.problems == [])
  }

  @Test func sectionsMaySpanPages() async {
    func section(_ id: SectionID, _ numbers: Range<Int>) -> Section { Section(id: id, rows: numbers.map(row)) }
    let setting = await LoaderSetting.loaded(
      Page(sections: [section("b", 10..<15), section("c", 15..<18)], next: "n", previous: "p"))
    async let more = setting.loader.loadMore()
    await setting.source.next().answer(
      Page(sections: [section("b", 13..<14), section("c", 16..<20), section("d", 20..<22), section("e", 0..<0)]))
    #expect(await more.extended?.added == 4)
    async let previous = setting.loader.loadPrevious()
    await setting.source.next().answer(Page(sections: [section("a", 5..<7), section("b", 7..<10)]))
    #expect(await previous.extended?.added == 5)
    #expect(
      setting.target.parts == [
        .init(id: "a", rows: ids(5..<7)), .init(id: "b", rows: ids(7..<15)), .init(id: "c", rows: ids(15..<20)),
        .init(id: "d", rows: ids(20..<22)), .init(id: "e", rows: []),
      ])
  }

  @Test func aLoaderThatNobodyHasEnds() async {
    let source = ControlledSource()
    var loader: PagedLoader? = PagedLoader(source: source, target: ArrayTarget())
    var states = await loader?.states.makeAsyncIterator()
    _ = await loader?.beginRefresh()
    let question = await source.next()
    weak let released = loader
    loader = nil
    while await states?.next() != nil {}
    #expect(released == nil)
    question.answer(.rows(0..<1))
  }
}
