/// Verdicts on rows by the place of a posting, if one way of matching is the whole query: a hit, a possible hit, or none by
/// this way.
struct PostingVerdicts: Equatable {
  /// The regions in which every row is a hit, and those in which it may be one; a bit each, by their numbers.
  private var certain: UInt8 = 0
  private var open: UInt8 = 0

  /// - Parameters:
  ///   - clause: the only one of the query.
  ///   - shown: the cost of the way in titles and readings; `nil` if it does not count there.
  ///   - hidden: the cost in search texts.
  ///   - mayBeWhole: whether it may be the whole of a phrase.
  ///   - onlyTitles: whether only titles are searched.
  ///   - most: the highest cost of a hit.
  init(
    _ costs: CostTable, of clause: Clause, shown: UInt32?, hidden: UInt32?, mayBeWhole: Bool, onlyTitles: Bool,
    upTo most: UInt32
  ) {
    guard let cheapest = shown ?? hidden else { return }
    let dearest = costs.dearestPlaces(of: clause, onlyTitles: onlyTitles)
    let least = PlaceCosts(
      costs, way: cheapest, hidden: hidden, isFirstTerm: !clause.isFolder, mayBeWhole: mayBeWhole, clauseCount: 1)
    for region in Place.Region.all {
      guard let way = region.isHidden ? hidden : shown else { continue }
      let bit: UInt8 = 1 << region.rawValue
      if way + (region.isHidden ? dearest.hidden : dearest.shown) <= most {
        certain |= bit
      } else if least[Place(region, titleWords: 1)] <= most {
        open |= bit
      }
    }
  }

  /// Whether every row is a hit, in a segment of nothing but titles.
  var areTitlesCertain: Bool { certain & PostingVerdicts.titles == PostingVerdicts.titles }
  var isNone: Bool { certain | open == 0 }

  private static let titles: UInt8 = 1 << Place.Region.titleStart.rawValue | 1 << Place.Region.elsewhere.rawValue

  @inline(__always)
  func isCertain(_ place: UInt8) -> Bool { certain >> (place >> Place.regionShift) & 1 != 0 }

  @inline(__always)
  func isOpen(_ place: UInt8) -> Bool { open >> (place >> Place.regionShift) & 1 != 0 }
}
