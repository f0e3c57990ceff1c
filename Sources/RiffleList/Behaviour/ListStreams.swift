import Riffle

/// Asynchronous sequences for `for await`, on any actor. They end when the list is released or their task is cancelled.
extension ListModel {
  /// The updates that a screen draws, without a gap. The first inserts all rows that show now; each later one leads from the view
  /// of the one before to the newest view.
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

  /// The current view, then the newest one after each change. A slow reader skips views; views that are not read are not
  /// computed.
  public var views: AsyncStream<ListView> { newest { $0.view } }

  /// All events from now on, in order: those of ``observe(_:)``, for a reader on any actor. Events that have not been read are
  /// kept in memory.
  public var events: AsyncStream<ListEvent> {
    stream { reader in
      { event in reader.yield(event) }
    }
  }

  /// Returns a stream of an element made of the current view, then of the newest view after each change.
  private func newest<Element: Sendable>(
    _ element: @escaping @Sendable (LazyView) -> Element
  ) -> AsyncStream<Element> {
    // A thread that takes the lock later has read a later view. Views skipped are released without the lock.
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

  /// Returns a stream of the elements that an observer yields, until the list is released. The observer is removed with the
  /// stream, or with the task that reads it.
  ///
  /// - Parameters:
  ///   - first: yields the first elements, after the observer has been added.
  ///   - observer: makes the observer from the continuation that it yields to.
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

/// A token whose release finishes a stream.
private final class StreamEnd: Sendable {
  private let finish: @Sendable () -> Void
  init(_ finish: @escaping @Sendable () -> Void) { self.finish = finish }
  deinit { finish() }
}
