/// Which rows are asked for.
public enum LoadDirection: String, Sendable, Hashable, Codable, CaseIterable {
  /// All rows from the start: the first load, and every later one that puts the list in order again.
  case refresh
  /// Rows after the last one.
  case append
  /// Rows before the first one.
  case prepend
}

/// How loading goes in one direction.
public enum LoadState: Sendable, Equatable {
  case idle, loading
  /// The last load failed. The error stays until another load in this direction begins, or a refresh succeeds.
  case failed(LoadFailure)

  /// What went wrong, if something did.
  public var failure: LoadFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}

/// Stands for one load, from when it begins until it ends. Each is good for one ``LoadStates/finish(_:_:at:)``.
public struct LoadTicket: Sendable, Hashable {
  public let direction: LoadDirection
  /// Counts the loads of one list.
  let number: UInt64
}

/// Why a load failed, or what the program says has gone wrong. Two are equal if they are of one load, or said at one
/// time: errors cannot be compared.
public struct LoadFailure: Error, Sendable, Equatable {
  /// What the source or the list threw, or the program said.
  public let error: any Error
  public let ticket: LoadTicket

  public static func == (a: LoadFailure, b: LoadFailure) -> Bool { a.ticket == b.ticket }
}

/// Why a load does not begin. Nothing changes then.
public enum LoadRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// One in this direction is under way, by this ticket.
  case alreadyLoading(LoadTicket)
  /// The list is told not to load in this direction.
  case notAllowed(LoadDirection)
  /// A first load is not needed: there are rows.
  case hasRows
  /// There is no row to go on from, as after a failed first load or in an empty list.
  case noRows
  /// A refresh is under way, after which there would be other rows to go on from.
  case refreshing
  /// The rows are no longer valid: only a refresh can tell how they go on.
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

/// What a list shows as a whole; see ``LoadStates/phase``.
public enum LoadPhase: String, Sendable, Hashable, Codable, CaseIterable {
  /// There are rows, or nothing has been loaded yet; nothing is going on.
  case idle
  /// Loading, and there are no rows to show meanwhile.
  case initialLoading
  /// Loading from the start; the rows of before show.
  case refreshing
  /// Loading rows after the last one.
  case nextPage
  /// Loading rows before the first one.
  case previousPage
  /// A load has succeeded, and there are no rows.
  case empty
  /// The last load failed, and there are no rows; or the program has said that something went wrong.
  case error
}
