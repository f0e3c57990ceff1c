#if Service && Cluster
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import RiffleCluster
  import RiffleInput
  import RiffleServer
  import ServiceLifecycle

  /// The merged changes of a list in shards, or with several nodes.
  extension GatewayRoutes {
    func mergedChanges(
      of list: NodeList, _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
      let asked = try ChangesParameters(query: request.uri.query, window: settings.limits.window)
      let since = try asked.text().map { text throws(Problem) in try MergedCursor(text) }
      let feed = MergedFeed(
        parts: list.parts, headers: try nodeRequest(request, context).headers, routes: self, limit: asked.limit)
      let found = try await feed.changes(since: since, wait: asked.wait)
      var json = JSONWriter()
      json.object { json in
        json.member("since", "\(since ?? found.cursor)")
        json.member("sequence", "\(found.cursor)")
        json.member("hasMore", found.hasMore)
        json.name("changes")
        json.array(found.changes) { $1.raw($0.json) }
      }
      var response = GatewayRoutes.json(json, .ok, cacheControl: "no-store")
      response.headers[.rifflePosition] = "\(found.cursor.token)"
      if let name = HTTPField.Name("Riffle-Age") { response.headers[name] = found.age }
      return response
    }
  }

  /// A reader of the changes of all parts of a list.
  struct MergedFeed: Sendable {
    let parts: [NodeList]
    let headers: HTTPHeaders
    let routes: GatewayRoutes
    let limit: Int

    struct Changes: Sendable {
      let cursor: MergedCursor
      let changes: [JSONValue]
      let hasMore: Bool
      /// The age of the oldest answer.
      let age: String?
    }

    /// The changes of one part.
    private struct Share: Sendable {
      let number: Int
      let cursor: ChangeCursor
      let changes: [JSONValue]
      let hasMore: Bool
      let answer: NodeAnswer
    }

    /// Returns changes of all parts. Those of one part are in their order.
    /// - Parameters:
    ///   - since: the place behind which they are; `nil` for the present one, without changes.
    ///   - wait: how long to wait for a change, in seconds.
    /// - Throws: `Problem` that names a part that does not answer; ``Refusal``, also if changes are gone.
    func changes(since: MergedCursor?, wait: Int) async throws -> Changes {
      let end = ContinuousClock.now + .seconds(wait)
      let cursors = since.map { since in parts.map { since.cursor(of: $0) } }
      var shares = try await withThrowingTaskGroup(of: Share.self) { group in
        for number in parts.indices { group.addTask { try await share(number, since: cursors?[number], wait: 0) } }
        var shares: [Share?] = Array(repeating: nil, count: parts.count)
        for try await share in group { shares[share.number] = share }
        return shares.compactMap(\.self)
      }
      guard let cursors else {
        var cursor = try MergedCursor(zip(parts, shares).map { ($0, $1.cursor) })
        cursor.level()
        return Changes(cursor: cursor, changes: [], hasMore: false, age: MergedFeed.age(shares))
      }
      let seconds = Int(((end - ContinuousClock.now) / .seconds(1)).rounded(.up))
      if seconds > 0, shares.allSatisfy(\.changes.isEmpty), let first = try await firstChange(after: shares, seconds) {
        shares[first.number] = first
      }
      return try merge(shares, since: cursors)
    }

    /// Waits for a change of any part.
    /// - Returns: the changes of the first part that has some; `nil` if there are none in time.
    private func firstChange(after shares: [Share], _ seconds: Int) async throws -> Share? {
      try await withThrowingTaskGroup(of: Share?.self) { group in
        defer { group.cancelAll() }
        for known in shares {
          group.addTask {
            try await share(known.number, since: known.cursor, wait: seconds, first: known.answer.node.address)
          }
        }
        group.addTask {
          // A gateway that stops keeps no client waiting.
          try? await gracefulShutdown()
          return nil
        }
        var waitingCount = shares.count
        while waitingCount > 0, let event = try await group.next(), let share = event {
          if !share.changes.isEmpty { return share }
          waitingCount -= 1
        }
        return nil
      }
    }

    /// Returns the changes of a part. If no node has the copy that has numbered the place of the cursor, another copy goes on from
    /// its position.
    private func share(
      _ number: Int, since cursor: ChangeCursor?, wait: Int, first: NodeAddress? = nil
    ) async throws -> Share {
      guard let cursor, let place = cursor.place else {
        return try await answer(of: number, since: cursor, wait: wait, first: first)
      }
      do {
        return try await answer(of: number, since: cursor, wait: wait, first: first ?? routes.places[place.copy])
      } catch let refusal as Refusal where refusal.answer.status == .gone {
        return try await answer(of: number, since: cursor.withoutPlace, wait: wait, first: nil)
      }
    }

    private func answer(
      of number: Int, since cursor: ChangeCursor?, wait: Int, first: NodeAddress?
    ) async throws -> Share {
      let part = parts[number]
      var request = ShardRequest(.changes)
      request.since = cursor.map { "\($0)" }
      (request.limit, request.wait) = (max(1, limit / parts.count), wait)
      request.bytes = routes.settings.limits.answer / parts.count
      let found = try await routes.ask(
        request, of: part, headers, token: cursor?.token, first: first, waits: wait > 0)
      guard let text = found["sequence"]?.string, let cursor = try? ChangeCursor(text),
        let hasMore = found["hasMore"]?.boolean, let changes = found["changes"]?.elements
      else { throw found.answer.otherVersion(of: part) }
      if let place = cursor.place { routes.places.set(place.copy, found.answer.node.address) }
      return Share(number: number, cursor: cursor, changes: changes, hasMore: hasMore, answer: found.answer)
    }

    /// Merges changes up to the limit. Parts that are left out come first the next time.
    private func merge(_ shares: [Share], since cursors: [ChangeCursor]) throws(Problem) -> Changes {
      var next = cursors
      var changes: [JSONValue] = []
      var hasMore = false
      for share in shares.sorted(by: { cursors[$0.number].token.position < cursors[$1.number].token.position }) {
        if !changes.isEmpty, changes.count + share.changes.count > limit {
          hasMore = true
          continue
        }
        next[share.number] = share.cursor
        changes += share.changes
        hasMore = hasMore || share.hasMore
      }
      return Changes(
        cursor: try MergedCursor(zip(parts, next).map { ($0, $1) }), changes: changes, hasMore: hasMore,
        age: MergedFeed.age(shares))
    }

    private static func age(_ shares: [Share]) -> String? {
      shares.compactMap { $0.answer.headers["Riffle-Age"].first }.max { (Double($0) ?? 0) < (Double($1) ?? 0) }
    }
  }
#endif
