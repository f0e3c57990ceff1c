#if Service && Cluster
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import RiffleInput
  import RiffleServer

  /// Live searches of lists in shards, which the gateway holds.
  extension GatewayRoutes {
    func openLive(_ list: NodeList, _ request: Request, _ context: ServiceContext) async throws -> Response {
      let asked = try MergeRequest(.list, query: request.uri.query ?? "")
      let headers = try nodeRequest(request, context).headers
      let field = ShardField(list, headers, allowsPartial: asked.allowsPartial)
      let place = try relays.take { field.live.close() }
      // Also checks the caller, and that the shards answer.
      let (start, seen) = try await inOneMoment { () async throws -> (ShardStream.Start, HTTPFields) in
        let session = try ShardSession(list, asked, headers: headers, forwarder, places)
        let merged = MergedList(try await session.askAll(asked.shardRequest))
        field.begin(with: await session.answering)
        return (
          ShardStream.Start(
            generation: await session.generation, count: merged.count, bounds: await session.bounds),
          await session.fields
        )
      }
      let stream = ShardStream(field: field, routes: self, start: start)
      var sent: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no",
        // The connection of the client is read to its end, to detect a disconnect.
        .connection: "close",
      ]
      for field in seen where field.name != .eTag { sent[field.name] = field.value }
      let (body, fields) = (request.body, fields)
      return Response(
        status: .ok, headers: sent,
        body: ResponseBody { output in
          fields.open(field)
          defer {
            fields.close(field)
            _ = place
          }
          try await body.consumeWithInboundCloseHandler { _ in
            try await stream.run(&output)
          } onInboundClosed: {
            field.live.close()
          }
          try await output.finish(nil)
        })
    }

    func typeLive(_ list: NodeList, _ request: Request, _ context: ServiceContext) async throws -> Response {
      let field = try fields.field(
        context.parameters.get("session") ?? "", of: list.name, authorization: request.headers[.authorization])
      try request.check(types: ["application/json"])
      let json = try JSONValue(whole: Array(try await body(request).readableBytesView))
      try await check(json, field, request, context)
      let members = json.members ?? []
      guard let revision = members.first(where: { $0.name == "revision" })?.value.integer.flatMap({ Int(exactly: $0) })
      else { throw Problem.invalid("/revision", "what is typed needs a “revision”, greater than all before") }
      func object(_ isIncluded: (String) -> Bool) -> String {
        var object = JSONWriter()
        object.object { json in
          for (name, value) in members where isIncluded(name) {
            json.name(name)
            json.raw(value.json)
          }
        }
        return String(decoding: object.bytes, as: UTF8.self)
      }
      let wantsJumplist = members.contains { $0.name == "jumplist" && $0.value.boolean == true }
      let ofJumplist: Set = ["q", "mode", "syntax", "reach", "scope", "filter"]
      field.live.type(
        ShardField.Wish(
          revision: revision,
          search: MergeRequest(
            object: object { $0 != "revision" && $0 != "jumplist" }, allowsPartial: field.allowsPartial),
          jumplist: wantsJumplist
            ? MergeRequest(.jumplist, object: object(ofJumplist.contains), allowsPartial: field.allowsPartial) : nil))
      return Response(status: .accepted, headers: [.cacheControl: "no-store"])
    }

    /// Has a shard check what is typed, which all shards read alike. With a position, all shards must reach it.
    /// - Throws: ``Refusal``, `Problem`.
    private func check(
      _ json: JSONValue, _ field: ShardField, _ request: Request, _ context: ServiceContext
    ) async throws {
      let asked = MergeRequest(.check, object: json.json, allowsPartial: field.allowsPartial)
      let headers = try nodeRequest(request, context).headers
      func session() throws(Problem) -> ShardSession {
        try ShardSession(field.list, asked, headers: headers, forwarder, places, nodes: field.nodes)
      }
      if let token = request.headers[.riffleAfter] {
        _ = try await session().askAll(asked.shardRequest)
        return field.reach(token)
      }
      var failure: Problem?
      for number in field.list.shards.indices {
        do {
          _ = try await session().ask([number: asked.shardRequest])
          return
        } catch let problem as Problem where problem.kind == .noNode {
          failure = problem
        }
      }
      if let failure { throw failure }
    }
  }
#endif
