#if Service
  import Hummingbird
  import Logging
  import NIOCore
  import Riffle
  import RiffleInput
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
      do {
        try await show(&output)
      } catch let problem as Problem {
        try await send(problem, nil, &output)
      }
    }

    /// - Throws: ``Problem`` that ends the stream, and what writing throws.
    private func show(_ output: inout any ResponseBodyWriter) async throws {
      let list = session.list
      var visible = try await self.visible(try caller(), nil)
      try await send("session", visible, &output) { json in
        json.member("session", session.id)
        json.member("list", list.name)
      }
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
      var pause: Task<Void, any Error>?
      defer { for task in tasks + [pause].compactMap(\.self) { task.cancel() } }
      var place: Place?
      var jumplist: Counted?
      /// Whether a page is to come: something has been typed, or the list is another one.
      var isDue = false
      for await _ in session.wakeups {
        let turn = session.next()
        if turn.isClosing { return }
        let caller = try self.caller()
        // Of what has come before nothing may stay: who opens the stream again begins anew.
        if caller.scope(in: list.name) != visible.moment.bound { return }
        if turn.isBeatDue { try await output.write(ByteBuffer(string: ": still here\n\n")) }
        isDue = isDue || turn.isWishNew
        if let seconds = caller.allowance.workWait() {
          pause?.cancel()
          pause = wakeUp(in: seconds)
          continue
        }
        do {
          let now = try await self.visible(caller, visible)
          if now.moment.generation != visible.moment.generation {
            isDue = true
            try await send("changed", now, &output)
          }
          visible = now
        } catch let problem as Problem {
          try await send(problem, nil, &output)
          pause?.cancel()
          pause = wakeUp(in: problem.retryAfter ?? 1)
          continue
        }
        guard isDue, let wish = turn.wish else { continue }
        isDue = false
        do {
          let here = try await self.place(wish, visible, place, caller)
          place = here
          guard let here, let page = try await page(wish, here, caller), mayStillSee(here) else { continue }
          let shown = Counted(
            query: wish.parameters.request.query, reach: wish.parameters.request.reach, scope: here.scope,
            generation: here.view.moment.generation, isPartial: here.view.moment.isPartial)
          let isOther = wish.wantsJumplist && shown != jumplist
          // In list order all hits are known with a page, and buckets are sections of it: both show at once. To count what the
          // best hits are of may take longer than to find them, so their page goes first.
          let isFirst = wish.parameters.request.order == .list || wish.parameters.request.query.isBlank
          if !(isOther && isFirst) { try await send("page", page, &output) }
          if isOther {
            guard let counted = try await self.jumplist(wish, here, caller), mayStillSee(here) else { continue }
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

    private func wakeUp(in seconds: Int) -> Task<Void, any Error> {
      let session = session
      return Task {
        try await Task.sleep(for: .seconds(seconds))
        session.wake()
      }
    }

    /// Whether what was found may still be shown: keys may have changed while it was searched for.
    private func mayStillSee(_ place: Place) -> Bool {
      guard let caller = try? caller() else { return false }
      return caller.scope(in: session.list.name) == place.view.moment.bound
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

    /// - Returns: `nil` if the wish has been overtaken.
    private func place(
      _ wish: LiveSession.Wish, _ visible: View, _ last: Place?, _ caller: Caller
    ) async throws(Problem) -> Place? {
      let scope = wish.parameters.part.scope
      if let last, last.view.moment.generation == visible.moment.generation, last.scope == scope,
        last.view.moment.bound == visible.moment.bound
      {
        return last
      }
      guard scope != nil else { return Place(view: visible, scope: nil, search: visible.visible.session()) }
      guard let cancellation = session.begin(wish) else { return nil }
      let pool = routes.pool
      let narrowed = try await pool.search(for: caller, cancellation) { cancellation throws(Problem) in
        try pool.narrowed(visible, to: scope, caller, cancellation)
      }
      return Place(view: narrowed, scope: scope, search: narrowed.part.session())
    }

    /// - Returns: `nil` if the wish has been overtaken.
    private func page(_ wish: LiveSession.Wish, _ place: Place, _ caller: Caller) async throws(Problem) -> JSONWriter? {
      guard let cancellation = session.begin(wish) else { return nil }
      let parameters = wish.parameters
      let (results, highlights, nanoseconds) = try await routes.pool.search(for: caller, cancellation) { cancellation in
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
      guard let cancellation = session.begin(wish) else { return nil }
      let request = wish.parameters.request
      let inOrder = SearchRequest(
        request.query, order: .list, limit: 0, reach: request.reach, workLimit: request.workLimit)
      let results = try await routes.pool.search(for: caller, cancellation) { cancellation in
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
          jumplist, generation: place.view.moment.generation, count: results.total, upTo: routes.limits.answer)
      }
      return json
    }

    private func send(_ problem: Problem, _ revision: Int?, _ output: inout any ResponseBodyWriter) async throws {
      problem.log(logger, "/v1/lists/\(session.list.name)/live")
      var json = JSONWriter()
      json.object { json in
        if let revision { json.member("revision", revision) }
        json.name("problem")
        problem.write(to: &json)
      }
      try await send("problem", json, &output)
    }

    /// Sends how large the list is.
    private func send(
      _ name: String, _ view: View, _ output: inout any ResponseBodyWriter,
      _ more: (inout JSONWriter) -> Void = { _ in }
    ) async throws {
      var json = JSONWriter()
      json.object { json in
        more(&json)
        json.member("generation", view.moment.generation)
        json.member("count", view.visible.count)
      }
      try await send(name, json, &output)
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
