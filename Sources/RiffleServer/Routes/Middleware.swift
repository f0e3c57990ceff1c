#if Service
  import HTTPTypes
  package import Hummingbird
  import Logging
  import NIOHTTP1

  /// A middleware that answers, measures and logs every request, even if it fails.
  package struct AnsweringMiddleware: RouterMiddleware {
    package typealias Context = ServiceContext
    let measures: Measures

    package init(measures: Measures) { self.measures = measures }

    package func handle(
      _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
      let start = ContinuousClock.now
      var response: Response
      do {
        response = try await next(request, context)
      } catch let error as any HTTPResponseError where error.status == .notFound {
        response = Problem(.unknownPath, "there is nothing at “\(request.uri.path.prefix(200))”: see /v1/openapi.json")
          .response(instance: context.requestID)
      } catch let error as HTTPParserError {
        // The data is not a request: the server reports that, and closes the connection.
        throw error
      } catch {
        let problem = Problem(error)
        problem.log(context.logger, request.uri.path)
        response = problem.response(instance: context.requestID)
      }
      response.headers[.xContentTypeOptions] = "nosniff"
      let duration = ContinuousClock.now - start
      // Not the path: clients could create any number of series.
      let endpoint = context.endpointPath ?? "other"
      measures.didAnswer(
        endpoint, AnsweringMiddleware.known(request.method), status: response.status.code,
        nanoseconds: duration.wholeNanoseconds)
      context.logger.debug(
        "request",
        metadata: [
          "method": "\(request.method)", "path": "\(request.uri.path)", "status": "\(response.status.code)",
          "microseconds": "\(duration.wholeNanoseconds / 1_000)",
        ])
      return response
    }

    private static func known(_ method: HTTPRequest.Method) -> String {
      let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]
      return methods.contains(method) ? method.rawValue : "other"
    }
  }

  extension Duration {
    package var wholeNanoseconds: UInt64 {
      let (seconds, attoseconds) = components
      return UInt64(clamping: seconds) &* 1_000_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000)
    }
  }
#endif
