#if Service && Cluster
  import NIOConcurrencyHelpers
  import NIOHTTP1
  import RiffleCluster
  import RiffleServer

  /// A search field of a client in a list in shards.
  final class ShardField: Sendable {
    let list: NodeList
    let live: LiveField<Wish>
    /// Whether answers may lack shards.
    let allowsPartial: Bool

    struct Wish: LiveWish {
      let revision: Int
      let search: MergeRequest
      /// The jumplist of all hits; `nil` if it is not wanted.
      let jumplist: MergeRequest?
    }

    private struct State {
      /// The header fields of the requests to nodes.
      var headers: HTTPHeaders
      var refusal: NodeAnswer?
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

    /// - Parameter headers: the header fields of the request that opens the field.
    init(_ list: NodeList, _ headers: HTTPHeaders, allowsPartial: Bool) {
      (self.list, self.allowsPartial) = (list, allowsPartial)
      live = LiveField(authorization: headers["Authorization"].first)
      state = NIOLockedValueBox(State(headers: headers))
    }

    /// The answer of a node that ends the stream, because the caller may no longer see the list.
    var refusal: NodeAnswer? { state.withLockedValue { $0.refusal } }

    /// Ends the stream with the answer of a node.
    func refuse(_ answer: NodeAnswer) {
      state.withLockedValue { $0.refusal = answer }
      live.wake()
    }

    /// Runs `body` until it returns, or a new wish replaces the given one.
    /// - Throws: `CancellationError`, and errors of `body`.
    func whileWished<Result: Sendable>(
      _ wish: Wish?, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
      let task = Task(operation: body)
      if !live.begin(wish, cancel: { task.cancel() }) { task.cancel() }
      defer { live.end() }
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
      state.withLockedValue { ($0.watched[shard], $0.first[shard]) = (watched, nil) }
      live.listDidChange()
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

    func open(_ field: ShardField) { fields.withLockedValue { $0[field.live.id] = field } }

    func close(_ field: ShardField) {
      field.live.close()
      fields.withLockedValue { $0[field.live.id] = nil }
    }

    /// - Throws: `Problem` if it is not open, or belongs to another caller.
    func field(_ id: String, of list: String, authorization: String?) throws(Problem) -> ShardField {
      let field = fields.withLockedValue { $0[id] }
      guard let field, field.list.name == list, field.live.authorization == authorization else {
        throw Problem(
          .unknownSession, "there is no live search “\(id.prefix(100))” of this list: open one", parameter: "session")
      }
      return field
    }
  }
#endif
