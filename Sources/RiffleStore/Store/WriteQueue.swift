#if Store
  import Riffle

  /// A queue that commits the batches of many threads together: while one thread commits, others queue. The first of them then
  /// takes all queued batches into one transaction, so they share the cost of a commit.
  final class WriteQueue: Sendable {
    typealias Outcome = Result<StoreReport, StoreError>

    private struct State {
      var waiting: [Ticket] = []
      var isCommitting = false
      /// The number of batches in the last commit.
      var lastCount = 0
    }

    /// The object that a thread waits with, so that only this thread is woken.
    private final class Ticket: Sendable {
      enum Turn {
        case commits
        case done(Outcome)
      }

      let batch: StoreBatch
      private let turn = Lock<Turn?>(nil)

      init(_ batch: StoreBatch) { self.batch = batch }

      func give(_ turn: Turn) {
        self.turn.withLock { $0 = turn }
        self.turn.notifyAll()
      }

      func wait() -> Turn {
        func isGiven(_ turn: Turn?) -> Bool { turn != nil }
        return turn.withLock(waitingUntil: isGiven) { $0.take() ?? .commits }
      }
    }

    private let state = Lock(State())
    /// Returns the outcome of each batch.
    private let commit: @Sendable ([StoreBatch]) -> [Outcome]

    init(commit: @escaping @Sendable ([StoreBatch]) -> [Outcome]) { self.commit = commit }

    /// Queues a batch, and returns when it has been committed.
    /// - Throws: ``StoreError``.
    func write(_ batch: StoreBatch) throws(StoreError) -> StoreReport {
      let ticket = Ticket(batch)
      let commits = state.withLock { state in
        state.waiting.append(ticket)
        defer { state.isCommitting = true }
        return !state.isCommitting
      }
      if !commits, case .done(let outcome) = ticket.wait() { return try outcome.get() }
      let group = nextGroup()
      let outcomes = commit(group.map(\.batch))
      var own: Outcome?
      for (other, outcome) in zip(group, outcomes) {
        if other === ticket { own = outcome } else { other.give(.done(outcome)) }
      }
      let next = state.withLock { state in
        state.isCommitting = !state.waiting.isEmpty
        return state.waiting.first
      }
      next?.give(.commits)
      guard let own else { return try write(batch) }
      return try own.get()
    }

    /// Returns the batches to commit, that of this thread first. Threads whose batches were in the last commit have just been
    /// woken: waiting for them takes less than the separate commit that they would otherwise need.
    private func nextGroup() -> [Ticket] {
      for _ in 0..<WriteQueue.mostYields where state.withLock({ $0.waiting.count < $0.lastCount }) {
        WorkerThread.yield()
      }
      return state.withLock { state in
        let group = state.waiting
        (state.waiting, state.lastCount) = ([], group.count)
        return group
      }
    }

    /// The most yields. A yielding thread runs again when all other runnable threads have had a processor.
    private static let mostYields = 8
  }
#endif
