#if Service
  import HTTPTypes
  import Hummingbird

  /// Adds the age and the position of a list that is a copy to answers, and delays requests until a position is reached.
  ///
  /// `Riffle-After` is the position that the answer must have, from an answer's `Riffle-Position` or from the database.
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
      if let token, caller.maySee(list.name) { try await feed.reach(token) }
      // Before the list is read, which has at least that.
      let report = feed.report
      var response = try await next(request, context)
      if let age = report.age { response.headers[.riffleAge] = "\(max(0, (age * 1_000).rounded() / 1_000))" }
      // A kept snapshot is older. For a caller bound to a scope, the position would reveal writes outside the scope.
      let isOfNow =
        !(request.uri.query?.contains("snapshot=") ?? false) || request.uri.query?.contains("snapshot=new") == true
      if isOfNow, caller.scope(in: list.name) == nil { response.headers[.rifflePosition] = report.token }
      return response
    }
  }

  extension HTTPField.Name {
    /// The position that an answer must have.
    static var riffleAfter: Self { HTTPField.Name("Riffle-After") ?? .cacheControl }
    /// The position that an answer has at least.
    static var rifflePosition: Self { HTTPField.Name("Riffle-Position") ?? .cacheControl }
    /// How old an answer is at most, in seconds.
    static var riffleAge: Self { HTTPField.Name("Riffle-Age") ?? .cacheControl }
  }
#endif
