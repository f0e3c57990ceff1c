#if Service
  package import Hummingbird

  /// A middleware for servers without keys: it rejects requests that do not address this machine by a name of its own.
  ///
  /// Otherwise a browser on this machine could be made to send requests for pages of a site that resolves to this machine's
  /// address (DNS rebinding).
  package struct LoopbackMiddleware: RouterMiddleware {
    package typealias Context = ServiceContext

    package init() {}

    package func handle(
      _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
      if let authority = request.head.authority, !ServerSettings.isLoopback(LoopbackMiddleware.host(authority)) {
        throw Problem(
          .forbidden, "without keys only this machine is answered, as “localhost”: give the server keys",
          parameter: "Host")
      }
      return try await next(request, context)
    }

    /// Returns the host without the port, and without the brackets of an IPv6 address.
    private static func host(_ authority: String) -> String {
      if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
        return String(authority[authority.index(after: authority.startIndex)..<end])
      }
      return String(authority.prefix { $0 != ":" })
    }
  }
#endif
