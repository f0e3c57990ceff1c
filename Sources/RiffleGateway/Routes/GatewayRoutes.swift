#if Service && Cluster
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import RiffleCluster
  import RiffleServer

  /// The routes of a gateway, which answer requests with the answers of nodes.
  struct GatewayRoutes: Sendable {
    let lists: NodeLists
    let forwarder: Forwarder
    let relays: LiveRelays
    /// The live searches of lists in shards.
    let fields = ShardFields()
    let places: KnownPlaces
    let settings: GatewaySettings
    let isStopping: @Sendable () -> Bool

    /// Adds the same paths as those of a node.
    func add(to router: Router<ServiceContext>, _ files: ServerFiles) {
      router.addFiles(files)
      router.add("health/ready", [.get: { _, _ in ready() }])
      router.add("metrics", [.get: { request, context in try await metrics(request, context) }])
      router.add("v1/lists", [.get: { request, context in try await getLists(request, context) }])
      func read(_ reading: Reading) -> Router<ServiceContext>.Answering {
        { request, context in try await self.read(request, context, reading) }
      }
      let write: Router<ServiceContext>.Answering = { request, context in try await self.write(request, context) }
      let writeItem: Router<ServiceContext>.Answering = { request, context in
        try await self.writeItem(request, context)
      }
      let writeItems: Router<ServiceContext>.Answering = { request, context in
        try await self.writeItems(request, context)
      }
      router.add("v1/lists/:list", [.get: read(.list), .put: write, .delete: write])
      router.add("v1/lists/:list/fields", [.put: write])
      router.add(
        "v1/lists/:list/synonyms", [.get: { request, context in try await synonyms(request, context) }, .put: write])
      router.add("v1/lists/:list/search", [.get: read(.search), .post: read(.search)])
      router.add("v1/lists/:list/rows", [.get: read(.rows)])
      router.add("v1/lists/:list/jumplist", [.get: read(.jumplist)])
      router.add(
        "v1/lists/:list/items/:id", [.get: read(.item), .put: writeItem, .patch: writeItem, .delete: writeItem])
      router.add("v1/lists/:list/items/:id/explanation", [.get: read(.item)])
      router.add(
        "v1/lists/:list/items",
        [
          .post: writeItems, .put: { request, context in try await replaceItems(request, context) },
          .delete: { request, context in try await deleteItems(request, context) },
        ])
      router.add("v1/lists/:list/changes", [.get: { request, context in try await changes(request, context) }])
      router.add("v1/lists/:list/live", [.get: { request, context in try await openLive(request, context) }])
      router.add("v1/lists/:list/live/:session", [.post: read(.live)])
    }

    // MARK: - Requests

    /// Returns the list named in the path.
    /// - Throws: `Problem` if there is no such list; `Refusal` if a node does not show its lists to the caller.
    func list(_ request: Request, _ context: ServiceContext) async throws -> NodeList {
      let text = context.parameters.get("list") ?? ""
      guard let name = PercentEncoding.decoded(text[...], isForm: false) else {
        throw Problem.invalid(
          "list", "“\(text.prefix(100))” is not well-formed: write “%” as “%25”, and text as UTF-8")
      }
      if let list = lists[name] { return list }
      // The error names only lists visible to the caller.
      let visible = try await visibleLists(try nodeRequest(request, context, target: "/v1/lists"))
      if let refusal = visible.refusal { throw Refusal(answer: refusal) }
      let known = visible.lists.map { "“\($0.name)”" }.joined(separator: ", ")
      throw Problem(
        .unknownList, "there is no list “\(name.prefix(100))”" + (known.isEmpty ? "" : ": there is \(known)"),
        parameter: "list")
    }

    /// Returns the request to send to a node.
    /// - Parameter target: a target that replaces the request's; `nil` to keep it.
    /// - Throws: `Problem`.
    func nodeRequest(
      _ request: Request, _ context: ServiceContext, method: HTTPMethod = .GET, target: String? = nil
    ) throws(Problem) -> NodeRequest {
      NodeRequest(
        method: method,
        target: target == nil ? try RequestTarget.wellFormed(request.uri.description) : target ?? "",
        headers: ForwardedHeaders.toNode(
          request.headers, from: context.remoteAddress?.ipAddress, settings.forwardedFor))
    }

    /// - Throws: `Problem`.
    func body(_ request: Request) async throws -> ByteBuffer {
      let limit = settings.limits.body
      let tooLarge = Problem(.bodyTooLarge, "the body may have \(limit) bytes: send less at once")
      if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
      do {
        return try await request.body.collect(upTo: limit)
      } catch is NIOTooManyBytesError {
        throw tooLarge
      }
    }

    // MARK: - Reading

    /// Passes on an idempotent request.
    private func read(
      _ request: Request, _ context: ServiceContext, _ reading: Reading
    ) async throws -> Response {
      let list = try await list(request, context)
      if !list.shards.isEmpty { return try await read(reading, of: list, request, context) }
      var sent = try nodeRequest(request, context)
      if request.method == .post {
        (sent.method, sent.body) = (.POST, try await body(request))
      }
      // The token of a live search or a kept snapshot, which only one node has.
      let kept =
        context.parameters.get("session")
        ?? request.uri.queryParameters["snapshot"].map { String($0) }.flatMap { $0 == "new" ? nil : $0 }
      let answer = try await forwarder.send(
        sent, to: list, token: request.headers[.riffleAfter].flatMap { try? NodeToken($0) },
        first: kept.flatMap { places[$0] })
      if let kept, answer.status.code < 400 { places.set(kept, answer.node.address) }
      return answer.response
    }

    /// Passes on a request for the synonyms of a list, unless each of its shards has its own.
    private func synonyms(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let list = try await list(request, context)
      if list.shards.isEmpty { return try await read(request, context, .list) }
      throw Problem(
        .conflict, "the list “\(list.name)” is in shards, each with its own synonyms: read them from a node",
        parameter: "list")
    }

    /// Returns the changes of a list. The only node of a list numbers them itself; those of several are merged.
    private func changes(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let list = try await list(request, context)
      if list.nodes.count == 1, list.shards.isEmpty { return try await read(request, context, .list) }
      return try await mergedChanges(of: list, request, context)
    }

    private func openLive(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let list = try await list(request, context)
      if !list.shards.isEmpty { return try await openLive(list, request, context) }
      let relay = try relays.open()
      let answer = try await forwarder.send(try nodeRequest(request, context), to: list, streams: true)
      guard case .stream(let stream) = answer.body, answer.status == .ok else { return answer.response }
      var headers = ForwardedHeaders.toClient(answer.headers)
      // The connection of the client is read to its end, to detect a disconnect.
      headers[.connection] = "close"
      let body = request.body
      return Response(
        status: .ok, headers: headers,
        body: ResponseBody { output in
          try await body.consumeWithInboundCloseHandler { _ in
            try await relay.run(stream, from: answer.node, of: list, to: &output)
          } onInboundClosed: {
            relay.end()
          }
          try await output.finish(nil)
        })
    }
  }
#endif
