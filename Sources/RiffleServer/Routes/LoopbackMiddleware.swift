#if Service
  import Hummingbird

  /// Where no key is needed, answers only those who have asked this machine by a name of its own.
  ///
  /// The browser of somebody on this machine would otherwise ask for any page whose site gives this machine's address as its own
  /// (DNS rebinding).
  struct LoopbackMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    func handle(
      _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
      if let authority = request.head.authority, !ServerSettings.isLoopback(LoopbackMiddleware.host(authority)) {
        throw Problem(
          .forbidden, "without keys only this machine is answered, as “localhost”: give the server keys",
          parameter: "Host")
      }
      return try await next(request, context)
    }

    /// What is left without the port, and without the brackets of an address with colons.
    private static func host(_ authority: String) -> String {
      if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
        return String(authority[authority.index(after: authority.startIndex)..<end])
      }
      return String(authority.prefix { $0 != ":" })
    }
  }
#endif
