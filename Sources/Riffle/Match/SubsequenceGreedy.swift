extension SubsequenceScratch {
  /// The score of a term in a title too long for the table: the first place where the term ends,
  /// and from there back to the latest place where it can start (fzf's version 1,
  /// `FuzzyMatchV1`, which fzf falls back to under the same condition). Linear in the title,
  /// and the title must be decoded.
  ///
  /// The points are those of the table, except that a gap always costs its full width: a score
  /// can be negative.
  ///
  /// - Parameter collecting: Whether to append the places to `places`.
  mutating func greedy(
    _ pattern: SubsequencePattern, _ term: Range<Int>, collecting: Bool
  ) -> Int {
    let end = firsts[term.upperBound - 1]

    var start = end
    var letter = term.upperBound - 1
    while start > 0 {
      if text.places[start].folded == pattern.letters[letter].scalar {
        if letter == term.lowerBound { break }
        letter -= 1
      }
      start -= 1
    }

    var score = 0
    var run = 0
    var opening: Int32 = 0
    var gap = 0
    letter = term.lowerBound
    for place in start...end {
      guard letter < term.upperBound, text.places[place].folded == pattern.letters[letter].scalar
      else {
        score += Int(gap == 0 ? SubsequenceBonus.gapStart : SubsequenceBonus.gapExtension)
        gap += 1
        run = 0
        opening = 0
        continue
      }
      var bonus = text.bonus(at: place)
      if run == 0 {
        opening = bonus
      } else {
        if bonus >= SubsequenceBonus.boundary && bonus > opening { opening = bonus }
        bonus = max(bonus, opening, SubsequenceBonus.consecutive)
      }
      if letter == term.lowerBound { bonus *= SubsequenceBonus.firstLetterFactor }
      score += Int(SubsequenceBonus.match + bonus)
      if collecting { places.append(place) }
      gap = 0
      run += 1
      letter += 1
    }
    return score
  }
}
