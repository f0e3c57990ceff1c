/// How a ``SearchSession`` searches for what is typed, and what of the answer it gives.
public struct SearchSettings: Sendable, Hashable {
  public var mode: QueryMode
  /// Whether the best hits come first, or those that come first in the list.
  public var order: HitOrder
  /// The part of the list to search; `nil` for all of it.
  public var scope: Scope?
  /// How many of the first hits to leave out.
  public var offset: Int
  /// How many hits to give at most.
  public var limit: Int
  /// How far to count hits outside the window.
  public var totalLimit: TotalLimit
  /// How much dearer than the best hit another may be, in mode ``QueryMode/smart``.
  public var reach: Reach

  public init(
    mode: QueryMode = .smart, order: HitOrder = .relevance, scope: Scope? = nil, offset: Int = 0, limit: Int = 50,
    totalLimit: TotalLimit = .standard, reach: Reach = .standard
  ) {
    self.mode = mode
    self.order = order
    self.scope = scope
    self.offset = offset
    self.limit = limit
    self.totalLimit = totalLimit
    self.reach = reach
  }
}

/// What somebody does with a search field.
public enum SearchPhase: Sendable, Hashable {
  /// Nobody is in it.
  case inactive
  /// Somebody is in it, but has typed nothing, or only blanks: the list is shown as it is.
  case empty
  /// The list is filtered by what stands in it.
  case filtering
}

/// Why there is no answer to what stands in a search field.
public enum SearchError: Error, Sendable, Hashable, CustomStringConvertible {
  case query(QueryError)
  case scope(ScopeError)

  public var description: String {
    switch self {
    case .query(let error): error.description
    case .scope(let error): error.description
    }
  }
}

/// What a search field shows at a moment.
public struct SearchPage<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  public let phase: SearchPhase
  /// The text as it was typed; `nil` if nobody is in the field.
  public let originalSearchString: String?
  /// The list's generation that the page shows; see ``Snapshot/generation``.
  public let generation: UInt64
  /// The hits; in the phases without a filter, the list as it is.
  public let results: Result<SearchResults<Element, ID>, SearchError>
}
