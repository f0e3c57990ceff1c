#if Service && Cluster
  import AsyncHTTPClient
  import Hummingbird
  import NIOConcurrencyHelpers
  import NIOCore
  import RiffleServer

  /// The open live searches: relays from one node each, and those of lists in shards.
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
    /// - Throws: `Problem` if too many live searches are open, or ``closeAll()`` has been called.
    func open() throws(Problem) -> LiveRelay {
      let (parts, partsIn) = AsyncStream<ByteBuffer>.makeStream()
      return LiveRelay(try take { partsIn.finish() }, parts, partsIn)
    }

    /// Takes one of the places of live searches.
    /// - Parameter end: called to end the live search.
    /// - Throws: as ``open()``.
    func take(_ end: @escaping @Sendable () -> Void) throws(Problem) -> LivePlace {
      let place = LivePlace(self)
      let isOpen = state.withLockedValue { state in
        if state.isClosed || state.ends.count >= most { return false }
        state.ends[ObjectIdentifier(place)] = end
        return true
      }
      if isOpen { return place }
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

  /// The place of an open live search; free again on deinitialization.
  final class LivePlace: Sendable {
    private let relays: LiveRelays

    fileprivate init(_ relays: LiveRelays) { self.relays = relays }

    deinit { relays.close(ObjectIdentifier(self)) }
  }

  /// A relay of events from one node to a client. Ends when either of them disconnects.
  ///
  /// If the node is left out while another one is not, the relay also ends. The client then sees the end of the stream, as when
  /// a node ends a session, and opens another one.
  final class LiveRelay: Sendable {
    private let place: LivePlace
    private let parts: AsyncStream<ByteBuffer>
    private let partsIn: AsyncStream<ByteBuffer>.Continuation

    private static let pauseBetweenLooks = Duration.milliseconds(500)

    fileprivate init(
      _ place: LivePlace, _ parts: AsyncStream<ByteBuffer>, _ partsIn: AsyncStream<ByteBuffer>.Continuation
    ) {
      (self.place, self.parts, self.partsIn) = (place, parts, partsIn)
    }

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
