/// What clauses cost in literal words of a title that follow words of the clause before: all others are out of order or
/// apart, which costs.
struct Neighbours {
  /// Of clauses beyond these nothing is said.
  static let mostClauses = 16

  /// The last word of the title that is literal for each clause, the unit where it begins, and the least that the clause
  /// costs in words which begin there.
  private var words: InlineArray<16, Int32> = .init(repeating: -2)
  private var units: InlineArray<16, Int32> = .init(repeating: -1)
  private var costs: InlineArray<16, UInt32> = .init(repeating: .max)
  /// The clauses that stand in other fields, one bit each.
  private var elsewhere: UInt32 = 0
  /// The least that each clause costs in words which follow one of the clause before, or are the same.
  private var following: InlineArray<16, UInt32> = .init(repeating: .max)

  /// Adds a literal word of a clause. Words of the title come in their order.
  ///
  /// - Parameters:
  ///   - clause: less than ``mostClauses``.
  ///   - word: how many words of the title there are up to this one.
  ///   - reachesNext: whether it reaches into the next word.
  ///   - unit: where in the title it begins; `nil` in other fields.
  ///   - cost: what the clause costs in it.
  @inline(__always)
  mutating func insert(_ clause: Int, word: Int32, reachesNext: Bool, unit: Int32?, cost: UInt32) {
    guard let unit else {
      elsewhere |= 1 << UInt32(clause)
      return
    }
    if clause > 0, word - words[clause - 1] <= 1 { following[clause] = min(following[clause], cost) }
    // A compound comes before its parts, and begins where the first of them does.
    if clause + 1 < Neighbours.mostClauses, units[clause + 1] == unit {
      following[clause + 1] = min(following[clause + 1], costs[clause + 1])
    }
    costs[clause] = units[clause] == unit ? min(costs[clause], cost) : cost
    words[clause] = max(words[clause], reachesNext ? word + 1 : word)
    units[clause] = unit
  }

  /// What a clause costs at least in a word that follows one of the clause before; `nil` if one of them stands in another
  /// field too: between fields there is no order.
  func cost(following clause: Int) -> UInt32? {
    guard clause > 0, clause < Neighbours.mostClauses, elsewhere >> UInt32(clause - 1) & 3 == 0 else { return nil }
    return following[clause]
  }
}
