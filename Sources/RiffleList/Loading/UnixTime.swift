#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A point in time, without Foundation: `Date(timeIntervalSince1970:)` takes ``secondsSince1970``.
public struct UnixTime: Sendable, Hashable, Codable, InstantProtocol {
  /// The time since the start of 1970 (UTC), leap seconds not counted.
  public var sinceStartOf1970: Duration

  public init(sinceStartOf1970: Duration) { self.sinceStartOf1970 = sinceStartOf1970 }

  /// Now, by the system's clock.
  public static var now: UnixTime {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return UnixTime(sinceStartOf1970: .zero) }
    return UnixTime(sinceStartOf1970: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
  }

  public var secondsSince1970: Double {
    let (seconds, attoseconds) = sinceStartOf1970.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  public func advanced(by duration: Duration) -> UnixTime { UnixTime(sinceStartOf1970: sinceStartOf1970 + duration) }
  public func duration(to other: UnixTime) -> Duration { other.sinceStartOf1970 - sinceStartOf1970 }
  public static func < (a: UnixTime, b: UnixTime) -> Bool { a.sinceStartOf1970 < b.sinceStartOf1970 }
}
