#if Service
  import HTTPTypes
  import Hummingbird
  import Logging
  import NIOCore
  import Riffle
  import RiffleStore

  /// The synonyms of a list, as lines of text.
  extension Routes {
    func addSynonyms(_ router: Router<ServiceContext>) {
      on(
        "v1/lists/:list/synonyms", router,
        [
          .get: { request, context in try await getSynonyms(request, context) },
          .put: { request, context in try await putSynonyms(request, context) },
        ])
    }

    /// Returns the list of the path, if the caller has an admin key.
    /// - Throws: ``Problem``.
    private func definedList(_ request: Request, _ context: ServiceContext) throws(Problem) -> (ServedList, Caller) {
      let caller = try caller(request)
      let list = try list(context, caller)
      _ = try Parameters(query: request.uri.query, known: [])
      guard caller.isAdmin else {
        throw Problem(
          .forbidden, "the key “\(caller.name ?? "")” may not read or change synonyms; that needs an admin key",
          parameter: "Authorization")
      }
      return (list, caller)
    }

    private func getSynonyms(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let (list, _) = try definedList(request, context)
      let text = try list.store.list.settings.options.synonyms.text
      return Response(
        status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private func putSynonyms(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let (list, caller) = try definedList(request, context)
      if let feed = list.feed {
        throw Problem(
          .conflict, "this server has a copy of the list: its synonyms are those of \(feed.place)", parameter: "list")
      }
      if list.isReadOnly { throw Problem(.conflict, "the server only reads the list", parameter: "list") }
      let synonyms = try Routes.synonyms(try await bytes(request, types: ["text/plain"]))
      try await pool.keep { try list.store.setSynonyms(synonyms) }
      context.logger.notice(
        "the synonyms of a list have been changed",
        metadata: ["list": "\(list.name)", "key": "\(caller.name ?? "-")", "groups": "\(synonyms.groups.count)"])
      return Response(status: .noContent)
    }

    /// - Throws: ``Problem`` that names the line of an error.
    private static func synonyms(_ body: ByteBuffer) throws(Problem) -> Synonyms {
      guard let text = String(validating: body.readableBytesView, as: UTF8.self) else {
        throw Problem(.invalidBody, "the body is no well-formed UTF-8: send lines of text in UTF-8")
      }
      do throws(SynonymError) {
        return try Synonyms(text)
      } catch {
        throw Problem(.invalidBody, "\(error)")
      }
    }
  }
#endif
