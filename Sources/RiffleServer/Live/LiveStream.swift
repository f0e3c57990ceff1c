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
      let view: ServedList.View
      let scope: Scope?
      /// Remembers what the keystrokes before have found out.
      let search: SearchSession<Item<ItemID>, ItemID>
    }

    /// A list that changes all the while is shown so often.
    private static let pauseBetweenChanges = Duration.milliseconds(100)
    private static let pauseBetweenBeats = Duration.seconds(15)

    func run(_ output: inout any ResponseBodyWriter) async throws {
      let list = session.list
      var json = JSONWriter()
      let first = try list.view(session.caller, nil)
      json.object { json in
        json.member("session", session.id)
        json.member("list", list.name)
        json.member("generation", first.visible.generation)
        json.member("count", first.visible.count)
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
      var told = first.visible.generation
      var place: Place?
      for await _ in session.wakeups {
        let turn = session.next()
        if turn.isClosing { return }
        if turn.isBeatDue {
          // A key that is taken away takes its searches with it.
          do throws(Problem) { _ = try routes.keys.caller(session.authorization) } catch {
            try await send(error, nil, &output)
            return
          }
          try await output.write(ByteBuffer(string: ": still here\n\n"))
        }
        let view = try list.view(session.caller, nil)
        let isChanged = view.visible.generation != told
        if isChanged {
          told = view.visible.generation
          var json = JSONWriter()
          json.object { json in
            json.member("generation", view.visible.generation)
            json.member("count", view.visible.count)
          }
          try await send("changed", json, &output)
        }
        guard let wish = turn.wish, turn.isWishNew || isChanged else { continue }
        let answer: Swift.Result<JSONWriter?, Problem>
        do throws(Problem) {
          let here = try self.place(wish, view, place)
          place = here
          answer = .success(try await page(wish, here))
        } catch {
          answer = .failure(error)
        }
        if session.isOvertaken(wish) { continue }
        switch answer {
        case .success(let page?): try await send("page", page, &output)
        case .success(nil): break
        case .failure(let problem): try await send(problem, wish.revision, &output)
        }
      }
    }

    private func place(_ wish: LiveSession.Wish, _ view: ServedList.View, _ last: Place?) throws(Problem) -> Place {
      let scope = wish.parameters.part.scope
      if let last, last.view.visible.generation == view.visible.generation, last.scope == scope { return last }
      let narrowed = try view.narrowed(to: scope)
      return Place(view: narrowed, scope: scope, search: narrowed.part.session())
    }

    /// - Returns: `nil` if the wish has been overtaken.
    private func page(_ wish: LiveSession.Wish, _ place: Place) async throws(Problem) -> JSONWriter? {
      let parameters = wish.parameters
      let found: (Answer.Results, Answer.Results?, UInt64) = try await routes.pool.search(wish.cancellation) {
        cancellation in
        let start = ContinuousClock.now
        let results = place.search.search(parameters.request, cancellation: cancellation)
        let nanoseconds = (ContinuousClock.now - start).wholeNanoseconds
        guard wish.wantsJumplist else { return (results, nil, nanoseconds) }
        var inOrder = parameters.request
        inOrder.order = .list
        let isSame = parameters.request.order == .list || parameters.request.query.isBlank
        return (
          results, isSame ? results : place.view.part.search(inOrder, cancellation: cancellation), nanoseconds
        )
      }
      let (results, inOrder, nanoseconds) = found
      routes.note(results, nanoseconds, parameters, session.list, session.caller, logger)
      if session.isOvertaken(wish) { return nil }
      try routes.pool.checkEnding(results.ending)
      if let inOrder { try routes.pool.checkEnding(inOrder.ending) }
      var answer = Answer(view: place.view, parameters: parameters, results: results, nanoseconds: nanoseconds)
      answer.items = try await routes.items(results.map(\.id), parameters.include, session.list)
      var json = JSONWriter()
      json.object { json in
        json.member("revision", wish.revision)
        answer.writeMembers(to: &json)
        json.member("count", place.view.part.count)
        if let inOrder {
          json.name("jumplist")
          json.jumplist(inOrder.jumplist(), generation: inOrder.generation, count: inOrder.total)
        }
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
