/// The rank of an item's match; lower is better. Scores of different modes do not compare. An item that does not match, but
/// is kept by a ``SearchPredicate``, has the worst score of all.
///
/// One integer, of what decides the order of hits, one after the other: the cost, less what the weight is worth
/// (``SearchRequest/weightWorth``); whether the item shows accents and punctuation as they were typed; how unlike slips of
/// the hand the typos are; the weight; the words of the title. So a bound on the cost alone bounds the score.
public struct Score: Sendable, Hashable, Comparable {
  /// The last bit is 0 if the title shows the query exactly as it was typed. Comparisons ignore it; see ``RankedRow``.
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// - Parameters:
  ///   - cost: in ``CostTable/unit``s.
  ///   - worth: the worth of the highest weight, in the same unit, a multiple of ``worthStep``.
  ///   - showsMarks: the result of ``PreparedQuery/showsMarks(title:reading:searchText:)`` for the item.
  ///   - slips: the result of ``Scorer/slips(letters:_:)``.
  ///   - titleWords: the number of words of the title; beyond 64 all are alike.
  ///   - isAsTyped: the result of ``PreparedQuery/isShown(in:)`` for the title.
  package init(
    cost: UInt32, worth: UInt32 = 0, showsMarks: Bool = true, slips: Int = 0, weight: UInt16, titleWords: Int32 = 1,
    isAsTyped: Bool
  ) {
    let least = min(cost, Score.mostCost - worth) + worth - Score.bonus(worth, weight)
    rawValue =
      UInt64(worth / Score.worthStep) << Score.worthShift | UInt64(least) << Score.costShift
      | (showsMarks ? 0 : Score.marksBit)
      | UInt64(min(max(0, slips), SlipKinds.most)) << 23 | UInt64(UInt16.max - weight) << 7
      | UInt64(min(max(0, titleWords - 1), 63)) << 1 | (isAsTyped ? 0 : Score.typedBit)
  }

  // 9 bits of what weights are worth, 28 of cost, one for marks, 3 of slips, 16 of weight, 6 of words, one for what is not as
  // typed.
  private static let worthShift: UInt64 = 55
  package static let costShift: UInt64 = 27
  private static let marksBit: UInt64 = 1 << 26
  private static let typedBit: UInt64 = 1
  /// What decides before the words of the title do: equals have the same.
  package var beforeWords: UInt64 { rawValue >> 7 }
  /// What decides before the ``StaticOrder`` of items does.
  var beforeWeight: UInt64 { rawValue >> 23 }
  private static let mostCost: UInt32 = 1 << 28 - 1
  /// What weights are worth is a multiple of this, in ``CostTable/unit``s, and so many times as much at most.
  static let worthStep = CostTable.unit / 8
  static let mostWorthSteps: UInt32 = 1 << 9 - 1

  private static func bonus(_ worth: UInt32, _ weight: UInt16) -> UInt32 { worth * UInt32(weight) / UInt32(UInt16.max) }

  /// - Parameter subsequence: what ``subsequenceScore(_:title:scratch:)`` gives, where higher is better.
  package init(subsequence: Int, weight: UInt16) {
    let most = Int(UInt16.max)
    self.init(cost: UInt32(most - min(max(subsequence, 0), most)), weight: weight, isAsTyped: true)
  }

  public static func < (a: Score, b: Score) -> Bool { a.decisive < b.decisive }
  public static func == (a: Score, b: Score) -> Bool { a.decisive == b.decisive }
  public func hash(into hasher: inout Hasher) { hasher.combine(decisive) }

  private var decisive: UInt64 { rawValue >> 1 }

  /// What the ways of matching cost together. In mode `smart` an infix, for example, costs 9.
  public var cost: Double { Double(units) / Double(CostTable.unit) }

  /// The same in ``CostTable/unit``s.
  package var units: UInt32 {
    let worth = UInt32(truncatingIfNeeded: rawValue >> Score.worthShift) * Score.worthStep
    let bonus = Score.bonus(worth, weight)
    return orderedUnits + bonus - min(worth, orderedUnits + bonus)
  }

  /// What decides the order, in ``CostTable/unit``s: no item that costs more is better.
  var orderedUnits: UInt32 { UInt32(truncatingIfNeeded: rawValue >> Score.costShift) & Score.mostCost }

  var weight: UInt16 { UInt16.max - UInt16(truncatingIfNeeded: rawValue >> 7) }
  /// As far as it is up to 64.
  var titleWords: Int32 { Int32(truncatingIfNeeded: rawValue >> 1 & 63) + 1 }

  /// The title shows the query exactly as it was typed, capitals and accents included.
  package var isAsTyped: Bool { rawValue & Score.typedBit == 0 }

  /// Of an item that is kept for another reason than matching the query: worse than any that does.
  package static let none = Score(rawValue: .max)

  /// That of an item that costs so many ``CostTable/unit``s more, or less.
  package func adding(_ units: Int64) -> Score {
    let cost = min(max(0, Int64(orderedUnits) + units), Int64(Score.mostCost))
    let rest = rawValue & ~(UInt64(Score.mostCost) << Score.costShift)
    return Score(rawValue: rest | UInt64(cost) << Score.costShift)
  }

  /// That of an item whose title shows so much of the query.
  func showing(marks: Bool, asTyped: Bool) -> Score {
    Score(
      rawValue: rawValue & ~(Score.marksBit | Score.typedBit) | (marks ? 0 : Score.marksBit)
        | (asTyped ? 0 : Score.typedBit))
  }
}
