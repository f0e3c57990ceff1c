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
