#if Service
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import Riffle

  /// Where searches run, on threads of their own, and the threads that wait for the disk.
  ///
  /// The threads that requests are answered on never search: they go on with all other requests. Keys take turns, and one key has
  /// no more than as many threads as there are processors, of twice as many: the search of another one begins at once, and shares
  /// the processors.
  final class SearchPool: Sendable {
    private struct Job {
      let run: @Sendable () -> Void
      let refuse: @Sendable () -> Void
    }

    private let searchers: NIOThreadPool
    private let keepers: NIOThreadPool
    /// By the names of keys.
    private let queue: NIOLockedValueBox<FairQueue<String, Job>>
    let limits: Limits
    private let deadlines: Deadlines

    init(_ limits: Limits, coreCount: Int = System.coreCount) {
      self.limits = limits
      queue = NIOLockedValueBox(
        FairQueue(threadCount: 2 * coreCount, mostOfKey: coreCount, mostJobs: limits.waiting))
      deadlines = Deadlines(.milliseconds(Int64(limits.queryMilliseconds)))
      searchers = NIOThreadPool(numberOfThreads: 2 * coreCount)
      // Writers wait for one another's transaction, and are then committed together.
      keepers = NIOThreadPool(numberOfThreads: 8)
      searchers.start()
      keepers.start()
    }

    /// Searches that run or wait.
    var load: Int { queue.withLockedValue { $0.count } }

    /// Runs a search, and gives it up when it takes too long.
    ///
    /// - Parameters:
    ///   - caller: whose turn it is.
    ///   - cancellation: ends it earlier.
    /// - Throws: ``Problem``, also if too many wait already.
    func search<Result: Sendable>(
      for caller: Caller, _ cancellation: Cancellation = Cancellation(),
      _ body: @escaping @Sendable (Cancellation) throws(Problem) -> Result
    ) async throws(Problem) -> Result {
      let number = deadlines.begin(cancellation)
      defer { deadlines.end(number) }
      let key = caller.name ?? ""
      let busy = Problem(.busy, "\(limits.waiting) searches wait already: try again in a second", retryAfter: 1)
      typealias Answered = CheckedContinuation<Swift.Result<Result, Problem>, Never>
      let result = await withCheckedContinuation { (continuation: Answered) in
        let job = Job {
          do throws(Problem) {
            continuation.resume(returning: .success(try body(cancellation)))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        } refuse: {
          continuation.resume(returning: .failure(busy))
        }
        switch queue.withLockedValue({ $0.add(job, of: key) }) {
        case .runs: start(job, of: key)
        case .waits: break
        case .displaces(let other): other.refuse()
        case .refused: job.refuse()
        }
      }
      return try result.get()
    }

    /// Runs a job on a thread, and then those that have queued meanwhile.
    private func start(_ job: Job, of key: String) {
      searchers.submit { [self] state in
        var turn = Optional((job: job, key: key))
        while let (job, key) = turn {
          if state == .active { job.run() } else { job.refuse() }
          turn = queue.withLockedValue { $0.next(after: key) }
        }
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
    /// - Parameter workLimit: how much work it may have taken; `nil` for as much as any query.
    /// - Throws: ``Problem`` if it was.
    func checkEnding(_ ending: SearchEnding, workLimit: Int? = nil) throws(Problem) {
      switch ending {
      case .complete: return
      case .cancelled:
        throw Problem(
          .queryGivenUp,
          "the query took longer than \(limits.queryMilliseconds) ms: type more of a word, or fewer words",
          parameter: "q", retryAfter: 1)
      case .workSpent:
        throw Problem(
          .queryGivenUp,
          "the query took more than \(workLimit ?? limits.queryWork) steps: type more of a word, or fewer words",
          parameter: "q", retryAfter: 1)
      }
    }
  }
#endif
