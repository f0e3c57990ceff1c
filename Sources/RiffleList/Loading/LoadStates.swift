/// How loading goes in a feed, which may be all of a list or a part of it: what is under way, what went wrong, what
/// more there is.
///
/// A value without threads or tasks: whoever loads rows asks it whether a load may begin, and tells it how the load
/// ended.
///
///     switch states.begin(.append) {
///     case .success(let ticket): … states.finish(ticket, .failed(error))
///     case .failure(let refusal): …
///     }
///
/// One load at most is under way in each direction. A refresh may begin while rows are appended or prepended, and these
/// may end while it runs; once it has succeeded they have been overtaken, as they went on from rows that are gone. No
/// rows are appended or prepended while a refresh runs, while the rows are stale, or while there are none.
///
/// Every operation takes constant time.
public struct LoadStates: Sendable, Equatable {
  /// How the last refresh went; the first load is one too.
  public var refresh: LoadState { refreshSlot.state }
  public var append: LoadState { appendSlot.state }
  public var prepend: LoadState { prependSlot.state }

  /// Whether the source has rows after the last one, or before the first one.
  public private(set) var hasMoreToAppend = false
  public private(set) var hasMoreToPrepend = false

  /// Whether rows that are there may be refreshed. A list without rows, or with stale ones, may always be loaded.
  ///
  /// These three can be changed at any time; a load under way goes on.
  public var canRefresh = true
  public var canAppend = true
  public var canPrepend = true

  /// How many rows the feed has.
  public private(set) var rowCount = 0
  /// Whether a load has ever succeeded: only then is a list without rows known to be empty.
  public private(set) var isLoaded = false
  /// Whether the source has said that the rows are no longer valid, and no refresh has succeeded since.
  public private(set) var isStale = false
  /// Whether the program has said that something went wrong, and no refresh has succeeded since: see ``fail(_:)``.
  public private(set) var isFailed = false
  /// When a refresh last succeeded; `nil` before the first.
  public private(set) var lastUpdated: UnixTime?

  private var refreshSlot = Slot()
  private var appendSlot = Slot()
  private var prependSlot = Slot()
  private var ticketCount: UInt64 = 0

  /// One direction: what is under way, and what went wrong before.
  private struct Slot: Equatable {
    var ticket: LoadTicket?
    var failure: LoadFailure?

    var state: LoadState { ticket != nil ? .loading : failure.map(LoadState.failed) ?? .idle }
  }

  public init() {}

  /// How loading goes in a direction.
  public subscript(direction: LoadDirection) -> LoadState { slot(direction).state }

  public func hasMore(_ direction: LoadDirection) -> Bool {
    switch direction {
    case .refresh: false
    case .append: hasMoreToAppend
    case .prepend: hasMoreToPrepend
    }
  }

  public func isAllowed(_ direction: LoadDirection) -> Bool {
    switch direction {
    case .refresh: canRefresh
    case .append: canAppend
    case .prepend: canPrepend
    }
  }

  public mutating func setAllowed(_ isAllowed: Bool, _ direction: LoadDirection) {
    switch direction {
    case .refresh: canRefresh = isAllowed
    case .append: canAppend = isAllowed
    case .prepend: canPrepend = isAllowed
    }
  }

  /// What the list shows as a whole. The first of these that is so:
  ///
  /// 1. A refresh is under way: ``LoadPhase/initialLoading`` without rows, else ``LoadPhase/refreshing``.
  /// 2. Rows are being appended: ``LoadPhase/nextPage``; or prepended: ``LoadPhase/previousPage``.
  /// 3. The program has said that something went wrong: ``LoadPhase/error``, with or without rows.
  /// 4. There are rows: ``LoadPhase/idle``, whatever failed; the errors are in ``refresh``, ``append``, ``prepend``.
  /// 5. The last refresh failed: ``LoadPhase/error``.
  /// 6. A load has succeeded: ``LoadPhase/empty``, and else ``LoadPhase/idle``.
  ///
  /// So a list that is reloaded never looks empty on the way, and one that was never loaded does not either.
  public var phase: LoadPhase {
    if refresh == .loading { return rowCount == 0 ? .initialLoading : .refreshing }
    if append == .loading { return .nextPage }
    if prepend == .loading { return .previousPage }
    if isFailed { return .error }
    if rowCount > 0 { return .idle }
    if refreshSlot.failure != nil { return .error }
    return isLoaded ? .empty : .idle
  }

  // MARK: - Loads

  /// Begins the first load. A list that has rows, unless they are stale, needs none.
  ///
  /// It can be asked for whenever a list comes into view, and as often as wanted: it begins when there is something to
  /// load, which is also so after an error and in an empty list.
  public mutating func beginInitial() -> Result<LoadTicket, LoadRefusal> {
    if let ticket = refreshSlot.ticket { return .failure(.alreadyLoading(ticket)) }
    if rowCount > 0, !isStale { return .failure(.hasRows) }
    return begin(.refresh)
  }

  /// Begins a load, or says why not. The last error in its direction no longer shows while it runs.
  public mutating func begin(_ direction: LoadDirection) -> Result<LoadTicket, LoadRefusal> {
    if let refusal = refusal(direction) { return .failure(refusal) }
    ticketCount += 1
    let ticket = LoadTicket(direction: direction, number: ticketCount)
    change(direction) { $0.ticket = ticket }
    return .success(ticket)
  }

  func refusal(_ direction: LoadDirection) -> LoadRefusal? {
    if let ticket = slot(direction).ticket { return .alreadyLoading(ticket) }
    if direction == .refresh {
      return canRefresh || rowCount == 0 || isStale ? nil : .notAllowed(.refresh)
    }
    if !isAllowed(direction) { return .notAllowed(direction) }
    if refreshSlot.ticket != nil { return .refreshing }
    if isStale { return .stale }
    if rowCount == 0 { return .noRows }
    return hasMore(direction) ? nil : .noMore(direction)
  }

  /// Whether the load of a ticket is still under way: not ended, cancelled or overtaken.
  public func isCurrent(_ ticket: LoadTicket) -> Bool { slot(ticket.direction).ticket == ticket }

  /// Ends a load.
  ///
  /// A refresh that succeeds ends everything else that is under way and clears all errors. One that fails leaves the
  /// rows and the other loads as they are.
  ///
  /// - Parameter time: when; kept if this is a refresh that succeeded.
  /// - Returns: `false` if the load is no longer under way. Nothing changes then.
  @discardableResult
  public mutating func finish(_ ticket: LoadTicket, _ ending: LoadEnding, at time: UnixTime? = nil) -> Bool {
    guard isCurrent(ticket) else { return false }
    switch ending {
    case .failed(let error):
      change(ticket.direction) { $0 = Slot(failure: LoadFailure(error: error, ticket: ticket)) }
    case .loaded(let rows):
      if ticket.direction == .refresh {
        overtake()
        isLoaded = true
        isStale = false
        isFailed = false
        lastUpdated = time ?? lastUpdated
      }
      change(ticket.direction) { $0 = Slot() }
      set(rows)
    }
    return true
  }

  /// A refresh has taken away what pages would be added to, and is perhaps still under way.
  mutating func overtake() {
    appendSlot = Slot()
    prependSlot = Slot()
  }

  /// A load has changed this already, and is still under way.
  mutating func set(_ rows: LoadedRows) {
    rowCount = max(0, rows.count)
    hasMoreToAppend = rows.hasMoreToAppend
    hasMoreToPrepend = rows.hasMoreToPrepend
  }

  /// Gives up the load that is under way in a direction, as if it had not begun: an error of before shows again.
  ///
  /// - Returns: `false` if there is none.
  @discardableResult
  public mutating func cancel(_ direction: LoadDirection) -> Bool {
    guard slot(direction).ticket != nil else { return false }
    change(direction) { $0.ticket = nil }
    return true
  }

  /// The rows are no longer what the source has: all loads under way are given up, and only a refresh may begin. The
  /// rows stay until it succeeds.
  public mutating func invalidate() {
    isStale = true
    for direction in LoadDirection.allCases { cancel(direction) }
  }

  /// Something went wrong that no load has found: somebody has been logged out, say. The phase is ``LoadPhase/error``,
  /// though there may be rows, and the error is that of ``refresh``.
  ///
  /// All loads under way are given up, and the rows are no longer valid, as after ``invalidate()``. It is over when a
  /// refresh succeeds; any load may begin one: the first load, another attempt, or a refresh, even if rows may not be
  /// refreshed otherwise. Meanwhile the phase is that of a refresh. One that fails leaves its own error; one that is
  /// cancelled, this one.
  public mutating func fail(_ error: any Error) {
    invalidate()
    isFailed = true
    ticketCount += 1
    let ticket = LoadTicket(direction: .refresh, number: ticketCount)
    refreshSlot = Slot(failure: LoadFailure(error: error, ticket: ticket))
  }

  /// The feed now has so many rows, though nothing was loaded: somebody has added or removed some.
  public mutating func setRowCount(_ count: Int) { rowCount = max(0, count) }

  // MARK: - Slots

  private func slot(_ direction: LoadDirection) -> Slot {
    switch direction {
    case .refresh: refreshSlot
    case .append: appendSlot
    case .prepend: prependSlot
    }
  }

  private mutating func change(_ direction: LoadDirection, _ change: (inout Slot) -> Void) {
    switch direction {
    case .refresh: change(&refreshSlot)
    case .append: change(&appendSlot)
    case .prepend: change(&prependSlot)
    }
  }
}

/// How a load ended.
public enum LoadEnding: Sendable {
  case loaded(LoadedRows)
  case failed(any Error)
}

/// What a feed has once rows have been loaded.
public struct LoadedRows: Sendable, Hashable {
  /// How many rows the feed has, those of before included.
  public var count: Int
  /// Whether the source has rows after the last one. A short page does not say that it has none: the source does.
  public var hasMoreToAppend: Bool
  public var hasMoreToPrepend: Bool

  public init(count: Int, hasMoreToAppend: Bool = false, hasMoreToPrepend: Bool = false) {
    self.count = count
    self.hasMoreToAppend = hasMoreToAppend
    self.hasMoreToPrepend = hasMoreToPrepend
  }
}
