#if Service && Cluster
  import NIOConcurrencyHelpers
  import NIOHTTP1
  import RiffleCluster
  import RiffleServer

  /// A search field of a client in a list in shards: the results that it requests, and the work that is due.
  final class ShardField: Sendable {
    let id: String
    let list: NodeList
    /// Requests to type into the field must have the authorization that opened it.
    let authorization: String?
    /// Whether answers may lack shards.
    let allowsPartial: Bool

    /// The text of the field, and the window of results to send.
    struct Wish: Sendable {
      let revision: Int
      let search: MergeRequest
      /// The jumplist of all hits; `nil` if it is not wanted.
      let jumplist: MergeRequest?
    }

    /// The work to do next.
    struct Turn: Sendable {
      var wish: Wish?
      var isWishNew = false
      var isListNew = false
      var isBeatDue = false
      var isClosing = false
      /// The answer of a node that ends the stream, because the caller may no longer see the list.
      var refusal: NodeAnswer?
    }

    private struct State {
      var turn = Turn()
      /// The header fields of the requests to nodes.
      var headers: HTTPHeaders
      /// Cancels the search in progress.
      var cancel: (@Sendable () -> Void)?
      var watched: [Int: Watched] = [:]
      /// The nodes that have described the list when the field was opened.
      var first: [Int: NodeAddress] = [:]
    }

    /// A node that reports changes of a shard.
    struct Watched: Sendable {
      let node: GatewayNode
      let reading: Task<Void, Never>
    }

    private let state: NIOLockedValueBox<State>
    /// Yields whenever there is work; coalesces notifications to a busy reader. For a single reader.
    let wakeups: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    /// - Parameter headers: the header fields of the request that opens the field.
    init(_ list: NodeList, _ headers: HTTPHeaders, allowsPartial: Bool) {
      id = LiveID.make()
      (self.list, self.allowsPartial) = (list, allowsPartial)
      authorization = headers["Authorization"].first
      state = NIOLockedValueBox(State(headers: headers))
      (wakeups, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    private func change(_ body: (inout State) -> Void) {
      state.withLockedValue { body(&$0) }
      signal.yield()
    }

    // MARK: - Work

    /// Sets a new text or window. The search in progress is cancelled.
    func type(_ wish: Wish) {
      change { state in
        if let known = state.turn.wish, known.revision >= wish.revision { return }
        state.cancel?()
        (state.turn.wish, state.turn.isWishNew) = (wish, true)
      }
    }

    func listDidChange() { change { $0.turn.isListNew = true } }
    func beat() { change { $0.turn.isBeatDue = true } }
    /// Wakes the reader, which then checks for work.
    func wake() { change { _ in } }
    /// Ends the stream with the answer of a node.
    func refuse(_ answer: NodeAnswer) { change { $0.turn.refusal = answer } }

    func close() {
      change { state in
        state.turn.isClosing = true
        state.cancel?()
      }
    }

    /// Removes and returns the work to do.
    func next() -> Turn {
      state.withLockedValue { state in
        defer { (state.turn.isWishNew, state.turn.isListNew, state.turn.isBeatDue) = (false, false, false) }
        return state.turn
      }
    }

    /// Returns whether a wish has been replaced, or the field is closed.
    func isOvertaken(_ wish: Wish?) -> Bool {
      state.withLockedValue { $0.turn.wish?.revision != wish?.revision || $0.turn.isClosing }
    }

    /// Runs `body` until it returns, or a new wish replaces the given one.
    /// - Throws: `CancellationError`, and errors of `body`.
    func whileWished<Result: Sendable>(
      _ wish: Wish?, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
      let task = Task(operation: body)
      let isWished = state.withLockedValue { state in
        guard state.turn.wish?.revision == wish?.revision, !state.turn.isClosing else { return false }
        state.cancel = { task.cancel() }
        return true
      }
      if !isWished { task.cancel() }
      defer { state.withLockedValue { $0.cancel = nil } }
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }

    // MARK: - Requests to nodes

    var headers: HTTPHeaders { state.withLockedValue { $0.headers } }

    /// Makes later answers have at least a position.
    func reach(_ token: String) {
      state.withLockedValue { $0.headers.replaceOrAdd(name: "Riffle-After", value: token) }
    }

    /// The nodes to send requests to: those that report changes of shards. Each replica numbers generations by itself, so the
    /// answers of one node have numbers that compare.
    var nodes: [Int: NodeAddress] {
      state.withLockedValue { state in state.first.merging(state.watched.mapValues { $0.node.address }) { $1 } }
    }

    /// Sets the nodes to send the first requests to.
    func begin(with nodes: [Int: NodeAddress]) { state.withLockedValue { $0.first = nodes } }

    /// - Parameter watched: `nil` if no node reports changes of the shard at present.
    func watch(_ shard: Int, _ watched: Watched?) {
      change { state in
        (state.watched[shard], state.first[shard]) = (watched, nil)
        state.turn.isListNew = true
      }
    }

    /// Leaves nodes that are left out, if others are not.
    func leaveNodesThatAreOut() {
      let watched = state.withLockedValue { $0.watched }
      for (number, watched) in watched
      where watched.node.isOut && list.shards[number].nodes.contains(where: { !$0.isOut }) {
        watched.reading.cancel()
      }
    }
  }

  /// The open search fields of lists in shards.
  final class ShardFields: Sendable {
    private let fields = NIOLockedValueBox<[String: ShardField]>([:])

    func open(_ field: ShardField) { fields.withLockedValue { $0[field.id] = field } }

    func close(_ field: ShardField) {
      field.close()
      fields.withLockedValue { $0[field.id] = nil }
    }

    /// - Throws: `Problem` if it is not open, or belongs to another caller.
    func field(_ id: String, of list: String, authorization: String?) throws(Problem) -> ShardField {
      let field = fields.withLockedValue { $0[id] }
      guard let field, field.list.name == list, field.authorization == authorization else {
        throw Problem(
          .unknownSession, "there is no live search “\(id.prefix(100))” of this list: open one", parameter: "session")
      }
      return field
    }
  }
#endif
