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
  case filter(FilterError)

  public var description: String {
    switch self {
    case .query(let error): error.description
    case .scope(let error): error.description
    case .filter(let error): error.description
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
