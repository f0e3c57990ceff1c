/// Which clauses stand in literal words of a title that follow words of the clause before: where none does, the words are
/// out of order or apart, which costs.
struct Neighbours {
  /// Of clauses beyond these nothing is said.
  static let mostClauses = 16

  /// The last word of the title that is literal for each clause, and the unit where it begins.
  private var words: InlineArray<16, Int32> = .init(repeating: -2)
  private var units: InlineArray<16, Int32> = .init(repeating: -1)
  /// The clauses that stand in titles, and those that stand in other fields, one bit each.
  private var inTitle: UInt32 = 0
  private var elsewhere: UInt32 = 0
  /// The clauses a word of which follows one of the clause before, or is the same.
  private var following: UInt32 = 0

  /// Adds a literal word of a clause. Words of the title come in their order.
  ///
  /// - Parameters:
  ///   - clause: less than ``mostClauses``.
  ///   - word: how many words of the title there are up to this one.
  ///   - reachesNext: whether it reaches into the next word.
  ///   - unit: where in the title it begins; `nil` in other fields.
  @inline(__always)
  mutating func insert(_ clause: Int, word: Int32, reachesNext: Bool, unit: Int32?) {
    guard let unit else {
      elsewhere |= 1 << UInt32(clause)
      return
    }
    inTitle |= 1 << UInt32(clause)
    if clause > 0, word - words[clause - 1] <= 1 { following |= 1 << UInt32(clause) }
    // A compound comes before its parts, and begins where the first of them does.
    if clause + 1 < Neighbours.mostClauses, units[clause + 1] == unit { following |= 1 << UInt32(clause + 1) }
    words[clause] = max(words[clause], reachesNext ? word + 1 : word)
    units[clause] = unit
  }

  /// The clauses that are out of order or apart, wherever in the title they are taken.
  var apart: UInt32 {
    // Between fields there is no order.
    let onlyInTitle = inTitle & ~elsewhere
    return onlyInTitle & onlyInTitle << 1 & ~following
  }
}
