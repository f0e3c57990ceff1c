#if Service
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore

  extension Routes {
    /// Adds the routes that are not about one list: the page, the description, health and metrics.
    func addServer(_ router: Router<ServiceContext>, _ files: ServerFiles, isStopping: @escaping @Sendable () -> Bool) {
      router.addFiles(files)
      on("health/ready", router, [.get: { _, _ in ready(isStopping()) }])
      on("metrics", router, [.get: { request, _ in try await metrics(request) }])
    }

    /// Nothing from other origins, and nothing inline.
    private static let policy = """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'
      """

    static func file(_ file: ServerFiles.File?, _ request: Request) throws -> Response {
      guard let file else { throw Problem(.unknownPath, "there is nothing here") }
      var headers: HTTPFields = [.eTag: file.tag, .cacheControl: "no-cache", .vary: "Accept-Encoding"]
      if let response = notModified(request, headers) { return response }
      headers[.contentType] = file.type
      headers[.contentSecurityPolicy] = policy
      headers[.referrerPolicy] = "no-referrer"
      return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.body))
    }

    static func health(
      _ status: String, _ lists: [ListHealth], _ code: HTTPResponse.Status
    ) -> Response {
      var json = JSONWriter()
      json.object { json in
        json.member("status", status)
        if lists.isEmpty { return }
        json.name("lists")
        json.array(lists) { list, json in
          json.object { json in
            json.member("name", list.name)
            json.member("status", list.status)
            if let detail = list.detail { json.member("detail", detail) }
            if let report = list.report { Routes.write(report, to: &json) }
          }
        }
      }
      return Routes.json(json, status: code, [.cacheControl: "no-store"])
    }

    struct ListHealth {
      let name, status: String
      var detail: String?
      var report: FeedReport?
    }

    private func health(of list: ServedList) -> ListHealth {
      let report = list.feed?.report
      if let report, !report.isCurrent(within: maxLagSeconds) {
        return ListHealth(
          name: list.name, status: "failed",
          detail: report.failure ?? "the copy is older than \(maxLagSeconds) s", report: report)
      }
      if let failure = list.store.failure {
        return ListHealth(name: list.name, status: "failed", detail: Routes.detail(failure), report: report)
      }
      if list.store.snapshot().isPartial {
        return ListHealth(name: list.name, status: "partial", detail: "the index is being built", report: report)
      }
      return ListHealth(name: list.name, status: "ok", report: report)
    }

    /// Returns the health of a list that does not exist yet.
    private func health(of feed: any ListFeed) -> ListHealth {
      let report = feed.report
      return ListHealth(
        name: feed.name, status: "failed", detail: report.failure ?? "the list is being copied", report: report)
    }

    private static func write(_ report: FeedReport, to json: inout JSONWriter) {
      json.member("state", report.state)
      if let token = report.token { json.member("position", token) }
      if let bytes = report.lagBytes { json.member("lagBytes", bytes) }
      if let age = report.age { json.member("lagMilliseconds", Int((age * 1_000).rounded())) }
    }

    private func ready(_ isStopping: Bool) -> Response {
      if isStopping { return Routes.health("failed", [], .serviceUnavailable) }
      let states =
        lists.all.map { health(of: $0) } + lists.feeds.filter { lists[$0.name] == nil }.map { health(of: $0) }
      let hasFailed = states.contains { $0.status == "failed" }
      let status = hasFailed ? "failed" : states.contains { $0.status == "partial" } ? "partial" : "ok"
      // Only callers with a key may see the names of lists.
      return Routes.health(status, keys.needsKey ? [] : states, hasFailed ? .serviceUnavailable : .ok)
    }

    /// Returns the details of a failure, without paths or errors of the disk.
    private static func detail(_ failure: StoreError) -> String {
      switch failure {
      case .notFollowed, .cannotFollow: "\(failure)"
      case .replaced: "the database is another file than the one that was opened: restart the server"
      default: "the store cannot be written, follow its table, or keep its index; the server's log says why"
      }
    }

    private func metrics(_ request: Request) async throws -> Response {
      let caller = try keys.caller(request.headers[.authorization])
      guard caller.isAdmin else {
        throw Problem(
          .forbidden, "the key “\(caller.name ?? "")” may not read metrics; this needs an admin key",
          parameter: "Authorization")
      }
      let text = try await pool.keep {
        measures.text(lists.all, load: pool.load, live)
      }
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
  }

  extension HTTPField.Name {
    static var referrerPolicy: Self { HTTPField.Name("Referrer-Policy") ?? .cacheControl }
  }
#endif
