@testable import RiffleList

/// A list that is filled from a source that answers when it is told to.
struct LoadedList {
  let list: ListModel
  let source = ControlledSource()
  let loader: PagedLoader

  init(
    _ options: PagingOptions = PagingOptions(pageSize: 10, initialSize: 10),
    onTransition: (@Sendable (LoadTransition) -> Void)? = nil
  ) throws {
    list = try ListModel()
    loader = PagedLoader(
      source: source, target: list.pages(in: "feed"), options: options, onTransition: onTransition)
  }

  func phase() async -> LoadPhase { await loader.currentStates.phase }

  @discardableResult
  func refresh(_ page: Page) async -> LoadResult {
    async let result = loader.refresh()
    await source.next().answer(page)
    return await result
  }

  @discardableResult
  func refresh(failing error: SourceError) async -> LoadResult {
    async let result = loader.refresh()
    await source.next().fail(error)
    return await result
  }

  @discardableResult
  func loadMore(_ page: Page) async -> LoadResult {
    async let result = loader.loadMore()
    await source.next().answer(page)
    return await result
  }

  /// Waits until the source has got all that it is asked, and the loader all that it is answered.
  func settle() async {
    _ = await loader.currentStates
    while await source.requests.count < loader.requestCount { await Task.yield() }
    while await loader.answerCount < loader.requestCount { await Task.yield() }
  }
}
