public import Riffle

/// A loader that fills a feed from a source page by page, and reports the state of loading. A feed is a ``ListModel``'s group of
/// rows, or all of it.
///
///     let loader = PagedLoader(source: source, target: list.pages(in: "feed"))
///     Task { for await states in await loader.states { render(states) } }
///     await loader.load()                  // whenever the list comes into view
///     list.viewport(0..<12)                // whenever it is scrolled: pages are loaded ahead
///     let result = await loader.refresh()  // when the user pulls
///
/// **Loads.** ``LoadStates`` has the rules for beginning and ending loads. A caller that requests a load in progress waits for
/// it; its source is not called again. Cancelling the waiting task does not cancel the load, which is shared: ``cancel(_:)``
/// does. A result of a load that has ended changes nothing.
///
/// **Rows.** Rows and phases are those of the feed, not of the rest of its list. The list notifies the loader of other changes to
/// the feed, and the loader reads the feed on every call; so its values are never older than the call.
///
/// **Pages ahead.** A page near the visible rows is loaded automatically: once no more than ``PagingOptions/prefetchDistance``
/// rows of the view lie between the viewport and the last visible row of the feed, or the first. This is checked whenever the
/// user scrolls, the list changes, or a load ends. If no row of the feed shows, the position counts where the first would be.
///
/// No page is loaded automatically:
///
/// - for a feed that is hidden or excluded by the filter;
/// - after an error, until the program requests a load;
/// - until the next scroll, after a load that was cancelled or brought nothing;
/// - until the next scroll, after ``PagingOptions/emptyPageLimit`` pages without a visible row;
/// - until the next scroll, after as many rows as fill the viewport and the prefetch distance, because an end may stay near
///   however many rows arrive.
///
/// Ends and feeds of a list count separately.
///
/// **Threads.** The source runs on Swift's pool. The target, `onTransition` and the clock are called on the loader, one at a time
/// and in order, and must not wait for it. So are a list's observers of the changes by a page, and possibly the predicate of its
/// filter. The loader and its loads end when its last reference is released; its list does not retain it.
public actor PagedLoader {
  public nonisolated let options: PagingOptions

  /// The last known states; ``currentStates`` updates them first.
  private(set) var known = LoadStates()
  /// The front end's texts about loading; only stored.
  public private(set) var messages = LoadMessages()
  /// The number of results for loads that had already ended; they were dropped.
  public internal(set) var lateAnswerCount = 0
  /// The number of calls of the source, and of results.
  private(set) var requestCount = 0
  var answerCount = 0

  private let source: any PageSource
  let target: any PageTarget
  let now: @Sendable () -> Timestamp
  private let onTransition: (@Sendable (LoadTransition) -> Void)?
  var loaded = LoadedPages()
  var loads: [LoadTicket: Load] = [:]
  var paces: LoadPaces
  /// Reads the changes that the target signals.
  private let listener = Lock<Task<Void, Never>?>(nil)
  private var observers: [Int: AsyncStream<LoadStates>.Continuation] = [:]
  private var observerCount = 0

  /// A load in progress.
  struct Load {
    var task: Task<Void, Never>?
    var waiting: [CheckedContinuation<LoadResult, Never>] = []
    /// The row to keep in place, by request of the caller.
    var anchor: RowID?
    var firstRow: RowID?
    var pageCount = 0
    /// The number of pages without rows that it may read.
    var pageLimit: Int
    var duplicates: [RowID] = []
    var dropped = 0
  }

  /// - Parameters:
  ///   - onTransition: called with each change of ``currentStates`` before it is made and again afterwards. Loaded rows are then
  ///     already in the list.
  ///   - now: returns the time, called when a refresh succeeds; `nil` for the system's clock.
  public init(
    source: any PageSource, target: any PageTarget, options: PagingOptions = PagingOptions(),
    messages: LoadMessages = LoadMessages(), onTransition: (@Sendable (LoadTransition) -> Void)? = nil,
    now: (@Sendable () -> Timestamp)? = nil
  ) {
    self.source = source
    self.target = target
    self.options = options.inRange
    paces = LoadPaces(self.options)
    self.messages = messages
    self.now = now ?? { .now }
    self.onTransition = onTransition
    let changes = target.changes
    let task = Task.detached { [weak self] in
      for await _ in changes { await self?.look() }
    }
    listener.withLock { $0 = task }
  }

  deinit {
    listener.withLock { $0 }?.cancel()
    for load in loads.values { load.task?.cancel() }
    for observer in observers.values { observer.finish() }
  }

  // MARK: - Loading

  /// Loads the feed unless it has valid rows. Call it whenever the feed comes into view.
  @discardableResult
  public func load() async -> LoadResult { await result(of: beginRefresh(isInitial: true)) }

  /// Loads the feed from the start. The former rows stay until the new ones arrive.
  ///
  /// - Parameter anchor: the row to keep in place, of any section or feed. `nil` for the first row of ``ListModel/viewport(_:)``
  ///   at the time when the new rows arrive.
  @discardableResult
  public func refresh(anchor: RowID? = nil) async -> LoadResult { await result(of: beginRefresh(anchor: anchor)) }

  /// Loads rows after the last one.
  @discardableResult
  public func loadMore() async -> LoadResult { await result(of: beginExtension(.append)) }

  /// Loads rows before the first one.
  @discardableResult
  public func loadPrevious() async -> LoadResult { await result(of: beginExtension(.prepend)) }

  /// Repeats a load in a direction after a failure or an empty result. No error is retried automatically.
  @discardableResult
  public func retry(_ direction: LoadDirection) async -> LoadResult {
    await result(of: direction == .refresh ? beginRefresh() : beginExtension(direction))
  }

  /// Cancels a load; the rows and an earlier error stay. No load begins there automatically until the next scroll.
  ///
  /// - Returns: `false` if no load is in progress.
  @discardableResult
  public func cancel(_ direction: LoadDirection) -> Bool {
    let isCancelled = change { $0.cancel(direction) }
    if isCancelled { pause(direction) }
    endLoads(.cancelled)
    prefetch()
    return isCancelled
  }

  /// Marks the rows as no longer those of the source. All loads in progress are cancelled; the rows stay until the list has been
  /// loaded again, by ``load()`` for example.
  public func invalidate() {
    change { $0.invalidate() }
    endLoads(.invalidated)
  }

  /// Reports an error that no load has found, to be shown over the feed. All loads in progress are cancelled; the rows stay, but
  /// are no longer valid. The state ends when the feed has been loaded again, by ``load()``, ``refresh(anchor:)`` or
  /// ``retry(_:)``: see ``LoadStates/fail(_:)``.
  public func fail(_ error: any Error) {
    change { $0.fail(error) }
    endLoads(.failed)
  }

  // MARK: - Settings

  /// Sets whether to load in a direction at all. A load in progress continues.
  public func setAllowed(_ isAllowed: Bool, _ direction: LoadDirection) {
    change { $0.setAllowed(isAllowed, direction) }
    prefetch()
  }

  public func setMessages(_ messages: LoadMessages) { self.messages = messages }

  // MARK: - State

  /// The present states of loading.
  public var currentStates: LoadStates {
    look()
    return known
  }

  /// ``currentStates`` now and after every change. A slow reader gets only the newest. Each reader has a separate stream, which
  /// ends with the loader.
  public var states: AsyncStream<LoadStates> {
    look()
    let (stream, continuation) = AsyncStream.makeStream(of: LoadStates.self, bufferingPolicy: .bufferingNewest(1))
    observerCount += 1
    let number = observerCount
    observers[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.removeObserver(number) } }
    continuation.yield(known)
    return stream
  }

  private func removeObserver(_ number: Int) { observers[number] = nil }

  /// The extent of the loaded rows among all rows of the source.
  public var extent: LoadedExtent { LoadedExtent(count: loaded.count, offset: loaded.offset, total: loaded.total) }

  /// Returns the position of a loaded row among all rows of the source, from 0; among the loaded ones if the source does not
  /// report it. `nil` if the row is not loaded.
  ///
  /// - Complexity: O(*n*) in the loaded rows.
  public func position(of id: RowID) -> Int? { loaded.position(of: id)?.addingClamped(loaded.offset ?? 0) }

  // MARK: - Beginning

  func beginRefresh(anchor: RowID? = nil, isInitial: Bool = false) -> Result<LoadTicket, LoadRefusal> {
    countRows()
    let isWhole = !known.isStale && known.rowCount > 0 && !loaded.hasMore(.prepend)
    let begun = change { isInitial ? $0.beginInitial() : $0.begin(.refresh) }
    if case .success(let ticket) = begun {
      let load = Load(
        anchor: anchor, firstRow: isWhole ? loaded.firstRow : nil, pageLimit: options.emptyPageLimit)
      loads[ticket] = load
      let size = options.initialSize ?? options.pageSize
      let request = PageRequest(
        .refresh, size: size, anchor: anchor ?? target.sight?.firstRow, firstRow: load.firstRow)
      ask(request, ticket)
    }
    return begun
  }

  /// - Parameter pageLimit: the number of pages without rows that it may read.
  func beginExtension(_ direction: LoadDirection, pageLimit: Int? = nil) -> Result<LoadTicket, LoadRefusal> {
    countRows()
    guard let request = loaded.request(direction, size: options.pageSize) else {
      return .failure(known.refusal(direction) ?? .noMore(direction))
    }
    let begun = change { $0.begin(direction) }
    if case .success(let ticket) = begun {
      loads[ticket] = Load(pageLimit: pageLimit ?? options.emptyPageLimit)
      ask(request, ticket)
    }
    return begun
  }

  func ask(_ request: PageRequest, _ ticket: LoadTicket) {
    requestCount += 1
    loads[ticket]?.pageCount += 1
    loads[ticket]?.task = Task.detached { [source, weak self] in
      let answer: Result<Page, any Error>
      do { answer = .success(try await source.page(request)) } catch { answer = .failure(error) }
      await self?.take(answer, to: request, ticket)
    }
  }

  private func result(of begun: Result<LoadTicket, LoadRefusal>) async -> LoadResult {
    switch begun {
    case .success(let ticket), .failure(.alreadyLoading(let ticket)):
      await withCheckedContinuation { loads[ticket]?.waiting.append($0) }
    case .failure(let refusal): .refused(refusal)
    }
  }

  /// Returns the number of callers that wait for the load in progress in a direction.
  func waitingCount(_ direction: LoadDirection) -> Int {
    loads.first { $0.key.direction == direction }?.value.waiting.count ?? 0
  }

  // MARK: - Reading

  /// Reads the present state of the feed.
  private func look() {
    countRows()
    prefetch()
  }

  private func countRows() {
    let count = target.rowCount
    change { $0.setRowCount(count) }
  }

  /// Loads pages near the visible rows.
  func prefetch() {
    let directions = [LoadDirection.append, .prepend].filter { known[$0] == .idle && known.refusal($0) == nil }
    guard !directions.isEmpty, let sight = target.sight else { return }
    for direction in directions {
      if let limit = paces.pagesLeft(direction, sight) { _ = beginExtension(direction, pageLimit: limit) }
    }
  }

  /// Stops automatic loads in a direction until the next scroll.
  func pause(_ direction: LoadDirection) {
    if let sight = target.sight { paces.pause(direction, scrollCount: sight.scrollCount) }
  }

  // MARK: - Ending

  func end(_ ticket: LoadTicket, _ result: LoadResult) {
    guard let load = loads.removeValue(forKey: ticket) else { return }
    load.task?.cancel()
    for waiting in load.waiting { waiting.resume(returning: result) }
  }

  /// Ends the loads that the states no longer contain.
  func endLoads(_ reason: LoadCancellation) {
    for ticket in loads.keys where !known.isCurrent(ticket) { end(ticket, .cancelled(reason)) }
  }

  @discardableResult
  func change<Result>(_ body: (inout LoadStates) -> Result) -> Result {
    var states = known
    let result = body(&states)
    guard states != known else { return result }
    onTransition?(LoadTransition(moment: .will, from: known, to: states))
    let old = known
    known = states
    onTransition?(LoadTransition(moment: .did, from: old, to: states))
    for observer in observers.values { observer.yield(states) }
    return result
  }
}
