/// What orders the postings of words that are matched alike: the region of the place, then the item's weight, then the
/// words and the length of its title. Less is better.
struct RankKey: Sendable, Hashable, Comparable {
  let rawValue: UInt32

  static let max = RankKey(rawValue: .max)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Parameter titleLength: in bytes; beyond 254 all are alike.
  init(place: UInt8, weight: UInt16, titleLength: Int) {
    rawValue =
      UInt32(place & Place.regionBits) << 24 | UInt32(UInt16.max - weight) << 13
      | UInt32(place & ~Place.regionBits) << 8
      | UInt32(min(titleLength, 255))
  }

  var place: Place {
    let (region, words) = (UInt8(truncatingIfNeeded: rawValue >> 24), UInt8(truncatingIfNeeded: rawValue >> 8))
    return Place(rawValue: region & Place.regionBits | words & ~Place.regionBits)
  }
  var weight: UInt16 { UInt16.max - UInt16(truncatingIfNeeded: rawValue >> 13) }
  /// The title is no shorter.
  var titleLength: Int { Int(rawValue & 0xFF) }

  static func < (a: RankKey, b: RankKey) -> Bool { a.rawValue < b.rawValue }
}
