/// The choice of segments of a list to merge next.
///
/// Segments fall into tiers by size, each four times the one below. Once a tier holds three, they become one, and all
/// smaller ones with them: so a list of *n* items has O(log *n*) segments, and an item is merged O(log *n*) times while it
/// grows old. A segment of which an eighth is dead is merged with all that are no larger. What would be more than one segment
/// can hold is not merged: of what should be, the smallest are, as far as they fit.
struct MergePolicy: Sendable {
  struct Size: Sendable {
    let rows, live: Int
    /// Whether the segment is being merged already.
    let isBusy: Bool
    /// The part of ``UpkeepLimits/mostSegmentBytes`` that the segment uses.
    var bytes = 0

    var hasManyDead: Bool { (rows - live) * 8 > rows }
  }

  private let limits: UpkeepLimits

  init(_ limits: UpkeepLimits) { self.limits = limits }

  /// The places of segments to merge; none if there is nothing to do.
  func merge(_ sizes: [Size]) -> [Int] {
    let free = sizes.indices.filter { !sizes[$0].isBusy }.sorted { sizes[$0].live < sizes[$1].live }
    var last: Int?
    var tier = 0
    var inTier = 0
    for (place, index) in free.enumerated() {
      let size = sizes[index]
      let own = self.tier(of: size.live)
      inTier = own == tier ? inTier + 1 : 1
      tier = own
      if inTier > limits.mostInTier { last = place }
      if size.hasManyDead { last = place }
    }
    guard let last else { return [] }
    let fitting = fitting(free[...last], sizes)
    if fitting.count > 1 || fitting.count > last { return fitting }
    // What its own dead rows take may be all that is missing.
    return free[...last].first { sizes[$0].hasManyDead }.map { [$0] } ?? []
  }

  /// The first of some segments that together are no more than one segment can hold.
  func fitting(_ places: ArraySlice<Int>, _ sizes: [Size]) -> [Int] {
    var left = limits.mostSegmentBytes
    return Array(
      places.prefix { place in
        left -= sizes[place].bytes
        return left >= 0
      })
  }

  /// As many of all segments as together are no more than one can hold, the smallest first.
  func smallest(_ sizes: [Size]) -> [Int] {
    let sorted = sizes.indices.sorted { sizes[$0].live < sizes[$1].live }
    return fitting(sorted[...], sizes)
  }

  private func tier(of count: Int) -> Int {
    var tier = 0
    var most = limits.lowestTier
    while count > most {
      tier += 1
      most *= limits.tierFactor
    }
    return tier
  }
}
