#if Service && Cluster
  import AsyncHTTPClient
  import Logging
  import NIOCore
  import NIOHTTP1
  import RiffleCluster
  import RiffleServer

  /// A sender of requests to nodes. If the first node fails, is too old, or is slow, another one gets the request.
  struct Forwarder: Sendable {
    let client: HTTPClient
    let probes: NodeProbes
    let buffers: AnswerBuffers
    let hedges: HedgeAllowance
    let measures: GatewayMeasures
    let logger: Logger
    /// The number of values of a facet that a shard returns at once.
    var facetValues = ShardRequest.mostValues

    /// The delay before a node without an answer is probed, and between further probes.
    private static let patience = Duration.milliseconds(250)
    /// The delay before a request with a token goes to a second node. The first one may still wait for the position.
    private static let waitForPosition = TimeAmount.milliseconds(100)
    /// The pause before all nodes are tried a second time, if none has answered.
    private static let pause = Duration.milliseconds(100)

    /// An event of a request in flight.
    private enum Event: Sendable {
      case answer(NodeAnswer)
      case failed(GatewayNode, reason: String)
      case late
      case silent(GatewayNode)
      case pauseEnded
    }

    /// Sends an idempotent request, and returns the first final answer. If there is none, returns the best refusal.
    /// - Parameters:
    ///   - token: the position that the answer must have reached.
    ///   - first: the node to try first; `nil` for any.
    ///   - streams: whether to pass the answer on as it arrives, because it is endless or too large to buffer.
    ///   - waits: whether the node waits for a change before it answers, so that a late answer starts no second request.
    /// - Throws: `Problem` if no node answers.
    func send(
      _ request: NodeRequest, to list: NodeList, token: NodeToken? = nil, first: NodeAddress? = nil,
      streams: Bool = false, waits: Bool = false
    ) async throws -> NodeAnswer {
      hedges.didRequest()
      let nodes = list.candidates(token, first: first)
      return try await withThrowingTaskGroup(of: Event.self) { group in
        defer { group.cancelAll() }
        var race = Race(nodes: nodes)
        func start() -> Bool {
          guard let node = race.next() else { return false }
          group.addTask { await attempt(request, node, list, streams: streams, waits: waits) }
          group.addTask { await silence(of: node) }
          return true
        }
        _ = start()
        // If `first` is set, no other node has the snapshot or live search: a slow answer starts no second request.
        if nodes.count > 1, first == nil, !waits {
          let late = token == nil ? list.latencies.late : Forwarder.waitForPosition
          group.addTask {
            try? await Task.sleep(for: .nanoseconds(late.nanoseconds))
            return .late
          }
        }
        while let event = try await group.next() {
          try Task.checkCancellation()
          switch event {
          case .answer(let answer):
            race.running -= 1
            if answer.verdict == .final { return answer }
            race.note(answer)
            measures.didTryAnother(list.name, .refused)
            if !start(), race.running == 0, let best = race.refusal { return best }
          case .failed(let node, let reason):
            race.running -= 1
            race.failure = "\(node.address): \(reason)"
            measures.didTryAnother(list.name, .failed)
            if start() || race.running > 0 { continue }
            if let refusal = race.refusal { return refusal }
            guard race.begin(secondRound: nodes) else { throw race.problem(list.title) }
            group.addTask {
              try? await Task.sleep(for: Forwarder.pause)
              return .pauseEnded
            }
          case .pauseEnded: _ = start()
          case .late:
            // Waiting for a position costs a node nothing, so it needs no allowance.
            if race.running == 1, race.hasNext, token != nil || hedges.take() {
              measures.didTryAnother(list.name, .late)
              _ = start()
            }
          case .silent:
            measures.didTryAnother(list.name, .silent)
            race.silent += 1
            if !start(), race.silent >= race.running, let best = race.refusal { return best }
          }
        }
        throw race.problem(list.title)
      }
    }

    /// The state of a request: the nodes left to try, and the answers so far.
    private struct Race {
      private var waiting: ArraySlice<GatewayNode>
      private var isSecondRound = false
      /// The number of nodes with an unanswered request.
      var running = 0
      /// The number of those nodes that have gone silent.
      var silent = 0
      /// The best answer so far that is not final.
      private(set) var refusal: NodeAnswer?
      var failure: String?

      init(nodes: [GatewayNode]) { waiting = nodes[...] }

      var hasNext: Bool { !waiting.isEmpty }

      mutating func next() -> GatewayNode? {
        guard let node = waiting.popFirst() else { return nil }
        running += 1
        return node
      }

      mutating func note(_ answer: NodeAnswer) {
        if let refusal, refusal.verdict <= answer.verdict { return }
        refusal = answer
      }

      /// Begins the second round.
      /// - Returns: `false` if it has begun before.
      mutating func begin(secondRound nodes: [GatewayNode]) -> Bool {
        if isSecondRound { return false }
        (isSecondRound, waiting) = (true, nodes[...])
        return true
      }

      /// - Parameter title: that of the list.
      func problem(_ title: String) -> Problem {
        var problem = Problem(
          .noNode, "no node of the \(title) answers: try again in a second", parameter: "list", retryAfter: 1)
        problem.cause = failure
        return problem
      }
    }

    // MARK: - One node

    private func attempt(
      _ request: NodeRequest, _ node: GatewayNode, _ list: NodeList, streams: Bool, waits: Bool
    ) async -> Event {
      let start = NIODeadline.now()
      node.didBegin()
      defer { node.didEnd() }
      do {
        let answer = try await ask(request, node, streams: streams)
        node.didAnswer(answer.position)
        if answer.verdict == .final, !streams, !waits { list.latencies.add(.now() - start) }
        return .answer(answer)
      } catch {
        let reason = NodeProbes.reason(error)
        // A cancelled attempt is not a failure.
        if !Task.isCancelled, node.didFail("it does not answer: \(reason)", isRefused: NodeProbes.isRefused(error)) {
          logger.warning("a node is left out", metadata: ["node": "\(node.address)", "reason": "\(loggable(reason))"])
        }
        return .failed(node, reason: reason)
      }
    }

    private func ask(_ request: NodeRequest, _ node: GatewayNode, streams: Bool) async throws -> NodeAnswer {
      let response = try await client.execute(request.request(to: node.address), deadline: .distantFuture)
      func answer(_ body: NodeAnswer.Body) -> NodeAnswer {
        NodeAnswer(node: node, status: response.status, headers: response.headers, body: body)
      }
      if streams, response.status == .ok { return answer(.stream(response.body)) }
      let share = buffers.share()
      if let length = response.headers.first(name: "Content-Length").flatMap({ Int($0) }) {
        if !share.grow(by: length) { return answer(.stream(response.body)) }
        return answer(.whole(try await response.body.collect(upTo: length), share))
      }
      var whole = ByteBuffer()
      for try await var part in response.body {
        if !share.grow(by: part.readableBytes) {
          // The parts read so far cannot be put back, so the request is sent again.
          return try await ask(request, node, streams: true)
        }
        whole.writeBuffer(&part)
      }
      return answer(.whole(whole, share))
    }

    /// Probes a node until it goes silent or the task is cancelled.
    private func silence(of node: GatewayNode) async -> Event {
      repeat {
        try? await Task.sleep(for: Forwarder.patience)
        if Task.isCancelled { break }
      } while await node.isAlive { await probes.ask(node) }
      return .silent(node)
    }

    // MARK: - Requests that are sent once

    /// Sends a request once, and passes the answer on as it arrives.
    /// - Throws: `Problem` if the node does not answer.
    func sendOnce(_ request: NodeRequest, to list: NodeList) async throws -> NodeAnswer {
      guard let node = list.candidates(nil).first else { throw Race(nodes: []).problem(list.title) }
      node.didBegin()
      defer { node.didEnd() }
      do {
        let response = try await client.execute(request.request(to: node.address), deadline: .distantFuture)
        node.didAnswer(nil)
        return NodeAnswer(
          node: node, status: response.status, headers: response.headers, body: .stream(response.body))
      } catch {
        if Task.isCancelled { throw error }
        var problem = Problem(
          .noNode,
          "the node of the list “\(list.name)” has not answered; whether the write was made is not known: read, then try again",
          parameter: "list", retryAfter: 1)
        problem.cause = "\(node.address): \(NodeProbes.reason(error))"
        throw problem
      }
    }
  }
#endif
