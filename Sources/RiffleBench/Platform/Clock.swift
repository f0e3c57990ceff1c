#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Returns nanoseconds of a monotonic clock. Cheaper to read than `ContinuousClock`.
func nanosecondsNow() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

/// Sleeps for about a millisecond.
func sleepAMillisecond() {
  var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
  nanosleep(&time, nil)
}
