#if Cluster
  /// A position in the write-ahead log of PostgreSQL (LSN): how many bytes of the log come before it.
  public struct LogPosition: Sendable, Hashable {
    public let bytes: UInt64

    public init(_ bytes: UInt64) { self.bytes = bytes }

    /// The beginning of the log, which no change has.
    public static let start = LogPosition(0)

    /// Parses PostgreSQL's notation of two hexadecimal numbers, such as `16/B374D848`.
    /// - Returns: `nil` if the text is not written so.
    public init?(_ text: some StringProtocol) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let high = LogPosition.number(parts[0]), let low = LogPosition.number(parts[1]) else {
        return nil
      }
      bytes = UInt64(high) << 32 | UInt64(low)
    }

    private static func number(_ digits: some StringProtocol) -> UInt32? {
      guard digits.utf8.allSatisfy({ UInt8(ascii: "+") != $0 && UInt8(ascii: "-") != $0 }) else { return nil }
      return UInt32(digits, radix: 16)
    }

    /// How many bytes of the log lie between two positions; 0 if `other` is not before this one.
    public func distance(from other: LogPosition) -> Int {
      bytes > other.bytes ? Int(clamping: bytes - other.bytes) : 0
    }
  }

  extension LogPosition: Comparable {
    public static func < (a: LogPosition, b: LogPosition) -> Bool { a.bytes < b.bytes }
  }

  extension LogPosition: CustomStringConvertible {
    public var description: String {
      String(bytes >> 32, radix: 16, uppercase: true) + "/"
        + String(UInt32(truncatingIfNeeded: bytes), radix: 16, uppercase: true)
    }
  }
#endif
