import Testing

@testable import Riffle
@testable import RiffleList

/// What views say of hits, and the stream of views.
@Suite struct ViewsTests {
  private static let rowCount = 7

  private static func list() throws -> ListModel {
    try ListModel(
      ListContents(sections: [
        Section(
          id: "s", title: "S",
          rows: (0..<rowCount).map { AnyRow(Row(id: "\($0)", title: "York \($0)", payload: $0)) })
      ]))
  }

  /// Best first, rows that leave a term out would come so near that others were out of reach.
  @Test func hitsAreTheRowsThatShow() throws {
    let titles = ["b/biti base", "database-Paulo"]
    let list = try ListModel(
      ListContents { Section(id: "s", rows: [AnyRow](titles, id: { $0 }, title: { $0 })) })
    for (terms, shown) in [(TermDemand.standard, [1, 0]), (.all, [1, 0]), (.most, [1])] {
      var filter = ListFilter(text: "abas abas abas abas")
      filter.terms = terms
      let view = try list.view(through: filter)
      #expect(view.hits(limit: 9)?.map(\.id) == shown.map { RowID(titles[$0]) } && view.count == shown.count)
    }
  }

  @Test func onlyViewsThatAreReadAreMade() async throws {
    let list = try ViewsTests.list()
    let asked = Lock(0)
    var filter = ListFilter()
    filter.text = "york"
    filter.predicate = .and { _, _ in
      asked.withLock { $0 += 1 }
      return true
    }
    try list.setFilter(filter)
    var views = list.views.makeAsyncIterator()
    #expect(await views.next()?.count == ViewsTests.rowCount)
    #expect(asked.withLock { $0 } == ViewsTests.rowCount)
    for step in 0..<100 { try list.transaction { try $0.update("0") { $0.title = "York \(step)" } } }
    #expect(asked.withLock { $0 } == ViewsTests.rowCount)
    let last = try #require(await views.next())
    #expect(last.generation == list.generation)
    #expect(asked.withLock { $0 } == 2 * ViewsTests.rowCount)
  }

  @Test func aStreamThatIsLetGoIsToldNothing() async throws {
    let list = try ViewsTests.list()
    do {
      var views = list.views.makeAsyncIterator()
      _ = await views.next()
      #expect(list.state.withLock { $0.events.observers.count } == 1)
    }
    #expect(list.state.withLock { $0.events.observers.count } == 0)
  }

  @Test func aTaskThatIsCancelledGetsNoMore() async throws {
    let list = try ViewsTests.list()
    let count = Lock(0)
    let task = Task {
      for await _ in list.views { count.withLock { $0 += 1 } }
    }
    while count.withLock({ $0 }) == 0 { await Task.yield() }
    task.cancel()
    await task.value
    #expect(list.state.withLock { $0.events.observers.count } == 0)
  }

  @Test(.timeLimit(.minutes(15))) func streamsEndWhenTheListIsGone() async throws {
    var list: ListModel? = try ViewsTests.list()
    let views = try #require(list?.views)
    let updates = try #require(list?.updates)
    let events = try #require(list?.events)
    let unread = try #require(list?.views)
    let changes = try #require(list?.pages(in: "s").changes)
    try list?.transaction { try $0.remove("0") }
    list = nil
    var counts: [Int] = []
    for await view in views { counts.append(view.count) }
    #expect(counts == [ViewsTests.rowCount - 1])
    counts = []
    for await update in updates { counts.append(update.after.count) }
    #expect(counts == [ViewsTests.rowCount - 1])
    counts = []
    for await event in events { if case .updated = event { counts.append(0) } }
    #expect(counts == [0])
    counts = []
    for await _ in changes { counts.append(0) }
    #expect(counts == [0])
    withExtendedLifetime(unread) {}
  }

  @Test(.timeLimit(.minutes(15))) func aReaderThatWaitsIsToldThatTheListIsGone() async throws {
    var list: ListModel? = try ViewsTests.list()
    let (views, updates) = (try #require(list?.views), try #require(list?.updates))
    let isWaiting = Lock(0)
    let readers = [
      Task { for await _ in views { isWaiting.withLock { $0 += 1 } } },
      Task { for await _ in updates {} },
    ]
    while isWaiting.withLock({ $0 }) == 0 { await Task.yield() }
    list = nil
    for reader in readers { await reader.value }
  }

  /// Whatever it waits for when it is cancelled, or has not read yet.
  @Test(.timeLimit(.minutes(15))) func aReaderThatIsCancelledLeavesNothing() async throws {
    let list = try ViewsTests.list()
    for step in 0..<10 {
      let (views, updates, changes) = (list.views, list.updates, list.pages(in: "s").changes)
      let events = list.events
      let readers = [
        Task { for await view in views { _ = view.count } }, Task { for await update in updates { _ = update.after } },
        Task { for await _ in changes {} }, Task { for await _ in events {} },
      ]
      for _ in 0..<step % 5 { await Task.yield() }
      try list.transaction { try $0.update("1") { $0.title = "York \(step)" } }
      for reader in readers { reader.cancel() }
      for reader in readers { await reader.value }
    }
    #expect(list.state.withLock { $0.events.observers.count } == 0)
  }
}
