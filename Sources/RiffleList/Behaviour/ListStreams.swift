import Riffle

/// Sequences for `for await`, on whatever actor the loop runs. They end when the list is released or their task is cancelled.
extension ListModel {
  /// The updates that a screen draws, without a gap: the first inserts all that shows now, and each later one leads from what
  /// the one before has shown to the newest view.
  ///
  ///     for await update in list.updates {
  ///       let changes = try update.changes()
  ///       tableView.performBatchUpdates(TableViewUpdates(changes))
  ///     }
  ///
  /// A slow reader gets one update for several changes. Nothing is computed for updates and views that are not read. No update
  /// contains the rows that ``reconfigure(_:)`` has redrawn, because they have not changed: see ``events``.
  public var updates: AsyncStream<ListUpdate> {
    let drawn = Lock(LazyView?.none)
    return newest { next in
      let last = drawn.withLock { drawn in
        defer { drawn = next }
        return drawn
      }
      return ListUpdate(earlier: last ?? next.emptied, later: next)
    }
  }

  /// The view of now, and then the newest one after each change. A slow reader skips views, and those that are not read are not
  /// made.
  public var views: AsyncStream<ListView> { newest { $0.view } }

  /// All events from now on, in order: what ``observe(_:)`` reports, for a reader on any actor. Events that are not read yet are
  /// kept in memory.
  public var events: AsyncStream<ListEvent> {
    stream { reader in
      { event in reader.yield(event) }
    }
  }

  /// Something of what shows now, and then of what shows last after each change.
  private func newest<Element: Sendable>(
    _ element: @escaping @Sendable (LazyView) -> Element
  ) -> AsyncStream<Element> {
    // A thread that comes into the lock later has seen a later view. What another view drops is let go without it.
    let order = Lock(LazyView?.none)
    @Sendable func yield(_ list: ListModel, to reader: AsyncStream<LazyView>.Continuation) {
      let (result, before) = order.withLock { last in
        let before = last
        let shown = list.state.withLock { $0.shown }
        if shown === before { return (AsyncStream<LazyView>.Continuation.YieldResult?.none, before) }
        last = shown
        return (reader.yield(shown), before)
      }
      withExtendedLifetime((result, before)) {}
    }
    func yieldFirst(to reader: AsyncStream<LazyView>.Continuation) { yield(self, to: reader) }
    let shown = stream(bufferingPolicy: .bufferingNewest(1), first: yieldFirst) { reader in
      { [weak self] event in
        if case .updated = event, let self { yield(self, to: reader) }
      }
    }
    return AsyncStream {
      for await next in shown { return element(next) }
      return nil
    }
  }

  /// What an observer yields, until the list is gone. The observer goes with the stream, or with the task that reads it.
  ///
  /// - Parameters:
  ///   - first: yields what there is, once the observer is there.
  ///   - observer: makes the observer of what it yields to.
  func stream<Element: Sendable>(
    bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded,
    first: (AsyncStream<Element>.Continuation) -> Void = { _ in },
    _ observer: (AsyncStream<Element>.Continuation) -> @Sendable (ListEvent) -> Void
  ) -> AsyncStream<Element> {
    AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
      // Only the list holds its observers, so the stream ends when the list is released.
      let end = StreamEnd { continuation.finish() }
      let body = observer(continuation)
      let observation = observe { event in withExtendedLifetime(end) { body(event) } }
      first(continuation)
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}

/// Ends a stream when what holds it is gone.
private final class StreamEnd: Sendable {
  private let finish: @Sendable () -> Void
  init(_ finish: @escaping @Sendable () -> Void) { self.finish = finish }
  deinit { finish() }
}
