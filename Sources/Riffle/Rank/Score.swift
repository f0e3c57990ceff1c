/// How well an item matches; lower is better. Scores of different modes do not compare.
public struct Score: Sendable, Hashable, Comparable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func < (a: Score, b: Score) -> Bool { a.rawValue < b.rawValue }

  /// What the ways of matching cost, in the units of the table of costs (an infix is 7).
  public var cost: Double { 0 }
}
