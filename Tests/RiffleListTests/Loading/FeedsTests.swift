import Testing

@testable import Riffle
@testable import RiffleList

/// Feeds in a list that has more than them.
@Suite(.timeLimit(.minutes(15))) struct FeedsTests {
  /// Static rows above and below a feed, in the group `a`.
  private static func list() throws -> ListModel {
    try ListModel(
      ListContents {
        Section(id: "top", rows: rows("x y z"))
        Section(id: "a", title: "A", rows: [])
        Section(id: "bottom", rows: rows("u v w"))
      })
  }

  // MARK: - J1, J2: rows of the feed

  @Test func aFeedBesideStaticRowsIsEmptyWhenItsSourceHasNothing() async throws {
    let feed = Feed(try Self.list(), "a")
    #expect(await feed.phase == .idle)
    await feed.load(.rows(0..<0))
    #expect(await feed.phase == .empty)
    #expect(await feed.loader.loadMore().refusal == .noRows)
    #expect(await feed.load(.rows(0..<2)).refreshed?.rowCount == 2)
    #expect(await feed.phase == .idle)
    #expect(await feed.loader.load().refusal == .hasRows)
  }

  @Test func aFeedWhoseRowsAreDeletedByHandIsEmptyAndIsLoadedAgain() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<3, next: 3))
    try list.transaction { try $0.remove(["0", "1"]) }
    #expect(await feed.rowCount == 1)
    try list.transaction { try $0.remove("2") }
    #expect(await feed.phase == .empty)
    #expect(await feed.loader.loadMore().refusal == .noRows)
    #expect(await feed.load(.rows(5..<7)).refreshed?.rowCount == 2)
    #expect(list.text == ["top: x y z", "a: 5 6", "bottom: u v w"])
  }

  @Test func rowsCountWhereTheyAreWhoeverHasPutThemThere() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<3))
    try list.transaction { edit in
      try edit.append(rows("hand"), to: "a")
      try edit.append(rows("other"), to: "top")
    }
    #expect(await feed.rowCount == 4)
    try list.transaction { try $0.move("1", to: .end(of: "bottom")) }
    #expect(await feed.rowCount == 3)
    try list.transaction { try $0.removeSection("a") }
    #expect(await feed.phase == .empty)
  }

  @Test func whatOthersDoIsToldWithoutAnybodyAsking() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<3))
    var states = await feed.loader.states.makeAsyncIterator()
    #expect(await states.next()?.rowCount == 3)
    try list.transaction { try $0.remove("1") }
    #expect(await states.next()?.rowCount == 2)
  }

  @Test func addedRowsAreThoseThatCameIntoTheFeed() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<3, next: 3))
    try list.transaction { edit in
      try edit.append([row(4)], to: "bottom")
      try edit.append([row(5)], to: "a")
    }
    let outcome = await feed.loadMore(.rows(3..<7, next: 7)).extended
    #expect(outcome == ExtensionOutcome(added: 2, dropped: 0, duplicates: []))
    #expect(list.text == ["top: x y z", "a: 0 1 2 5 3 6", "bottom: u v w 4"])
    // A page of which all rows are elsewhere is read over, as one without any.
    try list.transaction { try $0.append([row(7), row(8)], to: "top") }
    async let more = feed.loader.loadMore()
    await feed.answer(.rows(7..<9, next: 9))
    await feed.answer(.rows(9..<10))
    #expect(await more.extended?.added == 1)
  }

  @Test func aRefreshReadsOnUntilARowComes() async throws {
    let list = try Self.list()
    try list.transaction { try $0.append([row(0), row(1)], to: "top") }
    let feed = Feed(list, "a")
    async let load = feed.loader.load()
    await feed.answer(.rows(0..<2, next: 2))
    #expect(await feed.phase == .initialLoading)
    await feed.answer(.rows(2..<4, next: 4))
    #expect(await load.refreshed?.rowCount == 2)
    #expect(list.text == ["top: x y z 0 1", "a: 2 3", "bottom: u v w"])
    #expect(await feed.loader.currentStates.hasMoreToAppend)
  }

  @Test func aRefreshThatFailsOnItsWayLeavesWhatItHasDone() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(2..<4, previous: 2))
    try list.transaction { try $0.append([row(0), row(1)], to: "top") }
    async let refresh = feed.loader.refresh()
    // All its rows are elsewhere.
    await feed.answer(.rows(0..<2, next: 2))
    await feed.source.next().fail(SourceError(number: 1))
    #expect(await refresh.error == SourceError(number: 1))
    let states = await feed.loader.currentStates
    #expect(states.phase == .error && states.hasMoreToAppend && !states.hasMoreToPrepend)
  }

  @Test func whatARefreshReplacesOnItsWayTakesNoOlderPages() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<3, next: 3))
    async let append = feed.loader.loadMore()
    let older = await feed.source.next()
    async let refresh = feed.loader.refresh()
    let first = await feed.source.next()
    try list.transaction { edit in for number in 0..<3 { try edit.move("\(number)", to: .end(of: "top")) } }
    // All rows of the first page are elsewhere now.
    first.answer(.rows(0..<2, next: 2))
    let second = await feed.source.next()
    older.answer(.rows(3..<4, next: 4))
    #expect(await append.cancellation == .overtaken)
    second.answer(.rows(2..<5, next: 5))
    #expect(await refresh.refreshed?.rowCount == 2)
    #expect(list.text == ["top: x y z 0 1 2", "a: 3 4", "bottom: u v w"])
  }

  // MARK: - J3: anchors

  @Test func aRefreshKeepsTheFirstRowThatShowsInPlaceWhereverItIs() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<4))
    // A row above the feed, one in it, and one below.
    for (first, name, position, page) in [(1, "y", 1, 1..<5), (5, "3", 4, 2..<6), (8, "v", 6, 3..<5)] {
      let row = RowID(name)
      list.viewport(first..<first + 2)
      let outcome = await feed.refresh(.rows(page)).refreshed
      #expect(outcome?.anchor?.id == row && outcome?.anchor?.row == row)
      #expect(outcome?.anchor?.position == position && list.view.position(of: row) == position)
    }
  }

  @Test func theNearestRowOfTheViewTakesTheAnchorsPlace() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<4))
    list.viewport(3..<6)
    var anchor = await feed.refresh(.rows(2..<3)).refreshed?.anchor
    #expect(anchor?.id == "0" && anchor?.survived == false)
    #expect(anchor?.survivorBefore == "z" && anchor?.survivorAfter == "2" && anchor?.row == "z")
    // What the filter leaves out is no place to go to.
    await feed.refresh(Page(rows: (0..<6).map(evenOrOdd)))
    try list.show(only: "even")
    list.viewport(1..<2)
    anchor = await feed.refresh(Page(rows: [1, 3, 5, 4].map(evenOrOdd))).refreshed?.anchor
    #expect(anchor?.id == "2" && anchor?.survivorBefore == nil && anchor?.survivorAfter == "4")
    #expect(anchor.flatMap { $0.row }.flatMap { list.view.position(of: $0) } == 0)
  }

  @Test func theAnchorIsWhatShowsWhenTheRowsCome() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<4))
    list.viewport(0..<2)
    async let result = feed.loader.refresh()
    let question = await feed.source.next()
    #expect(question.request.anchor == "x")
    list.viewport(4..<6)
    question.answer(.rows(0..<4))
    #expect(await result.refreshed?.anchor?.id == "1")
    // One that somebody names stays.
    #expect(await feed.refresh(.rows(0..<3), anchor: "w").refreshed?.anchor?.position == 8)
  }

  // MARK: - Going away

  @Test func aLoaderThatNobodyHasHearsNothing() async throws {
    let list = try Self.list()
    var feed: Feed? = await Feed.loaded(list, "a", .rows(0..<3, next: 3))
    weak let loader = feed?.loader
    #expect(list.state.withLock { $0.events.observers.count } == 1)
    feed = nil
    while loader != nil { await Task.yield() }
    while list.state.withLock({ $0.events.observers.count }) > 0 { await Task.yield() }
    list.viewport(0..<9)
  }

  @Test func aListGoesWithItsLastLoader() async throws {
    var list: ListModel? = try Self.list()
    weak let released = list
    var feed: Feed? = try await Feed.loaded(#require(list), "a", .rows(0..<3, next: 3))
    list?.viewport(0..<9)
    list = nil
    #expect(released != nil && feed != nil)
    feed = nil
    while released != nil { await Task.yield() }
  }

  // MARK: - Nothing is told of what has not changed

  @Test func aRefreshThatBringsTheSameRowsChangesNothing() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<3))
    let told = Told()
    let observation = list.tell(told)
    await feed.refresh(.rows(0..<3))
    #expect(told.take() == [])
    await feed.refresh(.rows(0..<4))
    #expect(told.take() == ["updated"])
    observation.cancel()
  }

  @Test func textThatStandsThereAlreadyChangesNothing() throws {
    let list = try Self.list()
    let told = Told()
    let observation = list.tell(told)
    list.beginSearch()
    list.endSearch()
    #expect(told.take() == ["search will begin", "search will end"])
    try list.search(for: "x")
    try list.search(for: "x")
    #expect(told.take() == ["search will begin", "updated"])
    observation.cancel()
  }

  @Test func scrollingIsToldWhenOtherRowsShow() async throws {
    let list = try Self.list()
    let told = Told()
    let observation = list.tell(told)
    list.viewport(0..<6)
    _ = told.take()
    list.viewport(0..<6)
    try list.transaction { try $0.prepend(rows("new"), to: "top") }
    #expect(told.take() == ["updated"])
    // The same rows, which stand elsewhere.
    list.viewport(1..<7)
    #expect(told.take() == [])
    list.viewport(1..<9)
    #expect(told.take() == ["did scroll to 1..<9"])
    observation.cancel()
  }
}
