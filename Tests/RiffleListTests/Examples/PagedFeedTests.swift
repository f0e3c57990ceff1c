import RiffleList
import Testing

/// A server that answers when a test lets it.
private actor PhotoServer: PhotoService {
  private var photos: [Photo]
  private var isDown = false
  /// Who waits for an answer, and who waits for a question.
  private var asking: [CheckedContinuation<Void, Never>] = []
  private var awaiting: [CheckedContinuation<Void, Never>] = []
  private(set) var questionCount = 0

  init(_ numbers: Range<Int>) { photos = numbers.reversed().map(photo) }

  func add(_ numbers: Range<Int>) { photos = numbers.reversed().map(photo) + photos }

  /// Answers the oldest question as soon as there is one.
  func answer(failing: Bool = false) async {
    if asking.isEmpty { await withCheckedContinuation { awaiting.append($0) } }
    isDown = failing
    asking.removeFirst().resume()
  }

  /// Waits until somebody asks.
  func asked() async { if asking.isEmpty { await withCheckedContinuation { awaiting.append($0) } } }

  private func question() async throws {
    questionCount += 1
    await withCheckedContinuation { continuation in
      asking.append(continuation)
      for waiting in awaiting { waiting.resume() }
      awaiting = []
    }
    if isDown { throw SourceError(number: questionCount) }
  }

  func newest(_ count: Int) async throws -> (photos: [Photo], hasOlder: Bool) {
    try await question()
    return (Array(photos.prefix(count)), photos.count > count)
  }

  func photos(newerThan number: Int) async throws -> [Photo] {
    try await question()
    return photos.filter { $0.number > number }
  }

  func photos(olderThan number: Int, _ count: Int) async throws -> (photos: [Photo], hasOlder: Bool) {
    try await question()
    let older = photos.filter { $0.number < number }
    return (Array(older.prefix(count)), older.count > count)
  }
}

private func photo(_ number: Int) -> Photo { Photo(number: number, caption: "Cat \(number)") }

private func screen(
  _ numbers: Range<Int>, cover: FeedScreen.Cover? = nil, top: FeedScreen.Edge? = nil, bottom: FeedScreen.Edge? = nil
) -> FeedScreen {
  FeedScreen(cover: cover, top: top, bottom: bottom, photos: numbers.reversed().map(photo))
}

/// Drives the example as a front end does.
@Suite(.timeLimit(.minutes(15))) struct PagedFeedTests {
  private let words = "The photos could not be loaded"

  /// A feed of four photos a page that has shown its first.
  private func shown(_ server: PhotoServer) async throws -> PagedFeed {
    let feed = try PagedFeed(server, pageSize: 4)
    async let appearing: Void = feed.appear()
    await server.answer()
    await appearing
    return feed
  }

  /// Waits until the screen is this one.
  private func expect(_ screen: FeedScreen, of feed: PagedFeed) async {
    for await next in await feed.screens() where next == screen { return }
    Issue.record("the feed never shows \(screen)")
  }

  @Test func theFirstPhotosAreLoadedOnce() async throws {
    let server = PhotoServer(0..<10)
    let feed = try PagedFeed(server, pageSize: 4)
    #expect(await feed.screen() == screen(0..<0))
    async let appearing: Void = feed.appear()
    await server.asked()
    #expect(await feed.screen() == screen(0..<0, cover: .loading("Loading photos")))
    await server.answer()
    await appearing
    #expect(await feed.screen() == screen(6..<10))
    await feed.appear()
    #expect(await server.questionCount == 1)
    #expect(feed.list.view.section(at: 0)?.traits.title == "Photos")
  }

  @Test func olderPhotosComeNearTheEndUntilThereAreNoMore() async throws {
    let server = PhotoServer(0..<10)
    let feed = try await shown(server)
    feed.scroll(to: 0..<2)
    #expect(await feed.screen() == screen(6..<10))
    feed.scroll(to: 1..<3)
    #expect(await feed.screen() == screen(6..<10, bottom: .spinner(nil)))
    await server.answer()
    await expect(screen(2..<10), of: feed)
    feed.scroll(to: 5..<8)
    await server.answer()
    await expect(screen(0..<10), of: feed)
    feed.scroll(to: 7..<10)
    #expect(await feed.screen() == screen(0..<10))
    #expect(await server.questionCount == 3)
  }

  @Test func pullingPutsNewPhotosAboveAndKeepsWhatShowsInPlace() async throws {
    let server = PhotoServer(0..<10)
    let feed = try await shown(server)
    let showing = feed.list.view.rows(offset: 1, limit: 2).map(\.id)
    await server.add(10..<13)
    async let pulling = feed.pull(showing: 1..<3)
    await server.asked()
    #expect(await feed.screen() == screen(6..<10, top: .spinner("Refreshing data...")))
    await server.answer()
    let distance = await pulling
    #expect(distance == 3 && feed.list.view.rows(offset: 1 + distance, limit: 2).map(\.id) == showing)
    #expect(await feed.screen() == screen(6..<13))
    // Older photos go on from where they were.
    feed.scroll(to: 4..<6)
    await server.answer()
    await expect(screen(2..<13), of: feed)
    // Nothing new.
    async let again = feed.pull(showing: 0..<2)
    await server.answer()
    #expect(await again == 0)
    #expect(await feed.screen() == screen(2..<13))
  }

  @Test func whatFailsLeavesThePhotosAndIsTriedAgainWhenSomebodyAsks() async throws {
    let server = PhotoServer(0..<10)
    let feed = try await shown(server)
    async let pulling = feed.pull(showing: 0..<2)
    await server.answer(failing: true)
    #expect(await pulling == 0)
    #expect(await feed.screen() == screen(6..<10, top: .error(words)))
    feed.scroll(to: 2..<4)
    await server.answer(failing: true)
    await expect(screen(6..<10, top: .error(words), bottom: .error(words)), of: feed)
    // Scrolling does not ask again.
    feed.scroll(to: 1..<4)
    #expect(await server.questionCount == 3)
    async let retrying: Void = feed.retry()
    await server.answer()
    await retrying
    #expect(await feed.screen() == screen(2..<10, top: .error(words)))
    async let last: Void = feed.retry()
    await server.answer()
    await last
    #expect(await feed.screen() == screen(2..<10))
  }

  @Test func aFeedWithoutPhotosSaysSoAndCanBePulled() async throws {
    let server = PhotoServer(0..<0)
    let feed = try await shown(server)
    #expect(await feed.screen() == screen(0..<0, cover: .empty("No photos yet")))
    feed.scroll(to: 0..<0)
    #expect(await server.questionCount == 1)
    await server.add(0..<2)
    async let pulling = feed.pull(showing: 0..<0)
    await server.answer()
    #expect(await pulling == 0)
    #expect(await feed.screen() == screen(0..<2))
  }

  @Test func aFeedThatCannotBeLoadedSaysSoUntilItIsTriedAgain() async throws {
    let server = PhotoServer(0..<3)
    let feed = try PagedFeed(server, pageSize: 4)
    async let appearing: Void = feed.appear()
    await server.answer(failing: true)
    await appearing
    #expect(await feed.screen() == screen(0..<0, cover: .error(words)))
    async let retrying: Void = feed.retry()
    await server.asked()
    #expect(await feed.screen() == screen(0..<0, cover: .loading("Loading photos")))
    await server.answer()
    await retrying
    #expect(await feed.screen() == screen(0..<3))
  }
}
