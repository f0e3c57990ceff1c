public import Riffle

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The time of the system's clock, and time spans:
///
///     let age = lastUpdated.duration(to: .now)
///
/// Clocks are adjusted, so two readings do not measure a duration.
extension Timestamp: InstantProtocol {
  /// The time of the system's clock; the start of 1970 if the system has no clock.
  public static var now: Timestamp {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return Timestamp(millisecondsSince1970: 0) }
    return Timestamp(millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Returns the time after a duration, cut to milliseconds; the last or first time there is if that is out of range.
  public func advanced(by duration: Duration) -> Timestamp {
    let milliseconds = duration.attoseconds / 1_000_000_000_000_000
    return Timestamp(millisecondsSince1970: Int64(clamping: Int128(millisecondsSince1970) + milliseconds))
  }

  public func duration(to other: Timestamp) -> Duration {
    .milliseconds(other.millisecondsSince1970) - .milliseconds(millisecondsSince1970)
  }
}
