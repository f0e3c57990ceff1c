#if Service
  import NIOConcurrencyHelpers
  import Riffle
  import RiffleStore
  import ServiceLifecycle

  /// A search field as long as somebody has it: an answer that is never sent closes it like one that ends.
  final class OpenSession: Sendable {
    let session: LiveSession
    private let sessions: LiveSessions

    fileprivate init(_ session: LiveSession, _ sessions: LiveSessions) {
      (self.session, self.sessions) = (session, sessions)
    }

    deinit { sessions.close(session) }
  }

  /// The search fields that are open.
  final class LiveSessions: Sendable {
    private struct State {
      var sessions: [String: LiveSession] = [:]
      var isClosed = false
    }

    private let state = NIOLockedValueBox(State())
    private let most: Int
    private let waiting = NIOLockedValueBox(0)

    init(most: Int) { self.most = most }

    /// How many requests wait for a change.
    var waitingCount: Int { waiting.withLockedValue { $0 } }

    var count: Int { state.withLockedValue { $0.sessions.count } }

    /// - Returns: what closes the session when nobody has it any more.
    /// - Throws: ``Problem`` if there are too many.
    func open(_ list: ServedList, authorization: String?) throws(Problem) -> OpenSession {
      let session = LiveSession(list, authorization: authorization)
      let isOpen = state.withLockedValue { state in
        if state.isClosed || state.sessions.count >= most { return false }
        state.sessions[session.id] = session
        return true
      }
      if !isOpen {
        throw Problem(
          .busy, "\(most) live searches are open, or the server is stopping: try again later", retryAfter: 5)
      }
      return OpenSession(session, self)
    }

    /// - Throws: ``Problem`` if it is not open, or is somebody else's.
    func session(_ id: String, _ list: ServedList, authorization: String?) throws(Problem) -> LiveSession {
      let session = state.withLockedValue { $0.sessions[id] }
      guard let session, session.list === list, session.authorization == authorization else {
        throw Problem(
          .unknownSession, "there is no live search “\(id.prefix(100))” of this list: open one", parameter: "session")
      }
      return session
    }

    fileprivate func close(_ session: LiveSession) {
      session.close()
      state.withLockedValue { _ = $0.sessions.removeValue(forKey: session.id) }
    }

    /// Has all of them look again who they are: keys have changed.
    func wakeAll() {
      for session in state.withLockedValue({ Array($0.sessions.values) }) { session.wake() }
    }

    /// Ends those of a list.
    func closeAll(of list: ServedList) {
      for session in state.withLockedValue({ Array($0.sessions.values) }) where session.list === list {
        session.close()
      }
    }

    /// Ends them all; no others are opened.
    func closeAll() {
      let sessions = state.withLockedValue { state in
        state.isClosed = true
        return Array(state.sessions.values)
      }
      for session in sessions { session.close() }
    }

    /// Asks again whenever a list has changed.
    /// - Returns: the first answer there is; `nil` if there is none in time.
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
          // Nobody is kept waiting by a server that stops.
          try? await gracefulShutdown()
          return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
    }
  }
#endif
