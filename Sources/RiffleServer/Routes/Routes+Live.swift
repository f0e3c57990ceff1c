#if Service
  package import HTTPTypes
  import Hummingbird
  import NIOCore
  import Riffle

  extension Routes {
    func addLive(_ router: Router<ServiceContext>) {
      on("v1/lists/:list/live", router, [.get: { request, context in try openLive(request, context) }])
      on(
        "v1/lists/:list/live/:session", router,
        [.post: { request, context in try await typeLive(request, context) }])
    }

    private func openLive(_ request: Request, _ context: ServiceContext) throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      _ = try Parameters(query: request.uri.query, known: [])
      let open = try live.open(list, authorization: request.headers[.authorization])
      let stream = LiveStream(session: open.session, routes: self, logger: context.logger)
      let body = request.body
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no",
          // Waiting for the client to close has read its connection to the end.
          .connection: "close",
        ],
        body: ResponseBody { output in
          let live = open.session.live
          try await body.consumeWithInboundCloseHandler { _ in
            try await stream.run(&output)
          } onInboundClosed: {
            live.close()
          }
          try await output.finish(nil)
        })
    }

    private func typeLive(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      _ = try Parameters(query: request.uri.query, known: [])
      let session = try live.session(
        try pathPart("session", context), list, authorization: request.headers[.authorization])
      let parameters = try Parameters(
        try await body(request, types: ["application/json"]), known: LiveSession.Wish.names)
      let wish = try LiveSession.Wish(parameters, list, limits)
      session.live.type(wish)
      return Response(status: .accepted, headers: [.cacheControl: "no-store"])
    }
  }

  extension LiveSession.Wish {
    static let names = SearchParameters.names.subtracting(["snapshot"]).union(["revision", "jumplist"])

    /// - Throws: ``Problem``.
    init(_ parameters: Parameters, _ list: ServedList, _ limits: Limits) throws(Problem) {
      guard let revision = try parameters.integer("revision", in: 0...9_007_199_254_740_991) else {
        throw Problem.invalid("/revision", "what is typed needs a “revision”, greater than all before")
      }
      self.init(
        revision: revision, parameters: try SearchParameters(parameters, list, limits),
        wantsJumplist: try parameters.boolean("jumplist") ?? false)
    }
  }

  extension HTTPField.Name {
    /// Makes proxies pass events on at once.
    package static var xAccelBuffering: Self { HTTPField.Name("X-Accel-Buffering") ?? .cacheControl }
  }
#endif
