#if Store
  import Riffle

  /// Commits the batches of many threads together: while one thread commits, others queue, and the first of them then takes
  /// all that have queued into one transaction. So what a commit takes is paid once for all of them.
  final class WriteQueue: Sendable {
    typealias Outcome = Result<StoreReport, StoreError>

    private struct State {
      var waiting: [Ticket] = []
      var isCommitting = false
      /// How many batches the last commit had.
      var lastCount = 0
    }

    /// What a thread waits with: nobody else is woken for it.
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
    /// Gives the outcome of each batch.
    private let commit: @Sendable ([StoreBatch]) -> [Outcome]

    init(commit: @escaping @Sendable ([StoreBatch]) -> [Outcome]) { self.commit = commit }

    /// Returns when the batch has been committed.
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

    /// What the thread that commits takes, its own batch first. Those whose batches were in the last commit have only just been
    /// woken: to let them come first takes less than the commit that they would otherwise need for themselves.
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

    /// A thread that yields comes again when all others that can run have run, on a processor each.
    private static let mostYields = 8
  }
#endif
