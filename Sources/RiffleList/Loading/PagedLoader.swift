import Riffle

/// Fills a list from a source page by page, and says how that goes.
///
///     let loader = PagedLoader(source: source, target: list.pages())
///     Task { for await states in await loader.states { render(states) } }
///     await loader.load()                  // whenever the list comes into view
///     list.viewport(0..<12)                // whenever it is scrolled: pages are loaded ahead
///     let result = await loader.refresh()  // when somebody pulls
///
/// What may begin, and what ends what, are the rules of ``LoadStates``. Whoever asks for a load that is under way waits
/// for that one; its source is not asked again. Cancelling the task that waits does not cancel the load, which is
/// everybody's: ``cancel(_:)`` does. An answer to a load that has ended changes nothing.
///
/// The source runs on Swift's pool. The target, `onTransition` and the clock are called on the loader, one at a time
/// and in order, and must not wait for it. The loader, and all it has under way, ends when nobody has it any more.
public actor PagedLoader {
  public nonisolated let options: PagingOptions

  /// What loading is like now.
  public var currentStates: LoadStates {
    lookAtList()
    return known
  }

  /// ``currentStates``, but for rows that others have added to the list or removed since.
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
  /// The target, if it is a list's.
  private let pages: ListPages?
  private var listTask: Task<Void, Never>?
  /// How often somebody had said what is looked at, when rows were last loaded ahead, and how many pages of which nothing
  /// shows have come since.
  private var reports = 0
  private var unseenPages = 0
  private let now: @Sendable () -> UnixTime
  private let onTransition: (@Sendable (LoadTransition) -> Void)?
  private var loaded = LoadedPages()
  private var loads: [LoadTicket: Load] = [:]
  /// The rows that show, by their positions among the loaded ones, of a target that is no list.
  private var shown: Range<Int>?
  private var observers: [Int: AsyncStream<LoadStates>.Continuation] = [:]
  private var observerCount = 0

  /// A load under way.
  private struct Load {
    var task: Task<Void, Never>?
    var waiting: [CheckedContinuation<LoadResult, Never>] = []
    var anchor: RowID?
    var firstRow: RowID?
    var pageCount = 0
    var duplicates: [RowID] = []
  }

  /// - Parameters:
  ///   - onTransition: told of each change of ``currentStates`` before it is made and again afterwards. The rows that
  ///     were loaded are then in the list already.
  ///   - now: asked when a refresh succeeds; `nil` for the system's clock.
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
    pages = target as? ListPages
    guard let changes = pages?.list.changes() else { return }
    Task { [weak self] in await self?.follow(changes) }
  }

  private func follow(_ changes: AsyncStream<Void>) {
    listTask = Task { [weak self] in
      for await _ in changes {
        guard let self else { return }
        await self.listHasChanged()
      }
    }
  }

  private func listHasChanged() {
    lookAtList()
    prefetch()
  }

  /// Counts the rows that the list has of the pages.
  private func lookAtList() {
    if let count = pages?.rowCount, count != known.rowCount { change { $0.setRowCount(count) } }
  }

  deinit {
    listTask?.cancel()
    for load in loads.values { load.task?.cancel() }
    for observer in observers.values { observer.finish() }
  }

  // MARK: - Loading

  /// Loads the list unless it has rows that are valid. To be called whenever it comes into view.
  @discardableResult
  public func load() async -> LoadResult { await result(of: beginRefresh(isInitial: true)) }

  /// Loads the list from the start. The rows of before stay until the new ones are there.
  ///
  /// - Parameter anchor: the row to keep in place; `nil` for the first one that shows, whether it came from here or not.
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

  /// Gives up a load; the rows and an error of before stay.
  ///
  /// - Returns: `false` if there is none under way.
  @discardableResult
  public func cancel(_ direction: LoadDirection) -> Bool {
    let isCancelled = change { $0.cancel(direction) }
    endLoads(.cancelled)
    return isCancelled
  }

  /// The rows are no longer what the source has. All loads under way are given up; the rows stay until the list has been
  /// loaded again, which ``load()`` now does.
  public func invalidate() {
    change { $0.invalidate() }
    endLoads(.invalidated)
  }

  /// Something else has gone wrong than a load: all that is under way is given up, and the list is as after a refresh that
  /// failed, in ``LoadPhase/error`` if it has no rows, until the next load from the start.
  public func fail(_ error: any Error) {
    change { $0.fail(error) }
    endLoads(.cancelled)
  }

  // MARK: - What the front end says

  /// These rows show. Loads more where at most ``PagingOptions/prefetchDistance`` rows are left beyond them, now and
  /// after each load, unless the last attempt there has failed.
  ///
  /// Of a list it is the same as ``ListModel/viewport(_:)``, but loads have begun when it returns. Rows are counted in the
  /// view: while a filter is on, pages of which nothing shows are loaded one after the other, but no more of them than
  /// ``PagingOptions/emptyPageLimit`` before somebody says again what is looked at.
  ///
  /// - Parameter rows: positions in the view of a list, or of loaded rows in any other target, from 0. Where placeholders
  ///   show, it reaches below 0 or beyond the last row.
  public func viewport(_ rows: Range<Int>) {
    if let pages {
      pages.list.viewport(rows)
      return listHasChanged()
    }
    let limit = 1 << 40
    shown = min(max(rows.lowerBound, -limit), limit)..<min(max(rows.upperBound, -limit), limit)
    prefetch()
  }

  /// Whether to load in a direction at all. A load under way goes on.
  public func setAllowed(_ isAllowed: Bool, _ direction: LoadDirection) {
    change { $0.setAllowed(isAllowed, direction) }
    prefetch()
  }

  /// Somebody else has added rows to the target or removed some, and it now has so many. A list need not be told.
  public func setRowCount(_ count: Int) { change { $0.setRowCount(count) } }

  public func setMessages(_ messages: LoadMessages) { self.messages = messages }

  // MARK: - What the front end asks

  /// ``currentStates`` now and after every change. The newest wins: whoever is slow to ask misses those between. Each
  /// reader has a stream of its own; it ends with the loader.
  public var states: AsyncStream<LoadStates> {
    let (stream, continuation) = AsyncStream.makeStream(of: LoadStates.self, bufferingPolicy: .bufferingNewest(1))
    observerCount += 1
    let number = observerCount
    observers[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.removeObserver(number) } }
    continuation.yield(currentStates)
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
    let isWhole = !currentStates.isStale && currentStates.rowCount > 0 && !loaded.hasMore(.prepend)
    let begun = change { isInitial ? $0.beginInitial() : $0.begin(.refresh) }
    if case .success(let ticket) = begun {
      var load = Load()
      load.anchor =
        anchor ?? (pages != nil ? pages?.access()?.firstRow : shown.flatMap { loaded.id(at: max(0, $0.lowerBound)) })
      load.firstRow = isWhole ? loaded.firstRow : nil
      loads[ticket] = load
      let size = options.initialSize ?? options.pageSize
      ask(PageRequest(.refresh, size: size, anchor: load.anchor, firstRow: load.firstRow), ticket)
    }
    return begun
  }

  func beginExtension(_ direction: LoadDirection) -> Result<LoadTicket, LoadRefusal> {
    guard let request = loaded.request(direction, size: options.pageSize) else {
      return .failure(currentStates.refusal(direction) ?? .noMore(direction))
    }
    let begun = change { $0.begin(direction) }
    if case .success(let ticket) = begun {
      loads[ticket] = Load()
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
      await withCheckedContinuation { loads[ticket, default: Load()].waiting.append($0) }
    case .failure(let refusal): .refused(refusal)
    }
  }

  /// How many wait for the load that is under way in a direction.
  func waitingCount(_ direction: LoadDirection) -> Int {
    loads.first { $0.key.direction == direction }?.value.waiting.count ?? 0
  }

  /// Loads what is near the rows that show.
  private func prefetch() {
    let distance = options.prefetchDistance ?? 0
    func isNear(_ direction: LoadDirection) -> Bool {
      guard let pages else {
        guard let shown else { return false }
        return direction == .append
          ? known.rowCount.addingClamped(-shown.upperBound) <= distance : shown.lowerBound <= distance
      }
      guard let access = pages.access() else { return false }
      if access.reports != reports { (reports, unseenPages) = (access.reports, 0) }
      return unseenPages < options.emptyPageLimit && access.isNear(direction, distance)
    }
    for direction in [LoadDirection.append, .prepend] where known[direction] == .idle && isNear(direction) {
      _ = beginExtension(direction)
    }
  }

  /// The loaded rows that show; where none does, the nearest end.
  private var shownRows: Range<Int>? {
    guard let pages else { return shown }
    guard let access = pages.access() else { return nil }
    return loaded.range(of: Set(access.visible))
      ?? (access.isBehind ? loaded.count..<loaded.count : 0..<0)
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
      if let failure = currentStates[ticket.direction].failure { end(ticket, .failed(failure)) }
    }
  }

  private func finishRefresh(_ page: Page, _ request: PageRequest, _ ticket: LoadTicket, _ load: Load) throws {
    let isAddition = page.isAddition && load.firstRow != nil
    let arrival = loaded.arrival(page.content, replacing: !isAddition)
    if arrival.content.isEmpty, !isAddition, let next = page.next, next != request.cursor {
      // The rows begin on a later page.
      guard load.pageCount < options.emptyPageLimit else { throw PagingError.onlyEmptyPages(count: load.pageCount) }
      return ask(PageRequest(.append, cursor: next, size: request.size), ticket)
    }
    var count = currentStates.rowCount
    let view = load.anchor == nil ? nil : pages?.list.view
    if !isAddition {
      count = try target.apply(.replace(arrival.content)).rowCount
    } else if !arrival.content.isEmpty {
      count = try target.apply(.prepend(arrival.content, droppingLast: [])).rowCount
    }
    let old = load.anchor == nil || pages != nil ? [] : loaded.rowIDs
    if isAddition { loaded.add(page, request, arrival.ids) } else { loaded.replace(request, page, arrival.ids) }
    let anchor = load.anchor.map { id in
      if let view, let pages {
        RefreshAnchor(id, from: view, to: pages.list.view)
      } else {
        RefreshAnchor(id, before: old, after: loaded.rowIDs)
      }
    }
    if isAddition {
      moveShown(by: arrival.ids.count)
    } else if let shown {
      moveShown(by: (anchor?.row.flatMap { loaded.position(of: $0) } ?? 0) - shown.lowerBound)
    }
    finish(ticket, count, .refreshed(RefreshOutcome(rowCount: count, isAddition: isAddition, anchor: anchor)))
    prefetch()
  }

  private func finishExtension(_ page: Page, _ request: PageRequest, _ ticket: LoadTicket, _ load: Load) throws {
    let direction = ticket.direction
    let arrival = loaded.arrival(page.content, replacing: false)
    // While another load is under way, its rows must fit those it went on from.
    let pages =
      loads.count > 1 || arrival.ids.isEmpty
      ? 0 : loaded.droppablePages(after: direction, adding: arrival.ids.count, options, shown: shownRows)
    let leaving = loaded.rowIDs(ofPages: pages, leavingAfter: direction)
    var outcome = PageOutcome(rowCount: currentStates.rowCount, added: 0)
    let shownCount = self.pages?.access()?.shownCount
    if !arrival.content.isEmpty {
      outcome = try target.apply(
        direction == .append
          ? .append(arrival.content, droppingFirst: leaving) : .prepend(arrival.content, droppingLast: leaving))
    }
    if leaving.isEmpty, let shownCount, self.pages?.access()?.shownCount ?? 0 <= shownCount {
      unseenPages += 1
    } else {
      unseenPages = 0
    }
    loaded.extend(direction, request, page, arrival.ids, droppingPages: pages)
    moveShown(by: direction == .append ? -leaving.count : arrival.ids.count)
    let duplicates = load.duplicates + arrival.duplicates
    if arrival.content.isEmpty, load.pageCount < options.emptyPageLimit,
      let next = loaded.request(direction, size: options.pageSize), next != request
    {
      loads[ticket]?.duplicates = duplicates
      return ask(next, ticket)
    }
    finish(
      ticket, outcome.rowCount,
      .extended(ExtensionOutcome(added: outcome.added, dropped: leaving.count, duplicates: duplicates)))
    // Without rows it would go on and on.
    if !arrival.ids.isEmpty { prefetch() }
  }

  private func moveShown(by distance: Int) {
    shown = shown.map { $0.lowerBound + distance..<$0.upperBound + distance }
  }

  private func finish(_ ticket: LoadTicket, _ count: Int, _ result: LoadResult) {
    let rows = LoadedRows(
      count: count, hasMoreToAppend: loaded.hasMore(.append), hasMoreToPrepend: loaded.hasMore(.prepend))
    let time = ticket.direction == .refresh ? now() : nil
    change { $0.finish(ticket, .loaded(rows), at: time) }
    end(ticket, result)
    endLoads(.overtaken)
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
