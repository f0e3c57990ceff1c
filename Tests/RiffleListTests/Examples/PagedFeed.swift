import RiffleList

// A feed of photos as an app would have it: loaded page by page, the newest first.

struct Photo: Sendable, Equatable {
  /// Newer photos have higher numbers.
  let number: Int
  let caption: String
}

/// The server that has the photos.
protocol PhotoService: Sendable {
  /// The newest photos, the newest first, and whether there are older ones than these.
  func newest(_ count: Int) async throws -> (photos: [Photo], hasOlder: Bool)
  /// All photos that are newer.
  func photos(newerThan number: Int) async throws -> [Photo]
  func photos(olderThan number: Int, _ count: Int) async throws -> (photos: [Photo], hasOlder: Bool)
}

/// Asks the server for what the list wants next.
struct PhotoPages: PageSource {
  let service: any PhotoService

  func page(_ request: PageRequest) async throws -> Page {
    if case .integer(let oldest) = request.cursor {
      return page(try await service.photos(olderThan: oldest, request.size))
    }
    if let newest = request.firstRow.flatMap({ Int($0.name) }) {
      // The photos that are there stay where they are, and these come above them.
      var page = Page(rows: rows(try await service.photos(newerThan: newest)))
      page.isAddition = true
      return page
    }
    return page(try await service.newest(request.size))
  }

  private func page(_ answer: (photos: [Photo], hasOlder: Bool)) -> Page {
    let oldest = answer.photos.last?.number
    return Page(rows: rows(answer.photos), next: answer.hasOlder ? oldest.map { .integer($0) } : nil)
  }

  private func rows(_ photos: [Photo]) -> [AnyRow] {
    [AnyRow](photos, kind: "photo", id: { "\($0.number)" }, title: { $0.caption })
  }
}

/// What a screen draws of the feed.
struct FeedScreen: Sendable, Equatable {
  enum Cover: Sendable, Equatable {
    case loading(String)
    case empty(String)
    /// With a button to try again.
    case error(String)
  }

  enum Edge: Sendable, Equatable {
    case spinner(String?)
    /// With a button to try again.
    case error(String)
  }

  /// What covers the list while it has no rows.
  var cover: Cover?
  /// What is above the first photo, and below the last one.
  var top, bottom: Edge?
  var photos: [Photo]
}

/// A paged feed: it owns the list, which a screen draws, and the loader that fills it.
final class PagedFeed: Sendable {
  let list: ListModel
  let loader: PagedLoader

  init(_ service: any PhotoService, pageSize: Int = 20) throws {
    list = try ListModel(ListContents { Section(id: "photos", title: "Photos", rows: []) })
    var messages = LoadMessages()
    messages.loading = "Loading photos"
    messages.empty = "No photos yet"
    messages.error = "The photos could not be loaded"
    loader = PagedLoader(
      source: PhotoPages(service: service), target: list.pages(in: "photos"),
      options: PagingOptions(pageSize: pageSize, initialSize: pageSize, prefetchDistance: pageSize / 4),
      messages: messages)
  }

  // MARK: - What people do

  /// The screen appears. It loads the photos unless it has some.
  func appear() async { await loader.load() }

  /// Somebody pulls the list down, while these positions show.
  /// - Returns: how many rows further down the first of them now is: the screen scrolls by that, and seems to stand still.
  func pull(showing positions: Range<Int>) async -> Int {
    let anchor = list.view.row(at: positions.lowerBound)?.id
    guard case .refreshed(let outcome) = await loader.refresh(anchor: anchor), let row = outcome.anchor?.row,
      let position = list.view.position(of: row)
    else { return 0 }
    return position - positions.lowerBound
  }

  /// These positions show. Near the end, older photos are loaded.
  func scroll(to positions: Range<Int>) { list.viewport(positions) }

  /// Somebody asks for what could not be loaded, at the end of the list or on its cover.
  func retry() async {
    let states = await loader.currentStates
    await loader.retry(states.rowCount > 0 && states.append.failure != nil ? .append : .refresh)
  }

  // MARK: - What shows

  /// What to draw now.
  func screen() async -> FeedScreen { await screen(loader.currentStates) }

  /// What to draw now and after each change.
  func screens() async -> AsyncMapSequence<AsyncStream<LoadStates>, FeedScreen> {
    await loader.states.map { [self] in await screen($0) }
  }

  private func screen(_ states: LoadStates) async -> FeedScreen {
    let messages = await loader.messages
    var screen = FeedScreen(photos: list.view.rows().compactMap { $0.payload(as: Photo.self) })
    let words = messages.message(for: states.phase) ?? ""
    switch states.phase {
    case .initialLoading: screen.cover = .loading(words)
    case .empty: screen.cover = .empty(words)
    case .error: screen.cover = .error(words)
    case .refreshing: screen.top = .spinner(words)
    case .idle, .nextPage, .previousPage: if states.refresh.failure != nil { screen.top = .error(messages.error ?? "") }
    }
    switch states.append {
    case .loading: screen.bottom = .spinner(nil)
    case .failed: screen.bottom = .error(messages.error ?? "")
    case .idle: break
    }
    return screen
  }
}
