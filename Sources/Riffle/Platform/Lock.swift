#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Unsafe memory: the mutex and the condition lie in memory that is taken when the lock is made and given back with it, so
// they never move; the value is only reached while the mutex is held.

/// A value that one thread at a time may use; the others wait in the order that the system chooses.
///
/// `Mutex` of the standard library waits by system calls that the thread sanitizer does not see; this one it does. A lock that only
/// lets one in has a `Bool`: a value of no size has no place of its own, and the sanitizer takes the lock's header for it.
package final class Lock<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  package init(_ value: sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
    self.value = value
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deinitialize(count: 1)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// - Parameter isReady: called before `body`, and again after every ``notifyAll()``, until it returns `true`.
  /// - Precondition: `body` does not take the same lock.
  package func withLock<Result, Failure: Error>(
    waitingUntil isReady: (Value) -> Bool = { _ in true }, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isReady(value) { pthread_cond_wait(condition, mutex) }
    return try body(&value)
  }

  /// - Returns: `nil` if another thread has the lock.
  package func withLockIfAvailable<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Wakes all waiters, which then recheck their condition.
  package func notifyAll() { pthread_cond_broadcast(condition) }
}
