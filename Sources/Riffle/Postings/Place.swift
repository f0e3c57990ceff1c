/// How well a word stands in an item: where it begins, and how many words the title has. Less is better.
///
/// It bounds from below what an item costs that is found by this word, before any item is looked at.
struct Place: Sendable, Hashable {
  /// 2 bits of ``Region``, 6 of the title's words after the first, at most ``mostTitleWords``.
  let rawValue: UInt8

  enum Region: UInt8 {
    case titleStart, elsewhere, searchText
  }

  private static let mostTitleWords: Int32 = 63

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ region: Region, titleWords: Int32) {
    rawValue = region.rawValue << 6 | UInt8(truncatingIfNeeded: max(0, min(titleWords - 1, Place.mostTitleWords)))
  }

  /// The worst place in a region.
  init(endOf region: Region) { self.init(region, titleWords: Place.mostTitleWords + 1) }

  /// - Parameters:
  ///   - titleCount: how many counted words the title has.
  ///   - titleStart: the unit of the title that counts as its start.
  init(_ word: ItemLayout.Word, titleCount: Int32, titleStart: Int32) {
    let region: Region =
      switch word.field {
      case .title: word.firstUnit == titleStart ? .titleStart : .elsewhere
      case .reading: .elsewhere
      case .searchText: .searchText
      }
    self.init(region, titleWords: titleCount)
  }

  var region: Region { Region(rawValue: rawValue >> 6) ?? .searchText }
  /// How many words the title has after the first, at most 63.
  var laterTitleWords: Int32 { Int32(rawValue & 63) }
}
