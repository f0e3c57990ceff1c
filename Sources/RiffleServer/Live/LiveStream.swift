#if Service
  import Hummingbird
  import Logging
  import NIOCore
  import Riffle
  import RiffleStore

  /// Sends what a live search shows, as events, for as long as its connection lasts.
  struct LiveStream: Sendable {
    let session: LiveSession
    let routes: Routes
    let logger: Logger

    /// A page of this moment: what later windows of the same list are searched in.
    private struct Place {
      let view: View
      let scope: Scope?
      /// Remembers what the keystrokes before have found out.
      let search: SearchSession<Item<ItemID>, ItemID>
    }

    /// What a jumplist is of.
    private struct Counted: Equatable {
      let query: Query
      let reach: Reach
      let scope: Scope?
      let generation: UInt64
      let isPartial: Bool
    }

    /// A list that changes all the while is shown so often.
    private static let pauseBetweenChanges = Duration.milliseconds(100)
    private static let pauseBetweenBeats = Duration.seconds(15)

    func run(_ output: inout any ResponseBodyWriter) async throws {
      let list = session.list
      var json = JSONWriter()
      var visible = try await self.visible(try caller(), nil)
      json.object { json in
        json.member("session", session.id)
        json.member("list", list.name)
        json.member("generation", visible.moment.generation)
        json.member("count", visible.visible.count)
      }
      try await send("session", json, &output)
      let tasks = [
        Task {
          for await _ in list.store.updates {
            session.listDidChange()
            try await Task.sleep(for: LiveStream.pauseBetweenChanges)
          }
        },
        Task {
          while true {
            try await Task.sleep(for: LiveStream.pauseBetweenBeats)
            session.beat()
          }
        },
      ]
      defer { for task in tasks { task.cancel() } }
      var told = visible.moment.generation
      var place: Place?
      var jumplist: Counted?
      for await _ in session.wakeups {
        let turn = session.next()
        if turn.isClosing { return }
        let caller: Caller
        do throws(Problem) { caller = try self.caller() } catch {
          try await send(error, nil, &output)
          return
        }
        if turn.isBeatDue { try await output.write(ByteBuffer(string: ": still here\n\n")) }
        visible = try await self.visible(caller, visible)
        let isChanged = visible.moment.generation != told
        if isChanged {
          told = visible.moment.generation
          var json = JSONWriter()
          json.object { json in
            json.member("generation", visible.moment.generation)
            json.member("count", visible.visible.count)
          }
          try await send("changed", json, &output)
        }
        guard let wish = turn.wish, turn.isWishNew || isChanged else { continue }
        do {
          let here = try await self.place(wish, visible, place, caller)
          place = here
          guard let page = try await page(wish, here, caller) else { continue }
          let shown = Counted(
            query: wish.parameters.request.query, reach: wish.parameters.request.reach, scope: here.scope,
            generation: here.view.moment.generation, isPartial: here.view.moment.isPartial)
          let isOther = wish.wantsJumplist && shown != jumplist
          // In list order all hits are known with a page, and buckets are sections of it: both show at once. To count what the
          // best hits are of may take longer than to find them, so their page goes first.
          let isFirst = wish.parameters.request.order == .list || wish.parameters.request.query.isBlank
          if !(isOther && isFirst) { try await send("page", page, &output) }
          if isOther {
            guard let counted = try await self.jumplist(wish, here, caller) else { continue }
            try await send("jumplist", counted, &output)
            jumplist = shown
          }
          if isOther && isFirst { try await send("page", page, &output) }
        } catch let problem as Problem {
          if session.isOvertaken(wish) { continue }
          var problem = problem
          // A member of what was typed, as in the answer to that.
          problem.parameter = problem.parameter.map { "/" + $0 }
          try await send(problem, wish.revision, &output)
        }
      }
    }

    /// Whoever listens, with the rights that they have now: a key that is taken away takes its searches with it.
    private func caller() throws(Problem) -> Caller {
      let caller = try routes.keys.caller(session.authorization)
      if caller.maySee(session.list.name) { return caller }
      throw Problem(.unknownList, "the key may no longer see “\(session.list.name)”", parameter: "list")
    }

    /// What the caller sees of the list now.
    /// - Parameter last: what they saw last: it is worked out anew only if the list has changed.
    private func visible(_ caller: Caller, _ last: View?) async throws(Problem) -> View {
      let moment = try session.list.moment(caller)
      if let last, last.moment.generation == moment.generation, last.moment.isPartial == moment.isPartial,
        last.moment.bound == moment.bound
      {
        return last
      }
      return try await routes.view(moment, caller)
    }

    private func place(
      _ wish: LiveSession.Wish, _ visible: View, _ last: Place?, _ caller: Caller
    ) async throws(Problem) -> Place {
      let scope = wish.parameters.part.scope
      if let last, last.view.moment.generation == visible.moment.generation, last.scope == scope,
        last.view.moment.bound == visible.moment.bound
      {
        return last
      }
      guard scope != nil else { return Place(view: visible, scope: nil, search: visible.visible.session()) }
      let pool = routes.pool
      let narrowed = try await pool.search(wish.cancellation) { cancellation throws(Problem) in
        try pool.narrowed(visible, to: scope, caller, cancellation)
      }
      return Place(view: narrowed, scope: scope, search: narrowed.part.session())
    }

    /// - Returns: `nil` if the wish has been overtaken.
    private func page(_ wish: LiveSession.Wish, _ place: Place, _ caller: Caller) async throws(Problem) -> JSONWriter? {
      let parameters = wish.parameters
      let (results, highlights, nanoseconds) = try await routes.pool.search(wish.cancellation) { cancellation in
        let start = ContinuousClock.now
        let results = place.search.search(parameters.request, cancellation: cancellation)
        let highlights = Answer.highlights(of: results, parameters.highlights)
        return (results, highlights, (ContinuousClock.now - start).wholeNanoseconds)
      }
      routes.note(results, nanoseconds, parameters, session.list, caller, logger)
      if session.isOvertaken(wish) { return nil }
      try routes.pool.checkEnding(results.ending)
      var answer = Answer(
        view: place.view, parameters: parameters, byteLimit: routes.limits.answer, results: results,
        highlights: highlights, nanoseconds: nanoseconds)
      answer.items = try await routes.items(
        results.lazy.map { $0.element }, parameters.include, session.list, caller)
      if session.isOvertaken(wish) { return nil }
      var json = JSONWriter()
      try json.object { json throws(Problem) in
        json.member("revision", wish.revision)
        try answer.writeMembers(to: &json)
        json.member("count", place.view.part.count)
      }
      return json
    }

    /// The jumplist of all that a wish finds, with the number of all hits.
    /// - Returns: `nil` if the wish has been overtaken.
    private func jumplist(_ wish: LiveSession.Wish, _ place: Place, _ caller: Caller) async throws(Problem)
      -> JSONWriter?
    {
      let request = wish.parameters.request
      let inOrder = SearchRequest(
        request.query, order: .list, limit: 0, reach: request.reach, workLimit: request.workLimit)
      let results = try await routes.pool.search(wish.cancellation) { cancellation in
        place.view.part.search(inOrder, cancellation: cancellation)
      }
      caller.allowance.spend(work: results.work.steps)
      if session.isOvertaken(wish) { return nil }
      try routes.pool.checkEnding(results.ending)
      let jumplist = try await routes.jumplist(of: results, session.list, caller)
      var json = JSONWriter()
      try json.object { json throws(Problem) in
        json.member("revision", wish.revision)
        try json.jumplistMembers(
          jumplist, generation: results.generation, count: results.total, upTo: routes.limits.answer)
      }
      return json
    }

    private func send(_ problem: Problem, _ revision: Int?, _ output: inout any ResponseBodyWriter) async throws {
      var json = JSONWriter()
      json.object { json in
        if let revision { json.member("revision", revision) }
        json.name("problem")
        problem.write(to: &json)
      }
      try await send("problem", json, &output)
    }

    /// What is sent has no newline in it: it is JSON.
    private func send(_ name: String, _ json: JSONWriter, _ output: inout any ResponseBodyWriter) async throws {
      var buffer = ByteBuffer(string: "event: \(name)\ndata: ")
      buffer.writeBytes(json.bytes)
      buffer.writeString("\n\n")
      try await output.write(buffer)
    }
  }
#endif
