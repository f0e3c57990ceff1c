#if Service && Cluster
  import RiffleServer

  /// The parameters of a public request that is merged from shards.
  struct MergeRequest: Sendable, Hashable {
    let operation: ShardRequest.Operation
    /// The parameters for the shards, as in a URL.
    private var query = ""
    /// The same as an object of a body.
    private var object: String?
    private var pointer = ""
    /// `new`, or a token of a merged snapshot; `nil` for the present list.
    private(set) var snapshot: String?
    /// Whether an answer may lack shards.
    private(set) var allowsPartial = false

    /// - Throws: `Problem` for a wrong value of `partial`.
    init(_ operation: ShardRequest.Operation, query: String) throws(Problem) {
      self.operation = operation
      var rest: [Substring] = []
      for pair in query.split(separator: "&") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? PercentEncoding.decoded(parts[1], isForm: true) : ""
        switch (PercentEncoding.decoded(parts[0], isForm: true), value) {
        // A repeated parameter is left for the shards, which refuse it.
        case ("snapshot"?, let value?) where snapshot == nil && operation != .list: snapshot = value
        case ("partial"?, "allow"?): allowsPartial = true
        case ("partial"?, _):
          throw .invalid("partial", "“partial” must be “allow”: then answers may lack shards, and name them")
        default: rest.append(pair)
        }
      }
      self.query = rest.joined(separator: "&")
    }

    /// Creates a request whose parameters are an object of a body.
    /// - Parameters:
    ///   - object: the parameters without `snapshot`, in JSON.
    ///   - pointer: the JSON pointer of the object.
    init(
      _ operation: ShardRequest.Operation = .search, object: String, pointer: String = "", snapshot: String? = nil,
      allowsPartial: Bool
    ) {
      self.operation = operation
      (self.object, self.pointer, self.snapshot) = (object, pointer, snapshot)
      self.allowsPartial = allowsPartial
    }

    /// The request to a shard.
    var shardRequest: ShardRequest {
      var request = ShardRequest(operation)
      (request.query, request.object, request.pointer) = (query, object, pointer)
      return request
    }
  }
#endif
