#if Service && Cluster
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1

  /// A request to a node, sent once or several times.
  struct NodeRequest: Sendable {
    var method: HTTPMethod
    /// The path and the query.
    var target: String
    var headers: HTTPHeaders
    var body: ByteBuffer?

    func request(to node: NodeAddress) -> HTTPClientRequest {
      var request = HTTPClientRequest(url: node.description + target)
      request.method = method
      request.headers = headers
      if let body { request.body = .bytes(body) }
      return request
    }
  }
#endif
