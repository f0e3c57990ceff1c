#if Service && Cluster
  import Hummingbird
  import RiffleServer

  /// A node's answer, thrown to end a request with the same answer.
  struct Refusal: Error {
    let answer: NodeAnswer
  }

  /// A middleware that answers with the node's answer in a thrown ``Refusal``.
  struct RefusalMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    func handle(
      _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
      do {
        return try await next(request, context)
      } catch let refusal as Refusal {
        return refusal.answer.response
      }
    }
  }
#endif
