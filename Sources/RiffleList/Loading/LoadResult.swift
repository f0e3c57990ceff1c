/// The result of a load. All callers that wait for one load get the same result.
public enum LoadResult: Sendable {
  /// The list has been loaded or refreshed.
  case refreshed(RefreshOutcome)
  /// Rows have been added at an end.
  case extended(ExtensionOutcome)
  /// The load failed; the rows are unchanged. The failure is also in ``LoadStates``.
  case failed(LoadFailure)
  /// The load did not begin.
  case refused(LoadRefusal)
  /// The load began, and was ended before its result.
  case cancelled(LoadCancellation)
}

public enum LoadCancellation: String, Sendable, Hashable, Codable {
  /// A call cancelled it.
  case cancelled
  /// A refresh has replaced the rows meanwhile.
  case overtaken
  /// The rows were invalidated.
  case invalidated
  /// The program reported an error: see ``PagedLoader/fail(_:)``.
  case failed
}

/// The outcome of loading rows at an end.
public struct ExtensionOutcome: Sendable, Hashable {
  /// The number of rows added to the feed. Rows of the page that are elsewhere in the list do not count.
  public var added: Int
  /// The number of rows removed at the other end.
  public var dropped: Int
  /// Rows of the pages that were omitted because earlier pages have rows of these ids: the source's rows have shifted since.
  public var duplicates: [RowID]
}

/// The outcome of a refresh.
public struct RefreshOutcome: Sendable, Hashable {
  /// The number of rows that the feed now has.
  public var rowCount: Int
  /// Whether the former rows stayed, and new ones were inserted before them.
  public var isAddition: Bool
  /// The place of the row to keep in place; `nil` if there was none.
  public var anchor: RefreshAnchor?
}

/// A change of ``LoadStates``, reported before and after it is made. The two states are never equal.
public struct LoadTransition: Sendable, Equatable {
  public enum Moment: String, Sendable, Hashable, Codable {
    case will, did
  }

  public var moment: Moment
  public var from: LoadStates
  public var to: LoadStates

  /// Whether the phase of the whole list changes: see ``LoadStates/phase``.
  public var changesPhase: Bool { from.phase != to.phase }
}
