/// The most by which a hit may cost more than the best hit.
public enum Reach: Sendable, Hashable {
  /// In the unit of ``Score/cost``, where the beginning of a word costs 1.
  case cost(Double)
  /// Everything that matches is a hit.
  case unlimited

  /// The default, 12; the pages on ranking describe how it was found.
  public static let standard = Reach.cost(12)

  /// In ``CostTable/unit``s; `UInt32.max` if unlimited.
  package var units: UInt32 {
    switch self {
    case .unlimited: .max
    case .cost(let cost) where cost.isNaN: 0
    case .cost(let cost): UInt32(min(max(cost, 0), Reach.largest) * Double(CostTable.unit) + 0.5)
    }
  }

  private static let largest = 1_000_000.0
}
