#if Service
  package import HTTPTypes
  import Hummingbird

  /// A middleware that adds a copied list's age and position to answers, and delays requests until a position is reached.
  ///
  /// `Riffle-After` is the least position of the answer, from an answer's `Riffle-Position` or from the database. `Riffle-Shard`
  /// is the shard that a gateway expects; a copy of another one answers 503.
  struct FeedMiddleware: RouterMiddleware {
    typealias Context = ServiceContext
    let routes: Routes

    func handle(
      _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
      guard context.parameters.get("list") != nil, let list = routes.lists[try routes.pathPart("list", context)] else {
        return try await next(request, context)
      }
      let token = request.headers[.riffleAfter]
      guard let feed = list.feed else {
        if token != nil {
          throw Problem.invalid("Riffle-After", "the list is no copy, so it has no positions: leave the header out")
        }
        return try await next(request, context)
      }
      let caller = try routes.keys.caller(request.headers[.authorization])
      if caller.maySee(list.name) {
        if let shard = request.headers[.riffleShard], shard != feed.shard {
          throw Problem(
            .noNode,
            "the node has \(feed.shard.map { "the shard \($0)" } ?? "the whole list"), not the shard \(shard.prefix(20)): correct the routes",
            parameter: "Riffle-Shard", retryAfter: 1)
        }
        if let token { try await feed.reach(token) }
      }
      // Before the list is read: the list then has at least that position.
      let report = feed.report
      var response = try await next(request, context)
      if let age = report.age { response.headers[.riffleAge] = "\(max(0, (age * 1_000).rounded() / 1_000))" }
      // A kept snapshot is older. For a caller bound to a scope, the position would reveal writes outside the scope.
      let isOfNow =
        !(request.uri.query?.contains("snapshot=") ?? false) || request.uri.query?.contains("snapshot=new") == true
      if isOfNow, caller.bound(in: list.name) == nil { response.headers[.rifflePosition] = report.token }
      return response
    }
  }

  extension HTTPField.Name {
    /// The position that an answer must have.
    package static var riffleAfter: Self { HTTPField.Name("Riffle-After") ?? .cacheControl }
    /// The least position of an answer.
    package static var rifflePosition: Self { HTTPField.Name("Riffle-Position") ?? .cacheControl }
    /// The shard that a gateway expects a node to have.
    package static var riffleShard: Self { HTTPField.Name("Riffle-Shard") ?? .cacheControl }
    /// The greatest possible age of an answer, in seconds.
    static var riffleAge: Self { HTTPField.Name("Riffle-Age") ?? .cacheControl }
  }
#endif
