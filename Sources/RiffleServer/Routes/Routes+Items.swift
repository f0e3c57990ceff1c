#if Service
  import Crypto
  import Foundation
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore
  import SystemPackage

  extension Routes {
    func addItems(_ router: Router<ServiceContext>) {
      on(
        "v1/lists/:list/items/:id", router,
        [
          .get: { request, context in try await getItem(request, context) },
          .put: { request, context in try await putItem(request, context) },
          .patch: { request, context in try await patchItem(request, context) },
          .delete: { request, context in try await deleteItem(request, context) },
        ])
      on(
        "v1/lists/:list/items/:id/explanation", router,
        [.get: { request, context in try await getExplanation(request, context) }])
      on(
        "v1/lists/:list/items", router,
        [
          .post: { request, context in try await writeItems(request, context) },
          .put: { request, context in try await replaceItems(request, context) },
          .delete: { request, context in try await deleteItems(request, context) },
        ])
      on("v1/lists/:list/changes", router, [.get: { request, context in try await changes(request, context) }])
    }

    private func itemID(_ context: ServiceContext) throws(Problem) -> ItemID {
      try ItemID(path: context.parameters.get("id") ?? "", parameter: "id")
    }

    private func unknown(_ id: ItemID) -> Problem {
      Problem(.unknownItem, "there is no item \(id.description.prefix(100))", parameter: "id")
    }

    /// Returns the list of a path, if the caller may write it.
    /// - Throws: ``Problem``.
    private func writableList(_ request: Request, _ context: ServiceContext) throws(Problem) -> (ServedList, Caller) {
      let caller = try caller(request)
      let list = try list(context, caller)
      guard caller.mayWrite else {
        throw Problem(
          .forbidden, "the key “\(caller.name ?? "")” may only read; this needs one that may write",
          parameter: "Authorization")
      }
      if !list.isWritable {
        let reason =
          if let feed = list.feed {
            "this server has a copy of the list: write \(feed.place)"
          } else {
            list.store.isFollowing
              ? "the list is a table that other programs write with SQL" : "the server only reads it"
          }
        throw Problem(.conflict, reason, parameter: "list")
      }
      return (list, caller)
    }

    private static func written(_ report: StoreReport) -> Response {
      var json = JSONWriter()
      json.object { $0.member("sequence", report.sequence) }
      return Routes.json(json)
    }

    private func getItem(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      _ = try Parameters(query: request.uri.query, known: [])
      let id = try itemID(context)
      let item = try await pool.keep { try list.store.item(id) }
      guard let item = try visible([item], list, caller)[0] else { throw unknown(id) }
      var json = JSONWriter()
      json.item(item, list.fields)
      let headers: HTTPFields = [.eTag: Routes.tag(json)]
      return Routes.notModified(request, headers) ?? Routes.json(json, headers)
    }

    /// Returns a strong tag of an item's content, which writes can require to be unchanged.
    private static func tag(_ item: JSONWriter) -> String {
      "\"\(APIKey.hexadecimal(Array(SHA256.hash(data: item.bytes).prefix(12))))\""
    }

    private func getExplanation(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      let id = try itemID(context)
      let parameters = try Parameters(query: request.uri.query, known: ["q", "mode", "syntax", "snapshot"])
      let query = try SearchParameters.query(parameters)
      let moment = try list.moment(caller, token: try parameters.text("snapshot"))
      let (pool, unknown) = (pool, unknown(id))
      let explanation = try await pool.search(for: caller) { cancellation throws(Problem) in
        let visible = try pool.view(moment, .whole, caller, cancellation).visible
        guard visible.element(withID: id) != nil else { throw unknown }
        return visible.explain(query, id: id)
      }
      var json = JSONWriter()
      json.object { json in
        json.member("generation", moment.generation)
        if let token = moment.token { json.member("snapshot", token) }
        json.name("explanation")
        if let explanation { json.explanation(explanation) } else { json.null() }
      }
      return Routes.json(json)
    }

    private func putItem(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let (list, _) = try writableList(request, context)
      let id = try itemID(context)
      _ = try Parameters(query: request.uri.query, known: [])
      let item = try ItemParameters(try await body(request, types: ["application/json"]), fields: list.fields).item(id)
      return Routes.written(try await write(id, list, request, mustExist: false) { $0.upsert(item) })
    }

    private func patchItem(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let (list, _) = try writableList(request, context)
      let id = try itemID(context)
      _ = try Parameters(query: request.uri.query, known: [])
      let patch = try ItemParameters(
        try await body(request, types: ["application/merge-patch+json", "application/json"]), fields: list.fields
      ).patch()
      return Routes.written(try await write(id, list, request, mustExist: true) { $0.update(id: id, patch) })
    }

    private func deleteItem(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let (list, _) = try writableList(request, context)
      let id = try itemID(context)
      _ = try Parameters(query: request.uri.query, known: [])
      return Routes.written(try await write(id, list, request, mustExist: true) { $0.delete(id: id) })
    }

    /// The most attempts of a write that other writers overtake.
    private static let mostTries = 50

    /// Changes an item, if it meets the conditions of the request.
    /// - Throws: ``Problem``.
    private func write(
      _ id: ItemID, _ list: ServedList, _ request: Request, mustExist: Bool,
      _ change: @escaping @Sendable (inout StoreBatch) -> Void
    ) async throws(Problem) -> StoreReport {
      let (store, unknown) = (list.store, unknown(id))
      let condition = try Precondition(request.headers)
      let report = try await pool.keep {
        guard let condition else { return try store.write { change(&$0) } }
        for _ in 0..<Routes.mostTries {
          let item = try store.item(id)
          // If the write is impossible in any case, its conditions do not matter.
          if item == nil, mustExist { throw unknown }
          let tag = item.map { item in
            var json = JSONWriter()
            json.item(item, list.fields)
            return Routes.tag(json)
          }
          try condition.check(tag, id)
          do {
            return try store.write { batch in
              batch.expect(id: id, item)
              change(&batch)
            }
          } catch StoreError.itemChanged {}
        }
        throw Problem(.busy, "the item changes all the while: try again in a second", retryAfter: 1)
      }
      if !report.unknownIDs.isEmpty { throw unknown }
      return report
    }

    // MARK: - Many items

    private func writeItems(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let (list, _) = try writableList(request, context)
      enum Results: String, CaseIterable { case all, errors }
      let parameters = try Parameters(query: request.uri.query, known: ["results"])
      let results = try parameters.choice("results", Results.self) ?? .errors
      try request.check(types: BulkWriter.types)
      let body = request.body
      let writer = BulkWriter(
        StoreTarget(list: list, pool: pool), list: list.name, longestLine: limits.body, reportsAll: results == .all,
        context.logger)
      return Response(
        status: .ok, headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"],
        body: ResponseBody { output in
          try await writer.write(body, to: &output)
          try await output.finish(nil)
        })
    }

    private func replaceItems(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let (list, _) = try writableList(request, context)
      _ = try Parameters(query: request.uri.query, known: [])
      try request.check(types: BulkWriter.types)
      let items = WholeList(
        in: FilePath(list.store.path).removingLastComponent(), fields: list.fields, longestLine: limits.body)
      try await items.read(request.body, StoreTarget(list: list, pool: pool))
      let store = list.store
      return Routes.written(
        try await pool.keep { try store.write { $0.replaceAll { body in try items.withEach(body) } } })
    }

    private static let itemsAtOnce = 1_000

    /// Deletes all items, or those that meet a filter.
    private func deleteItems(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let (list, caller) = try writableList(request, context)
      let part = try PartParameters(
        toDelete: try Parameters(query: request.uri.query, known: PartParameters.names), list)
      let store = list.store
      if part == .whole { return Routes.written(try await pool.keep { try store.write { $0.replaceAll { _ in } } }) }
      let (pool, moment) = (pool, try list.moment(caller))
      let found = try await pool.search(for: caller) { cancellation throws(Problem) in
        let list = try pool.view(moment, part, caller, cancellation).part
        // In windows: all items together may exceed memory.
        return stride(from: 0, to: list.count, by: Routes.itemsAtOnce).flatMap { start in
          list.elements(offset: start, limit: Routes.itemsAtOnce).map(\.id)
        }
      }
      let filter = Filter.all([part.scope, part.filter].compactMap(\.self))
      return Routes.written(
        try await pool.keep {
          try store.write { batch in
            // An item that has changed since must meet the filter still.
            batch.delete(found) { items in try store.snapshot().meets(filter, items.map(\.filtered)) }
          }
        })
    }

    // MARK: - Changes

    /// Checks that a caller may read the changes of a list.
    /// - Throws: ``Problem``.
    static func checkMayReadChanges(_ caller: Caller, _ list: ServedList) throws(Problem) {
      // Former versions of items are not recorded, so it is unknown whether one outside the bound was ever inside.
      if caller.bound(in: list.name) == nil { return }
      throw Problem(
        .forbidden,
        "the change feed names all items that are written, also those that the key may not see: read the rows again, or "
          + "open a live search", parameter: "Authorization")
    }

    private func changes(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      try Routes.checkMayReadChanges(caller, list)
      let parameters = try ChangesParameters(query: request.uri.query, window: limits.window)
      guard let since = try parameters.number() else {
        let last = try await pool.keep { try list.store.lastSequence() }
        return Routes.changes(since: last, StoreChanges(sequence: last), list)
      }
      let (limit, byteLimit) = (parameters.limit, limits.answer)
      let found = try await changes(of: list, wait: parameters.wait) {
        let changes = try list.store.changes(since: since, limit: limit, byteLimit: byteLimit)
        return (changes, changes.changes.isEmpty)
      }
      return Routes.changes(since: since, found, list)
    }

    /// Reads changes and, if there are none, waits for some.
    /// - Parameters:
    ///   - wait: how long to wait, in seconds.
    ///   - read: returns the changes, and whether there are none. Runs on threads that may block.
    /// - Throws: ``Problem``, and errors of `read`.
    func changes<Changes: Sendable>(
      of list: ServedList, wait: Int, _ read: @escaping @Sendable () throws -> (Changes, isEmpty: Bool)
    ) async throws -> Changes {
      let end = ContinuousClock.now + .seconds(wait)
      let (found, isEmpty) = try await pool.keep(read)
      if !isEmpty || wait == 0 { return found }
      let pool = pool
      return
        try await live.firstChange(of: list, until: end) {
          let (changes, isEmpty) = try await pool.keep(read)
          return isEmpty ? nil : changes
        } ?? found
    }

    private static func changes(since: Int64, _ changes: StoreChanges, _ list: ServedList) -> Response {
      var json = JSONWriter()
      json.object { json in
        json.member("since", since)
        json.member("sequence", changes.sequence)
        json.member("hasMore", changes.hasMore)
        json.changes(changes.changes, list.fields)
      }
      return Routes.json(json, [.cacheControl: "no-store"])
    }
  }

  extension JSONWriter {
    mutating func changes(_ changes: [StoreChanges.Change], _ fields: [FieldDefinition]) {
      name("changes")
      array(changes) { change, json in
        json.object { json in
          json.name("id")
          json.id(change.id)
          json.name("item")
          if let item = change.item { json.item(item, fields) } else { json.null() }
        }
      }
    }
  }
#endif
