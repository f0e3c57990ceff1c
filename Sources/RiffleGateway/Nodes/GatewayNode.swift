#if Service && Cluster
  import NIOConcurrencyHelpers
  import NIOCore
  import RiffleCluster

  /// A node as the gateway knows it: whether requests are sent to it, and how far it is.
  ///
  /// A circuit leaves it out while it is not ready or does not answer: after a probe that says so, after a refused connection, or
  /// after three failed requests in a row. The next probe that succeeds takes it back.
  final class GatewayNode: Sendable {
    let address: NodeAddress

    /// What a probe has found.
    enum Health: Sendable, Hashable {
      case ready(position: NodeToken?, lagMilliseconds: Int?)
      /// It answers, but has not what it should have.
      case notReady(reason: String)
      case silent(reason: String)
    }

    private struct State {
      /// Why it is left out; `nil` if it is not.
      var reason: String? = "it has not answered yet"
      var failureCount = 0
      var requestCount = 0
      var position: NodeToken?
      var lagMilliseconds: Int?
      var probe: Task<Bool, Never>?
      var heard = NIODeadline.uptimeNanoseconds(0)
    }

    private let state = NIOLockedValueBox(State())

    private static let mostFailures = 3

    init(_ address: NodeAddress) { self.address = address }

    // MARK: - What is known

    /// Why the node is left out, for people; `nil` if requests are sent to it.
    var reason: String? { state.withLockedValue { $0.reason } }
    var isOut: Bool { reason != nil }
    /// How far the copy was behind when the node was last asked; `nil` if that is not known.
    var lagMilliseconds: Int? { state.withLockedValue { $0.lagMilliseconds } }
    /// How many requests it has not answered yet.
    var requestCount: Int { state.withLockedValue { $0.requestCount } }

    /// Whether an answer of the node has shown that it is past a token.
    func isKnownToHave(_ token: NodeToken) -> Bool {
      state.withLockedValue { state in
        guard let position = state.position else { return false }
        return position.system == token.system && position.timeline == token.timeline
          && position.position >= token.position
      }
    }

    // MARK: - Requests

    func didBegin() { state.withLockedValue { $0.requestCount += 1 } }
    func didEnd() { state.withLockedValue { $0.requestCount -= 1 } }

    /// - Parameter position: of the answer, if it has one.
    func didAnswer(_ position: NodeToken?) {
      state.withLockedValue { state in
        state.failureCount = 0
        state.heard = .now()
        if let position { state.position = position }
      }
    }

    /// - Parameter isRefused: whether there is no connection: then nothing listens there.
    /// - Returns: whether the node is left out because of it.
    @discardableResult
    func didFail(_ reason: String, isRefused: Bool) -> Bool {
      state.withLockedValue { state in
        state.failureCount += 1
        guard isRefused || state.failureCount >= GatewayNode.mostFailures, state.reason == nil else { return false }
        state.reason = reason
        return true
      }
    }

    // MARK: - Probes

    /// - Returns: whether the node is left out now and was not before, or the other way round.
    func note(_ health: Health) -> Bool {
      state.withLockedValue { state in
        let wasOut = state.reason != nil
        switch health {
        case .ready(let position, let lag):
          (state.reason, state.failureCount, state.heard) = (nil, 0, .now())
          if let position { state.position = position }
          state.lagMilliseconds = lag
        case .notReady(let reason):
          (state.reason, state.heard) = (reason, .now())
        case .silent(let reason):
          state.reason = reason
        }
        return wasOut != (state.reason != nil)
      }
    }

    /// Whether the node still answers: what it has sent a moment ago shows that, otherwise a probe, which all who ask share.
    func isAlive(_ probe: @escaping @Sendable () async -> Bool) async -> Bool {
      let task = state.withLockedValue { state -> Task<Bool, Never>? in
        if state.heard + .milliseconds(100) > .now() { return nil }
        if let running = state.probe { return running }
        let new = Task {
          let isAlive = await probe()
          self.state.withLockedValue { $0.probe = nil }
          return isAlive
        }
        state.probe = new
        return new
      }
      return await task?.value ?? true
    }
  }
#endif
