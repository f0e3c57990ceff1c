#if Service
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import Riffle

  /// The threads for searches, and those that wait for the disk.
  ///
  /// Threads that handle requests never search, so that they stay free for other requests. Keys take turns, and one key uses at
  /// most as many threads as there are processors, of twice as many. So a search of another key begins at once, and shares the
  /// processors.
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

    /// The number of searches that run or wait.
    var load: Int { queue.withLockedValue { $0.count } }

    /// Runs a search, and cancels it when it takes too long.
    ///
    /// - Parameters:
    ///   - caller: the caller whose turn is used.
    ///   - cancellation: ends it earlier.
    /// - Throws: ``Problem``, also if too many already wait.
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

    /// Runs a job that reads or writes the database.
    /// - Throws: ``Problem``.
    func keep<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws(Problem) -> Result {
      do {
        return try await keepers.runIfActive(body)
      } catch {
        throw Problem(error)
      }
    }

    /// Waits for running jobs.
    func stop() async {
      try? await searchers.shutdownGracefully()
      try? await keepers.shutdownGracefully()
    }

    /// Checks the ending of a search.
    /// - Parameter workLimit: the work limit of the search; `nil` for that of any query.
    /// - Throws: ``Problem`` if it was cancelled.
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
