/// What a front end says about loading. The list only carries the words; formats are those of whoever fills them in.
public struct LoadMessages: Sendable, Hashable, Codable {
  /// Asks for a pull to refresh.
  public var pull = "Pull to refresh"
  /// Shown while a refresh runs.
  public var refreshing = "Refreshing data..."
  /// Shown afterwards, with the time of ``LoadStates/lastUpdated`` put in.
  public var updatedFormat = "Last updated at %s"
  /// How that time is written.
  public var updatedTimeFormat = "%l:%M %p"
  /// What covers the list in ``LoadPhase/initialLoading``, ``LoadPhase/empty`` and ``LoadPhase/error``.
  public var loading: String?
  public var empty: String?
  public var error: String?

  public init() {}

  /// What to say in a phase; `nil` if nothing is to be said.
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
