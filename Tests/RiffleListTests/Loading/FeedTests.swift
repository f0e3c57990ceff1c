import Testing

@testable import Riffle
@testable import RiffleList

/// Feeds of a list: what belongs to each, and how they follow what is looked at.
@Suite struct FeedTests {
  /// A list with static rows and feeds between them.
  private struct Feeds {
    let list: ListModel
    let sources = [ControlledSource(), ControlledSource()]
    let loaders: [PagedLoader]

    init(_ options: PagingOptions = PagingOptions(pageSize: 10, initialSize: 10, prefetchDistance: 3)) throws {
      let list = try ListModel(
        ListContents {
          Section(id: "static", rows: ["x", "y", "z"].map { AnyRow(Row(id: RowID($0), title: "static \($0)")) })
          Section(id: "first") {}
          Section(id: "between") { Row(id: "b", title: "between") }
          Section(id: "second") {}
        })
      self.list = list
      loaders = zip(sources, ["first", "second"] as [GroupID]).map { source, group in
        PagedLoader(source: source, target: list.pages(in: group), options: options)
      }
    }

    /// Ten rows of a feed, and where the next are.
    func page(_ feed: Int, _ first: Int, isLast: Bool = false) -> Page {
      let rows = (first..<first + 10).map { AnyRow(Row(id: "\(feed)/\($0)", title: "row \($0) of \(feed)")) }
      return Page(rows: rows, next: isLast ? nil : .integer(first + 10))
    }

    @discardableResult
    func load(_ feed: Int, _ page: Page) async -> LoadResult {
      async let result = loaders[feed].load()
      await sources[feed].next().answer(page)
      return await result
    }

    /// Waits until what is asked of a source has come to the loader.
    func settle(_ feed: Int) async {
      while await loaders[feed].answerCount < loaders[feed].requestCount { await Task.yield() }
    }
  }

  @Test("J1 J2 a feed beside static rows is empty by itself, loads, and is empty again when its rows are deleted")
  func phasesAreTheFeeds() async throws {
    let feeds = try Feeds()
    await feeds.load(0, Page(rows: []))
    #expect(await feeds.loaders[0].currentStates.phase == .empty && feeds.list.rowCount == 4)
    let result = await feeds.load(0, feeds.page(0, 0, isLast: true))
    guard case .refreshed(let outcome) = result else { return #expect(Bool(false), "\(result)") }
    #expect(outcome.rowCount == 10)
    #expect(await feeds.loaders[0].currentStates.phase == .idle)
    #expect(await feeds.loaders[1].currentStates.rowCount == 0)
    try feeds.list.transaction { try $0.setRows([], of: "first") }
    #expect(await feeds.loaders[0].currentStates.phase == .empty)
    guard case .refreshed = await feeds.load(0, feeds.page(0, 0)) else { return #expect(Bool(false), "no load") }
  }

  @Test("J3 the row to keep in place is the first that shows, in whatever section, and found again in the view")
  func anchors() async throws {
    let feeds = try Feeds()
    await feeds.load(0, feeds.page(0, 0, isLast: true))
    await feeds.load(1, feeds.page(1, 0, isLast: true))
    // The first row that shows is between the feeds, and rows of the first feed go.
    feeds.list.viewport(13..<16)
    async let refreshed = feeds.loaders[0].refresh()
    await feeds.sources[0].next().answer(Page(rows: []))
    guard case .refreshed(let outcome) = await refreshed else { return #expect(Bool(false), "no refresh") }
    #expect(outcome.anchor?.id == "b" && outcome.anchor?.position == 3)
    // A row that goes is stood for by its neighbours in the view, across sections.
    feeds.list.viewport(4..<8)
    async let again = feeds.loaders[1].refresh()
    await feeds.sources[1].next().answer(Page(rows: []))
    guard case .refreshed(let second) = await again else { return #expect(Bool(false), "no refresh") }
    #expect(second.anchor?.id == "1/0" && second.anchor?.position == nil && second.anchor?.row == "b")
  }

  @Test("J4 each feed loads what is near in the view, and the other does not")
  func prefetching() async throws {
    let feeds = try Feeds()
    await feeds.load(0, feeds.page(0, 0))
    await feeds.load(1, feeds.page(1, 0))
    // Rows of the first feed stand at 3 to 12, those of the second at 14 to 23.
    feeds.list.viewport(0..<9)
    await feeds.settle(0)
    #expect(await feeds.loaders[0].requestCount == 1)
    feeds.list.viewport(3..<11)
    await feeds.sources[0].next().answer(feeds.page(0, 10))
    await feeds.settle(0)
    #expect(feeds.list.view.count == 34)
    #expect(await feeds.loaders[0].requestCount == 2)
    #expect(await feeds.loaders[1].requestCount == 1)
    feeds.list.viewport(28..<34)
    await feeds.sources[1].next().answer(feeds.page(1, 10))
    await feeds.settle(1)
    #expect(await feeds.loaders[0].requestCount == 2)
    #expect(await feeds.loaders[1].requestCount == 2)
  }

  @Test("J4 a filtered feed goes on for as many pages of which nothing shows as the limit says, and then waits")
  func pagesThatDoNotShow() async throws {
    var options = PagingOptions(pageSize: 10, initialSize: 10, prefetchDistance: 3)
    options.emptyPageLimit = 3
    let feeds = try Feeds(options)
    await feeds.load(0, feeds.page(0, 0))
    await feeds.load(1, feeds.page(1, 0, isLast: true))
    try feeds.list.setFilter(ListFilter(text: "row 25 of 0", mode: .substring))
    await feeds.loaders[0].viewport(0..<5)
    for page in 1...2 { await feeds.sources[0].next().answer(feeds.page(0, page * 10)) }
    // What is found is seen: from here on three pages more.
    for page in 3...5 {
      let question = await feeds.sources[0].next()
      #expect(feeds.list.view.ids == ["0/25"])
      question.answer(feeds.page(0, page * 10))
    }
    await feeds.settle(0)
    #expect(await feeds.loaders[0].requestCount == 6)
    #expect(await feeds.loaders[0].currentStates.append == .idle)
    await feeds.loaders[0].viewport(0..<5)
    #expect(await feeds.loaders[0].requestCount == 7)
  }

  @Test func whatWasElsewhereIsNotAdded() async throws {
    let feeds = try Feeds()
    await feeds.load(0, feeds.page(0, 0))
    try feeds.list.transaction { try $0.append([AnyRow(Row(id: "0/12", title: "here already"))], to: "static") }
    async let result = feeds.loaders[0].loadMore()
    await feeds.sources[0].next().answer(feeds.page(0, 10))
    guard case .extended(let outcome) = await result else { return #expect(Bool(false), "no page") }
    #expect(outcome.added == 9 && feeds.list.place(of: "0/12")?.section == "static")
    #expect(await feeds.loaders[0].currentStates.rowCount == 19)
  }

  @Test func aPageNeverLeavesThatShows() async throws {
    var options = PagingOptions(pageSize: 10, initialSize: 10, prefetchDistance: 0, maxRows: 10)
    options.prefetchDistance = 0
    let feeds = try Feeds(options)
    await feeds.load(0, feeds.page(0, 0))
    feeds.list.viewport(5..<8)
    async let result = feeds.loaders[0].loadMore()
    await feeds.sources[0].next().answer(feeds.page(0, 10))
    guard case .extended(let outcome) = await result else { return #expect(Bool(false), "no page") }
    #expect(outcome.dropped == 0 && feeds.list.view.position(of: "0/2") == 5)
    // Below the feed the page that is nearest stays: it would be loaded again at once.
    feeds.list.viewport(23..<24)
    async let more = feeds.loaders[0].loadMore()
    await feeds.sources[0].next().answer(feeds.page(0, 20))
    guard case .extended(let next) = await more else { return #expect(Bool(false), "no page") }
    #expect(next.dropped == 10 && feeds.list.view.position(of: "0/20") == 13)
  }

  @Test func theProgramMayEnterTheErrorState() async throws {
    let feeds = try Feeds()
    async let result = feeds.loaders[0].load()
    let question = await feeds.sources[0].next()
    await feeds.loaders[0].fail(SourceError(number: 7))
    guard case .cancelled(.cancelled) = await result else { return #expect(Bool(false), "not given up") }
    question.answer(feeds.page(0, 0))
    await feeds.settle(0)
    #expect(await feeds.loaders[0].currentStates.phase == .error && feeds.list.rowCount == 4)
    #expect((await feeds.loaders[0].currentStates.refresh.failure?.error as? SourceError)?.number == 7)
    await feeds.load(0, feeds.page(0, 0))
    #expect(await feeds.loaders[0].currentStates.phase == .idle)
  }

  @Test func aLoaderThatNobodyHasGoes() async throws {
    let list = try ListModel()
    let source = ControlledSource()
    var loader: PagedLoader? = PagedLoader(source: source, target: list.pages(in: "feed"))
    weak let gone = loader
    await loader?.viewport(0..<3)
    loader = nil
    for _ in 0..<1000 where gone != nil { await Task.yield() }
    for _ in 0..<100 where gone != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(gone == nil)
    for _ in 0..<100 where !list.state.withLock({ $0.feeds.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
    #expect(list.state.withLock { $0.feeds.isEmpty })
  }
}
