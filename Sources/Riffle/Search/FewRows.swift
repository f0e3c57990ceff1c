extension Evaluator {
  /// Scores all rows of a filter if they are few. Few words have hits among these, so a search by words would open many ways of
  /// matching, one after the other.
  ///
  /// - Returns: `false` if there are too many rows, or if patterns decide; then no row has been scored.
  mutating func runAmongFew() -> Bool {
    guard let allowed, !scorer.clauses.isEmpty, !examiner.hasPatterns, onlyPunctuation == nil,
      allowed.setCount <= min(efforts.fewAllowedRows, segment.count / efforts.rowsPerAllowed)
    else { return false }
    examine(allowed.rows[...], upTo: .max)
    if !isGivenUp { keep() }
    return true
  }
}
