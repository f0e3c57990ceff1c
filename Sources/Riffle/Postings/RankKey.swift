/// The sort key of postings of words that are matched alike: the region of the place, then the ordinal of the row in the
/// ``StaticOrder``. Less is better.
struct RankKey: Sendable, Hashable, Comparable {
  let rawValue: UInt32

  static let max = RankKey(rawValue: .max)
  private static let ordinalBits: UInt32 = 29
  /// Beyond that there is no number for a row.
  static let mostRows = 1 << 29 - 1

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Parameter place: the raw value of a ``Place``.
  @inline(__always)
  init(place: UInt8, ordinal: UInt32) {
    rawValue = UInt32(place >> Place.regionShift) << RankKey.ordinalBits | ordinal
  }

  /// As the number of ``Place/regionNumber``.
  var region: UInt8 { UInt8(truncatingIfNeeded: rawValue >> RankKey.ordinalBits) }
  /// The ordinal of the row: for all postings of the region no lower one.
  var ordinal: Int { Int(rawValue & (1 << RankKey.ordinalBits - 1)) }

  static func < (a: RankKey, b: RankKey) -> Bool { a.rawValue < b.rawValue }
}
