#if Service
  import HTTPTypes
  import Hummingbird
  import Logging
  import Riffle
  import RiffleInput
  import RiffleStore

  /// Creating, changing and dropping lists while the server runs.
  extension Routes {
    /// Returns the folder where a caller creates and drops lists, and the name in the path.
    /// - Throws: ``Problem`` if the caller may not use it, or there is none.
    private func folder(_ request: Request, _ context: ServiceContext) throws(Problem) -> (
      ListFolder, name: String, Caller
    ) {
      let caller = try caller(request)
      _ = try Parameters(query: request.uri.query, known: [])
      let name = try pathPart("list", context)
      guard caller.isAdmin, caller.maySee(name) else {
        throw Problem(
          .forbidden, "the key “\(caller.name ?? "")” may not make, change or drop this list; that needs an admin key",
          parameter: "Authorization")
      }
      guard let folder else {
        throw Problem(
          .conflict, "this server has no folder to make lists in: it is started with --folder, and not --read-only",
          parameter: "list")
      }
      return (folder, name, caller)
    }

    /// Runs `body` while no other caller creates, changes or drops a list of the same name.
    /// - Throws: ``Problem`` if another caller does so, and the error of `body`.
    private func taking<Result>(_ name: String, _ body: () async throws -> Result) async throws -> Result {
      guard lists.take(name) else {
        throw Problem(
          .busy, "the list “\(name.prefix(100))” is being made, changed or dropped", parameter: "list", retryAfter: 1)
      }
      defer { lists.giveBack(name) }
      return try await body()
    }

    func makeList(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let (folder, name, caller) = try folder(request, context)
      guard ServerSettings.List.isName(name) else {
        throw Problem.invalid(
          "list", "“\(name.prefix(100))” cannot be the name of a list: it has 1 to 64 letters, digits, “-” and “_”")
      }
      let settings = try ListParameters.settings(try await body(request, types: ["application/json"]))
      return try await taking(name) {
        if let known = lists[name] {
          // A client that has not received the first answer repeats the request.
          guard folder.holds(known), try known.store.list.settings == settings else {
            throw Problem(.conflict, "there is a list “\(name)” already, and it is another one", parameter: "list")
          }
          return try await description(of: known, .ok, caller)
        }
        if lists.all.count >= limits.lists {
          throw Problem(
            .conflict, "\(limits.lists) lists are served: drop one, or start the server with more (--limits-lists)",
            parameter: "list")
        }
        let limits = limits
        let list = try await pool.keep { try folder.make(name, settings, limits) }
        lists.insert(list)
        keys.set(list: name, names: list.names)
        context.logger.notice("a list has been made", metadata: ["list": "\(name)", "key": "\(caller.name ?? "-")"])
        return try await description(of: list, .created, caller)
      }
    }

    private func description(
      of list: ServedList, _ status: HTTPResponse.Status, _ caller: Caller
    ) async throws(Problem) -> Response {
      var json = JSONWriter()
      list.write(to: &json, try await view(try list.moment(caller), caller), caller)
      return Routes.json(json, status: status)
    }

    /// Returns a list of the folder.
    /// - Throws: ``Problem`` if it is served from elsewhere, or there is none.
    private func list(
      in folder: ListFolder, _ context: ServiceContext, _ caller: Caller
    ) throws(Problem) -> ServedList {
      let list = try list(context, caller)
      if folder.holds(list) { return list }
      throw Problem(
        .conflict, "the list “\(list.name)” is named in the settings of the server: change it there", parameter: "list")
    }

    /// Gives a list other fields. Searches find the list as it was until then; it cannot be written meanwhile.
    func changeFields(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let (folder, name, caller) = try folder(request, context)
      let body = try Parameters(try await body(request, types: ["application/json"]), known: ["fields"])
      let fields = try FieldParameters.definitions(body)
      guard body.has("fields") else {
        throw Problem.invalid("/fields", "send all “fields” that the list is to have; an empty array leaves it none")
      }
      return try await taking(name) {
        let list = try list(in: folder, context, caller)
        if list.fields == fields { return try await description(of: list, .ok, caller) }
        let limits = limits
        let (changed, refusal) = try await pool.keep { try folder.change(list, fields: fields, limits) }
        // A key may be bound to a field that is gone.
        keys.set(list: name, names: changed.names)
        lists.insert(changed)
        live.closeAll(of: list)
        if let refusal { throw refusal }
        context.logger.notice(
          "the fields of a list have been changed",
          metadata: [
            "list": "\(name)", "key": "\(caller.name ?? "-")",
            "fields": "\(loggable(fields.map(\.name).joined(separator: ", ")))",
          ])
        return try await description(of: changed, .ok, caller)
      }
    }

    func dropList(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let (folder, name, caller) = try folder(request, context)
      return try await taking(name) {
        let list = try list(in: folder, context, caller)
        // No request can find the list when it is closed.
        lists.remove(list)
        keys.set(list: name, names: nil)
        live.closeAll(of: list)
        try await pool.keep { try folder.drop(list) }
        measures.forget(list: name)
        context.logger.notice("a list has been dropped", metadata: ["list": "\(name)", "key": "\(caller.name ?? "-")"])
        return Response(status: .noContent)
      }
    }
  }
#endif
