import Riffle
import Synchronization

/// Runs `body` on `count` threads, regardless of the machine, and waits for all of them.
/// - Returns: the results of the threads, in the order of their numbers.
func onThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Result
) throws(BenchError) -> [Result] {
  if count == 1 { return [body(0)] }
  let results = Results<Result>()
  var threads: [WorkerThread] = []
  for number in 0..<count {
    guard let thread = WorkerThread({ results.add(body(number), of: number) }) else {
      throw .cannotStartThread(number: number + 1)
    }
    threads.append(thread)
  }
  for thread in threads { thread.join() }
  return results.inOrder
}

private final class Results<Value: Sendable>: Sendable {
  private let values = Mutex<[(thread: Int, value: Value)]>([])

  func add(_ value: Value, of thread: Int) {
    values.withLock { $0.append((thread, value)) }
  }

  var inOrder: [Value] {
    values.withLock { $0.sorted { $0.thread < $1.thread }.map(\.value) }
  }
}
