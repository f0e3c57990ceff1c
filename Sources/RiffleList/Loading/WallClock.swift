#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The time of day, without Foundation.
enum WallClock {
  /// The time since the start of 1970 (UTC), leap seconds not counted.
  static func now() -> Duration {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
