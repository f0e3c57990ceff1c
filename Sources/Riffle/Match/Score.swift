/// How well an item matches; lower is better. Scores of different modes do not compare. What does not match at all, but
/// is kept by a ``SearchPredicate``, has the worst score of all.
///
/// One integer: the cost, then whether the title shows the query as it was typed, then the item's
/// weight. So a bound on the cost alone bounds the score.
public struct Score: Sendable, Hashable, Comparable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package init(cost: UInt32, isAsTyped: Bool, weight: UInt16) {
    rawValue = UInt64(cost) << 17 | (isAsTyped ? 0 : 1 << 16) | UInt64(UInt16.max - weight)
  }

  /// - Parameter subsequence: what ``subsequenceScore(_:title:scratch:)`` gives, where higher is better.
  package init(subsequence: Int, weight: UInt16) {
    let most = Int(UInt16.max)
    rawValue = UInt64(most - min(max(subsequence, 0), most)) << 17 | UInt64(UInt16.max - weight)
  }

  public static func < (a: Score, b: Score) -> Bool { a.rawValue < b.rawValue }

  /// What the ways of matching cost together. In mode `smart` an infix, for example, costs 9.
  public var cost: Double { Double(rawValue >> 17) / Double(CostTable.unit) }

  /// The same in ``CostTable/unit``s.
  package var units: UInt32 { UInt32(truncatingIfNeeded: min(rawValue >> 17, UInt64(UInt32.max))) }

  /// The title shows the query exactly as it was typed, capitals and accents included.
  package var isAsTyped: Bool { rawValue & 1 << 16 == 0 }

  /// Of an item that is kept for another reason than matching the query: worse than any that does.
  static let none = Score(rawValue: .max)

  /// That of an item that costs so many ``CostTable/unit``s more.
  func adding(_ steps: UInt64) -> Score { Score(rawValue: rawValue + steps << 17) }

  var notAsTyped: Score { Score(rawValue: rawValue | 1 << 16) }
}
