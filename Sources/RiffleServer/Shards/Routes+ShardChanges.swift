#if Service
  import Hummingbird
  import Riffle
  import RiffleInput
  import RiffleStore

  /// What a gateway reads of one part of a list to delete items of all parts, and to merge their changes.
  extension Routes {
    /// Returns a window of the ids of items to delete, and the number of all of them.
    func shardIDs(_ asked: ShardRequest, _ list: ServedList, _ caller: Caller) async throws -> Response {
      let part = try PartParameters(toDelete: try parameters(asked, known: PartParameters.names), list)
      if part == .whole { throw Problem.invalid("filter", "a scope or a filter is needed") }
      let window = asked.window ?? 0..<0
      guard window.count <= ShardRequest.mostIDs else {
        throw Problem.invalid("/window", "a request may be for \(ShardRequest.mostIDs) ids: ask for fewer at once")
      }
      let moment = try list.moment(caller)
      if moment.isPartial {
        throw Problem(
          .notCaughtUp, "the index of the list is being built: try again in a second", parameter: "list", retryAfter: 1)
      }
      let pool = pool
      let (count, ids) = try await pool.search(for: caller) { cancellation throws(Problem) in
        let part = try pool.view(moment, part, caller, cancellation).part
        return (part.count, part.elements(offset: window.lowerBound, limit: window.count).map(\.id))
      }
      var json = JSONWriter()
      json.object { json in
        json.member("count", count)
        json.name("ids")
        json.array(ids) { $1.id($0) }
      }
      return Routes.json(json)
    }

    /// Returns changes of a copy with a cursor that other copies can read.
    func shardChanges(_ asked: ShardRequest, _ list: ServedList, _ caller: Caller) async throws -> Response {
      try Routes.checkMayReadChanges(caller, list)
      guard let feed = list.feed else {
        throw Problem(
          .conflict,
          "the list “\(list.name)” is no copy of a table in PostgreSQL, so each node numbers changes by itself: read them "
            + "from one node, or open a live search", parameter: "list")
      }
      if let since = asked.since { try await feed.reach(cursor: since) }
      let (limit, byteLimit) = (min(asked.limit, limits.window), min(asked.bytes, limits.answer))
      let found = try await changes(of: list, wait: asked.since == nil ? 0 : asked.wait) {
        let changes = try feed.changes(since: asked.since, limit: limit, byteLimit: byteLimit)
        return (changes, changes.changes.isEmpty)
      }
      var json = JSONWriter()
      json.object { json in
        json.member("sequence", found.cursor)
        json.member("hasMore", found.hasMore)
        json.changes(found.changes, list.fields)
      }
      return Routes.json(json)
    }
  }
#endif
