import RiffleTestSupport
import Testing

@testable import Riffle

/// What a search field shows.
@Suite(.timeLimit(.minutes(15))) struct SearchPagesTests {
  private typealias Page = SearchPage<Item<Int>, Int>

  private static func index(_ count: Int = 20) throws -> SearchIndex<Item<Int>, Int> {
    try SearchIndex(
      (0..<count).map { Item(id: $0, title: "York \($0)") }, id: \.id, title: \.title,
      scopes: ["even": { $0.id % 2 == 0 }])
  }

  private func ids(_ page: Page?) throws -> [Int] { try #require(page).results.get().map(\.id) }

  /// The next page that `isWanted`.
  private func next(
    _ pages: inout AsyncStream<Page>.AsyncIterator, _ isWanted: (Page) -> Bool = { _ in true }
  ) async -> Page? {
    while let page = await pages.next() { if isWanted(page) { return page } }
    return nil
  }

  @Test func aPageComesAtOnceAndAfterEveryChange() async throws {
    let index = try SearchPagesTests.index()
    let session = index.session(SearchRequest(limit: 3))
    var pages = session.pages.makeAsyncIterator()
    let first = await next(&pages)
    #expect(first?.phase == .inactive && first?.originalSearchString == nil && first?.generation == 0)
    #expect(try ids(first) == [0, 1, 2] && first?.results.get().total == 20)
    session.begin()
    #expect(await next(&pages)?.phase == .empty)
    session.type("york 7")
    let filtered = await next(&pages)
    #expect(filtered?.phase == .filtering && filtered?.originalSearchString == "york 7")
    #expect(try ids(filtered) == index.search("york 7", limit: 3).map(\.id))
    // The list changes, and nobody types.
    try index.update { batch in
      batch.delete(id: 7)
      batch.upsert(Item(id: 70, title: "York 7"))
    }
    let changed = await next(&pages)
    #expect(changed?.generation == 1 && changed?.originalSearchString == "york 7")
    #expect(try ids(changed).first == 70)
    session.end()
    let last = await next(&pages)
    #expect(try last?.phase == .inactive && ids(last) == [0, 1, 2])
  }

  @Test func whatCannotBeSearchedForIsAFailedPage() async throws {
    let index = try SearchPagesTests.index()
    let session = index.session()
    var pages = session.pages.makeAsyncIterator()
    _ = await next(&pages)
    session.type(String(repeating: "a", count: 257))
    let long = await next(&pages)
    #expect(long?.phase == .filtering)
    #expect(throws: SearchError.query(.tooLong(scalars: 257, limit: 256))) { try ids(long) }
    session.type(String(repeating: " ", count: 257))
    let blank = await next(&pages)
    #expect(try blank?.phase == .empty && ids(blank) == Array(0..<20))
    session.type("york")
    #expect(try ids(await next(&pages)) == Array(0..<20))
    session.scope = .scope("odd")
    let unknown = await next(&pages)
    #expect(throws: SearchError.scope(.unknownScope("odd", known: ["even"]))) { try ids(unknown) }
    session.scope = .scope("even")
    #expect(try ids(await next(&pages)) == Array(stride(from: 0, to: 20, by: 2)))
    // What has come into the scope since.
    try index.upsert(Item(id: 40, title: "York 40"))
    #expect(try ids(await next(&pages)).contains(40))
    session.scope = nil
    #expect(try ids(await next(&pages)).count == 21)
  }

  @Test func theRequestDecidesWhatIsShown() async throws {
    let session = try SearchPagesTests.index().session()
    var pages = session.pages.makeAsyncIterator()
    _ = await next(&pages)
    session.type("york 1")
    _ = await next(&pages)
    let changes: [(inout SearchRequest) -> Void] = [
      { $0.limit = 4 }, { $0.offset = 2 }, { $0.order = .list }, { $0.query = .blank(mode: .substring) },
      { $0.totalLimit = .upTo(5) }, { $0.reach = .cost(0) },
    ]
    for change in changes {
      change(&session.request)
      let request = session.request
      let found = try await next(&pages)?.results.get()
      let expected = session.snapshot.search(try request.with(text: "york 1"))
      #expect(found?.map(\.id) == expected.map(\.id) && found?.total == expected.total, "\(request)")
    }
  }

  @Test func theNewestTextWins() async throws {
    let index = try SearchPagesTests.index(100)
    let session = index.session(SearchRequest(limit: 5))
    var pages = session.pages.makeAsyncIterator()
    let typist = WorkerThread {
      for number in 0...1000 { session.type("york \(number)") }
    }
    var latest = -1
    while let page = await pages.next() {
      guard let text = page.originalSearchString else { continue }
      let number = try #require(Int(text.dropFirst(5)))
      #expect(number > latest)
      latest = number
      let expected = try index.search(text, limit: 5)
      #expect(try ids(page) == expected.map(\.id), "\(text)")
      if number == 1000 { break }
    }
    typist?.join()
    #expect(latest == 1000)
  }

  @Test func generationsNeverGoBack() async throws {
    let index = try SearchPagesTests.index(50)
    let session = index.session(SearchRequest(totalLimit: .exact))
    session.type("york")
    var pages = session.pages.makeAsyncIterator()
    let writer = WorkerThread {
      for number in 0..<400 { _ = try? index.upsert(Item(id: 1000 + number % 60, title: "York \(number)")) }
    }
    var generation: UInt64 = 0
    while let page = await pages.next() {
      #expect(page.generation >= generation)
      generation = page.generation
      let total = try page.results.get().total
      #expect(total == 50 + min(60, Int(generation)), "generation \(generation)")
      if generation == 400 { break }
    }
    writer?.join()
  }

  @Test func everyReaderGetsThePages() async throws {
    let session = try SearchPagesTests.index().session()
    var first = session.pages.makeAsyncIterator()
    var second = session.pages.makeAsyncIterator()
    session.type("york 3")
    #expect(await next(&first) { $0.originalSearchString != nil }?.originalSearchString == "york 3")
    #expect(await next(&second) { $0.originalSearchString != nil }?.originalSearchString == "york 3")
  }

  @Test func pagesEndWithTheSession() async throws {
    let index = try SearchPagesTests.index()
    var session: SearchSession<Item<Int>, Int>? = index.session()
    var pages = try #require(session?.pages.makeAsyncIterator())
    #expect(await next(&pages) != nil)
    weak let released = session
    session = nil
    while await pages.next() != nil {}
    #expect(released == nil)
  }

  @Test func pagesEndWithTheSessionThoughTheListGoesOnChanging() async throws {
    let index = try SearchPagesTests.index()
    let isOver = Lock(false)
    let writer = WorkerThread {
      var number = 0
      while !isOver.withLock({ $0 }) {
        number += 1
        _ = try? index.upsert(Item(id: number % 20, title: "York \(number)"))
      }
    }
    var session: SearchSession<Item<Int>, Int>? = index.session()
    session?.type("york")
    var pages = try #require(session?.pages.makeAsyncIterator())
    #expect(await next(&pages) { $0.generation > 10 } != nil)
    weak let released = session
    session = nil
    while await pages.next() != nil {}
    #expect(released == nil)
    isOver.withLock { $0 = true }
    writer?.join()
  }

  @Test func aSessionWithPagesKeepsNothingOfAListThatHasGone() async throws {
    let population = Population()
    do {
      let index = try SearchIndex(
        (0..<50).map { population.member($0) }, id: \.number, title: { "york \($0.number)" })
      let session = index.session()
      session.type("york")
      var pages = session.pages.makeAsyncIterator()
      #expect(try await pages.next()?.results.get().count == 50)
    }
    // The task that makes pages needs a thread to end on: this one must not be kept from it.
    while population.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
  }
}
