#if Service && Cluster
  import NIOConcurrencyHelpers

  /// The nodes of live searches, kept snapshots and copies, by token. Each of these exists on one node only.
  ///
  /// Holds the tokens added last. For other tokens, the gateway tries one node after another, so gateways share no state.
  final class KnownPlaces: Sendable {
    private struct State {
      var places: [String: NodeAddress] = [:]
      var order: [String] = []
      var next = 0
    }

    private let state = NIOLockedValueBox(State())
    private let most: Int

    init(most: Int = 10_000) { self.most = most }

    subscript(_ token: String) -> NodeAddress? { state.withLockedValue { $0.places[token] } }

    func set(_ token: String, _ place: NodeAddress) {
      state.withLockedValue { state in
        if state.places.updateValue(place, forKey: token) != nil { return }
        if state.order.count < most {
          state.order.append(token)
        } else {
          let oldest = state.order[state.next % most]
          state.places[oldest] = nil
          state.order[state.next % most] = token
          state.next += 1
        }
      }
    }
  }
#endif
