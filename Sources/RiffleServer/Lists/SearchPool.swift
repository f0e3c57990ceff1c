#if Service
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import Riffle

  /// Where searches run: on the threads that requests are answered on as long as one of these stays free, and otherwise on threads
  /// of their own, as many as there are processors; and the threads that wait for the disk.
  ///
  /// To wake a thread and be woken by it takes as long as many a search. But what searches take must not keep all other requests
  /// from going on.
  final class SearchPool: Sendable {
    private struct Load {
      /// Searches that run or wait.
      var searches = 0
      /// Those of them that run where their request is answered.
      var inPlace = 0
    }

    private let searchers: NIOThreadPool
    private let keepers: NIOThreadPool
    private let state = NIOLockedValueBox(Load())
    private let mostInPlace: Int
    let limits: Limits
    private let deadlines: Deadlines

    /// - Parameter mostInPlace: how many searches may run where their request is answered: all but one of the threads of the
    ///   concurrency runtime, which has as many as there are processors.
    init(_ limits: Limits, mostInPlace: Int = System.coreCount - 1) {
      self.limits = limits
      self.mostInPlace = mostInPlace
      deadlines = Deadlines(.milliseconds(Int64(limits.queryMilliseconds)))
      searchers = NIOThreadPool(numberOfThreads: System.coreCount)
      // Writers wait for one another's transaction, and are then committed together.
      keepers = NIOThreadPool(numberOfThreads: 8)
      searchers.start()
      keepers.start()
    }

    /// Searches that run or wait.
    var load: Int { state.withLockedValue { $0.searches } }

    /// Those of them that run where their request is answered.
    var inPlace: Int { state.withLockedValue { $0.inPlace } }

    /// Runs a search, and gives it up when it takes too long.
    ///
    /// - Parameter cancellation: ends it earlier.
    /// - Throws: ``Problem``, also if too many wait already.
    func search<Result: Sendable>(
      _ cancellation: Cancellation = Cancellation(),
      _ body: @escaping @Sendable (Cancellation) throws(Problem) -> Result
    ) async throws(Problem) -> Result {
      let isInPlace = state.withLockedValue { load -> Bool? in
        if load.searches >= limits.waiting { return nil }
        load.searches += 1
        let isInPlace = load.inPlace < mostInPlace
        if isInPlace { load.inPlace += 1 }
        return isInPlace
      }
      guard let isInPlace else {
        throw Problem(.busy, "\(limits.waiting) searches wait already: try again in a second", retryAfter: 1)
      }
      let number = deadlines.begin(cancellation)
      defer {
        deadlines.end(number)
        state.withLockedValue { load in
          load.searches -= 1
          if isInPlace { load.inPlace -= 1 }
        }
      }
      if isInPlace { return try body(cancellation) }
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
