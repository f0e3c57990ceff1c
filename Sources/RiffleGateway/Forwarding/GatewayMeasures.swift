#if Service && Cluster
  import Metrics
  import RiffleServer

  /// The metrics of nodes, in addition to those of requests.
  struct GatewayMeasures: Sendable {
    let measures = Measures()

    /// The cause of a further request.
    enum Cause: String {
      case failed, refused, late, silent
    }

    func didTryAnother(_ list: String, _ cause: Cause) {
      Metrics.Counter(
        label: "riffle_gateway_further_requests_total", dimensions: [("list", list), ("cause", cause.rawValue)],
        factory: measures.prometheus
      ).increment()
    }

    func text(_ nodes: [GatewayNode], liveCount: Int) -> String {
      measures.noteMemory()
      measures.gauge("riffle_gateway_live_sessions", [], liveCount)
      for node in nodes {
        let labels = [("node", "\(node.address)")]
        measures.gauge("riffle_gateway_node_is_ready", labels, node.isOut ? 0 : 1)
        measures.gauge("riffle_gateway_node_requests", labels, node.requestCount)
        if let lag = node.lagMilliseconds { measures.gauge("riffle_gateway_node_lag_milliseconds", labels, lag) }
      }
      return measures.prometheus.text
    }
  }
#endif
