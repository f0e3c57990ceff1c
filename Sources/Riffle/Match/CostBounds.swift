/// Lower and upper bounds of the costs of words, runs and places in any row, derived from what ``RowScorer`` charges.
extension CostTable {
  // MARK: - Words

  /// A word that is the term or begins with it, or with two terms as one.
  @inline(__always)
  func literal(isWhole: Bool, isJoined: Bool = false) -> UInt32 {
    (isJoined ? joined : 0) &+ (isWhole ? 0 : prefix)
  }

  /// What a term costs at least that is found in one word, but not literally.
  var cheapestLoose: UInt32 { min(skeleton, typo, infix) }

  /// The same of a term, in the ways in which it may be found so; `UInt32.max` if there is none.
  /// - Parameter isAnchored: whether it may have the typo that only an anchor allows.
  func cheapestLoose(_ term: Term, isAnchored: Bool) -> UInt32 {
    var least = UInt32.max
    if term.isFoundInside { least = infix }
    if term.mayBeSkeleton { least = min(least, skeleton) }
    if (isAnchored ? term.anchoredTypoBudget : term.typoBudget) > 0 { least = min(least, typo) }
    return least
  }

  /// What all costs at most that is literal, joined or a run: what costs more may be a loose word.
  var dearestCertain: UInt32 { cheapestLoose - 1 }

  /// What a run of a term costs at least.
  /// - Parameter hasWholeWords: whether a term of two letters may be two words.
  func cheapestRun(length: Int, hasWholeWords: Bool = true) -> UInt32 {
    length > 2
      ? min(split, splitPrefix, chunks, initialsOfTitle, initialsOfPart)
      : hasWholeWords ? min(split, twoInitials) : twoInitials
  }

  /// The same of terms of any length.
  var cheapestWordRun: UInt32 { min(cheapestRun(length: 2), cheapestRun(length: 3)) }

  /// How many typos cost no more than `most` without all else.
  @inline(__always)
  func typos(upTo most: UInt32) -> Int { Int(most / typo) }

  /// What so many typos cost at least.
  func cheapest(typos: Int) -> UInt32 { UInt32(typos) * typo }

  /// What it costs at least that a term takes a word which it matches so.
  /// - Parameters:
  ///   - length: that of the term, in letters.
  ///   - mostTypos: so many typos it may have.
  func cheapest(_ match: WordMatch, length: Int, mostTypos: Int) -> UInt32? {
    if match.isLiteral { return literal(isWhole: match.literal == .exact) }
    var least = match.loose == .none ? nil : Optional(way(of: match.loose).cost)
    if match.typos > 0, match.typos <= mostTypos {
      let inPrefix = match.typosInPrefix ? min(typoInPrefix, typoInPrefixOfFinishedTerm) : 0
      least = min(least ?? .max, cost(ofTypos: match, termLength: length) + inPrefix)
    }
    return least
  }

  /// The ends of the levels of a search: runs and joined words; one typo, or what costs as much; everything.
  var levels: [UInt32] { [dearestCertain, cheapest(typos: 2) - 1, .max] }

  // MARK: - Places

  /// What the search text costs at least.
  /// - Parameter mayBeWhole: whether the terms may be a whole phrase of it.
  func cost(inSearchTextWhole mayBeWhole: Bool) -> UInt32 { mayBeWhole ? inWholePhrase : inSearchText }

  /// What it costs a clause at most that its word is in the wrong place of the title, and a part of a compound.
  func dearestPlace(of clause: Clause, isFirst: Bool) -> UInt32 {
    let slashes: UInt32 = (clause.beginsComponent ? 1 : 0) + (clause.isFolder ? 1 : 0)
    return (isFirst ? notAtStart : gap + stepBack) + partOfCompound + slashes * slash
  }

  /// What the place of the only term of a query costs at most: in titles and readings, and in search texts, where it is found in
  /// one compound.
  /// - Parameter onlyTitles: whether nothing but titles is searched.
  func dearestPlaces(of clause: Clause, onlyTitles: Bool) -> (shown: UInt32, hidden: UInt32) {
    let place = dearestPlace(of: clause, isFirst: true)
    return (place + (onlyTitles ? 0 : cost(of: .reading, isRomanized: true)), place + cost(of: .searchText))
  }
}
