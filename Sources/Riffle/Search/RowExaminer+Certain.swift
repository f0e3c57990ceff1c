/// Hits that literal words make certain, without the scorer.
extension RowExaminer {
  /// What a query costs at most in a row that holds in its title for each clause a literal word that is none of a clause before it, if
  /// no term reaches there beyond the first part of a compound, and no word is two clauses as one; `nil` if a run may be cheaper.
  ///
  /// Each clause then takes one unit, which none before can take, at worst in the wrong place and as a part of a compound.
  var mostOfLiteralUnits: UInt32? {
    guard !hasPatterns, clauseProbes.allSatisfy({ $0.count == 1 }) else { return nil }
    let costs = scorer.costs
    var total: UInt32 = 0
    for clause in clauseProbes.indices {
      let cost = mostOfLiteral(clause)
      guard cost < costs.cheapestWordRun else { return nil }
      total = total.addingClamped(cost + costs.partOfCompound)
    }
    return total
  }

  /// Whether clauses may lack a word because two others are found as one: of two clauses there is no other, and they are found so only
  /// where it costs less.
  var mayLackJoined: Bool { scorer.clauses.count > 2 }

  /// What a clause costs at most in a literal word of the title, but for parts of compounds.
  private func mostOfLiteral(_ clause: Int) -> UInt32 { scorer.costs.prefix + dearestPlace(ofClause: clause) }

  /// What it costs a clause at most where its word stands among those of its field: the first one only if it is not at the start.
  func dearestPlace(ofClause clause: Int) -> UInt32 {
    clause == 0 ? scorer.costs.notAtStart : scorer.costs.gap + scorer.costs.stepBack
  }

  /// Whether a row is a hit that costs no more than `most` for certain, as far as literal words say.
  ///
  /// They do where each clause has a word that is not taken yet, and so cheap a word that no run is cheaper: it then costs no more
  /// than that word in the wrong place, and as a part of a compound.
  mutating func isCertainHit(_ row: Int, most: UInt32) -> Bool {
    guard !hasPatterns, !segment.isRomanized(row) else { return false }
    readLiterals(row)
    if mayHoldPhrase || mayLackJoined && joinedCosts.contains(0) || literalCosts.contains(.max) { return false }
    let isApart = !hasWideLiterals && !hasGroups
    if !isApart, !haveWordsLeft { return false }
    var total: UInt32 = 0
    for clause in literalCosts.indices {
      // That the first one is not at the start is part of what it costs.
      let place = clause == 0 ? 0 : dearestPlace(ofClause: clause)
      let cost = isApart ? literalCosts[clause].addingClamped(place) : mostOfLiteral(clause)
      guard cost < scorer.costs.cheapestWordRun else { return false }
      total += cost + scorer.costs.partOfCompound
    }
    return total <= most
  }

  /// Whether each clause is literal in a word of the title of which none before it takes any unit. Terms are taken from left to right.
  private var haveWordsLeft: Bool {
    // What each clause can take, one bit a unit.
    var units = InlineArray<32, UInt64>(repeating: 0)
    // The clauses that can take several units at once, one bit each.
    var wide: UInt32 = 0
    guard literalCosts.count <= units.count,
      forEachLiteralInTitle({ clause, taken in
        units[clause] |= taken
        if taken & (taken &- 1) != 0 { wide |= 1 << UInt32(clause) }
      })
    else { return false }
    // Those that have a word which no clause before can take.
    var owning: UInt32 = 0
    _ = forEachLiteralInTitle { clause, taken in
      // An extra has no unit, but may be taken all the same.
      if taken == 0 { return }
      for before in 0..<clause where units[before] & taken != 0 { return }
      owning |= 1 << UInt32(clause)
    }
    for clause in literalCosts.indices where owning >> UInt32(clause) & 1 == 0 {
      // Each clause before takes one unit at most, if none takes more.
      guard wide & (2 << UInt32(clause) &- 1) == 0 else { return false }
      var rivals = 0
      for before in 0..<clause where units[before] & units[clause] != 0 { rivals += 1 }
      if units[clause].nonzeroBitCount <= rivals { return false }
    }
    return true
  }

  /// Calls `body` with each literal word of the title and the units that a clause takes of it.
  /// - Returns: `false` if there are more units than have a bit.
  private func forEachLiteralInTitle(_ body: (_ clause: Int, _ units: UInt64) -> Void) -> Bool {
    var title = TitleWalk()
    for (index, token) in words.enumerated() where TokenColumn.field(token) == .title {
      let unit = title.next(TokenColumn.kind(token))
      let word = token & TokenColumn.wordBits
      for literal in literals where word &- literal.first < literal.count {
        let count = unitCount(ofWordAt: index, letters: literal.length)
        guard Int(unit) + count < UInt64.bitWidth else { return false }
        body(literal.clause, (1 << UInt64(count) &- 1) << UInt64(unit))
      }
    }
    return true
  }

  /// How many units the first letters of a word reach.
  private func unitCount(ofWordAt index: Int, letters: Int) -> Int {
    switch TokenColumn.kind(words[index]) {
    case .simple, .part: return 1
    case .extra, .extraAcross: return 0
    case .compound, .inner: break
    }
    var (count, reached) = (0, 0)
    for token in words[(index + 1)...] where reached < letters && TokenColumn.kind(token) == .part {
      reached += segment.dictionary.range(TokenColumn.word(token)).count
      count += 1
    }
    return count
  }
}
