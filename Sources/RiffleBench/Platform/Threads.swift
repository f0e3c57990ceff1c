import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs `body` on as many threads as asked for, whatever the machine has, and waits for all of them.
/// - Returns: what each thread returned, in the order of their numbers.
func onThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Result
) throws(BenchError) -> [Result] {
  if count == 1 { return [body(0)] }
  let results = Results<Result>()
  var threads: [pthread_t] = []
  var failure: Int32 = 0
  for number in 0..<count {
    let job = Job { results.add(body(number), of: number) }
    var thread = pthread_t()
    failure = start(&thread, job)
    if failure != 0 { break }
    threads.append(thread)
  }
  for thread in threads { pthread_join(thread, nil) }
  guard failure == 0 else { throw .cannotStartThread(reason: String(cString: strerror(failure))) }
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

private final class Job: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func start(_ thread: inout pthread_t, _ job: Job) -> Int32 {
  let context = Unmanaged.passRetained(job)
  let status = pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    },
    context.toOpaque())
  if status != 0 { context.release() }
  return status
}
