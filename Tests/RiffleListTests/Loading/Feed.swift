import Riffle

@testable import RiffleList

/// A feed of a list that may have others, with a source that answers when it is told to.
struct Feed {
  let list: ListModel
  let source = ControlledSource()
  let loader: PagedLoader

  init(
    _ list: ListModel, _ group: GroupID,
    _ options: PagingOptions = PagingOptions(pageSize: 10, initialSize: 10, prefetchDistance: 2),
    onTransition: (@Sendable (LoadTransition) -> Void)? = nil
  ) {
    self.list = list
    loader = PagedLoader(source: source, target: list.pages(in: group), options: options, onTransition: onTransition)
  }

  /// A feed that has been loaded with one page.
  static func loaded(
    _ list: ListModel, _ group: GroupID, _ page: Page,
    _ options: PagingOptions = PagingOptions(pageSize: 10, initialSize: 10, prefetchDistance: 2)
  ) async -> Feed {
    let feed = Feed(list, group, options)
    await feed.load(page)
    return feed
  }

  var phase: LoadPhase { get async { await loader.currentStates.phase } }

  /// How many rows the loader says that there are.
  var rowCount: Int { get async { await loader.currentStates.rowCount } }

  /// Whether pages are being loaded after what somebody has done, in these directions.
  func isLoading(_ direction: LoadDirection) async -> Bool { await loader.currentStates[direction] == .loading }

  @discardableResult
  func load(_ page: Page) async -> LoadResult { await answered(page) { await loader.load() } }

  @discardableResult
  func refresh(_ page: Page, anchor: RowID? = nil) async -> LoadResult {
    await answered(page) { await loader.refresh(anchor: anchor) }
  }

  @discardableResult
  func loadMore(_ page: Page) async -> LoadResult { await answered(page) { await loader.loadMore() } }

  private func answered(_ page: Page, _ load: @Sendable () async -> LoadResult) async -> LoadResult {
    async let result = load()
    await source.next().answer(page)
    return await result
  }

  /// Answers the question that is open, and waits until the loader has the answer.
  @discardableResult
  func answer(_ page: Page) async -> PageRequest {
    let question = await source.next()
    let count = await loader.answerCount
    question.answer(page)
    while await loader.answerCount == count { await Task.yield() }
    return question.request
  }

  /// How many pages have been asked for.
  var requestCount: Int {
    get async {
      _ = await loader.currentStates
      return await loader.requestCount
    }
  }
}

/// A row that says whether its number is even.
func evenOrOdd(_ number: Int) -> AnyRow {
  AnyRow(Row(id: "\(number)", title: "\(number.isMultiple(of: 2) ? "even" : "odd") \(number)"))
}

extension ListModel {
  /// Shows only what has a word in its title; all for `nil`.
  func show(only word: String?) throws {
    var filter = filter
    filter.text = word
    filter.mode = .substring
    try setFilter(filter)
  }
}
