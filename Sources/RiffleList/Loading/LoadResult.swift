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
  /// A refresh succeeded meanwhile.
  case overtaken
  /// The rows were said to be no longer valid.
  case invalidated
}

/// What came of loading rows at an end.
public struct ExtensionOutcome: Sendable, Hashable {
  /// How many rows were added.
  public var added: Int
  /// How many rows left at the other end.
  public var dropped: Int
  /// Rows of the pages that were left out, as the list has rows of these ids: the source's rows have shifted since.
  public var duplicates: [RowID]
}

/// What came of a refresh.
public struct RefreshOutcome: Sendable, Hashable {
  /// How many rows the list now has.
  public var rowCount: Int
  /// Whether the rows of before stayed, and new ones came before them.
  public var isAddition: Bool
  /// Where the row to keep in place now is; `nil` if there was none.
  public var anchor: RefreshAnchor?
}

/// A row that shows, followed through a refresh, so that a front end can keep what it shows in place.
public struct RefreshAnchor: Sendable, Hashable {
  public var id: RowID
  /// Its position now, from 0: in the view of a list, or among the loaded rows of any other target; `nil` if it is not there
  /// any more.
  public var position: Int?
  /// The nearest row before it, in the order of before, that is still there.
  public var survivorBefore: RowID?
  /// The nearest row after it that is still there.
  public var survivorAfter: RowID?

  public var survived: Bool { position != nil }

  /// The row to put where the anchor was: the anchor, or the nearest that is left, that before it first.
  public var row: RowID? { survived ? id : survivorBefore ?? survivorAfter }

  /// - Complexity: O(*n*) in the rows of before and after.
  init(_ id: RowID, before old: [RowID], after new: [RowID]) {
    self.id = id
    position = new.firstIndex(of: id)
    guard let oldPosition = old.firstIndex(of: id) else { return }
    let living = Set(new)
    survivorBefore = old[..<oldPosition].last(where: living.contains)
    survivorAfter = old[(oldPosition + 1)...].first(where: living.contains)
  }
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
