/// A lower bound of the cost of a way of matching and the region of a ``Place`` together.
struct PlaceCosts: Sendable {
  /// By the number of the region.
  private var costs = InlineArray<8, UInt32>(repeating: .max)

  /// - Parameters:
  ///   - way: what the way costs in titles and readings.
  ///   - hidden: the same in search texts; `nil` if it does not count there.
  ///   - isFirstTerm: only the first one pays for not standing at the start.
  ///   - mayBeWhole: whether the terms of a query that match so may be the whole of a phrase.
  ///   - clauseCount: so many clauses the query has.
  ///   - most: what way and region together cost at most, because there are cheaper ways.
  init(
    _ table: CostTable, way: UInt32 = 0, hidden: UInt32? = 0, isFirstTerm: Bool, mayBeWhole: Bool, clauseCount: Int,
    atMost most: UInt32 = .max
  ) {
    let notAtStart = isFirstTerm ? table.start(isAtStart: false) : 0
    let elsewhere = way + (isFirstTerm ? min(notAtStart, table.cost(of: .reading)) : 0)
    let inSearchText = hidden.map { $0 + table.cost(of: .searchText) + notAtStart } ?? .max
    let asName = mayBeWhole ? hidden.map { $0 + table.inWholePhrase } ?? .max : inSearchText
    costs[Int(Place.Region.titleStart.rawValue)] = way
    costs[Int(Place.Region.elsewhere.rawValue)] = elsewhere
    costs[Int(Place.Region.name.rawValue)] = asName
    costs[Int(Place.Region.longName.rawValue)] = clauseCount > 1 ? asName : inSearchText
    costs[Int(Place.Region.searchText.rawValue)] = clauseCount > Place.mostNameTerms ? asName : inSearchText
    var least = most
    for region in costs.indices.reversed() {
      least = min(least, costs[region])
      costs[region] = least
    }
  }

  /// No less than in any better region.
  subscript(_ place: Place) -> UInt32 { costs[place.regionNumber] }

  subscript(_ region: Place.Region) -> UInt32 { costs[Int(region.rawValue)] }

  /// The least of all places.
  var least: UInt32 { costs[0] }

  /// Something else of the cost of each region, by its number.
  func map<Value>(_ transform: (UInt32) -> Value) -> InlineArray<8, Value> { .init { transform(costs[$0]) } }

  /// What a place in the next worse region costs; `nil` if there is none.
  func cost(after region: Place.Region) -> UInt32? {
    region == .searchText ? nil : costs[Int(region.rawValue) + 1]
  }
}

extension PlaceCosts: Hashable {
  static func == (one: PlaceCosts, other: PlaceCosts) -> Bool {
    one.costs.indices.allSatisfy { one.costs[$0] == other.costs[$0] }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(least) }
}
