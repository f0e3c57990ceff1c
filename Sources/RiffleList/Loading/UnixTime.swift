#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A point in time, by the system's wall clock.
///
///     let age = lastUpdated.duration(to: .now)
///
/// It counts from the start of 1970 (UTC), without leap seconds, as most systems and formats do. So it names the same moment on
/// every machine; but clocks are adjusted, so two readings do not measure a duration.
public struct UnixTime: InstantProtocol, Codable, CustomStringConvertible {
  /// The time since the start of 1970; negative before.
  public var sinceEpoch: Duration

  public init(sinceEpoch: Duration) { self.sinceEpoch = sinceEpoch }

  /// The time of the system's clock; the start of 1970 if the system has no clock.
  public static var now: UnixTime {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return UnixTime(sinceEpoch: .zero) }
    return UnixTime(sinceEpoch: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
  }

  public func advanced(by duration: Duration) -> UnixTime { UnixTime(sinceEpoch: sinceEpoch + duration) }

  public func duration(to other: UnixTime) -> Duration { other.sinceEpoch - sinceEpoch }

  public static func < (a: UnixTime, b: UnixTime) -> Bool { a.sinceEpoch < b.sinceEpoch }

  public var description: String { "\(sinceEpoch) since 1970" }

  // MARK: - Coding

  private enum CodingKeys: String, CodingKey {
    case seconds, attoseconds
  }

  /// Decodes whole seconds and, if present, attoseconds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let attoseconds = try container.decodeIfPresent(Int64.self, forKey: .attoseconds) ?? 0
    guard attoseconds.magnitude < 1_000_000_000_000_000_000 else {
      throw DecodingError.dataCorruptedError(
        forKey: .attoseconds, in: container, debugDescription: "there is a whole second among the attoseconds")
    }
    sinceEpoch = Duration(
      secondsComponent: try container.decode(Int64.self, forKey: .seconds), attosecondsComponent: attoseconds)
  }

  public func encode(to encoder: any Encoder) throws {
    let limit = Duration.seconds(Int64.max)
    guard .zero - limit...limit ~= sinceEpoch else {
      throw EncodingError.invalidValue(
        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "the time has too many seconds"))
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    let (seconds, attoseconds) = sinceEpoch.components
    try container.encode(seconds, forKey: .seconds)
    if attoseconds != 0 { try container.encode(attoseconds, forKey: .attoseconds) }
  }
}
