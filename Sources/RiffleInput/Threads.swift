import Riffle

/// Runs `here` on this thread and `elsewhere` on `others` more threads at once, and waits for all of them.
///
/// If the system cannot create so many threads, fewer do the work.
/// - Returns: the results of all of them, in no certain order.
package func onThreads<Result: Sendable>(
  others: Int, here: () -> Result, elsewhere: @escaping @Sendable () -> Result
) -> [Result] {
  let results = Results<Result>()
  var threads: [WorkerThread] = []
  while threads.count < others, let thread = WorkerThread({ results.add(elsewhere()) }) { threads.append(thread) }
  results.add(here())
  for thread in threads { thread.join() }
  return results.all
}

private final class Results<Value: Sendable>: Sendable {
  private let values = Lock<[Value]>([])

  func add(_ value: Value) { values.withLock { $0.append(value) } }

  var all: [Value] { values.withLock { $0 } }
}
