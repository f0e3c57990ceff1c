/// Which segments of a list to merge next.
///
/// Segments fall into tiers by size, each four times the one below. Once a tier holds three, they become one, and all
/// smaller ones with them: so a list of *n* items has O(log *n*) segments, and an item is merged O(log *n*) times while it
/// grows old. A segment of which an eighth is dead is merged with all that are no larger.
struct MergePolicy: Sendable {
  struct Size: Sendable {
    let rows, live: Int
    /// Whether the segment is being merged already.
    let isBusy: Bool
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
      if (size.rows - size.live) * 8 > size.rows { last = place }
    }
    guard let last else { return [] }
    return Array(free[...last])
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
