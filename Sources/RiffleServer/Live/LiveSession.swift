#if Service
  import NIOConcurrencyHelpers
  import NIOCore
  import Riffle

  /// One search field that somebody types into: what they want to see, and what has to be told them.
  final class LiveSession: Sendable {
    let id: String
    let list: ServedList
    /// Whoever types has to be the one who has opened it.
    let authorization: String?

    /// What stands in the field, and which window of the answer is wanted.
    struct Wish: Sendable {
      let revision: Int
      let parameters: SearchParameters
      let wantsJumplist: Bool
    }

    /// What there is to do.
    struct Turn: Sendable {
      var wish: Wish?
      var isWishNew = false
      var isListNew = false
      var isBeatDue = false
      var isClosing = false
      /// Ends what is being searched for.
      fileprivate var search: Cancellation?
    }

    private let turn = NIOLockedValueBox(Turn())
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init(_ list: ServedList, authorization: String?) {
      id = APIKey.hexadecimal((0..<16).map { _ in UInt8.random(in: .min ... .max) })
      (self.list, self.authorization) = (list, authorization)
      (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes up whenever there is something to do; who is busy, once for all of it. For one who listens.
    var wakeups: AsyncStream<Void> { signals }

    private func change(_ body: (inout Turn) -> Void) {
      turn.withLockedValue { body(&$0) }
      signal.yield()
    }

    /// Somebody has typed, or wants another window. What is being searched for is given up.
    /// - Returns: `false` if there is a newer wish already.
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
    /// Has whoever listens look again.
    func wake() { change { _ in } }

    func close() {
      change { turn in
        turn.isClosing = true
        turn.search?.cancel()
      }
    }

    /// A search for a wish begins: another for each, as one that took too long is ended by it too.
    /// - Returns: what ends the search as soon as it is not wanted any more; `nil` if it is not wanted now.
    func begin(_ wish: Wish) -> Cancellation? {
      turn.withLockedValue { turn in
        guard turn.wish?.revision == wish.revision, !turn.isClosing else { return nil }
        let search = Cancellation()
        turn.search = search
        return search
      }
    }

    /// Whether what is being searched for is not wanted any more.
    func isOvertaken(_ wish: Wish) -> Bool { turn.withLockedValue { $0.wish?.revision != wish.revision } }

    /// Takes what there is to do.
    func next() -> Turn {
      turn.withLockedValue { turn in
        let all = turn
        (turn.isWishNew, turn.isListNew, turn.isBeatDue) = (false, false, false)
        return all
      }
    }
  }
#endif
