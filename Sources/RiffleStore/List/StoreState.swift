#if Store
  import Riffle
#endif

/// How it stands with a store, for whoever shows its list.
public enum StoreState: Sendable, Hashable {
  /// All of the table is in the list, up to what others are writing.
  case ready
  /// The index is being built: searches find what has been read so far.
  case building(StoreProgress)
  /// The store could not follow its table, or keep its index files, when it last tried to. It goes on trying.
  case failing(StoreError)
}

#if Store
  extension ListStore {
    /// How it stands with the store now.
    public var state: StoreState {
      if let failure { return .failing(failure) }
      if let progress { return .building(progress) }
      // It will be built soon.
      return snapshot().isPartial ? .building(StoreProgress(rowsRead: 0, rowCount: 0)) : .ready
    }

    /// How it stands with the store: now, and then whenever that has changed. The newest wins.
    public var states: AsyncStream<StoreState> {
      let last = Lock<StoreState?>(nil)
      return AsyncStream { [weak self] in
        // Nothing says when a failure is over, and progress is made all the while.
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
