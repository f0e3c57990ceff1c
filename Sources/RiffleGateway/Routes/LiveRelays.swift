#if Service && Cluster
  import AsyncHTTPClient
  import Hummingbird
  import NIOConcurrencyHelpers
  import NIOCore
  import RiffleServer

  /// The relays of live searches, each from one node.
  final class LiveRelays: Sendable {
    private struct State {
      var ends: [ObjectIdentifier: @Sendable () -> Void] = [:]
      var isClosed = false
    }

    private let state = NIOLockedValueBox(State())
    private let most: Int

    init(most: Int) { self.most = most }

    var count: Int { state.withLockedValue { $0.ends.count } }

    /// Opens a relay for a live search.
    /// - Throws: `Problem` if too many are open, or ``closeAll()`` has been called.
    func open() throws(Problem) -> LiveRelay {
      let relay = LiveRelay(self)
      let isOpen = state.withLockedValue { state in
        if state.isClosed || state.ends.count >= most { return false }
        state.ends[ObjectIdentifier(relay)] = { [parts = relay.partsIn] in parts.finish() }
        return true
      }
      if isOpen { return relay }
      throw Problem(
        .busy, "\(most) live searches are open, or the gateway is stopping: try again later", retryAfter: 5)
    }

    fileprivate func close(_ id: ObjectIdentifier) { state.withLockedValue { _ = $0.ends.removeValue(forKey: id) } }

    /// Ends all relays, and prevents new ones.
    func closeAll() {
      let ends = state.withLockedValue { state in
        state.isClosed = true
        return Array(state.ends.values)
      }
      for end in ends { end() }
    }
  }

  /// A relay of events from one node to a client. Ends when either of them disconnects.
  ///
  /// If the node is left out while another one is not, the relay also ends. The client then sees the end of the stream, as when
  /// a node ends a session, and opens another one.
  final class LiveRelay: Sendable {
    private let relays: LiveRelays
    private let parts: AsyncStream<ByteBuffer>
    fileprivate let partsIn: AsyncStream<ByteBuffer>.Continuation

    private static let pauseBetweenLooks = Duration.milliseconds(500)

    fileprivate init(_ relays: LiveRelays) {
      self.relays = relays
      (parts, partsIn) = AsyncStream.makeStream()
    }

    deinit { relays.close(ObjectIdentifier(self)) }

    /// Ends the stream. May be called on any thread.
    func end() { partsIn.finish() }

    /// Writes the events of the stream to `output`.
    /// - Throws: errors of `output`.
    func run(
      _ stream: HTTPClientResponse.Body, from node: GatewayNode, of list: NodeList,
      to output: inout any ResponseBodyWriter
    ) async throws {
      // Reads a part after the previous one has been written.
      let (turns, turnsIn) = AsyncStream<Void>.makeStream()
      let (partsIn, end) = (partsIn, { @Sendable [self] in self.end() })
      let reading = Task {
        do {
          var turn = turns.makeAsyncIterator()
          for try await part in stream {
            partsIn.yield(part)
            await turn.next()
          }
        } catch {
          // The node or the client has disconnected.
        }
        end()
      }
      let looking = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: LiveRelay.pauseBetweenLooks)
          if node.isOut, list.nodes.contains(where: { !$0.isOut }) { end() }
        }
      }
      defer {
        reading.cancel()
        looking.cancel()
      }
      for await part in parts {
        try await output.write(part)
        turnsIn.yield()
      }
    }
  }
#endif
