#if Store
  import Riffle
#endif

/// The state of a store, for front ends of its list.
public enum StoreState: Sendable, Hashable {
  /// The list contains the whole table, except writes in progress.
  case ready
  /// The index is being built: searches cover the rows read so far.
  case building(StoreProgress)
  /// The store failed at its last attempt to follow its table or to write its index files. It keeps trying.
  case failing(StoreError)
}

#if Store
  extension ListStore {
    /// The present state of the store.
    public var state: StoreState {
      if let failure { return .failing(failure) }
      if let progress { return .building(progress) }
      // The build is about to begin.
      return snapshot().isPartial ? .building(StoreProgress(rowsRead: 0, rowCount: 0)) : .ready
    }

    /// The present state of the store, then the newest one after each change.
    public var states: AsyncStream<StoreState> {
      let last = Lock<StoreState?>(nil)
      return AsyncStream { [weak self] in
        // No event marks the end of a failure, and progress is continual.
        while let state = self?.state {
          let isNew = last.withLock { last in
            defer { last = state }
            return last != state
          }
          if isNew { return state }
          try? await Task.sleep(for: .milliseconds(50))
          if Task.isCancelled { return nil }
        }
        return nil
      }
    }
  }
#endif
