/// A queue of batches of items, read on several threads or on one, each with a ``BatchReader`` of its own; keeps the results in
/// order.
///
/// Threads end when there is nothing to do and others start when there is: no thread waits for a batch.
final class BatchQueue: Sendable {
  /// The results of all batches.
  struct Result: Sendable {
    /// By batch, with the number of the reader that read it.
    var batches: [(reader: Int, columns: BatchColumns)] = []
    var readers: [BatchReader] = []
  }

  private struct State: Sendable {
    var waiting: [(number: Int, batch: ItemBatch)] = []
    /// Empty ones, for their memory.
    var spare: [ItemBatch] = []
    /// By number; `nil` while it reads.
    var readers: [BatchReader?] = []
    var read: [(reader: Int, columns: BatchColumns)?] = []
    var runningThreads = 0
    var failure: IndexError?
  }

  private let options: IndexOptions
  private let state = Lock(State())

  init(_ options: IndexOptions) { self.options = options }

  /// Adds the next batch.
  /// - Returns: an empty one, and how many are waiting.
  /// - Throws: what reading an earlier batch threw.
  func add(_ batch: consuming ItemBatch) throws(IndexError) -> (spare: ItemBatch, waiting: Int) {
    let batch = batch
    let (spare, waiting, failure) = state.withLock { state in
      state.waiting.append((state.read.count, batch))
      state.read.append(nil)
      return (state.spare.popLast() ?? ItemBatch(), state.waiting.count, state.failure)
    }
    if let failure { throw failure }
    return (spare, waiting)
  }

  /// Reads the batch that has been waiting longest; `false` if there is none.
  func readOne() -> Bool { readOne(onThread: false) }

  /// What a thread does that has got leave by ``startThread(atMost:)``.
  func readOnThread() {
    while readOne(onThread: true) {}
  }

  /// Whether another thread may start: if something is waiting and fewer are running than `limit`.
  func startThread(atMost limit: Int) -> Bool {
    state.withLock { state in
      guard !state.waiting.isEmpty, state.runningThreads < limit else { return false }
      state.runningThreads += 1
      return true
    }
  }

  /// Takes back the leave for a thread that could not start.
  func threadDidNotStart() { state.withLock { $0.runningThreads -= 1 } }

  var hasRunningThreads: Bool { state.withLock { $0.runningThreads > 0 } }

  private func readOne(onThread: Bool) -> Bool {
    let job = state.withLock { state -> (number: Int, batch: ItemBatch, reader: Int, BatchReader)? in
      guard state.failure == nil, !state.waiting.isEmpty else {
        if onThread { state.runningThreads -= 1 }
        return nil
      }
      let (number, batch) = state.waiting.removeFirst()
      if let index = state.readers.firstIndex(where: { $0 != nil }), let reader = state.readers[index].take() {
        return (number, batch, index, reader)
      }
      state.readers.append(nil)
      return (number, batch, state.readers.count - 1, BatchReader(options))
    }
    guard case (let number, var batch, let index, var reader)? = job else { return false }
    let read = Swift.Result { () throws(IndexError) in try reader.read(batch) }
    batch.removeAll()
    let (done, empty) = (reader, batch)
    state.withLock { state in
      switch read {
      case .success(let columns): state.read[number] = (index, columns)
      case .failure(let error): state.failure = state.failure ?? error
      }
      state.readers[index] = done
      state.spare.append(empty)
    }
    return true
  }

  /// Reads what is left and hands over everything. No thread runs any more.
  func finish() throws(IndexError) -> Result {
    while readOne() {}
    let taken = state.withLock { state in
      var taken = State()
      swap(&taken, &state)
      return taken
    }
    if let failure = taken.failure { throw failure }
    return Result(batches: taken.read.compactMap { $0 }, readers: taken.readers.compactMap { $0 })
  }
}
