#if Service && Cluster
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import RiffleInput
  import RiffleServer

  /// The stream of a live search's results in a list in shards: the same events as those of a node.
  ///
  /// A node of each shard reports changes. Each answer is merged in rounds of requests, as that of a single search.
  struct ShardStream: Sendable {
    let field: ShardField
    let routes: GatewayRoutes
    let start: Start

    /// The list when the stream is opened.
    struct Start: Sendable {
      let generation: UInt64
      let count: Int64
      /// The marks of what the caller is bound to.
      let bounds: Set<String>
    }

    /// A merged page.
    private struct Page: Sendable {
      let session: ShardSession
      let generation: UInt64
      let visibleCount: Int64
      let bounds: Set<String>
      /// `nil` without a wish.
      let json: JSONWriter?
      /// Whether a jumplist is sent before the page, whose sections are its entries.
      let isInListOrder: Bool
    }

    /// What has been sent so far.
    private struct Sent {
      var generation: UInt64
      /// The input of the last jumplist.
      var jumplist: (request: MergeRequest, generation: UInt64)?
      /// The last problem that has not been followed by a page.
      var problem: String?
    }

    /// The interval of updates for a list that changes continually.
    private static let pauseBetweenChanges = Duration.milliseconds(100)
    private static let pauseBetweenBeats = Duration.seconds(15)
    private static let pauseBetweenLooks = Duration.milliseconds(500)

    func run(_ output: inout any ResponseBodyWriter) async throws {
      let (field, lists) = (field, routes.lists)
      try await send("session", generation: start.generation, count: start.count, &output) { json in
        json.member("session", field.live.id)
        json.member("list", field.list.name)
      }
      var tasks = field.list.shards.indices.map { number in
        let watch = ShardWatch(number: number, field: field, forwarder: routes.forwarder)
        return Task { await watch.run() }
      }
      tasks.append(
        Task {
          while !Task.isCancelled {
            try? await Task.sleep(for: ShardStream.pauseBetweenBeats)
            field.live.beat()
          }
        })
      tasks.append(
        Task {
          while !Task.isCancelled {
            try? await Task.sleep(for: ShardStream.pauseBetweenLooks)
            field.leaveNodesThatAreOut()
            // Other routes may have other shards.
            if lists[field.list.name] !== field.list { field.live.close() }
          }
        })
      defer { for task in tasks { task.cancel() } }
      try await show(&output)
    }

    /// Sends events until the stream is closed.
    private func show(_ output: inout any ResponseBodyWriter) async throws {
      var sent = Sent(generation: start.generation)
      var (isWishDue, isListDue) = (false, false)
      var earliest = ContinuousClock.now
      var pause: Task<Void, Never>?
      defer { pause?.cancel() }
      for await _ in field.live.wakeups {
        let turn = field.live.next()
        if turn.isClosing { return }
        if let refusal = field.refusal {
          try await send("problem", ShardStream.problem(refusal, nil), &output)
          return
        }
        if turn.isBeatDue { try await output.write(ByteBuffer(string: ": still here\n\n")) }
        (isWishDue, isListDue) = (isWishDue || turn.isWishNew, isListDue || turn.isListNew)
        let isEarly = ContinuousClock.now < earliest
        if !isWishDue, isListDue, isEarly {
          pause?.cancel()
          pause = wake(at: earliest)
        }
        guard isWishDue || isListDue && !isEarly else { continue }
        if isListDue { earliest = ContinuousClock.now + ShardStream.pauseBetweenChanges }
        let wish = turn.wish
        do {
          let known = isWishDue || sent.problem != nil ? nil : sent.generation
          guard let page = try await page(wish, unless: known) else {
            isListDue = false
            continue
          }
          // Earlier rows must not stay visible: a client that opens the stream again starts afresh.
          if page.bounds != start.bounds { return }
          if try await send(page, wish, &sent, &output) { (isWishDue, isListDue) = (false, false) }
        } catch let error where error is CancellationError || field.live.isOvertaken(wish) {
          if Task.isCancelled { throw CancellationError() }
        } catch {
          let fault = ShardStream.fault(error, wish)
          if !fault.isPassing { (isWishDue, isListDue) = (false, false) }
          // One that passes is named once, until a page follows.
          if !fault.isPassing || sent.problem != fault.detail { try await send("problem", fault.json, &output) }
          sent.problem = fault.isPassing ? fault.detail : nil
          if fault.isEnd { return }
          if fault.isPassing {
            earliest = ContinuousClock.now + .seconds(1)
            isListDue = true
            isWishDue = false
            pause?.cancel()
            pause = wake(at: earliest)
          }
        }
      }
    }

    private func wake(at instant: ContinuousClock.Instant) -> Task<Void, Never> {
      let field = field
      return Task {
        try? await Task.sleep(until: instant, clock: .continuous)
        field.live.wake()
      }
    }

    // MARK: - Pages

    /// Computes the page of a wish.
    /// - Parameter known: the generation for which nothing need be computed.
    /// - Returns: `nil` if the list is still of that generation.
    /// - Throws: as `ShardSession.ask`.
    private func page(_ wish: ShardField.Wish?, unless known: UInt64?) async throws -> Page? {
      let (field, routes) = (field, routes)
      return try await field.whileWished(wish) {
        try await routes.inOneMoment { () async throws -> Page? in
          let base = MergeRequest(.list, object: "{}", allowsPartial: field.allowsPartial)
          let session = try ShardSession(
            field.list, base, headers: field.headers, routes.forwarder, routes.places, nodes: field.nodes)
          var count: Int64 = 0
          if known != nil || wish == nil {
            let list = MergedList(try await session.askAll(ShardRequest(.list)))
            if await session.generation == known { return nil }
            count = list.count
          }
          guard let wish else {
            return Page(
              session: session, generation: await session.generation, visibleCount: count,
              bounds: await session.bounds, json: nil, isInListOrder: false)
          }
          let merged = try await MergedSearch(wish.search.shardRequest, session)
          var json = JSONWriter()
          let (generation, isPartial) = (await session.generation, await session.isPartial)
          let (isBound, missing) = (await session.isBound, await session.missingShards)
          json.object { json in
            json.member("revision", wish.revision)
            merged.writeMembers(
              to: &json, generation: generation, snapshot: nil, isPartial: isPartial, isBound: isBound,
              missingShards: missing)
            json.member("count", merged.partCount)
          }
          await session.didWrite()
          return Page(
            session: session, generation: generation, visibleCount: Int64(merged.visibleCount),
            bounds: await session.bounds, json: json, isInListOrder: merged.isInListOrder)
        }
      }
    }

    /// Sends a page, and what belongs to it.
    /// - Returns: `false` if it must be computed again, because a shard no longer has its moment.
    /// - Throws: as `ShardSession.ask`, and errors of writing.
    private func send(
      _ page: Page, _ wish: ShardField.Wish?, _ sent: inout Sent, _ output: inout any ResponseBodyWriter
    ) async throws -> Bool {
      if page.generation != sent.generation {
        sent.generation = page.generation
        try await send("changed", generation: page.generation, count: page.visibleCount, &output)
      }
      guard let wish, let json = page.json else {
        sent.problem = nil
        return true
      }
      let isOther =
        wish.jumplist != nil
        && (sent.jumplist?.generation != page.generation || sent.jumplist?.request != wish.jumplist)
      // In list order, both show at once.
      if !(isOther && page.isInListOrder) {
        try await send("page", json, &output)
        sent.problem = nil
      }
      guard isOther, let asked = wish.jumplist else { return true }
      let jumplist: JSONWriter
      do {
        jumplist = try await self.jumplist(asked, wish, page.session)
      } catch is ShardSession.MomentGone {
        return false
      }
      if field.live.isOvertaken(wish) { throw CancellationError() }
      try await send("jumplist", jumplist, &output)
      sent.jumplist = (asked, page.generation)
      if page.isInListOrder { try await send("page", json, &output) }
      sent.problem = nil
      return true
    }

    private func jumplist(
      _ asked: MergeRequest, _ wish: ShardField.Wish, _ session: ShardSession
    ) async throws -> JSONWriter {
      try await field.whileWished(wish) {
        let merged = try await MergedJumplist(asked.shardRequest, session)
        let (generation, missing) = (await session.generation, await session.missingShards)
        var json = JSONWriter()
        json.object { json in
          json.member("revision", wish.revision)
          merged.writeMembers(to: &json, generation: generation, snapshot: nil, missingShards: missing)
        }
        await session.didWrite()
        return json
      }
    }

    // MARK: - Problems

    /// A failure of a search, as it is sent.
    private struct Fault {
      let json: JSONWriter
      let detail: String
      /// Whether the search is tried again.
      let isPassing: Bool
      /// Whether the stream ends, because the caller may no longer see the list.
      var isEnd = false
    }

    private static func fault(_ error: any Error, _ wish: ShardField.Wish?) -> Fault {
      if let refusal = error as? Refusal {
        let status = refusal.answer.status.code
        let isPassing = status == 429 || status >= 500
        let isEnd = [401, 403, 404, 410].contains(status)
        return Fault(
          json: problem(refusal.answer, isPassing || isEnd ? nil : wish?.revision),
          detail: "\(status) \(refusal.answer.node.address)", isPassing: isPassing, isEnd: isEnd)
      }
      var problem = error as? Problem ?? Problem(.noNode, "the shards do not answer: try again in a second")
      let isPassing = problem.kind != .queryGivenUp && problem.kind.status.code >= 500
      let isEnd = problem.kind == .positionGone
      if !isPassing { problem.parameter = problem.parameter.map { $0.hasPrefix("/") ? $0 : "/" + $0 } }
      var json = JSONWriter()
      json.object { json in
        if !isPassing, !isEnd, let wish { json.member("revision", wish.revision) }
        json.name("problem")
        problem.write(to: &json)
      }
      return Fault(json: json, detail: problem.detail, isPassing: isPassing, isEnd: isEnd)
    }

    /// Returns the problem in the answer of a node.
    private static func problem(_ answer: NodeAnswer, _ revision: Int?) -> JSONWriter {
      var members: [(name: String, value: JSONValue)] = []
      if case .whole(let buffer, _) = answer.body {
        members = (try? JSONValue(Array(buffer.readableBytesView)))?.members ?? []
      }
      var json = JSONWriter()
      json.object { json in
        if let revision { json.member("revision", revision) }
        json.name("problem")
        json.object { json in
          for (name, value) in members where name != "instance" {
            json.name(name)
            if name == "parameter", revision != nil, let text = value.string, !text.hasPrefix("/") {
              json.string("/" + text)
            } else {
              json.raw(value.json)
            }
          }
        }
      }
      return json
    }

    // MARK: - Events

    private func send(
      _ name: String, generation: UInt64, count: Int64, _ output: inout any ResponseBodyWriter,
      _ more: (inout JSONWriter) -> Void = { _ in }
    ) async throws {
      var json = JSONWriter()
      json.object { json in
        more(&json)
        json.member("generation", generation)
        json.member("count", count)
      }
      try await send(name, json, &output)
    }

    private func send(_ name: String, _ json: JSONWriter, _ output: inout any ResponseBodyWriter) async throws {
      try await output.write(ByteBuffer(event: name, json))
    }
  }
#endif
