import Glibc
import Synchronization

// Unsafe memory: a thread gets its job as a retained pointer, which it alone releases; if no thread
// starts, its maker does.

/// How many threads can run at once.
var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Runs `here` on this thread and `elsewhere` on `others` more at once, and waits for all of them.
///
/// Where the system has no more threads to give, fewer do the work.
/// - Returns: what each returned, in no certain order.
func onThreads<Result: Sendable>(
  others: Int, here: () -> Result, elsewhere: @escaping @Sendable () -> Result
) -> [Result] {
  let results = Results<Result>()
  var threads: [pthread_t] = []
  let job = Job { results.add(elsewhere()) }
  while threads.count < others, let thread = start(job) { threads.append(thread) }
  results.add(here())
  for thread in threads { pthread_join(thread, nil) }
  return results.all
}

private final class Results<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  func add(_ value: Value) { values.withLock { $0.append(value) } }

  var all: [Value] { values.withLock { $0 } }
}

private final class Job: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func start(_ job: Job) -> pthread_t? {
  let context = Unmanaged.passRetained(job)
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    },
    context.toOpaque())
  if status == 0 { return thread }
  context.release()
  return nil
}
