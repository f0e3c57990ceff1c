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
  private var known = LoadStates()
  /// What the front end says about loading; only carried.
  public private(set) var messages = LoadMessages()
  /// How many answers came for loads that had ended, and were dropped.
  public private(set) var lateAnswerCount = 0
  /// How often the source was asked, and how many answers have come.
  private(set) var requestCount = 0
  private(set) var answerCount = 0

  private let source: any PageSource
  private let target: any PageTarget
  private let now: @Sendable () -> UnixTime
  private let onTransition: (@Sendable (LoadTransition) -> Void)?
  private var loaded = LoadedPages()
  private var loads: [LoadTicket: Load] = [:]
  private var paces: [LoadDirection: Pace] = [:]
  /// Hears what the target tells.
  private let listener = Lock<Task<Void, Never>?>(nil)
  private var observers: [Int: AsyncStream<LoadStates>.Continuation] = [:]
  private var observerCount = 0

  /// A load under way.
  private struct Load {
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

  /// How much has been loaded in a direction since somebody scrolled.
  private struct Pace {
    let scrollCount: Int
    /// How many pages have come since the last one of which a row shows.
    var blankPages = 0
    /// How many rows that show have come, but for those that have gone again, as through a filter.
    var shownRows = 0
    private var feedCount = 0

    init(scrollCount: Int, blankPages: Int = 0) { (self.scrollCount, self.blankPages) = (scrollCount, blankPages) }

    /// - Parameter count: how many rows of the feed show now.
    mutating func look(at count: Int) {
      shownRows -= min(shownRows, max(0, feedCount - count))
      feedCount = count
    }
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

  private func ask(_ request: PageRequest, _ ticket: LoadTicket) {
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
  private func prefetch() {
    let directions = [LoadDirection.append, .prepend].filter { known[$0] == .idle && known.refusal($0) == nil }
    guard !directions.isEmpty, let sight = target.sight else { return }
    for direction in directions {
      if paces[direction]?.scrollCount != sight.scrollCount { paces[direction] = Pace(scrollCount: sight.scrollCount) }
      paces[direction]?.look(at: sight.shownCount)
      guard let pace = paces[direction], let distance = sight.distance(direction),
        distance <= options.prefetchDistance ?? 0, pace.shownRows < sight.room(ahead: options.prefetchDistance ?? 0)
      else { continue }
      let pagesLeft = options.emptyPageLimit - pace.blankPages
      if pagesLeft > 0 { _ = beginExtension(direction, pageLimit: pagesLeft) }
    }
  }

  /// Loads nothing more in a direction unasked until somebody scrolls.
  private func pause(_ direction: LoadDirection) {
    guard let count = target.sight?.scrollCount else { return }
    paces[direction] = Pace(scrollCount: count, blankPages: options.emptyPageLimit)
  }

  // MARK: - Ending

  private func take(_ answer: Result<Page, any Error>, to request: PageRequest, _ ticket: LoadTicket) {
    answerCount += 1
    guard known.isCurrent(ticket), let load = loads[ticket] else {
      lateAnswerCount += 1
      return
    }
    do {
      let page = try answer.get()
      if ticket.direction == .refresh {
        try finishRefresh(page, request, ticket, load)
      } else {
        try finishExtension(page, request, ticket, load)
      }
    } catch {
      change { $0.finish(ticket, .failed(error)) }
      if let failure = known[ticket.direction].failure { end(ticket, .failed(failure)) }
      prefetch()
    }
  }

  private func finishRefresh(_ page: Page, _ request: PageRequest, _ ticket: LoadTicket, _ load: Load) throws {
    let isAddition = page.isAddition && load.firstRow != nil
    let arrival = loaded.arrival(page.content, replacing: !isAddition)
    // The rows may begin on a later page.
    let next = isAddition || page.next == request.cursor ? nil : page.next
    if arrival.content.isEmpty, let next { return try readOn(next) }
    let outcome = try target.apply(
      isAddition ? .prepend(arrival.content, droppingLast: []) : .replace(arrival.content),
      following: load.anchor ?? target.sight?.firstRow ?? request.anchor)
    if isAddition { loaded.add(page, request, arrival.ids) } else { loaded.replace(request, page, arrival.ids) }
    // All that the page has may be elsewhere in the list.
    if outcome.rowCount == 0, !arrival.ids.isEmpty, let next {
      change {
        $0.overtake()
        $0.set(rows(0))
      }
      endLoads(.overtaken)
      return try readOn(next)
    }
    func readOn(_ next: JSONValue) throws {
      guard load.pageCount < load.pageLimit else { throw PagingError.onlyEmptyPages(count: load.pageCount) }
      ask(PageRequest(.append, cursor: next, size: request.size), ticket)
    }
    paces = [:]
    finish(
      ticket, outcome.rowCount,
      .refreshed(RefreshOutcome(rowCount: outcome.rowCount, isAddition: isAddition, anchor: outcome.anchor)))
    prefetch()
  }

  private func finishExtension(_ page: Page, _ request: PageRequest, _ ticket: LoadTicket, _ load: Load) throws {
    let direction = ticket.direction
    let arrival = loaded.arrival(page.content, replacing: false)
    // While another load is under way, its rows must fit those it went on from.
    let pages = loads.count > 1 || arrival.ids.isEmpty ? 0 : droppablePages(after: direction, adding: arrival.ids.count)
    let leaving = loaded.rowIDs(ofPages: pages, leavingAfter: direction)
    var outcome = PageOutcome(rowCount: target.rowCount, added: 0)
    if !arrival.content.isEmpty {
      outcome = try target.apply(
        direction == .append
          ? .append(arrival.content, droppingFirst: leaving) : .prepend(arrival.content, droppingLast: leaving),
        following: nil)
    }
    loaded.extend(direction, request, page, arrival.ids, droppingPages: pages)
    let duplicates = load.duplicates + arrival.duplicates
    let dropped = load.dropped.addingClamped(outcome.dropped)
    if outcome.added == 0, load.pageCount < load.pageLimit,
      let next = loaded.request(direction, size: options.pageSize), next != request
    {
      loads[ticket]?.duplicates = duplicates
      loads[ticket]?.dropped = dropped
      change { $0.set(rows(outcome.rowCount)) }
      return ask(next, ticket)
    }
    if outcome.added == 0 { pause(direction) }
    if outcome.shown > 0 { paces[direction]?.blankPages = 0 } else { paces[direction]?.blankPages += load.pageCount }
    paces[direction]?.shownRows += outcome.shown
    finish(
      ticket, outcome.rowCount,
      .extended(ExtensionOutcome(added: outcome.added, dropped: dropped, duplicates: duplicates)))
    prefetch()
  }

  private func droppablePages(after direction: LoadDirection, adding count: Int) -> Int {
    guard options.maxRows != nil else { return 0 }
    let sight = target.sight
    return loaded.droppablePages(after: direction, adding: count, maxRows: options.maxRows) { leaving, remaining in
      sight?.canLeave(
        leaving, after: direction, remaining: remaining, prefetchDistance: options.prefetchDistance ?? 0) ?? true
    }
  }

  private func finish(_ ticket: LoadTicket, _ count: Int, _ result: LoadResult) {
    let time = ticket.direction == .refresh ? now() : nil
    change { $0.finish(ticket, .loaded(rows(count)), at: time) }
    end(ticket, result)
    endLoads(.overtaken)
  }

  private func rows(_ count: Int) -> LoadedRows {
    LoadedRows(count: count, hasMoreToAppend: loaded.hasMore(.append), hasMoreToPrepend: loaded.hasMore(.prepend))
  }

  private func end(_ ticket: LoadTicket, _ result: LoadResult) {
    guard let load = loads.removeValue(forKey: ticket) else { return }
    load.task?.cancel()
    for waiting in load.waiting { waiting.resume(returning: result) }
  }

  /// Ends the loads that the states no longer know.
  private func endLoads(_ reason: LoadCancellation) {
    for ticket in loads.keys where !known.isCurrent(ticket) { end(ticket, .cancelled(reason)) }
  }

  @discardableResult
  private func change<Result>(_ body: (inout LoadStates) -> Result) -> Result {
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
