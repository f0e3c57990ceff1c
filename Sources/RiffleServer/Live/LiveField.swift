#if Service
  import NIOConcurrencyHelpers

  /// The text of a search field, and the window of results to send.
  package protocol LiveWish: Sendable {
    /// Greater than that of all earlier wishes.
    var revision: Int { get }
  }

  /// The state of a search field whose results are sent as a stream: the newest wish, and the work that is due.
  ///
  /// All methods may be called on any thread. One reader of ``wakeups`` does the work.
  package final class LiveField<Wish: LiveWish>: Sendable {
    package let id = LiveID.make()
    /// Requests to type into the field must have the authorization that opened it.
    package let authorization: String?

    /// The work to do next.
    package struct Turn: Sendable {
      package fileprivate(set) var wish: Wish?
      package fileprivate(set) var isWishNew = false
      package fileprivate(set) var isListNew = false
      package fileprivate(set) var isBeatDue = false
      package fileprivate(set) var isClosing = false
    }

    private struct State {
      var turn = Turn()
      /// Cancels the search in progress.
      var cancel: (@Sendable () -> Void)?
    }

    private let state = NIOLockedValueBox(State())
    /// Yields whenever there is work; coalesces notifications to a busy reader. For a single reader.
    package let wakeups: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    package init(authorization: String?) {
      self.authorization = authorization
      (wakeups, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    private func change(_ body: (inout State) -> Void) {
      state.withLockedValue { body(&$0) }
      signal.yield()
    }

    // MARK: - Work

    /// Sets a new text or window, unless there is a newer one. The search in progress is cancelled.
    package func type(_ wish: Wish) {
      change { state in
        if let known = state.turn.wish, known.revision >= wish.revision { return }
        state.cancel?()
        (state.turn.wish, state.turn.isWishNew) = (wish, true)
      }
    }

    package func listDidChange() { change { $0.turn.isListNew = true } }
    package func beat() { change { $0.turn.isBeatDue = true } }
    /// Wakes the reader, which then checks for work.
    package func wake() { change { _ in } }

    package func close() {
      change { state in
        state.turn.isClosing = true
        state.cancel?()
      }
    }

    /// Removes and returns the work to do.
    package func next() -> Turn {
      state.withLockedValue { state in
        defer { (state.turn.isWishNew, state.turn.isListNew, state.turn.isBeatDue) = (false, false, false) }
        return state.turn
      }
    }

    // MARK: - Searches

    /// Begins a search for a wish.
    /// - Parameter cancel: called when the wish is replaced or the field is closed.
    /// - Returns: `false` if that has happened already.
    package func begin(_ wish: Wish?, cancel: @escaping @Sendable () -> Void) -> Bool {
      state.withLockedValue { state in
        guard state.turn.wish?.revision == wish?.revision, !state.turn.isClosing else { return false }
        state.cancel = cancel
        return true
      }
    }

    /// Ends the search in progress.
    package func end() { state.withLockedValue { $0.cancel = nil } }

    /// Returns whether a wish has been replaced, or the field is closed.
    package func isOvertaken(_ wish: Wish?) -> Bool {
      state.withLockedValue { $0.turn.wish?.revision != wish?.revision || $0.turn.isClosing }
    }
  }
#endif
