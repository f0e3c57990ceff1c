public import Riffle

/// The states of loading in a feed, which may be all of a list or a part of it: loads in progress, failures, and whether there is
/// more to load.
///
/// It is a value without threads or tasks. The code that loads rows calls ``begin(_:)`` before a load and ``finish(_:_:at:)``
/// after it.
///
///     switch states.begin(.append) {
///     case .success(let ticket): … states.finish(ticket, .failed(error))
///     case .failure(let refusal): …
///     }
///
/// At most one load is in progress in each direction. A refresh may begin while rows are appended or prepended, and these loads
/// may end while it runs. Once it has succeeded they are overtaken, because the rows that they continue are gone. No rows are
/// appended or prepended while a refresh runs, while the rows are stale, or while there are none.
///
/// Every operation takes constant time.
public struct LoadStates: Sendable, Equatable {
  /// The state of the last refresh; the first load is one too.
  public var refresh: LoadState { refreshSlot.state }
  public var append: LoadState { appendSlot.state }
  public var prepend: LoadState { prependSlot.state }

  /// Whether the source has rows after the last one, or before the first one.
  public private(set) var hasMoreToAppend = false
  public private(set) var hasMoreToPrepend = false

  /// Whether present rows may be refreshed. A list without rows, or with stale ones, may always be loaded.
  ///
  /// These three can be changed at any time; a load in progress continues.
  public var canRefresh = true
  public var canAppend = true
  public var canPrepend = true

  /// The number of rows of the feed.
  public private(set) var rowCount = 0
  /// Whether a load has ever succeeded. Otherwise a list without rows is not known to be empty.
  public private(set) var isLoaded = false
  /// Whether the rows have been invalidated, and no refresh has succeeded since.
  public private(set) var isStale = false
  /// Whether the program has reported an error, and no refresh has succeeded since: see ``fail(_:)``.
  public private(set) var isFailed = false
  /// The time of the last successful refresh; `nil` before the first.
  public private(set) var lastUpdated: Timestamp?

  private var refreshSlot = Slot()
  private var appendSlot = Slot()
  private var prependSlot = Slot()
  private var ticketCount: UInt64 = 0

  /// The state of one direction: the load in progress and the last failure.
  private struct Slot: Equatable {
    var ticket: LoadTicket?
    var failure: LoadFailure?

    var state: LoadState { ticket != nil ? .loading : failure.map(LoadState.failed) ?? .idle }
  }

  public init() {}

  /// The state of loading in a direction.
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

  /// The state of the list as a whole. The first of these conditions decides:
  ///
  /// 1. A refresh is in progress: ``LoadPhase/initialLoading`` without rows, otherwise ``LoadPhase/refreshing``.
  /// 2. Rows are being appended: ``LoadPhase/nextPage``; or prepended: ``LoadPhase/previousPage``.
  /// 3. The program has reported an error: ``LoadPhase/error``, with or without rows.
  /// 4. There are rows: ``LoadPhase/idle``, even after failures; the errors are in ``refresh``, ``append``, ``prepend``.
  /// 5. The last refresh failed: ``LoadPhase/error``.
  /// 6. A load has succeeded: ``LoadPhase/empty``; otherwise ``LoadPhase/idle``.
  ///
  /// So a list never looks empty while it is reloaded, nor before it has been loaded.
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
  /// It can be called whenever a list comes into view, as often as needed. It begins a load if there is something to load, also
  /// after an error and in an empty list.
  public mutating func beginInitial() -> Result<LoadTicket, LoadRefusal> {
    if let ticket = refreshSlot.ticket { return .failure(.alreadyLoading(ticket)) }
    if rowCount > 0, !isStale { return .failure(.hasRows) }
    return begin(.refresh)
  }

  /// Begins a load, or returns the reason why it cannot. While it runs, the last error in its direction does not show.
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

  /// Returns whether the load of a ticket is still in progress: not ended, cancelled or overtaken.
  public func isCurrent(_ ticket: LoadTicket) -> Bool { slot(ticket.direction).ticket == ticket }

  /// Ends a load.
  ///
  /// A refresh that succeeds ends all other loads and clears all errors. A refresh that fails leaves the rows and the other loads
  /// as they are.
  ///
  /// - Parameter time: the time of the end; stored if this is a refresh that succeeded.
  /// - Returns: `false` if the load is no longer in progress. Nothing changes then.
  @discardableResult
  public mutating func finish(_ ticket: LoadTicket, _ ending: LoadEnding, at time: Timestamp? = nil) -> Bool {
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

  /// Ends loads of pages: a refresh, perhaps still in progress, has removed the rows that they continue.
  mutating func overtake() {
    appendSlot = Slot()
    prependSlot = Slot()
  }

  /// Sets the rows that a load in progress has already changed.
  mutating func set(_ rows: LoadedRows) {
    rowCount = max(0, rows.count)
    hasMoreToAppend = rows.hasMoreToAppend
    hasMoreToPrepend = rows.hasMoreToPrepend
  }

  /// Cancels the load that is in progress in a direction, as if it had not begun: an earlier error shows again.
  ///
  /// - Returns: `false` if there is none.
  @discardableResult
  public mutating func cancel(_ direction: LoadDirection) -> Bool {
    guard slot(direction).ticket != nil else { return false }
    change(direction) { $0.ticket = nil }
    return true
  }

  /// Marks the rows as no longer those of the source. All loads in progress are cancelled, and only a refresh may begin. The rows
  /// stay until it succeeds.
  public mutating func invalidate() {
    isStale = true
    for direction in LoadDirection.allCases { cancel(direction) }
  }

  /// Reports an error that no load has found, for example a logout of the user. The phase is ``LoadPhase/error``, even if there
  /// are rows, and the error is that of ``refresh``.
  ///
  /// All loads in progress are cancelled, and the rows are no longer valid, as after ``invalidate()``. The state ends when a
  /// refresh succeeds. The first load, another attempt or a refresh may begin one, even if rows may not be refreshed otherwise;
  /// meanwhile the phase is that of a refresh. A failed refresh leaves its own error, a cancelled one leaves this one.
  public mutating func fail(_ error: any Error) {
    invalidate()
    isFailed = true
    ticketCount += 1
    let ticket = LoadTicket(direction: .refresh, number: ticketCount)
    refreshSlot = Slot(failure: LoadFailure(error: error, ticket: ticket))
  }

  /// Sets the number of the feed's rows, after other code has added or removed some.
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

/// The ending of a load.
public enum LoadEnding: Sendable {
  case loaded(LoadedRows)
  case failed(any Error)
}

/// The rows of a feed after a load.
public struct LoadedRows: Sendable, Hashable {
  /// The number of rows of the feed, including the earlier ones.
  public var count: Int
  /// Whether the source has rows after the last one. A short page does not mean that there are none.
  public var hasMoreToAppend: Bool
  public var hasMoreToPrepend: Bool

  public init(count: Int, hasMoreToAppend: Bool = false, hasMoreToPrepend: Bool = false) {
    self.count = count
    self.hasMoreToAppend = hasMoreToAppend
    self.hasMoreToPrepend = hasMoreToPrepend
  }
}
