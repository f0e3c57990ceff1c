#if Service
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import Riffle

  /// The deadlines of searches, which are cancelled when they take too long.
  ///
  /// All of them are checked at intervals, as long as there are any. A timer for each would wake a thread twice for a search that
  /// has long ended.
  final class Deadlines: Sendable {
    private struct State {
      var searches: [UInt64: (end: NIODeadline, cancellation: Cancellation)] = [:]
      var next: UInt64 = 0
      var isWatched = false
    }

    private let state = NIOLockedValueBox(State())
    private let time: TimeAmount
    /// The most time by which a search may exceed its limit.
    private let pause: TimeAmount

    init(_ time: TimeAmount) {
      self.time = time
      pause = .nanoseconds(max(1_000_000, min(25_000_000, time.nanoseconds / 4)))
    }

    /// - Returns: the argument for `end`.
    func begin(_ cancellation: Cancellation) -> UInt64 {
      let (number, isFirst) = state.withLockedValue { state in
        state.next += 1
        state.searches[state.next] = (.now() + time, cancellation)
        let isFirst = !state.isWatched
        state.isWatched = true
        return (state.next, isFirst)
      }
      if isFirst { watch() }
      return number
    }

    func end(_ number: UInt64) { state.withLockedValue { _ = $0.searches.removeValue(forKey: number) } }

    private func watch() {
      MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: pause) { [self] in
        let now = NIODeadline.now()
        let (late, isWatched) = state.withLockedValue { state in
          let late = state.searches.filter { $0.value.end <= now }
          for number in late.keys { state.searches[number] = nil }
          state.isWatched = !state.searches.isEmpty
          return (late.values.map { $0.cancellation }, state.isWatched)
        }
        for cancellation in late { cancellation.cancel() }
        if isWatched { watch() }
      }
    }
  }
#endif
