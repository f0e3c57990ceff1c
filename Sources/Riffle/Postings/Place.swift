/// The quality of a word's position in an item: where it begins, and how many words the title has. Less is better.
///
/// It gives a lower bound of the cost of an item found by this word, before the item is read.
struct Place: Sendable, Hashable {
  /// 3 bits of ``Region``, 5 of the title's words after the first, at most ``mostTitleWords``.
  let rawValue: UInt8

  enum Region: UInt8 {
    case titleStart, elsewhere
    /// A phrase of the search text that one term is the whole of.
    case name
    /// One that a few terms are the whole of, ``mostNameTerms`` at most.
    case longName
    /// Any other place in the search text.
    case searchText

    var isHidden: Bool { rawValue >= Region.name.rawValue }

    static let all: [Region] = [.titleStart, .elsewhere, .name, .longName, .searchText]
  }

  private static let mostTitleWords: Int32 = 31
  /// Queries of more terms are rare.
  static let mostNameTerms = 3

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ region: Region, titleWords: Int32) {
    rawValue =
      region.rawValue << Place.regionShift
      | UInt8(truncatingIfNeeded: max(0, min(titleWords - 1, Place.mostTitleWords)))
  }

  /// The worst place in a region.
  init(endOf region: Region) { self.init(region, titleWords: Place.mostTitleWords + 1) }

  /// - Parameters:
  ///   - titleCount: how many counted words the title has.
  ///   - titleStart: the unit of the title that counts as its start.
  ///   - nameTerms: how many terms are the whole of the phrase at least, if it is one of the search text.
  init(_ word: ItemLayout.Word, titleCount: Int32, titleStart: Int32, nameTerms: Int) {
    let region: Region =
      switch word.field {
      case .title: word.firstUnit == titleStart ? .titleStart : .elsewhere
      case .reading: .elsewhere
      // Of a compound the whole is one term, a part is not all.
      case .searchText:
        Place.region(ofNameTerms: word.kind == .part || word.kind == .inner ? max(2, nameTerms) : nameTerms)
      }
    self.init(region, titleWords: titleCount)
  }

  /// That of words in a phrase of the search text that so many terms are the whole of at least.
  static func region(ofNameTerms count: Int) -> Region {
    count <= 1 ? .name : count <= mostNameTerms ? .longName : .searchText
  }

  static let regionShift: UInt8 = 5
  /// The bits of ``rawValue`` that hold the region.
  static let regionBits: UInt8 = 0b1110_0000

  var region: Region { Region(rawValue: rawValue >> Place.regionShift) ?? .searchText }
  /// The raw value of ``region``.
  @inline(__always)
  var regionNumber: Int { Int(rawValue >> Place.regionShift) }
  /// The number of words of the title after the first, at most 31.
  var laterTitleWords: Int32 { Int32(rawValue & ~Place.regionBits) }
}
