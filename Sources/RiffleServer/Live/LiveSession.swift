#if Service
  import Riffle

  /// A search field of a client in a list of this server.
  final class LiveSession: Sendable {
    let list: ServedList
    let live: LiveField<Wish>

    struct Wish: LiveWish {
      let revision: Int
      let parameters: SearchParameters
      let wantsJumplist: Bool
    }

    init(_ list: ServedList, authorization: String?) {
      self.list = list
      live = LiveField(authorization: authorization)
    }

    /// Begins a search for a wish. Each has a separate cancellation, because it also ends a search that takes too long.
    /// - Returns: the cancellation, called when the wish is replaced; `nil` if it has already been.
    func begin(_ wish: Wish) -> Cancellation? {
      let search = Cancellation()
      return live.begin(wish) { search.cancel() } ? search : nil
    }
  }
#endif
