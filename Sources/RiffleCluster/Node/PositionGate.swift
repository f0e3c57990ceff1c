#if Cluster
  import Riffle

  /// How far a node has come, and the tasks that wait until it has come further.
  final class PositionGate: Sendable {
    private struct State {
      var reached: NodeToken?
      var waiting: [UInt64: (token: NodeToken, continuation: CheckedContinuation<Void, Never>)] = [:]
      var lastNumber: UInt64 = 0
    }

    private let state = Lock(State())

    var reached: NodeToken? { state.withLock { $0.reached } }
    var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// What a token is to a node.
    enum Answer {
      case reached, notYet
      /// No node of this server will ever come to it.
      case gone
    }

    private static func compare(_ token: NodeToken, _ reached: NodeToken?) -> Answer {
      guard let reached else { return .notYet }
      guard token.system == reached.system else { return .gone }
      if token.timeline != reached.timeline { return token.timeline < reached.timeline ? .gone : .notYet }
      return token.position <= reached.position ? .reached : .notYet
    }

    func compare(_ token: NodeToken) -> Answer { PositionGate.compare(token, reached) }

    /// Notes how far the node has come, and resumes tasks that have waited for that.
    func advance(to token: NodeToken) {
      let resumed = state.withLock { state in
        state.reached = token
        let done = state.waiting.filter { PositionGate.compare($0.value.token, token) != .notYet }
        for number in done.keys { state.waiting[number] = nil }
        return done.values.map(\.continuation)
      }
      for continuation in resumed { continuation.resume() }
    }

    /// Forgets how far the node has come unless a position of that system and timeline follows, which its positions compare with.
    func leave(unless token: NodeToken) {
      state.withLock { state in
        if state.reached?.system != token.system || state.reached?.timeline != token.timeline { state.reached = nil }
      }
    }

    /// Waits until the node has come to a token, the token is gone, or the task is cancelled.
    /// - Parameter onWaiting: called when there is something to wait for.
    func wait(for token: NodeToken, onWaiting: () -> Void) async {
      let number = state.withLock { state in
        state.lastNumber += 1
        return state.lastNumber
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isDone = state.withLock { state in
            if Task.isCancelled || PositionGate.compare(token, state.reached) != .notYet { return true }
            state.waiting[number] = (token, continuation)
            return false
          }
          if isDone { continuation.resume() } else { onWaiting() }
        }
      } onCancel: {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.continuation.resume()
      }
    }
  }
#endif
