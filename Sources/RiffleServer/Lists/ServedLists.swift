#if Service
  import NIOConcurrencyHelpers

  /// The lists that are served: those of the settings, and those that are made while the server runs.
  final class ServedLists: Sendable {
    private struct State {
      var lists: [String: ServedList] = [:]
      /// The names of lists that are being made or dropped.
      var taken: Set<String> = []
    }

    private let state: NIOLockedValueBox<State>

    init(_ lists: [String: ServedList]) { state = NIOLockedValueBox(State(lists: lists)) }

    subscript(name: String) -> ServedList? { state.withLockedValue { $0.lists[name] } }

    /// By their names.
    var all: [ServedList] { state.withLockedValue { Array($0.lists.values) }.sorted { $0.name < $1.name } }

    /// Takes a name, so that one caller at a time makes or drops the list of that name.
    /// - Returns: `false` if the name is taken.
    func take(_ name: String) -> Bool { state.withLockedValue { $0.taken.insert(name).inserted } }

    func giveBack(_ name: String) { state.withLockedValue { _ = $0.taken.remove(name) } }

    func insert(_ list: ServedList) { state.withLockedValue { $0.lists[list.name] = list } }

    func remove(_ list: ServedList) { state.withLockedValue { $0.lists[list.name] = nil } }
  }
#endif
