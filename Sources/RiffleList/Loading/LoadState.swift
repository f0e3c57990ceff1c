/// The rows that a load requests.
public enum LoadDirection: String, Sendable, Hashable, Codable, CaseIterable {
  /// All rows from the start: the first load, and every later one that reloads the list.
  case refresh
  /// Rows after the last one.
  case append
  /// Rows before the first one.
  case prepend
}

/// The state of loading in one direction.
public enum LoadState: Sendable, Equatable {
  case idle, loading
  /// The last load failed. The error stays until another load in this direction begins, or a refresh succeeds.
  case failed(LoadFailure)

  /// The last failure, if there is one.
  public var failure: LoadFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}

/// The identity of one load, from its beginning to its end. Each is valid for one call of ``LoadStates/finish(_:_:at:)``.
public struct LoadTicket: Sendable, Hashable {
  public let direction: LoadDirection
  /// The number of the load within its list.
  let number: UInt64
}

/// The reason why a load failed, or an error that the program reported. Two are equal if they belong to one load or one report,
/// because errors cannot be compared.
public struct LoadFailure: Error, Sendable, Equatable {
  /// The error thrown by the source or the list, or reported by the program.
  public let error: any Error
  public let ticket: LoadTicket

  public static func == (a: LoadFailure, b: LoadFailure) -> Bool { a.ticket == b.ticket }
}

/// The reason why a load does not begin. Nothing changes then.
public enum LoadRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// A load in this direction is in progress, with this ticket.
  case alreadyLoading(LoadTicket)
  /// Loading in this direction is switched off.
  case notAllowed(LoadDirection)
  /// A first load is not needed, because there are rows.
  case hasRows
  /// There is no row to continue from, as after a failed first load or in an empty list.
  case noRows
  /// A refresh is in progress, which will replace the row to continue from.
  case refreshing
  /// The rows are no longer valid: only a refresh can continue.
  case stale
  /// The source has no rows there.
  case noMore(LoadDirection)

  public var description: String {
    switch self {
    case .alreadyLoading(let ticket):
      "a load is under way already (\(ticket.direction.rawValue)): wait for it or cancel it"
    case .notAllowed(let direction): "loading is switched off (\(direction.rawValue))"
    case .hasRows: "the list has rows: refresh it instead"
    case .noRows: "the list has no rows to go on from: load or refresh it first"
    case .refreshing: "the list is being refreshed: ask again afterwards"
    case .stale: "the rows are no longer valid: refresh the list first"
    case .noMore(let direction): "the source has no more rows (\(direction.rawValue))"
    }
  }
}

/// The state of a list as a whole; see ``LoadStates/phase``.
public enum LoadPhase: String, Sendable, Hashable, Codable, CaseIterable {
  /// There are rows, or nothing has been loaded yet; no load is in progress.
  case idle
  /// Loading, without rows to show meanwhile.
  case initialLoading
  /// Loading from the start; the former rows show.
  case refreshing
  /// Loading rows after the last one.
  case nextPage
  /// Loading rows before the first one.
  case previousPage
  /// A load has succeeded, and there are no rows.
  case empty
  /// The last load failed, and there are no rows; or the program has reported an error.
  case error
}
