#if Service
  package import HTTPTypes
  package import Hummingbird

  extension Router where Context == ServiceContext {
    package typealias Answering = @Sendable (Request, ServiceContext) async throws -> Response

    /// Adds a path with its methods. Requests with other methods are refused; the answer lists the allowed ones.
    package func add(_ path: String, _ handlers: [HTTPRequest.Method: Answering]) {
      let route = RouterPath(path)
      for (method, handler) in handlers { on(route, method: method, use: handler) }
      let allowed = (handlers.keys.map(\.rawValue) + (handlers[.get] == nil ? [] : ["HEAD"])).sorted()
        .joined(separator: ", ")
      let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .query]
      for method in methods where handlers[method] == nil && !(method == .head && handlers[.get] != nil) {
        on(route, method: method) { _, _ -> Response in
          throw Problem(.methodNotAllowed, "this path has \(allowed)", allowedMethods: allowed)
        }
      }
    }

    /// Adds the page, its files, the description of the API, and the liveness check.
    package func addFiles(_ files: ServerFiles) {
      add("/", [.get: { request, _ in try Routes.file(files.page["index.html"], request) }])
      for (name, file) in files.page { add(name, [.get: { request, _ in try Routes.file(file, request) }]) }
      add("v1/openapi.json", [.get: { request, _ in try Routes.file(files.description, request) }])
      add("health/live", [.get: { _, _ in Routes.health("ok", [], .ok) }])
    }
  }
#endif
