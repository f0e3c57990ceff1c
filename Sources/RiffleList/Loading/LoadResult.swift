/// How a load that somebody asked for went. All who asked for one load get the same.
public enum LoadResult: Sendable {
  /// The list has been loaded or refreshed.
  case refreshed(RefreshOutcome)
  /// Rows have been added at an end.
  case extended(ExtensionOutcome)
  /// The rows are as before. The same is in ``LoadStates``.
  case failed(LoadFailure)
  /// It did not begin.
  case refused(LoadRefusal)
  /// It began, and somebody or something ended it.
  case cancelled(LoadCancellation)
}

public enum LoadCancellation: String, Sendable, Hashable, Codable {
  /// Somebody cancelled it.
  case cancelled
  /// A refresh has replaced the rows meanwhile.
  case overtaken
  /// The rows were said to be no longer valid.
  case invalidated
  /// The program has said that something went wrong: see ``PagedLoader/fail(_:)``.
  case failed
}

/// What came of loading rows at an end.
public struct ExtensionOutcome: Sendable, Hashable {
  /// How many rows have come into the feed. Rows of the page that are elsewhere in the list are not among them.
  public var added: Int
  /// How many rows left at the other end.
  public var dropped: Int
  /// Rows of the pages that were left out, as pages of before have rows of these ids: the source's rows have shifted
  /// since.
  public var duplicates: [RowID]
}

/// What came of a refresh.
public struct RefreshOutcome: Sendable, Hashable {
  /// How many rows the feed now has.
  public var rowCount: Int
  /// Whether the rows of before stayed, and new ones came before them.
  public var isAddition: Bool
  /// Where the row to keep in place now shows; `nil` if there was none.
  public var anchor: RefreshAnchor?
}

/// A change of ``LoadStates``, told before and after it is made. The two are never equal.
public struct LoadTransition: Sendable, Equatable {
  public enum Moment: String, Sendable, Hashable, Codable {
    case will, did
  }

  public var moment: Moment
  public var from: LoadStates
  public var to: LoadStates

  /// Whether the list as a whole shows something else: see ``LoadStates/phase``.
  public var changesPhase: Bool { from.phase != to.phase }
}
