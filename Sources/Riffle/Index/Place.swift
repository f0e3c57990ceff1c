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

/// What each ``Place`` adds to the cost of a way at least.
struct PlaceCosts: Sendable {
  private var costs: InlineArray<256, UInt32> = .init(repeating: 0)
  /// No less than at any better place, so that places in order have costs in order.
  private var ascending: InlineArray<256, UInt32> = .init(repeating: 0)

  /// - Parameters:
  ///   - isFirstTerm: only the first one pays for not standing at the start.
  ///   - way: what is added to the costs of all places.
  ///   - most: what way and region together cost at most, because there are cheaper ways.
  init(_ table: CostTable, isFirstTerm: Bool, way: UInt32 = 0, atMost most: UInt32 = .max) {
    var least = UInt32.max
    for rawValue in stride(from: 255, through: 0, by: -1) {
      let place = Place(rawValue: UInt8(rawValue))
      let notAtStart = isFirstTerm ? table.notAtStart : 0
      let region =
        switch place.region {
        case .titleStart: UInt32(0)
        case .elsewhere: isFirstTerm ? min(notAtStart, table.inReading) : 0
        case .searchText: table.inSearchText + notAtStart
        }
      let cost = min(way + region, most) + table.cost(ofTitleWords: place.laterTitleWords + 1)
      least = min(least, cost)
      costs[rawValue] = cost
      ascending[rawValue] = least
    }
  }

  subscript(_ place: Place) -> UInt32 { costs[Int(place.rawValue)] }

  /// The least that this place or a worse one costs.
  func least(from place: Place) -> UInt32 { ascending[Int(place.rawValue)] }

  /// The least that a place in a worse region costs; `nil` if there is none.
  func least(after region: Place.Region) -> UInt32? {
    region == .searchText ? nil : ascending[Int(Place(endOf: region).rawValue) + 1]
  }
}
