#if Store
  import Riffle

  /// Commits the batches of many threads together: while one thread commits, others queue, and the next one to come takes
  /// what has queued into one transaction. So what a commit takes is paid once for all of them.
  final class WriteQueue: Sendable {
    typealias Outcome = Result<StoreReport, StoreError>

    private struct State {
      var waiting: [(number: Int, batch: StoreBatch)] = []
      var isCommitting = false
      var count = 0
      /// Of batches whose threads have not yet seen it.
      var outcomes: [Int: Outcome] = [:]
      /// How many batches the last commit had.
      var lastCount = 0
    }

    private let state = Lock(State())
    /// Gives the outcome of each batch.
    private let commit: @Sendable ([StoreBatch]) -> [Outcome]

    init(commit: @escaping @Sendable ([StoreBatch]) -> [Outcome]) { self.commit = commit }

    /// Returns when the batch has been committed.
    /// - Throws: ``StoreError``.
    func write(_ batch: StoreBatch) throws(StoreError) -> StoreReport {
      let number = state.withLock { state -> Int in
        state.count += 1
        state.waiting.append((state.count, batch))
        return state.count
      }
      func isReady(_ state: State) -> Bool { state.outcomes[number] != nil || !state.isCommitting }
      while true {
        let outcome = state.withLock(waitingUntil: isReady) { state -> Outcome? in
          if let outcome = state.outcomes.removeValue(forKey: number) { return outcome }
          state.isCommitting = true
          return nil
        }
        if let outcome { return try outcome.get() }
        let group = nextGroup()
        let outcomes = commit(group.map(\.batch))
        state.withLock { state in
          for (entry, outcome) in zip(group, outcomes) { state.outcomes[entry.number] = outcome }
          state.isCommitting = false
        }
        state.notifyAll()
      }
    }

    /// What the thread that commits takes. Those whose batches were in the last commit have only just been woken: to let them
    /// come first takes less than the commit that they would otherwise need for themselves.
    private func nextGroup() -> [(number: Int, batch: StoreBatch)] {
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
