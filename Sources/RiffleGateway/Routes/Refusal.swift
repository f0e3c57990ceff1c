#if Service && Cluster
  import Hummingbird
  import RiffleServer

  /// An answer of a node that ends a request, because it is also the answer to that.
  struct Refusal: Error {
    let answer: NodeAnswer
  }

  /// Answers with what a node has refused.
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
