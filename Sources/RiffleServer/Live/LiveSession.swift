#if Service
  import NIOConcurrencyHelpers
  import NIOCore
  import Riffle

  /// A search field of a client: the results that it requests, and the updates to send.
  final class LiveSession: Sendable {
    let id: String
    let list: ServedList
    /// Requests to type into the field must have the authorization that opened it.
    let authorization: String?

    /// The text of the field, and the window of results to send.
    struct Wish: Sendable {
      let revision: Int
      let parameters: SearchParameters
      let wantsJumplist: Bool
    }

    /// The work to do next.
    struct Turn: Sendable {
      var wish: Wish?
      var isWishNew = false
      var isListNew = false
      var isBeatDue = false
      var isClosing = false
      /// Cancels the search in progress.
      fileprivate var search: Cancellation?
    }

    private let turn = NIOLockedValueBox(Turn())
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init(_ list: ServedList, authorization: String?) {
      id = LiveID.make()
      (self.list, self.authorization) = (list, authorization)
      (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Yields whenever there is work; coalesces notifications to a busy reader. For a single reader.
    var wakeups: AsyncStream<Void> { signals }

    private func change(_ body: (inout Turn) -> Void) {
      turn.withLockedValue { body(&$0) }
      signal.yield()
    }

    /// Sets a new text or window. The search in progress is cancelled.
    /// - Returns: `false` if there is already a newer wish.
    func type(_ wish: Wish) -> Bool {
      var isNew = false
      change { turn in
        if let known = turn.wish, known.revision >= wish.revision { return }
        isNew = true
        turn.search?.cancel()
        turn.wish = wish
        turn.isWishNew = true
      }
      return isNew
    }

    func listDidChange() { change { $0.isListNew = true } }
    func beat() { change { $0.isBeatDue = true } }
    /// Wakes the reader, which then checks for work.
    func wake() { change { _ in } }

    func close() {
      change { turn in
        turn.isClosing = true
        turn.search?.cancel()
      }
    }

    /// Begins a search for a wish. Each has a separate cancellation, because it also ends a search that takes too long.
    /// - Returns: the cancellation, called when the wish is replaced; `nil` if it has already been.
    func begin(_ wish: Wish) -> Cancellation? {
      turn.withLockedValue { turn in
        guard turn.wish?.revision == wish.revision, !turn.isClosing else { return nil }
        let search = Cancellation()
        turn.search = search
        return search
      }
    }

    /// Returns whether the wish has been replaced.
    func isOvertaken(_ wish: Wish) -> Bool { turn.withLockedValue { $0.wish?.revision != wish.revision } }

    /// Removes and returns the work to do.
    func next() -> Turn {
      turn.withLockedValue { turn in
        let all = turn
        (turn.isWishNew, turn.isListNew, turn.isBeatDue) = (false, false, false)
        return all
      }
    }
  }
#endif
