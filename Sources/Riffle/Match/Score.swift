/// How well an item matches; lower is better. Scores of different modes do not compare. What does not match at all, but
/// is kept by a ``SearchPredicate``, has the worst score of all.
///
/// One integer: the cost, then whether the title shows the query as it was typed, then how unlike slips of the hand the
/// typos are, then the item's weight. So a bound on the cost alone bounds the score.
public struct Score: Sendable, Hashable, Comparable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// - Parameter slips: what ``Scorer/slips(letters:_:)`` gives.
  package init(cost: UInt32, isAsTyped: Bool, slips: Int = 0, weight: UInt16) {
    rawValue =
      UInt64(cost) << Score.costShift | (isAsTyped ? 0 : Score.typedBit) | UInt64(min(max(0, slips), SlipKinds.most))
      << 16
      | UInt64(UInt16.max - weight)
  }

  /// 32 bits of cost, one for what is not as typed, 3 of slips, 16 of weight.
  package static let costShift: UInt64 = 20
  private static let typedBit: UInt64 = 1 << 19

  /// - Parameter subsequence: what ``subsequenceScore(_:title:scratch:)`` gives, where higher is better.
  package init(subsequence: Int, weight: UInt16) {
    let most = Int(UInt16.max)
    rawValue = UInt64(most - min(max(subsequence, 0), most)) << Score.costShift | UInt64(UInt16.max - weight)
  }

  public static func < (a: Score, b: Score) -> Bool { a.rawValue < b.rawValue }

  /// What the ways of matching cost together. In mode `smart` an infix, for example, costs 9.
  public var cost: Double { Double(rawValue >> Score.costShift) / Double(CostTable.unit) }

  /// The same in ``CostTable/unit``s.
  package var units: UInt32 { UInt32(truncatingIfNeeded: min(rawValue >> Score.costShift, UInt64(UInt32.max))) }

  /// The title shows the query exactly as it was typed, capitals and accents included.
  package var isAsTyped: Bool { rawValue & Score.typedBit == 0 }

  /// Of an item that is kept for another reason than matching the query: worse than any that does.
  static let none = Score(rawValue: .max)

  /// That of an item that costs so many ``CostTable/unit``s more.
  package func adding(_ steps: UInt64) -> Score { Score(rawValue: rawValue + steps << Score.costShift) }

  /// That of an item that costs so many ``CostTable/unit``s less; 0 at least.
  func subtracting(_ steps: UInt64) -> Score {
    Score(rawValue: rawValue >> Score.costShift >= steps ? rawValue - steps << Score.costShift : 0)
  }

  var notAsTyped: Score { Score(rawValue: rawValue | Score.typedBit) }
}
