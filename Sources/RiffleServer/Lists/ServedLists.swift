#if Service
  import NIOConcurrencyHelpers

  /// The lists that are served: those of the settings, and those created while the server runs.
  final class ServedLists: Sendable {
    private struct State {
      var lists: [String: ServedList] = [:]
      /// The names of lists that are being created or dropped.
      var taken: Set<String> = []
      /// The sources of lists that are copies, by list name; the lists may not exist yet.
      var feeds: [String: any ListFeed] = [:]
    }

    private let state: NIOLockedValueBox<State>

    init(_ lists: [String: ServedList]) { state = NIOLockedValueBox(State(lists: lists)) }

    subscript(name: String) -> ServedList? { state.withLockedValue { $0.lists[name] } }

    /// All lists, by name.
    var all: [ServedList] { state.withLockedValue { Array($0.lists.values) }.sorted { $0.name < $1.name } }

    /// All feeds, by the names of their lists.
    var feeds: [any ListFeed] { state.withLockedValue { Array($0.feeds.values) }.sorted { $0.name < $1.name } }

    func insert(_ feed: any ListFeed) { state.withLockedValue { $0.feeds[feed.name] = feed } }

    func feed(_ name: String) -> (any ListFeed)? { state.withLockedValue { $0.feeds[name] } }

    /// Reserves a name, so that one caller at a time creates or drops the list of that name.
    /// - Returns: `false` if the name is reserved.
    func take(_ name: String) -> Bool { state.withLockedValue { $0.taken.insert(name).inserted } }

    func giveBack(_ name: String) { state.withLockedValue { _ = $0.taken.remove(name) } }

    /// - Returns: the list that it replaces.
    @discardableResult
    func insert(_ list: ServedList) -> ServedList? {
      state.withLockedValue { $0.lists.updateValue(list, forKey: list.name) }
    }

    func remove(_ list: ServedList) { state.withLockedValue { $0.lists[list.name] = nil } }
  }
#endif
