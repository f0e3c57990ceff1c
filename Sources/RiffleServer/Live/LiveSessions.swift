#if Service
  import NIOConcurrencyHelpers
  import Riffle
  import RiffleStore
  import ServiceLifecycle

  /// A search field that is closed when this is released, even if its answer is never sent.
  final class OpenSession: Sendable {
    let session: LiveSession
    private let sessions: LiveSessions

    fileprivate init(_ session: LiveSession, _ sessions: LiveSessions) {
      (self.session, self.sessions) = (session, sessions)
    }

    deinit { sessions.close(session) }
  }

  /// The open search fields.
  final class LiveSessions: Sendable {
    private struct State {
      var sessions: [String: LiveSession] = [:]
      var isClosed = false
    }

    private let state = NIOLockedValueBox(State())
    private let most: Int
    private let waiting = NIOLockedValueBox(0)

    init(most: Int) { self.most = most }

    /// The number of requests that wait for a change.
    var waitingCount: Int { waiting.withLockedValue { $0 } }

    var count: Int { state.withLockedValue { $0.sessions.count } }

    /// - Returns: the owner of the session; its release closes the session.
    /// - Throws: ``Problem`` if there are too many.
    func open(_ list: ServedList, authorization: String?) throws(Problem) -> OpenSession {
      let session = LiveSession(list, authorization: authorization)
      let isOpen = state.withLockedValue { state in
        if state.isClosed || state.sessions.count >= most { return false }
        state.sessions[session.live.id] = session
        return true
      }
      if !isOpen {
        throw Problem(
          .busy, "\(most) live searches are open, or the server is stopping: try again later", retryAfter: 5)
      }
      return OpenSession(session, self)
    }

    /// - Throws: ``Problem`` if it is not open, or belongs to another caller.
    func session(_ id: String, _ list: ServedList, authorization: String?) throws(Problem) -> LiveSession {
      let session = state.withLockedValue { $0.sessions[id] }
      guard let session, session.list === list, session.live.authorization == authorization else {
        throw Problem(
          .unknownSession, "there is no live search “\(id.prefix(100))” of this list: open one", parameter: "session")
      }
      return session
    }

    fileprivate func close(_ session: LiveSession) {
      session.live.close()
      state.withLockedValue { _ = $0.sessions.removeValue(forKey: session.live.id) }
    }

    /// Makes all sessions check their permissions again, after keys have changed.
    func wakeAll() {
      for session in state.withLockedValue({ Array($0.sessions.values) }) { session.live.wake() }
    }

    /// Ends the sessions of a list.
    func closeAll(of list: ServedList) {
      for session in state.withLockedValue({ Array($0.sessions.values) }) where session.list === list {
        session.live.close()
      }
    }

    /// Ends all sessions; no others can be opened.
    func closeAll() {
      let sessions = state.withLockedValue { state in
        state.isClosed = true
        return Array(state.sessions.values)
      }
      for session in sessions { session.live.close() }
    }

    /// Calls `ask` again whenever a list has changed.
    /// - Returns: the first answer; `nil` if there is none in time.
    func firstChange<Answer: Sendable>(
      of list: ServedList, until end: ContinuousClock.Instant, _ ask: @escaping @Sendable () async throws -> Answer?
    ) async throws -> Answer? {
      waiting.withLockedValue { $0 += 1 }
      defer { waiting.withLockedValue { $0 -= 1 } }
      return try await withThrowingTaskGroup(of: Answer?.self) { group in
        group.addTask {
          for await _ in list.store.updates { if let answer = try await ask() { return answer } }
          return nil
        }
        group.addTask {
          try? await Task.sleep(until: end, clock: .continuous)
          return nil
        }
        group.addTask {
          // A server that stops keeps no client waiting.
          try? await gracefulShutdown()
          return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
    }
  }
#endif
