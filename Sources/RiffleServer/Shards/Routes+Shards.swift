#if Service
  import Crypto
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore

  /// The route by which gateways merge the shards of a list. It answers what the public routes answer, with the keys that rows
  /// are merged by, for any caller of these.
  extension Routes {
    func addShards(_ router: Router<ServiceContext>) {
      on("v1/lists/:list/shard", router, [.post: { request, context in try await shard(request, context) }])
    }

    /// What all answers begin with.
    struct Head {
      let list: ServedList
      let keys: OrderKeys
      let moment: Moment
      let round: String

      func write(to json: inout JSONWriter) {
        json.member("format", keys.format)
        json.member("round", round)
        json.member("tag", Routes.tag(list, moment)[.eTag] ?? "")
        json.member("isPartial", moment.isPartial)
        json.member("isBound", moment.bound != nil)
        if let bound = moment.bound { json.member("bound", Routes.mark(of: bound)) }
        if let token = moment.token { json.member("snapshot", token) }
      }
    }

    private func shard(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let caller = try caller(request)
      let list = try list(context, caller)
      // `FeedMiddleware` reads the parameter.
      _ = try Parameters(query: request.uri.query, known: ["snapshot"])
      let asked = try ShardRequest(try await body(request, types: ["application/json"]))
      switch asked.operation {
      case .ids: return try await shardIDs(asked, list, caller)
      case .changes: return try await shardChanges(asked, list, caller)
      case .search, .facets, .check, .rows, .jumplist, .list: break
      }
      let mostRows = max(limits.window, ShardRequest.mostDirect)
      guard asked.ranked.count <= mostRows, asked.window?.count ?? 0 <= mostRows else {
        throw Problem.invalid("/window", "a request may be for \(mostRows) rows: ask for fewer at once")
      }
      guard let keys = list.orderKeys else {
        throw Problem(
          .conflict,
          "the list “\(list.name)” does not keep what its order depends on, as shards of lists in PostgreSQL do: it cannot be merged",
          parameter: "list")
      }
      let (moment, round) = try list.moment(caller, round: asked.round, snapshot: asked.snapshot)
      let head = Head(list: list, keys: keys, moment: moment, round: round)
      switch asked.operation {
      case .search: return try await shardSearch(asked, head, caller, context)
      case .facets: return try await shardFacets(asked, head, caller)
      case .check:
        _ = try LiveSession.Wish(try parameters(asked, known: LiveSession.Wish.names), list, limits)
        var json = JSONWriter()
        json.object { json in head.write(to: &json) }
        return Routes.json(json)
      case .rows: return try await shardRows(asked, head, caller)
      case .jumplist: return try await shardJumplist(asked, head, caller)
      case .list, .ids, .changes:
        _ = try Parameters(query: asked.query, known: [])
        let view = try await view(moment, caller)
        var json = JSONWriter()
        json.object { json in
          head.write(to: &json)
          json.name("list")
          list.write(to: &json, view, caller)
        }
        return Routes.json(json)
      }
    }

    /// Returns a mark of a filter that is the same on all nodes, and differs from those of other filters.
    private static func mark(of filter: Filter) -> String {
      APIKey.hexadecimal(Array(SHA256.hash(data: Array("\(filter)".utf8)).prefix(12)))
    }

    func parameters(_ asked: ShardRequest, known: Set<String>) throws(Problem) -> Parameters {
      guard let object = asked.object else { return try Parameters(query: asked.query, known: known) }
      return try Parameters(try JSONValue(whole: Array(object.utf8)), known: known, pointer: asked.pointer)
    }

    // MARK: - Searches

    /// The window to find, and whether its rows are returned.
    private func window(
      _ asked: ShardRequest, _ request: SearchRequest, isWhole: Bool
    ) -> (rows: Range<Int>, hasContents: Bool) {
      if let window = asked.window { return (window, asked.hasContents) }
      let end = request.window.upperBound
      if end <= ShardRequest.mostDirect { return (0..<end, asked.hasContents) }
      // Windows of whole answers are found by samples.
      if isWhole || end > ShardRequest.mostRanked { return (0..<0, false) }
      return (0..<end, false)
    }

    private func shardSearch(
      _ asked: ShardRequest, _ head: Head, _ caller: Caller, _ context: ServiceContext
    ) async throws -> Response {
      let (list, keys, moment) = (head.list, head.keys, head.moment)
      var search = try SearchParameters(try parameters(asked, known: SearchParameters.names), list, limits)
      let given = search.request
      let (rows, hasContents) = window(
        asked, given, isWhole: given.order == .list || !search.sort.isThatOfRequest)
      (search.request.offset, search.request.limit) = (rows.lowerBound, rows.count)
      search.request.totalLimit = given.counted == .max ? .exact : .upTo(given.counted)
      if let most = asked.most { search.request.most = most }
      if !asked.hasSections { search.sections = nil }
      let (wanted, pool) = (search, pool)
      let (view, hits, ranks, highlights, nanoseconds) = try await pool.search(for: caller) {
        cancellation throws(Problem) in
        let start = ContinuousClock.now
        let view = try pool.view(moment, wanted.part, caller, cancellation)
        let hits = try pool.hits(wanted, asked.samples, in: view, keys, caller, cancellation)
        let ranks = try pool.ranks(of: asked.ranked, in: view.visible, keys, caller, cancellation)
        let highlights = hasContents ? Answer.highlights(of: hits.found.hits, wanted.highlights) : []
        return (view, hits, ranks, highlights, (ContinuousClock.now - start).wholeNanoseconds)
      }
      let found = hits.found
      note(found, nanoseconds, wanted, list, caller, context.logger)
      try pool.checkEnding(found.ending, workLimit: wanted.request.workLimit)
      if !hits.isWhole, asked.window == nil, given.window.upperBound > ShardRequest.mostRanked {
        throw Problem.invalid(
          "offset",
          "the list is in shards: ranked hits end at \(ShardRequest.mostRanked): type more, or read them with “order=list”"
        )
      }
      var answer = Answer(
        view: view, parameters: wanted, byteLimit: limits.answer, found: found, fields: list.fields,
        highlights: highlights, nanoseconds: nanoseconds)
      if hasContents {
        answer.items = try await items(found.hits.lazy.map { $0.element }, wanted.include, list, caller)
      }
      let (whole, limit) = (answer, limits.answer)
      var json = JSONWriter()
      try json.object { json throws(Problem) in
        head.write(to: &json)
        json.name("window")
        json.array([given.window.lowerBound, given.window.upperBound]) { $1.integer($0) }
        if hits.least < .max { json.member("least", hits.least) }
        let reach = given.query.mode == .smart ? given.reach.units : .max
        if reach < .max { json.member("reach", reach) }
        json.member("total", found.total)
        json.member("isTotalExact", found.isTotalExact)
        if given.counted < .max { json.member("counted", given.counted) }
        json.member("isCutByReach", found.isCutByReach)
        json.member("isWhole", hits.isWhole)
        json.member("isFirst", given.order == .list || given.query.isBlank)
        json.member("partCount", view.part.count)
        json.member("visibleCount", view.visible.count)
        json.member("facetCount", wanted.facets.count)
        json.name("entries")
        try json.array(found.hits.indices) { index, json throws(Problem) in
          let (key, start) = hits.keys[index]
          json.entry(key, placeFrom: start, cost: found.hits[index].score.units) { json in
            if hasContents { whole.hit(index, &json) } else { json.null() }
          }
          try json.check(limit)
        }
        if let sections = found.sections {
          json.name("sections")
          try json.array(zip(hits.sections, sections)) { section, json throws(Problem) in
            let ((key, valueEnd), section) = section
            json.section(key, valueEnd: valueEnd, section)
            try json.check(limit)
          }
        }
        json.places("samples", hits.samples)
        json.name("ranks")
        json.array(ranks) { $1.integer($0) }
        json.member("q", given.query.text)
        json.member("microseconds", nanoseconds / 1_000)
        json.name("work")
        json.work(found.work)
      }
      return Routes.json(json)
    }

    // MARK: - Rows

    private func shardRows(_ asked: ShardRequest, _ head: Head, _ caller: Caller) async throws -> Response {
      let (list, keys, moment) = (head.list, head.keys, head.moment)
      let parameters = try RowsParameters(
        try parameters(asked, known: RowsParameters.names), list, limits)
      let end = parameters.offset + parameters.limit
      let isDirect = parameters.around == nil && end <= ShardRequest.mostDirect
      let rows = asked.window ?? (isDirect ? 0..<end : 0..<0)
      let pool = pool
      let (count, center, found, orders, samples, ranks) = try await pool.search(for: caller) {
        cancellation throws(Problem) in
        let part = try pool.view(moment, parameters.part, caller, cancellation).part
        var center: (index: Int, key: MergeKey)?
        if let id = parameters.around, let rank = part.rank(of: id), let item = part.element(withID: id) {
          center = (rank, MergeKey(keys.key(of: item)))
        }
        let found = part.elements(offset: rows.lowerBound, limit: rows.count)
        return (
          part.count, center, found, found.map { MergeKey(keys.key(of: $0)) },
          try pool.samples(asked.samples, of: part, keys, caller, cancellation),
          try pool.ranks(of: asked.ranked, in: part, keys, caller, cancellation)
        )
      }
      let items = asked.hasContents ? try await items(found, parameters.include, list, caller) : nil
      var json = JSONWriter()
      try json.object { json throws(Problem) in
        head.write(to: &json)
        json.name("window")
        json.array([parameters.offset, end]) { $1.integer($0) }
        json.member("total", count)
        json.name("entries")
        try json.array(found.indices) { index, json throws(Problem) in
          json.entry(orders[index], placeFrom: 0, cost: 0) { json in
            if asked.hasContents {
              json.row(found[index], parameters.include, list.fields, whole: items?[index])
            } else {
              json.null()
            }
          }
          try json.check(limits.answer)
        }
        json.places("samples", samples)
        json.places("center", center.map { [$0] } ?? [])
        json.name("ranks")
        json.array(ranks) { $1.integer($0) }
        if let id = parameters.around {
          json.member("around", String(id.description.prefix(100)))
          json.member("before", parameters.before ?? parameters.limit / 2)
        }
      }
      return Routes.json(json)
    }

    // MARK: - Jumplists

    private func shardJumplist(_ asked: ShardRequest, _ head: Head, _ caller: Caller) async throws -> Response {
      let (list, moment) = (head.list, head.moment)
      let parameters = try JumplistParameters(try parameters(asked, known: JumplistParameters.names), list)
      let (pool, workLimit) = (pool, limits.queryWork)
      let results = try await pool.search(for: caller) { cancellation throws(Problem) in
        var request = parameters.request(workLimit: workLimit)
        if let most = asked.most { request.most = most }
        return try pool.view(moment, parameters.part, caller, cancellation).part.search(
          request, cancellation: cancellation)
      }
      caller.allowance.spend(work: results.work.steps)
      try pool.checkEnding(results.ending)
      // Empty entries count for the numbers of others.
      let jumplist = try await jumplist(of: results, list, caller, Jumplist.Options(showsEmpty: true))
      var json = JSONWriter()
      try json.object { json throws(Problem) in
        head.write(to: &json)
        if results.least < .max { json.member("least", results.least) }
        let reach = parameters.query.mode == .smart ? parameters.reach.units : .max
        if reach < .max { json.member("reach", reach) }
        json.member("total", results.total)
        json.member("showsEmpty", parameters.showsEmpty && !(list.isInSections && moment.bound != nil))
        json.member("isInSections", list.isInSections)
        if list.isInSections, let kind = head.keys.firstKind { json.member("sectionKind", kind.rawValue) }
        json.name("jumplist")
        try json.object { json throws(Problem) in
          try json.jumplistMembers(jumplist, generation: 0, count: 0, upTo: limits.answer)
        }
      }
      return Routes.json(json)
    }
  }

  extension JSONWriter {
    fileprivate mutating func entry(
      _ key: MergeKey, placeFrom start: Int, cost: UInt32, _ content: (inout JSONWriter) -> Void
    ) {
      array(0..<4) { part, json in
        switch part {
        case 0: json.string(key.text)
        case 1: json.integer(start)
        case 2: json.integer(cost)
        default: content(&json)
        }
      }
    }

    fileprivate mutating func section(_ key: MergeKey, valueEnd: Int, _ section: Found.Section) {
      array(0..<4) { part, json in
        switch part {
        case 0: json.string(key.text)
        case 1: json.integer(valueEnd)
        case 2: json.integer(section.count)
        default: if let value = section.value { json.value(value) } else { json.null() }
        }
      }
    }

    fileprivate mutating func places(_ name: String, _ places: [(index: Int, key: MergeKey)]) {
      self.name(name)
      array(places) { place, json in
        json.array(0..<2) { part, json in
          if part == 0 { json.integer(place.index) } else { json.string(place.key.text) }
        }
      }
    }

    /// Writes a row of a window in list order.
    /// - Parameter whole: as in `details`.
    mutating func row(
      _ item: Item<ItemID>, _ include: Set<Inclusion>, _ fields: [FieldDefinition], whole: StoreItem?
    ) {
      object { json in
        json.name("id")
        json.id(item.id)
        json.member("title", item.title)
        json.details(item, include, fields, whole: whole)
      }
    }
  }
#endif
