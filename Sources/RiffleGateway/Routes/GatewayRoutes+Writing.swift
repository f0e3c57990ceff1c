#if Service && Cluster
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import Riffle
  import RiffleCluster
  import RiffleInput
  import RiffleServer
  import RiffleStore

  /// Routes that write, to PostgreSQL or to the only node of a list. Copies are never written.
  extension GatewayRoutes {
    /// Writes one item.
    func writeItem(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let list = try await list(request, context)
      guard let writer = list.writer else { return try await write(request, context, list) }
      let refusal = try await refusal(request, context, list)
      guard refusal.isOfCopy else { return refusal.response }
      let text = context.parameters.get("id") ?? ""
      // A table of another shape is written with SQL, so the refusal of the node is returned.
      guard let table = try await writer.table() else { return refusal.response }
      let change = try await change(request, try ItemID(path: text, parameter: "id"), table.fields)
      // The tags come from nodes, because nodes have the scopes.
      let known = try await writer.write(change, try Precondition(request.headers)) { token in
        var asked = try nodeRequest(
          request, context, target: RequestTarget.wellFormed("/v1/lists/\(list.name)/items/\(text)"))
        asked.headers = asked.headers.withoutBody
        asked.headers.add(name: "Riffle-After", value: "\(token)")
        let answer = try await readItem(asked, of: list)
        guard answer.status == .ok else { throw Refusal(answer: answer) }
        return answer.headers.first(name: "ETag")
      }
      return known.map { GatewayRoutes.written($0) } ?? refusal.response
    }

    /// Returns the answer to a write.
    static func written(_ token: NodeToken) -> Response {
      var json = JSONWriter()
      json.object { $0.member("position", "\(token)") }
      var response = GatewayRoutes.json(json, .ok, cacheControl: "private, no-cache")
      response.headers[.rifflePosition] = "\(token)"
      return response
    }

    /// - Throws: `Problem`.
    private func change(
      _ request: Request, _ id: ItemID, _ fields: [FieldDefinition]
    ) async throws -> ItemChange {
      switch request.method {
      case .put:
        try request.check(types: ["application/json"])
        return .put(try ItemParameters(try JSONValue(whole: try await bytes(request)), fields: fields).item(id))
      case .patch:
        try request.check(types: ["application/merge-patch+json", "application/json"])
        return .patch(id, try ItemParameters(try JSONValue(whole: try await bytes(request)), fields: fields).patch())
      default: return .delete(id)
      }
    }

    private func bytes(_ request: Request) async throws -> [UInt8] { Array(try await body(request).readableBytesView) }

    /// Writes the items of a body, line by line.
    func writeItems(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let list = try await list(request, context)
      guard let writer = list.writer else { return try await write(request, context, list) }
      let refusal = try await refusal(request, context, list)
      guard refusal.isOfCopy else { return refusal.response }
      var reportsAll = false
      for pair in (request.uri.query ?? "").split(separator: "&") {
        switch pair {
        case "results=all": reportsAll = true
        case "results=errors": reportsAll = false
        default:
          throw Problem.invalid(
            String(pair.prefix { $0 != "=" }.prefix(100)), "the parameter is “results”, which is “all” or “errors”")
        }
      }
      try request.check(types: BulkWriter.types)
      // A table of another shape is written with SQL, so the refusal of the node is returned.
      guard let table = try await writer.table() else { return refusal.response }
      let bulk = BulkWriter(
        PostgresTarget(writer: writer, threads: lists.threads, fields: table.fields), list: list.name,
        longestLine: settings.limits.body,
        reportsAll: reportsAll, forwarder.logger)
      let body = request.body
      return Response(
        status: .ok, headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"],
        body: ResponseBody { output in
          try await bulk.write(body, to: &output)
          try await output.finish(nil)
        })
    }

    /// Handles a write of any other kind.
    func write(_ request: Request, _ context: ServiceContext) async throws -> Response {
      try await write(request, context, try await list(request, context))
    }

    /// Passes a write on if the list has one node and no PostgreSQL. Otherwise returns the refusal of a node.
    func write(
      _ request: Request, _ context: ServiceContext, _ list: NodeList
    ) async throws -> Response {
      if list.nodes.count > 1 || !list.shards.isEmpty || list.list.postgres != nil {
        return try await refusal(request, context, list).response
      }
      var sent = try nodeRequest(request, context, method: HTTPMethod(rawValue: request.method.rawValue))
      let body = try await body(request)
      if body.readableBytes > 0 { sent.body = body }
      return try await forwarder.sendOnce(sent, to: list).response
    }

    /// Returns a node's answer to a write without a body, which no list accepts. After it has checked the key, a copy refuses all
    /// writes, and names the place to write.
    /// - Throws: `Problem` if the nodes are no copies.
    func refusal(
      _ request: Request, _ context: ServiceContext, _ list: NodeList
    ) async throws -> NodeAnswer {
      var sent = try nodeRequest(request, context, method: .PUT, target: "/v1/lists/\(list.name)/items/0")
      sent.headers = sent.headers.withoutBody
      let answer = try await forwarder.send(sent, to: list.shards.first ?? list)
      if answer.status != .unsupportedMediaType { return answer }
      throw Problem(
        .conflict, "the list “\(list.name)” has nodes that are no copies of a database: write each of them",
        parameter: "list")
    }
  }

  extension NodeAnswer {
    /// Whether a copy has refused the write of an authorized caller.
    var isOfCopy: Bool { status == .conflict }
  }

  extension HTTPHeaders {
    /// The fields, except those about a body, the conditions on an item, and the position.
    var withoutBody: HTTPHeaders {
      var headers = self
      for name in ["Content-Type", "Content-Encoding", "If-Match", "If-None-Match", "Riffle-After"] {
        headers.remove(name: name)
      }
      return headers
    }
  }
#endif
