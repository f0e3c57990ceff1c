/// What the region of a ``Place`` adds to the cost of a way at least.
struct PlaceCosts: Sendable {
  private var costs: InlineArray<4, UInt32> = .init(repeating: 0)

  /// - Parameters:
  ///   - isFirstTerm: only the first one pays for not standing at the start.
  ///   - way: what is added to the costs of all places.
  ///   - most: what way and region together cost at most, because there are cheaper ways.
  init(_ table: CostTable, isFirstTerm: Bool, way: UInt32 = 0, atMost most: UInt32 = .max) {
    let notAtStart = isFirstTerm ? table.notAtStart : 0
    costs[Int(Place.Region.titleStart.rawValue)] = min(way, most)
    costs[Int(Place.Region.elsewhere.rawValue)] = min(way + (isFirstTerm ? min(notAtStart, table.inReading) : 0), most)
    costs[Int(Place.Region.searchText.rawValue)] = min(way + table.inSearchText + notAtStart, most)
    costs[3] = costs[2]
  }

  /// No less than in any better region.
  subscript(_ place: Place) -> UInt32 { costs[Int(place.region.rawValue)] }

  /// What a place in the next worse region costs; `nil` if there is none.
  func cost(after region: Place.Region) -> UInt32? {
    region == .searchText ? nil : costs[Int(region.rawValue) + 1]
  }
}
