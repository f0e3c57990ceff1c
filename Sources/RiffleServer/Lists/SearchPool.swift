#if Service
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import Riffle

  /// The threads that searches run on, as many as there are processors, and those that wait for the disk.
  ///
  /// What a search takes would otherwise keep all other requests from going on.
  final class SearchPool: Sendable {
    private let searchers: NIOThreadPool
    private let keepers: NIOThreadPool
    private let waiting = NIOLockedValueBox(0)
    let limits: Limits
    private let deadlines: Deadlines

    init(_ limits: Limits) {
      self.limits = limits
      deadlines = Deadlines(.milliseconds(Int64(limits.queryMilliseconds)))
      searchers = NIOThreadPool(numberOfThreads: System.coreCount)
      // Writers wait for one another's transaction, and are then committed together.
      keepers = NIOThreadPool(numberOfThreads: 8)
      searchers.start()
      keepers.start()
    }

    /// Searches that run or wait.
    var load: Int { waiting.withLockedValue { $0 } }

    /// Runs a search, and gives it up when it takes too long.
    ///
    /// - Parameter cancellation: ends it earlier.
    /// - Throws: ``Problem``, also if too many wait already.
    func search<Result: Sendable>(
      _ cancellation: Cancellation = Cancellation(),
      _ body: @escaping @Sendable (Cancellation) throws(Problem) -> Result
    ) async throws(Problem) -> Result {
      let isFull = waiting.withLockedValue { waiting in
        if waiting >= limits.waiting { return true }
        waiting += 1
        return false
      }
      if isFull {
        throw Problem(.busy, "\(limits.waiting) searches wait already: try again in a second", retryAfter: 1)
      }
      defer { waiting.withLockedValue { $0 -= 1 } }
      let number = deadlines.begin(cancellation)
      defer { deadlines.end(number) }
      do {
        return try await searchers.runIfActive { try body(cancellation) }
      } catch {
        throw Problem(error)
      }
    }

    /// Runs what reads or writes the database.
    /// - Throws: ``Problem``.
    func keep<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws(Problem) -> Result {
      do {
        return try await keepers.runIfActive(body)
      } catch {
        throw Problem(error)
      }
    }

    /// Whoever runs is waited for.
    func stop() async {
      try? await searchers.shutdownGracefully()
      try? await keepers.shutdownGracefully()
    }

    /// What a search that was given up says.
    /// - Throws: ``Problem`` if it was.
    func checkEnding(_ ending: SearchEnding) throws(Problem) {
      switch ending {
      case .complete: return
      case .cancelled:
        throw Problem(
          .queryGivenUp,
          "the query took longer than \(limits.queryMilliseconds) ms: type more of a word, or fewer words",
          parameter: "q", retryAfter: 1)
      case .workSpent:
        throw Problem(
          .queryGivenUp, "the query took more than \(limits.queryWork) steps: type more of a word, or fewer words",
          parameter: "q", retryAfter: 1)
      }
    }
  }
#endif
