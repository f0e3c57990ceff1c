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
      on("v1/lists", router, [.get: { request, _ in try getLists(request) }])
      on("v1/lists/:list", router, [.get: { request, context in try getList(request, context) }])
      on(
        "v1/lists/:list/search", router,
        [
          .get: { request, context in try await search(request, context) },
          .post: { request, context in try await searchMany(request, context) },
        ])
      on("v1/lists/:list/rows", router, [.get: { request, context in try await rows(request, context) }])
      on("v1/lists/:list/jumplist", router, [.get: { request, context in try await jumplist(request, context) }])
    }

    private func getLists(_ request: Request) throws -> Response {
      _ = try Parameters(query: request.uri.query, known: [])
      let caller = try caller(request)
      var json = JSONWriter()
      let visible = lists.values.filter { caller.maySee($0.name) }.sorted { $0.name < $1.name }
      try json.object { json throws(Problem) in
        json.name("lists")
        try json.array(visible) { list, json throws(Problem) in try list.write(to: &json, caller) }
      }
      return Routes.json(json)
    }

    private func getList(_ request: Request, _ context: ServiceContext) throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      _ = try Parameters(query: request.uri.query, known: [])
      var json = JSONWriter()
      try list.write(to: &json, caller)
      return Routes.json(json)
    }

    // MARK: - Searching

    private func search(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      let parameters = try SearchParameters(
        try Parameters(query: request.uri.query, known: SearchParameters.names), list, limits)
      let view = try list.view(caller, parameters.part.scope, token: parameters.snapshot)
      let headers = Routes.tag(list, view)
      if parameters.snapshot != "new", let response = Routes.notModified(request, headers) { return response }
      let answer = try await answer(parameters, view, list, caller, context.logger)
      var json = JSONWriter()
      answer.write(to: &json)
      return Routes.json(json, headers)
    }

    /// Asks one query, and takes what it took off the caller's allowance.
    /// - Throws: ``Problem``, also if the query was given up.
    func answer(
      _ parameters: SearchParameters, _ view: ServedList.View, _ list: ServedList, _ caller: Caller, _ logger: Logger
    ) async throws(Problem) -> Answer {
      let (results, highlights, nanoseconds) = try await pool.search { cancellation in
        let start = ContinuousClock.now
        let results = view.part.search(parameters.request, cancellation: cancellation)
        let highlights = Answer.highlights(of: results, parameters.highlights)
        return (results, highlights, (ContinuousClock.now - start).wholeNanoseconds)
      }
      note(results, nanoseconds, parameters, list, caller, logger)
      try pool.checkEnding(results.ending)
      var answer = Answer(
        view: view, parameters: parameters, results: results, highlights: highlights, nanoseconds: nanoseconds)
      answer.items = try await items(results.lazy.map { $0.element }, parameters.include, list, caller)
      return answer
    }

    /// Has a search measured, and noted if it was slow.
    func note(
      _ results: Answer.Results, _ nanoseconds: UInt64, _ parameters: SearchParameters, _ list: ServedList,
      _ caller: Caller, _ logger: Logger
    ) {
      caller.allowance.spend(work: results.work.steps)
      measures.didSearch(list.name, results.work, ending: results.ending, nanoseconds: nanoseconds)
      guard nanoseconds / 1_000_000 >= UInt64(slowMilliseconds) else { return }
      let work = results.work
      logger.notice(
        "slow query",
        metadata: [
          "list": "\(list.name)", "q": "\(loggable(parameters.request.query.text))",
          "mode": "\(parameters.request.query.mode)",
          "milliseconds": "\(nanoseconds / 1_000_000)", "ending": "\(results.ending)", "key": "\(caller.name ?? "-")",
          "steps": "\(work.steps)", "postings": "\(work.postings)", "tiers": "\(50 * work.tiers)",
          "rows": "\(100 * work.rows)", "scoring": "\(500 * work.scored)", "words": "\(5 * work.words)",
        ])
    }

    /// What of items is in the database, if that is asked for; nothing of those that have left what the caller may see.
    /// - Throws: ``Problem``.
    func items(
      _ found: some Collection<Item<ItemID>>, _ include: Set<Inclusion>, _ list: ServedList, _ caller: Caller
    ) async throws(Problem) -> [StoreItem?]? {
      guard include.contains(where: { $0.isInDatabase }), !found.isEmpty else { return nil }
      let ids = found.map { $0.id }
      let items = try await pool.keep { try list.store.items(ids) }
      guard let bound = caller.scope(in: list.name) else { return items }
      return items.map { item in item.flatMap { bound.holds($0.scopes) ? $0 : nil } }
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
      // All in the same list, whatever is written meanwhile.
      let now = try list.view(caller, nil)
      var answers: [Result<Answer, Problem>] = []
      for (index, parameters) in all.enumerated() {
        do throws(Problem) {
          let view =
            parameters.snapshot == nil
            ? try now.narrowed(to: parameters.part.scope)
            : try list.view(caller, parameters.part.scope, token: parameters.snapshot)
          answers.append(.success(try await answer(parameters, view, list, caller, context.logger)))
        } catch {
          var problem = error
          problem.parameter = problem.parameter.map { "/searches/\(index)/\($0)" }
          answers.append(.failure(problem))
        }
      }
      var json = JSONWriter()
      json.object { json in
        json.name("answers")
        json.array(answers) { answer, json in
          switch answer {
          case .success(let answer): answer.write(to: &json)
          case .failure(let problem): problem.write(to: &json, instance: context.requestID)
          }
        }
      }
      return Routes.json(json)
    }

    // MARK: - Rows

    private static let rowNames: Set<String> = ["offset", "limit", "around", "before", "include", "snapshot"]

    private func rows(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      let parameters = try Parameters(
        query: request.uri.query, known: Routes.rowNames.union(PartParameters.names))
      let limit = try parameters.integer("limit", in: 0...limits.window) ?? min(50, limits.window)
      var offset = try parameters.integer("offset", in: 0...SearchParameters.mostOffset) ?? 0
      let include = try SearchParameters.include(parameters)
      let part = try PartParameters(parameters, list)
      let token = try parameters.text("snapshot")
      let before = try parameters.integer("before", in: 0...limits.window)
      if before != nil, !parameters.has("around") {
        throw Problem.invalid("before", "“before” belongs to “around”: give the id of a row with it")
      }
      let view = try list.view(caller, part.scope, token: token)
      let headers = Routes.tag(list, view)
      if token != "new", let response = Routes.notModified(request, headers) { return response }
      var index: Int?
      if let text = try parameters.text("around") {
        if parameters.has("offset") {
          throw Problem.invalid("offset", "“offset” and “around” cannot be had together: leave one out")
        }
        let id = try Routes.id(text, "around")
        guard let rank = view.part.rank(of: id) else {
          throw Problem(
            .unknownItem, "there is no item \(text.prefix(100)) in this part of the list", parameter: "around")
        }
        index = rank
        // The window stays full at the end of the list.
        offset = max(0, min(rank - (before ?? limit / 2), view.part.count - limit))
      }
      let (start, place) = (offset, index)
      let found = try await pool.search { _ in view.part.elements(offset: start, limit: limit) }
      let items = try await items(found, include, list, caller)
      var json = JSONWriter()
      json.object { json in
        json.member("generation", view.visible.generation)
        json.member("count", view.part.count)
        json.member("offset", start)
        if let place { json.member("index", place) }
        json.member("isPartial", view.visible.isPartial)
        if let token = view.token { json.member("snapshot", token) }
        json.name("rows")
        json.array(found.indices) { index, json in
          json.object { json in
            json.name("id")
            json.id(found[index].id)
            json.member("title", found[index].title)
            json.details(found[index], include, whole: items?[index])
          }
        }
      }
      return Routes.json(json, headers)
    }

    // MARK: - Jumplist

    private static let jumplistNames: Set<String> = ["q", "mode", "syntax", "reach", "showsEmpty", "snapshot"]

    private func jumplist(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      let parameters = try Parameters(
        query: request.uri.query, known: Routes.jumplistNames.union(PartParameters.names))
      let query = try SearchParameters.query(parameters)
      let reach = try SearchParameters.reach(parameters)
      let options = Jumplist.Options(showsEmpty: try parameters.boolean("showsEmpty") ?? true)
      let token = try parameters.text("snapshot")
      let view = try list.view(caller, try PartParameters(parameters, list).scope, token: token)
      let headers = Routes.tag(list, view)
      if token != "new", let response = Routes.notModified(request, headers) { return response }
      let workLimit = limits.queryWork
      let results = try await pool.search { cancellation in
        let request = SearchRequest(query, order: .list, limit: 0, reach: reach, workLimit: workLimit)
        return view.part.search(request, cancellation: cancellation)
      }
      caller.allowance.spend(work: results.work.steps)
      try pool.checkEnding(results.ending)
      let jumplist = try await jumplist(of: results, list, caller, options)
      var json = JSONWriter()
      json.object { json in
        json.jumplistMembers(
          jumplist, generation: results.generation, count: results.total, snapshot: view.token)
      }
      return Routes.json(json, headers)
    }

    /// Sections that are empty for whoever is bound to a scope are not named: they may be of what is outside of it.
    /// - Throws: ``Problem``.
    func jumplist(
      of results: Answer.Results, _ list: ServedList, _ caller: Caller, _ options: Jumplist.Options = .init()
    ) async throws(Problem) -> Jumplist? {
      guard list.isInSections else { return results.jumplist(options) }
      var options = options
      if caller.scope(in: list.name) != nil { options.showsEmpty = false }
      let shown = options
      return try await pool.keep { try list.sections(of: results, shown) }
    }
  }

  /// A text of a stranger as it may stand in a log: on one line, and without what commands a terminal.
  func loggable(_ text: String) -> String {
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
