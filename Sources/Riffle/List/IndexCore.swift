/// A list that changes: one writer at a time, any number of readers that wait for none of them, and merges beside them.
@usableFromInline
final class IndexCore<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  private let published: SharedReference<ListContent<Element, ID>>
  private let writer: Lock<Writer>
  let reader: ElementReader<Element, ID>
  /// Listeners to new generations, and to moves of the list's storage.
  private let observers = Lock<[ObjectIdentifier: Wakeups]>([:])

  /// The state that the lock protects.
  private struct Writer {
    var merges: [RunningMerge] = []
    /// The number of threads that merge, or clean up after merges.
    var threadCount = 0
    /// Caches of use for the next items; `nil` while a thread changes the list.
    var items: TailItemReader?
    /// The thread that changes the list. It calls code of the caller, and so holds no lock: other writers block.
    var turn: WorkerThread.ThreadID?
    /// The number of turns requested, and the number granted.
    var asked = 0
    var given = 0
    /// The segments of merges that have failed.
    var failedMerges: [Set<ObjectIdentifier>] = []
    var isClosed = false
    /// The number of threads that request a merge of the whole list.
    var optimizers = 0
    var mergeCount = 0
    /// The number of rows merged since their memory was last returned to the system.
    var mergedRows = 0
  }

  private struct RunningMerge {
    let sources: Set<ObjectIdentifier>
    let rowCount: Int
    let cancellation: Cancellation
    /// Whether a thread waits for the whole list to be merged: no other thread ends that.
    let isAwaited: Bool
  }

  @usableFromInline
  init(_ list: consuming NewSegments<Element, ID>, _ reader: ElementReader<Element, ID>) throws(IndexError) {
    published = SharedReference(ListContent(ListState(try list.finish(), reader: reader)))
    self.reader = reader
    writer = Lock(Writer(items: TailItemReader(reader.options)))
    releaseFreeMemory()
  }

  /// A list that was written.
  init(_ state: ListState<Element, ID>) {
    published = SharedReference(ListContent(state))
    reader = state.reader
    writer = Lock(Writer(items: TailItemReader(reader.options)))
  }

  func content() -> ListContent<Element, ID> { published.load() }

  // MARK: - Changes

  /// Applies a batch, wholly or not at all.
  func update(_ batch: UpdateBatch<Element, ID>) throws(IndexError) -> UpdateReport<ID> {
    try change(try beginTurn()) { state, items throws(IndexError) in
      let log = try state.apply(batch, &items)
      return UpdateReport(
        generation: state.generation, unknownIDs: log.unknownIDs, truncatedFields: log.truncatedFields)
    }
  }

  /// Runs `body` as the exclusive writer; other writers block, readers do not.
  ///
  /// - Parameters:
  ///   - turn: the result of ``beginTurn()``.
  ///   - body: changes a copy of the state, which is published if its generation has changed. Called without a lock, because it
  ///     reads elements and calls closures of the caller.
  func change<Result, Failure: Error>(
    _ turn: TailItemReader, _ body: (inout ListState<Element, ID>, inout TailItemReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var items = turn
    // What has gone is let go when others have their turn: deinitialisers of elements may change the list.
    let before = published.load()
    defer { withExtendedLifetime(before) {} }
    var state = before.state
    let result: Result
    do throws(Failure) {
      result = try body(&state, &items)
    } catch {
      endTurn(items)
      throw error
    }
    let isChanged = state.generation != before.state.generation
    if isChanged { published.store(ListContent(state)) }
    let mustHelp = isChanged && state.contents.count > reader.options.upkeep.mostSegments
    endTurn(items, startingMergesOf: isChanged ? state : nil)
    if isChanged { wakeObservers() }
    // A writer that is faster than merging has to merge too.
    if mustHelp { mergeFreeSegments() }
    return result
  }

  /// The list with all of its items in segments.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``, ``IndexError/isBeingChanged``.
  func settled() throws(IndexError) -> ListState<Element, ID> {
    let items = try beginTurn()
    let before = published.load()
    defer { withExtendedLifetime(before) {} }
    var state = before.state
    let isChanged = state.tail.count > 0
    defer { endTurn(items, startingMergesOf: isChanged ? state : nil) }
    if isChanged {
      try state.indexTail()
      published.store(ListContent(state))
    }
    return state
  }

  /// Replaces segments by others of the same items in other storage. Segments that are being merged, or gone, are skipped.
  func exchange(_ segments: [StoredSegment<Element, ID>: StoredSegment<Element, ID>]) {
    let before = inTurn { writer in
      let before = published.load()
      var state = before.state
      for part in state.contents.indices where !isBusy(state.contents[part], writer) {
        if let segment = segments[StoredSegment(state.contents[part])] { state.exchange(part, for: segment.content) }
      }
      published.store(ListContent(state))
      return before
    }
    wakeObservers()
    withExtendedLifetime(before) {}
  }

  /// Puts another list in the place of this one, which keeps its synonyms.
  /// - Throws: ``IndexError/isBeingChanged``.
  func replace(with other: ListState<Element, ID>) throws(IndexError) {
    change(try beginTurn()) { state, _ in
      let (generation, synonyms) = (state.generation, state.synonyms)
      state = other
      (state.generation, state.synonyms) = (generation + 1, synonyms)
    }
  }

  /// - Throws: ``IndexError/isBeingChanged``.
  func setSynonyms(_ synonyms: Synonyms) throws(IndexError) {
    let table = SynonymTable(synonyms, TextAnalyzer(reader.options.folding))
    change(try beginTurn()) { state, _ in
      state.synonyms = table
      state.generation += 1
    }
  }

  /// Sets whether items are still to come.
  /// - Throws: ``IndexError/isBeingChanged``.
  func setIncomplete(_ isIncomplete: Bool) throws(IndexError) {
    change(try beginTurn()) { state, _ in
      if state.isIncomplete == isIncomplete { return }
      state.isIncomplete = isIncomplete
      state.generation += 1
    }
  }

  // MARK: - Turns

  /// Blocks until no thread changes the list.
  /// - Throws: ``IndexError/isBeingChanged`` on the thread that changes the list already.
  func beginTurn() throws(IndexError) -> TailItemReader {
    try checkTurn()
    return inTurn { writer in
      writer.turn = WorkerThread.current
      return writer.items.take() ?? TailItemReader(reader.options)
    }
  }

  /// Runs `body` while no thread changes the list. Blocks until then, first come, first served: steady writes do not starve
  /// merges.
  private func inTurn<Result, Failure: Error>(
    _ body: (inout Writer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = writer.withLock { writer in
      defer { writer.asked += 1 }
      return writer.asked
    }
    defer { writer.notifyAll() }
    func isNext(_ writer: Writer) -> Bool { writer.turn == nil && writer.given == place }
    return try writer.withLock(waitingUntil: isNext) { writer throws(Failure) in
      writer.given += 1
      return try body(&writer)
    }
  }

  /// The number of threads blocked until their turn.
  var waiterCount: Int { writer.withLock { $0.asked - $0.given } }

  private func endTurn(_ items: TailItemReader, startingMergesOf state: ListState<Element, ID>? = nil) {
    writer.withLock { writer in
      writer.turn = nil
      writer.items = items
      if let state { startMerges(state, &writer) }
    }
    writer.notifyAll()
  }

  /// - Throws: ``IndexError/isBeingChanged`` on the thread that changes the list: it would wait for itself.
  private func checkTurn() throws(IndexError) {
    let thread = WorkerThread.current
    if writer.withLock({ $0.turn == thread }) { throw .isBeingChanged }
  }

  /// Wakes the listeners after a new generation, or a move of the list's storage.
  private func wakeObservers() { for observer in observers.withLock({ $0.values }) { observer.wake() } }

  func addObserver(_ observer: Wakeups) { observers.withLock { $0[ObjectIdentifier(observer)] = observer } }

  func removeObserver(_ observer: Wakeups) {
    observers.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(observer)) }
  }

  // MARK: - Merges

  /// Starts the merges that the policy chooses: a large one, and beside it one that is much smaller.
  private func startMerges(_ state: ListState<Element, ID>, _ writer: inout Writer) {
    while writer.merges.count < 2, !writer.isClosed, writer.optimizers == 0, let merge = nextMerge(state, writer) {
      if let running = writer.merges.first, merge.count > running.rowCount / 4 { return }
      let cancellation = begin(merge, &writer)
      // Taken, because a merge holds on to all that it has replaced.
      let handover = Handover(merge)
      let isStarted = WorkerThread.startDetached { [self] in
        if let merge = handover.take() { _ = run(merge, cancellation) }
        threadEnds()
      }
      guard isStarted else { return end(cancellation, &writer) }
      writer.threadCount += 1
    }
  }

  private func nextMerge(_ state: ListState<Element, ID>, _ writer: Writer) -> ListMerge<Element, ID>? {
    let parts = MergePolicy(reader.options.upkeep).merge(state.sizes { isBusy($0, writer) })
    if parts.isEmpty { return nil }
    let merge = ListMerge(parts, of: state)
    return writer.failedMerges.contains(merge.sourceIDs) ? nil : merge
  }

  /// Whether a segment may not be merged: because it is being merged already, is damaged, or another process merges it.
  private func isBusy(_ content: ListSegment<Element, ID>, _ writer: Writer) -> Bool {
    if content.isDamaged || content.memory != nil && !reader.options.upkeep.mergesMapped { return true }
    return writer.merges.contains { $0.sources.contains(ObjectIdentifier(content)) }
  }

  private func begin(
    _ merge: ListMerge<Element, ID>, _ writer: inout Writer, isAwaited: Bool = false
  ) -> Cancellation {
    let cancellation = Cancellation()
    writer.merges.append(
      RunningMerge(
        sources: merge.sourceIDs, rowCount: merge.count, cancellation: cancellation, isAwaited: isAwaited))
    return cancellation
  }

  private func end(_ cancellation: Cancellation, _ writer: inout Writer) {
    writer.merges.removeAll { $0.cancellation === cancellation }
  }

  /// Runs a merge that has begun, puts what it gives into the list, and starts what is to be merged next.
  /// - Returns: why it failed, if it has.
  private func run(_ merge: ListMerge<Element, ID>, _ cancellation: Cancellation) -> IndexError? {
    let result = Result { () throws(IndexError) in try merge.run { cancellation.isCancelled } }
    var before: ListContent<Element, ID>?
    defer { withExtendedLifetime(before) {} }
    let error = inTurn { writer -> IndexError? in
      end(cancellation, &writer)
      let content = published.load()
      // What has failed once would fail again, as long as the same segments are there.
      if case .failure(let error) = result {
        let there = Set(content.state.contents.map { ObjectIdentifier($0) })
        writer.failedMerges = writer.failedMerges.filter { $0.isSubset(of: there) } + [merge.sourceIDs]
        return error
      }
      before = content
      var state = content.state
      if case .success(let outcome?) = result {
        merge.apply(outcome, to: &state)
        published.store(ListContent(state))
        writer.mergeCount += 1
        writer.mergedRows += merge.count
      }
      startMerges(state, &writer)
      return nil
    }
    wakeObservers()
    return error
  }

  /// Returns the memory of merged segments to the system, once there is nothing more to merge.
  private func threadEnds() {
    let isWorthwhile = writer.withLock { writer in
      guard writer.merges.isEmpty, writer.mergedRows >= IndexCore.mostFreeRows else { return false }
      writer.mergedRows = 0
      return true
    }
    if isWorthwhile { releaseFreeMemory() }
    writer.withLock { $0.threadCount -= 1 }
    writer.notifyAll()
  }

  /// The C library keeps the memory of so many rows for this process; to make it give that back takes some milliseconds.
  private static var mostFreeRows: Int { 50_000 }

  /// Merges, on this thread, all segments that no other thread merges.
  private func mergeFreeSegments() {
    let begun = writer.withLock { writer -> (ListMerge<Element, ID>, Cancellation)? in
      // `optimize()` blocks until all running merges have ended.
      if writer.optimizers > 0 { return nil }
      let state = published.load().state
      let free = state.contents.indices.filter { !isBusy(state.contents[$0], writer) }
      // The largest would take longest, and is not what there are too many of.
      let sorted = free.sorted { state.rows.segments[$0].live.count < state.rows.segments[$1].live.count }
      let sizes = state.sizes { isBusy($0, writer) }
      let small = MergePolicy(reader.options.upkeep).fitting(sorted.dropLast(), sizes)
      guard small.count > 1 else { return nil }
      let merge = ListMerge(small, of: state)
      if writer.failedMerges.contains(merge.sourceIDs) { return nil }
      return (merge, begin(merge, &writer))
    }
    if case (let merge, let cancellation)? = begun { _ = run(merge, cancellation) }
  }

  /// Makes one segment of the whole list, or of as much of it as one can hold.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``, ``IndexError/isBeingChanged``.
  func optimize() throws(IndexError) {
    try checkTurn()
    writer.withLock { $0.optimizers += 1 }
    defer {
      writer.withLock { writer in
        writer.optimizers -= 1
        startMerges(published.load().state, &writer)
      }
    }
    func areEnded(_ writer: Writer) -> Bool {
      for merge in writer.merges where !merge.isAwaited { merge.cancellation.cancel() }
      return writer.merges.isEmpty
    }
    var begun: (ListMerge<Element, ID>, Cancellation)?
    var isBegun = false
    var before: ListContent<Element, ID>?
    defer { withExtendedLifetime(before) {} }
    while !isBegun {
      writer.withLock(waitingUntil: areEnded) { _ in }
      try inTurn { writer throws(IndexError) in
        // Another call may have begun to merge all segments in between.
        guard writer.merges.isEmpty else { return }
        isBegun = true
        let content = published.load()
        before = content
        var state = content.state
        if state.tail.count > 0 {
          try state.indexTail()
          published.store(ListContent(state))
        }
        let parts = MergePolicy(reader.options.upkeep).smallest(state.sizes { isBusy($0, writer) })
        guard parts.count > 1 || parts.contains(where: { !state.rows.segments[$0].live.areAll }) else { return }
        let merge = ListMerge(parts, of: state)
        begun = (merge, begin(merge, &writer, isAwaited: true))
      }
    }
    defer { releaseFreeMemory() }
    if case (let merge, let cancellation)? = begun.take(), let error = run(merge, cancellation) { throw error }
  }

  /// Waits until there is nothing to merge.
  /// - Throws: ``IndexError/isBeingChanged``.
  func waitForMerges() throws(IndexError) {
    try checkTurn()
    func areDone(_ writer: Writer) -> Bool { writer.merges.isEmpty && writer.threadCount == 0 }
    writer.withLock(waitingUntil: areDone) { _ in }
  }

  /// Ends all merges soon; nothing more is merged in the background.
  func close() {
    writer.withLock { writer in
      writer.isClosed = true
      for merge in writer.merges { merge.cancellation.cancel() }
    }
  }

  // MARK: - Statistics

  func statistics() -> IndexStatistics {
    let (state, running, done) = writer.withLock { writer in
      (published.load().state, writer.merges.count, writer.mergeCount)
    }
    return IndexStatistics(
      generation: state.generation, count: state.count, tailCount: state.tail.count,
      segments: zip(state.contents, state.rows.segments).map { content, rows in
        IndexStatistics.Segment(
          liveCount: rows.live.count, deadCount: content.count - rows.live.count,
          byteCount: ColumnList.byteCount(of: content) + ColumnList.byteCount(of: rows))
      },
      runningMerges: running, completedMerges: done)
  }
}
