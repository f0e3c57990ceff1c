#if Service && Cluster
  import NIOConcurrencyHelpers
  import NIOCore
  import RiffleCluster

  /// The gateway's state of a node: whether requests are sent to it, and its position.
  ///
  /// A circuit breaker leaves the node out after one of these events:
  ///
  /// - a probe that finds it not ready or without an answer
  /// - a refused connection
  /// - three failed requests in a row
  ///
  /// The next successful probe takes the node back.
  final class GatewayNode: Sendable {
    let address: NodeAddress

    /// The result of a probe.
    enum Health: Sendable, Hashable {
      case ready(position: NodeToken?, lagMilliseconds: Int?)
      /// The node answers, but must not get requests.
      case notReady(reason: String)
      case silent(reason: String)
    }

    private struct State {
      /// The reason why the node is left out; `nil` if it is not.
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

    // MARK: - State

    /// The reason why the node is left out, as readable text; `nil` if requests are sent to it.
    var reason: String? { state.withLockedValue { $0.reason } }
    var isOut: Bool { reason != nil }
    /// The lag of the node's copy at the last probe that found the node ready; `nil` if unknown.
    var lagMilliseconds: Int? { state.withLockedValue { $0.lagMilliseconds } }
    /// The number of unanswered requests.
    var requestCount: Int { state.withLockedValue { $0.requestCount } }

    /// Returns whether the node's last known position has reached a token.
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

    /// Records an answer.
    /// - Parameter position: the position of the answer; `nil` if it has none.
    func didAnswer(_ position: NodeToken?) {
      state.withLockedValue { state in
        state.failureCount = 0
        state.heard = .now()
        if let position { state.position = position }
      }
    }

    /// Records a failed request.
    /// - Parameter isRefused: whether no connection could be made, because nothing listens at the address.
    /// - Returns: whether this failure leaves the node out.
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

    /// Records the result of a probe.
    /// - Returns: whether it has left the node out or taken it back.
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

    /// Returns whether the node still answers. An answer within the last 100 ms suffices; otherwise concurrent callers share one
    /// probe.
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
