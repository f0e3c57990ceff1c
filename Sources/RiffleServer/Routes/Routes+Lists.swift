#if Service
  import Foundation
  import HTTPTypes
  import Hummingbird
  import Logging
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore

  extension Routes {
    func addLists(_ router: Router<ServiceContext>) {
      on("v1/lists", router, [.get: { request, _ in try await getLists(request) }])
      on(
        "v1/lists/:list", router,
        [
          .get: { request, context in try await getList(request, context) },
          .put: { request, context in try await makeList(request, context) },
          .delete: { request, context in try await dropList(request, context) },
        ])
      on("v1/lists/:list/fields", router, [.put: { request, context in try await changeFields(request, context) }])
      on(
        "v1/lists/:list/search", router,
        [
          .get: { request, context in try await search(request, context) },
          .post: { request, context in try await searchMany(request, context) },
        ])
      on("v1/lists/:list/rows", router, [.get: { request, context in try await rows(request, context) }])
      on("v1/lists/:list/jumplist", router, [.get: { request, context in try await jumplist(request, context) }])
    }

    private func getLists(_ request: Request) async throws -> Response {
      _ = try Parameters(query: request.uri.query, known: [])
      let caller = try caller(request)
      var json = JSONWriter()
      var visible: [(list: ServedList, view: View)] = []
      for list in lists.all where caller.maySee(list.name) {
        visible.append((list, try await view(try list.moment(caller), caller)))
      }
      json.object { json in
        json.name("lists")
        json.array(visible) { $0.list.write(to: &$1, $0.view, caller) }
      }
      return Routes.json(json)
    }

    private func getList(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      _ = try Parameters(query: request.uri.query, known: [])
      var json = JSONWriter()
      list.write(to: &json, try await view(try list.moment(caller), caller), caller)
      return Routes.json(json)
    }

    // MARK: - Searching

    private func search(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      let parameters = try SearchParameters(
        try Parameters(query: request.uri.query, known: SearchParameters.names), list, limits)
      let moment = try list.moment(caller, token: parameters.snapshot)
      let headers = Routes.tag(list, moment)
      if parameters.snapshot != "new", let response = Routes.notModified(request, headers) { return response }
      let pool = pool
      let answer = try await answer(parameters, list, caller, context.logger) { cancellation throws(Problem) in
        try pool.view(moment, parameters.part, caller, cancellation)
      }
      var json = JSONWriter()
      try answer.write(to: &json)
      return Routes.json(json, headers)
    }

    /// Runs one query, and charges its work to the caller's allowance.
    /// - Parameter view: computes the part to search, on a search thread.
    /// - Throws: ``Problem``, also if the query is cancelled.
    private func answer(
      _ parameters: SearchParameters, _ list: ServedList, _ caller: Caller, _ logger: Logger,
      in view: @escaping @Sendable (Cancellation) throws(Problem) -> View
    ) async throws(Problem) -> Answer {
      let pool = pool
      let (view, found, highlights, nanoseconds) = try await pool.search(for: caller) {
        cancellation throws(Problem) in
        let start = ContinuousClock.now
        let view = try view(cancellation)
        let found = try pool.find(parameters, in: view, caller, cancellation)
        let highlights = Answer.highlights(of: found.hits, parameters.highlights)
        return (view, found, highlights, (ContinuousClock.now - start).wholeNanoseconds)
      }
      note(found, nanoseconds, parameters, list, caller, logger)
      try pool.checkEnding(found.ending, workLimit: parameters.request.workLimit)
      var answer = Answer(
        view: view, parameters: parameters, byteLimit: limits.answer, found: found, fields: list.fields,
        highlights: highlights, nanoseconds: nanoseconds)
      answer.items = try await items(found.hits.lazy.map { $0.element }, parameters.include, list, caller)
      return answer
    }

    /// Measures a search, and logs it if it was slow.
    func note(
      _ found: Found, _ nanoseconds: UInt64, _ parameters: SearchParameters, _ list: ServedList,
      _ caller: Caller, _ logger: Logger
    ) {
      caller.allowance.spend(work: found.work.steps)
      measures.didSearch(list.name, found.work, ending: found.ending, nanoseconds: nanoseconds)
      guard nanoseconds / 1_000_000 >= UInt64(slowMilliseconds) else { return }
      let work = found.work
      logger.notice(
        "slow query",
        metadata: [
          "list": "\(list.name)", "q": "\(loggable(parameters.request.query.text))",
          "mode": "\(parameters.request.query.mode)",
          "milliseconds": "\(nanoseconds / 1_000_000)", "ending": "\(found.ending)", "key": "\(caller.name ?? "-")",
          "steps": "\(work.steps)", "postings": "\(work.postings)", "tiers": "\(50 * work.tiers)",
          "rows": "\(100 * work.rows)", "scoring": "\(500 * work.scored)", "words": "\(5 * work.words)",
        ])
    }

    /// Returns the requested items from the database; without those that do not meet the caller's bound any more.
    /// - Throws: ``Problem``.
    func items(
      _ found: some Collection<Item<ItemID>>, _ include: Set<Inclusion>, _ list: ServedList, _ caller: Caller
    ) async throws(Problem) -> [StoreItem?]? {
      guard include.contains(where: { $0.isInDatabase }), !found.isEmpty else { return nil }
      let (ids, limit, hasPayloads) = (found.map { $0.id }, limits.answer, include.contains(.payload))
      let read = try await pool.keep { try list.store.items(ids, upTo: limit, hasPayloads: hasPayloads) }
      guard let items = read else { throw .answerTooLarge(limit) }
      return try visible(items, list, caller)
    }

    /// Returns items of the database; `nil` for those that do not meet the caller's bound.
    /// - Throws: ``Problem``.
    func visible(_ items: [StoreItem?], _ list: ServedList, _ caller: Caller) throws(Problem) -> [StoreItem?] {
      guard let bound = caller.bound(in: list.name) else { return items }
      do throws(FilterError) {
        let known = items.compactMap(\.self)
        var meets = try list.store.snapshot().meets(bound, known.map(\.filtered))[...]
        return items.map { item in item.flatMap { meets.removeFirst() ? $0 : nil } }
      } catch {
        throw Problem(error)
      }
    }

    /// Runs one of many queries.
    /// - Parameters:
    ///   - now: the caller's view of the list; a query may name an earlier moment.
    ///   - workLeft: the work left for all of them, in steps.
    /// - Throws: ``Problem``.
    private func answer(
      _ parameters: SearchParameters, _ now: View, _ list: ServedList, _ caller: Caller, _ logger: Logger,
      _ workLeft: inout Int
    ) async throws(Problem) -> Answer {
      guard workLeft > 0 else {
        throw Problem(
          .queryGivenUp, "the searches before it took the \(limits.requestWork) steps of a request: send fewer at once",
          parameter: "q", retryAfter: 1)
      }
      var parameters = parameters
      let workLimit = min(parameters.request.workLimit ?? limits.queryWork, workLeft)
      parameters.request.workLimit = workLimit
      // A cancelled query counts as having taken all of it.
      var work = workLimit
      defer { workLeft -= work }
      let moment = try parameters.snapshot.map { token throws(Problem) in try list.moment(caller, token: token) }
      let (pool, part) = (pool, parameters.part)
      let answer = try await answer(parameters, list, caller, logger) { cancellation throws(Problem) in
        if let moment { return try pool.view(moment, part, caller, cancellation) }
        return try pool.narrowed(now, to: part, caller, cancellation)
      }
      let filters = [part.scope, part.filter, moment?.bound].compactMap(\.self)
      work = filters.reduce(answer.found.work.steps) { $0 + $1.work(rowCount: now.moment.list.count) }
      return answer
    }

    private func searchMany(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      let body = try await body(request, types: ["application/json"])
      let searches = try Parameters(body, known: ["searches"]).json("searches")?.elements ?? []
      guard !searches.isEmpty, searches.count <= limits.queries else {
        throw Problem.invalid("/searches", "“searches” must be an array of 1 to \(limits.queries) searches")
      }
      var all: [SearchParameters] = []
      for (index, search) in searches.enumerated() {
        let members = try Parameters(search, known: SearchParameters.names, pointer: "/searches/\(index)")
        all.append(try SearchParameters(members, list, limits))
      }
      // All in the same list, even if it is written meanwhile.
      let now = try await view(try list.moment(caller), caller)
      let (parsed, id, logger, path) = (all, context.requestID, context.logger, request.uri.path)
      // One by one: together they may exceed memory.
      let answers = ResponseBody { output in
        var workLeft = limits.requestWork
        for (index, parameters) in parsed.enumerated() {
          var json = JSONWriter()
          do throws(Problem) {
            // The request itself counts as the first.
            if index > 0 { try caller.allowance.takeRequest() }
            try await answer(parameters, now, list, caller, logger, &workLeft).write(to: &json)
          } catch {
            error.log(logger, path)
            var problem = error
            problem.parameter = problem.parameter.map { "/searches/\(index)/\($0)" }
            json = JSONWriter()
            problem.write(to: &json, instance: id)
          }
          try await output.write(ByteBuffer(string: index == 0 ? "{\"answers\":[" : ","))
          try await output.write(json.buffer)
        }
        try await output.write(ByteBuffer(string: "]}"))
        try await output.finish(nil)
      }
      return Routes.json(answers)
    }

    // MARK: - Rows

    private func rows(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      let parameters = try RowsParameters(
        try Parameters(query: request.uri.query, known: RowsParameters.names), list, limits)
      let moment = try list.moment(caller, token: parameters.snapshot)
      let headers = Routes.tag(list, moment)
      if parameters.snapshot != "new", let response = Routes.notModified(request, headers) { return response }
      let pool = pool
      let (view, start, place, found) = try await pool.search(for: caller) { cancellation throws(Problem) in
        let view = try pool.view(moment, parameters.part, caller, cancellation)
        var start = parameters.offset
        var place: Int?
        if let center = parameters.around {
          guard let rank = view.part.rank(of: center) else {
            throw Problem.noRow(around: "\(center.description.prefix(100))")
          }
          place = rank
          // The window stays full at the end of the list.
          let limit = parameters.limit
          start = max(0, min(rank - (parameters.before ?? limit / 2), view.part.count - limit))
        }
        return (view, start, place, view.part.elements(offset: start, limit: parameters.limit))
      }
      let items = try await items(found, parameters.include, list, caller)
      var json = JSONWriter()
      try json.object { json throws(Problem) in
        json.member("generation", moment.generation)
        json.member("count", view.part.count)
        json.member("offset", start)
        if let place { json.member("index", place) }
        json.member("isPartial", moment.isPartial)
        if let token = moment.token { json.member("snapshot", token) }
        json.name("rows")
        try json.array(found.indices) { index, json throws(Problem) in
          json.row(found[index], parameters.include, list.fields, whole: items?[index])
          try json.check(limits.answer)
        }
      }
      return Routes.json(json, headers)
    }

    // MARK: - Jumplist

    private func jumplist(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      let parameters = try JumplistParameters(
        try Parameters(query: request.uri.query, known: JumplistParameters.names), list)
      let moment = try list.moment(caller, token: parameters.snapshot)
      let headers = Routes.tag(list, moment)
      if parameters.snapshot != "new", let response = Routes.notModified(request, headers) { return response }
      let (pool, workLimit) = (pool, limits.queryWork)
      let results = try await pool.search(for: caller) { cancellation throws(Problem) in
        let part = try pool.view(moment, parameters.part, caller, cancellation).part
        return part.search(parameters.request(workLimit: workLimit), cancellation: cancellation)
      }
      caller.allowance.spend(work: results.work.steps)
      try pool.checkEnding(results.ending)
      let jumplist = try await jumplist(of: results, list, caller, .init(showsEmpty: parameters.showsEmpty))
      var json = JSONWriter()
      try json.object { json throws(Problem) in
        try json.jumplistMembers(
          jumplist, generation: moment.generation, count: results.total, snapshot: moment.token, upTo: limits.answer)
      }
      return Routes.json(json, headers)
    }

    /// Returns the jumplist of results. Empty sections are omitted for a bound caller: their rows may be outside its bound.
    /// - Throws: ``Problem``.
    func jumplist(
      of results: Answer.Results, _ list: ServedList, _ caller: Caller, _ options: Jumplist.Options = .init()
    ) async throws(Problem) -> Jumplist? {
      var options = options
      if list.isInSections, caller.bound(in: list.name) != nil { options.showsEmpty = false }
      let shown = options
      guard list.isInSections else { return try await pool.search(for: caller) { _ in results.jumplist(shown) } }
      return try await pool.keep { try list.sections(of: results, shown) }
    }
  }

  extension StoreItem {
    /// The parts that filters read.
    var filtered: Item<ItemID> { Item(id: id, title: title, scopes: scopes, fields: fields) }
  }

  /// Escapes a text of a client for a log: on one line, and without control sequences for a terminal.
  package func loggable(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: shown += scalar.escaped(asASCII: true)
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
#endif
