#if Service
  import Hummingbird
  import Logging
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore

  /// The stream of a live search's results as events, as long as its connection lasts.
  struct LiveStream: Sendable {
    let session: LiveSession
    let routes: Routes
    let logger: Logger

    /// The state of one moment, in which later windows of the same list are searched.
    private struct Place {
      let view: View
      let part: PartParameters
      /// Reuses the results of earlier keystrokes.
      let search: SearchSession<Item<ItemID>, ItemID>
    }

    /// The input of a jumplist.
    private struct Counted: Equatable {
      let query: Query
      let reach: Reach
      let part: PartParameters
      let generation: UInt64
      let isPartial: Bool
    }

    /// The interval of updates for a list that changes continually.
    private static let pauseBetweenChanges = Duration.milliseconds(100)
    private static let pauseBetweenBeats = Duration.seconds(15)

    func run(_ output: inout any ResponseBodyWriter) async throws {
      do {
        try await show(&output)
      } catch let problem as Problem {
        try await send(problem, nil, &output)
      }
    }

    /// - Throws: ``Problem`` that ends the stream, and errors of writing.
    private func show(_ output: inout any ResponseBodyWriter) async throws {
      let list = session.list
      var visible = try await self.visible(try caller(), nil)
      try await send("session", visible, &output) { json in
        json.member("session", session.live.id)
        json.member("list", list.name)
      }
      let tasks = [
        Task {
          for await _ in list.store.updates {
            session.live.listDidChange()
            try await Task.sleep(for: LiveStream.pauseBetweenChanges)
          }
        },
        Task {
          while true {
            try await Task.sleep(for: LiveStream.pauseBetweenBeats)
            session.live.beat()
          }
        },
      ]
      var pause: Task<Void, any Error>?
      defer { for task in tasks + [pause].compactMap(\.self) { task.cancel() } }
      var place: Place?
      var jumplist: Counted?
      /// Whether a page must be sent, because the text or the list has changed.
      var isDue = false
      for await _ in session.live.wakeups {
        let turn = session.live.next()
        if turn.isClosing { return }
        let caller = try self.caller()
        // Earlier rows must not stay visible: a client that opens the stream again starts afresh.
        if caller.bound(in: list.name) != visible.moment.bound { return }
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
            query: wish.parameters.request.query, reach: wish.parameters.request.reach, part: here.part,
            generation: here.view.moment.generation, isPartial: here.view.moment.isPartial)
          let isOther = wish.wantsJumplist && shown != jumplist
          // In list order, all hits are found with a page, and buckets are its sections: both show at once. Counting in order of
          // relevance may take longer than finding the best hits, so their page is sent first.
          let isFirst = wish.parameters.request.order == .list || wish.parameters.request.query.isBlank
          if !(isOther && isFirst) { try await send("page", page, &output) }
          if isOther {
            guard let counted = try await self.jumplist(wish, here, caller), mayStillSee(here) else { continue }
            try await send("jumplist", counted, &output)
            jumplist = shown
          }
          if isOther && isFirst { try await send("page", page, &output) }
        } catch let problem as Problem {
          if session.live.isOvertaken(wish) { continue }
          var problem = problem
          // A member of the typed request, as in its answer.
          problem.parameter = problem.parameter.map { "/" + $0 }
          try await send(problem, wish.revision, &output)
        }
      }
    }

    /// Returns the caller with its present rights: removing a key ends its searches.
    private func caller() throws(Problem) -> Caller {
      let caller = try routes.keys.caller(session.live.authorization)
      if caller.maySee(session.list.name) { return caller }
      throw Problem(.unknownList, "the key may no longer see “\(session.list.name)”", parameter: "list")
    }

    private func wakeUp(in seconds: Int) -> Task<Void, any Error> {
      let session = session
      return Task {
        try await Task.sleep(for: .seconds(seconds))
        session.live.wake()
      }
    }

    /// Returns whether results may still be shown: keys may have changed during the search.
    private func mayStillSee(_ place: Place) -> Bool {
      guard let caller = try? caller() else { return false }
      return caller.bound(in: session.list.name) == place.view.moment.bound
    }

    /// Returns the caller's view of the present list.
    /// - Parameter last: the last view, used again unless the list has changed.
    private func visible(_ caller: Caller, _ last: View?) async throws(Problem) -> View {
      let moment = try session.list.moment(caller)
      if let last, last.moment.generation == moment.generation, last.moment.isPartial == moment.isPartial,
        last.moment.bound == moment.bound
      {
        return last
      }
      return try await routes.view(moment, caller)
    }

    /// - Returns: `nil` if the wish has been replaced.
    private func place(
      _ wish: LiveSession.Wish, _ visible: View, _ last: Place?, _ caller: Caller
    ) async throws(Problem) -> Place? {
      let part = wish.parameters.part
      if let last, last.view.moment.generation == visible.moment.generation, last.part == part,
        last.view.moment.bound == visible.moment.bound
      {
        return last
      }
      if part == .whole { return Place(view: visible, part: part, search: visible.visible.session()) }
      guard let cancellation = session.begin(wish) else { return nil }
      let pool = routes.pool
      let narrowed = try await pool.search(for: caller, cancellation) { cancellation throws(Problem) in
        try pool.narrowed(visible, to: part, caller, cancellation)
      }
      return Place(view: narrowed, part: part, search: narrowed.part.session())
    }

    /// - Returns: `nil` if the wish has been replaced.
    private func page(_ wish: LiveSession.Wish, _ place: Place, _ caller: Caller) async throws(Problem) -> JSONWriter? {
      guard let cancellation = session.begin(wish) else { return nil }
      let (parameters, pool) = (wish.parameters, routes.pool)
      let (found, highlights, nanoseconds) = try await pool.search(for: caller, cancellation) {
        cancellation throws(Problem) in
        let start = ContinuousClock.now
        let found = try pool.find(parameters, in: place.view, caller, session: place.search, cancellation)
        let highlights = Answer.highlights(of: found.hits, parameters.highlights)
        return (found, highlights, (ContinuousClock.now - start).wholeNanoseconds)
      }
      routes.note(found, nanoseconds, parameters, session.list, caller, logger)
      if session.live.isOvertaken(wish) { return nil }
      try pool.checkEnding(found.ending)
      var answer = Answer(
        view: place.view, parameters: parameters, byteLimit: routes.limits.answer, found: found,
        fields: session.list.fields, highlights: highlights, nanoseconds: nanoseconds)
      answer.items = try await routes.items(
        found.hits.lazy.map { $0.element }, parameters.include, session.list, caller)
      if session.live.isOvertaken(wish) { return nil }
      var json = JSONWriter()
      try json.object { json throws(Problem) in
        json.member("revision", wish.revision)
        try answer.writeMembers(to: &json)
        json.member("count", place.view.part.count)
      }
      return json
    }

    /// Returns the jumplist of all hits of a wish, with their number.
    /// - Returns: `nil` if the wish has been replaced.
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
      if session.live.isOvertaken(wish) { return nil }
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

    /// Sends the size of the list.
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

    private func send(_ name: String, _ json: JSONWriter, _ output: inout any ResponseBodyWriter) async throws {
      try await output.write(ByteBuffer(event: name, json))
    }
  }
#endif
