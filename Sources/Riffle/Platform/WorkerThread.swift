#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Unsafe memory: a thread gets its job as a retained reference, which it alone releases; if no thread starts, its maker
// does.

/// A thread that does one job. Unless it is detached it lives no longer than this does, nor than a call of ``join()``.
package final class WorkerThread {
  private var handle: pthread_t?

  /// Starts the job; `nil` if the system has no thread to give.
  package init?(_ job: @escaping @Sendable () -> Void) {
    guard let handle = WorkerThread.start(job) else { return nil }
    self.handle = handle
  }

  /// Starts a job without waiting for it; returns `false` if the system has no thread to give.
  package static func startDetached(_ job: @escaping @Sendable () -> Void) -> Bool {
    guard let handle = start(job) else { return false }
    pthread_detach(handle)
    return true
  }

  private static func start(_ job: @escaping @Sendable () -> Void) -> pthread_t? {
    let context = Unmanaged.passRetained(Job(job))
    var handle = pthread_t()
    let status = pthread_create(
      &handle, nil,
      { context in
        if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      },
      context.toOpaque())
    guard status == 0 else {
      context.release()
      return nil
    }
    return handle
  }

  deinit { join() }

  /// Waits until the job is done.
  package func join() {
    if let handle { pthread_join(handle, nil) }
    handle = nil
  }

  /// Lets other threads run that wait for a processor.
  package static func yield() { sched_yield() }

  /// The number of threads that can run at once, as of the first call; see ``ProcessorCount``.
  package static let processorCount = ProcessorCount(online: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), systemFile)
    .count

  /// The identity of the calling thread.
  package static var current: ThreadID { ThreadID(thread: pthread_self()) }

  package struct ThreadID: @unchecked Sendable, Equatable {
    fileprivate let thread: pthread_t

    package static func == (a: ThreadID, b: ThreadID) -> Bool { pthread_equal(a.thread, b.thread) != 0 }
  }

  private final class Job: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// Runs `there` on another thread, if `isParallel` is true and the system has one to give, and `here` on this one.
func concurrently<There: Sendable, Here, Failure: Error>(
  _ isParallel: Bool, there: @escaping @Sendable () -> There, here: () throws(Failure) -> Here
) throws(Failure) -> (There, Here) {
  guard isParallel else {
    let done = there()
    return (done, try here())
  }
  let result = Handover<There>()
  let thread = WorkerThread { result.give(there()) }
  let done = try here()
  thread?.join()
  return (result.take() ?? there(), done)
}
