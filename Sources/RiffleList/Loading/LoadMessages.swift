/// The texts of a front end about loading. The list only stores them; their formats are those of the front end.
public struct LoadMessages: Sendable, Hashable, Codable {
  /// A request to pull for a refresh.
  public var pull = "Pull to refresh"
  /// Shown while a refresh runs.
  public var refreshing = "Refreshing data..."
  /// Shown afterwards, with the time of ``LoadStates/lastUpdated`` inserted.
  public var updatedFormat = "Last updated at %s"
  /// The format of that time.
  public var updatedTimeFormat = "%l:%M %p"
  /// The text over the list in ``LoadPhase/initialLoading``, ``LoadPhase/empty`` and ``LoadPhase/error``.
  public var loading: String?
  public var empty: String?
  public var error: String?

  public init() {}

  /// Returns the text of a phase; `nil` if it has none.
  public func message(for phase: LoadPhase) -> String? {
    switch phase {
    case .initialLoading: loading
    case .refreshing: refreshing
    case .empty: empty
    case .error: error
    case .idle, .nextPage, .previousPage: nil
    }
  }
}
