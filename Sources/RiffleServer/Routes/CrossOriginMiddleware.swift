#if Service
  import HTTPTypes
  package import Hummingbird

  /// A middleware that allows requests from pages of the sites in the settings (Fetch, the CORS protocol).
  package struct CrossOriginMiddleware: RouterMiddleware {
    package typealias Context = ServiceContext
    let origins: [String]

    package init(origins: [String]) { self.origins = origins }

    package func handle(
      _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
      let origin = request.headers[.origin]
      let isAllowed = origin.map { origins.contains("*") || origins.contains($0) } ?? false
      if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
        guard let origin, isAllowed else {
          return Problem(.forbidden, "pages of this site may not ask: add it to cors-origins", parameter: "Origin")
            .response(instance: context.requestID)
        }
        return Response(
          status: .noContent,
          headers: [
            .accessControlAllowOrigin: origin, .vary: "Origin",
            .accessControlAllowMethods: "GET, HEAD, POST, PUT, PATCH, DELETE",
            .accessControlAllowHeaders: "Authorization, Content-Type, If-Match, If-None-Match, Riffle-After",
            .accessControlMaxAge: "600",
          ])
      }
      // Problems have already become answers here, so that pages can read them too.
      var response = try await next(request, context)
      if let origin, isAllowed {
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = "ETag, Retry-After, Riffle-Age, Riffle-Position"
        response.headers[.init("Cross-Origin-Resource-Policy") ?? .vary] = "cross-origin"
      }
      response.headers[.vary] = [response.headers[.vary], "Origin"].compactMap(\.self).joined(separator: ", ")
      return response
    }
  }
#endif
