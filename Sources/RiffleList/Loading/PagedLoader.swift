import Riffle

/// Fills a feed from a source page by page, and says how that goes. A feed is a ``ListModel``'s group of rows, or all
/// of it.
///
///     let loader = PagedLoader(source: source, target: list.pages(in: "feed"))
///     Task { for await states in await loader.states { render(states) } }
///     await loader.load()                  // whenever the list comes into view
///     list.viewport(0..<12)                // whenever it is scrolled: pages are loaded ahead
///     let result = await loader.refresh()  // when somebody pulls
///
/// **Loads.** What may begin, and what ends what, are the rules of ``LoadStates``. Whoever asks for a load that is
/// under way waits for that one; its source is not asked again. Cancelling the task that waits does not cancel the
/// load, which is everybody's: ``cancel(_:)`` does. An answer to a load that has ended changes nothing.
///
/// **Rows.** Rows and phases are those of the feed, not of the rest of its list. What others do to the feed the loader
/// is told by the list, and looks whenever it is asked something: what it says is never older than what it is asked
/// after.
///
/// **Pages ahead.** Nobody need ask for a page that is near what shows. It is loaded once no more than
/// ``PagingOptions/prefetchDistance`` rows of the view lie between the viewport and the last row of the feed that
/// shows, or the first; whenever somebody scrolls, the list changes, or a load ends. If no row of the feed shows, the
/// place counts where the first would be. A feed that is hidden, or that the filter leaves out, loads none. Nor is one
/// loaded after an error, until somebody asks. Until somebody scrolls, none is loaded after a load that was cancelled or
/// brought nothing, after ``PagingOptions/emptyPageLimit`` pages of which nothing shows, or after as many rows as fill the
/// viewport and the prefetch distance: an end may stay near however many rows come. The ends and feeds of a list count for
/// themselves.
///
/// The source runs on Swift's pool. The target, `onTransition` and the clock are called on the loader, one at a time
/// and in order, and must not wait for it; so are a list's observers for what a page does to it, and maybe the
/// predicate of its filter. The loader, and all it has under way, ends when nobody has it any more; its list does not
/// keep it.
public actor PagedLoader {
  public nonisolated let options: PagingOptions

  /// What is known of loading; ``currentStates`` looks first whether that is still so.
  private(set) var known = LoadStates()
  /// What the front end says about loading; only carried.
  public private(set) var messages = LoadMessages()
  /// How many answers came for loads that had ended, and were dropped.
  public internal(set) var lateAnswerCount = 0
  /// How often the source was asked, and how many answers have come.
  private(set) var requestCount = 0
  var answerCount = 0

  private let source: any PageSource
  let target: any PageTarget
  let now: @Sendable () -> UnixTime
  private let onTransition: (@Sendable (LoadTransition) -> Void)?
  var loaded = LoadedPages()
  var loads: [LoadTicket: Load] = [:]
  var paces: LoadPaces
  /// Hears what the target tells.
  private let listener = Lock<Task<Void, Never>?>(nil)
  private var observers: [Int: AsyncStream<LoadStates>.Continuation] = [:]
  private var observerCount = 0

  /// A load under way.
  struct Load {
    var task: Task<Void, Never>?
    var waiting: [CheckedContinuation<LoadResult, Never>] = []
    /// The row that somebody wants to be kept in place.
    var anchor: RowID?
    var firstRow: RowID?
    var pageCount = 0
    /// How many pages without rows it may read.
    var pageLimit: Int
    var duplicates: [RowID] = []
    var dropped = 0
  }

  /// - Parameters:
  ///   - onTransition: told of each change of ``currentStates`` before it is made and again afterwards. The rows that
  ///     were loaded are then in the list already.
  ///   - now: the time, asked when a refresh succeeds; `nil` for the system's clock.
  public init(
    source: any PageSource, target: any PageTarget, options: PagingOptions = PagingOptions(),
    messages: LoadMessages = LoadMessages(), onTransition: (@Sendable (LoadTransition) -> Void)? = nil,
    now: (@Sendable () -> UnixTime)? = nil
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

  /// Loads the feed unless it has rows that are valid. To be called whenever it comes into view.
  @discardableResult
  public func load() async -> LoadResult { await result(of: beginRefresh(isInitial: true)) }

  /// Loads the feed from the start. The rows of before stay until the new ones are there.
  ///
  /// - Parameter anchor: the row to keep in place, of whatever section or feed; `nil` for the first one that shows when
  ///   the new rows come, as ``ListModel/viewport(_:)`` says.
  @discardableResult
  public func refresh(anchor: RowID? = nil) async -> LoadResult { await result(of: beginRefresh(anchor: anchor)) }

  /// Loads rows after the last one.
  @discardableResult
  public func loadMore() async -> LoadResult { await result(of: beginExtension(.append)) }

  /// Loads rows before the first one.
  @discardableResult
  public func loadPrevious() async -> LoadResult { await result(of: beginExtension(.prepend)) }

  /// Loads again what failed in a direction, or is empty. An error is never retried otherwise than by asking.
  @discardableResult
  public func retry(_ direction: LoadDirection) async -> LoadResult {
    await result(of: direction == .refresh ? beginRefresh() : beginExtension(direction))
  }

  /// Gives up a load; the rows and an error of before stay. None begins there unasked until somebody scrolls.
  ///
  /// - Returns: `false` if there is none under way.
  @discardableResult
  public func cancel(_ direction: LoadDirection) -> Bool {
    let isCancelled = change { $0.cancel(direction) }
    if isCancelled { pause(direction) }
    endLoads(.cancelled)
    prefetch()
    return isCancelled
  }

  /// The rows are no longer what the source has. All loads under way are given up; the rows stay until the list has
  /// been loaded again, which ``load()`` now does.
  public func invalidate() {
    change { $0.invalidate() }
    endLoads(.invalidated)
  }

  /// Something went wrong that no load has found, and what covers the feed shall say so. All loads under way are given
  /// up; the rows stay, and are no longer valid. It is over when the feed has been loaded again, which ``load()``,
  /// ``refresh(anchor:)`` and ``retry(_:)`` do: see ``LoadStates/fail(_:)``.
  public func fail(_ error: any Error) {
    change { $0.fail(error) }
    endLoads(.failed)
  }

  // MARK: - What the front end says

  /// Whether to load in a direction at all. A load under way goes on.
  public func setAllowed(_ isAllowed: Bool, _ direction: LoadDirection) {
    change { $0.setAllowed(isAllowed, direction) }
    prefetch()
  }

  public func setMessages(_ messages: LoadMessages) { self.messages = messages }

  // MARK: - What the front end asks

  /// What loading is like now.
  public var currentStates: LoadStates {
    look()
    return known
  }

  /// ``currentStates`` now and after every change. The newest wins: whoever is slow to ask misses those between. Each
  /// reader has a stream of its own; it ends with the loader.
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

  /// Where the loaded rows lie among all that the source has.
  public var extent: LoadedExtent { LoadedExtent(count: loaded.count, offset: loaded.offset, total: loaded.total) }

  /// The position of a loaded row among all that the source has, from 0; among the loaded ones, if the source does not
  /// say. `nil` if the row is not loaded.
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

  /// - Parameter pageLimit: how many pages without rows it may read.
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

  /// How many wait for the load that is under way in a direction.
  func waitingCount(_ direction: LoadDirection) -> Int {
    loads.first { $0.key.direction == direction }?.value.waiting.count ?? 0
  }

  // MARK: - Looking

  /// Takes note of what has become of the feed.
  private func look() {
    countRows()
    prefetch()
  }

  private func countRows() {
    let count = target.rowCount
    change { $0.setRowCount(count) }
  }

  /// Loads what is near the rows that show.
  func prefetch() {
    let directions = [LoadDirection.append, .prepend].filter { known[$0] == .idle && known.refusal($0) == nil }
    guard !directions.isEmpty, let sight = target.sight else { return }
    for direction in directions {
      if let limit = paces.pagesLeft(direction, sight) { _ = beginExtension(direction, pageLimit: limit) }
    }
  }

  /// Loads nothing more in a direction unasked until somebody scrolls.
  func pause(_ direction: LoadDirection) {
    if let sight = target.sight { paces.pause(direction, scrollCount: sight.scrollCount) }
  }

  // MARK: - Ending

  func end(_ ticket: LoadTicket, _ result: LoadResult) {
    guard let load = loads.removeValue(forKey: ticket) else { return }
    load.task?.cancel()
    for waiting in load.waiting { waiting.resume(returning: result) }
  }

  /// Ends the loads that the states no longer know.
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
