extension Evaluator {
  /// Finds the best hits among rows that are so few that asking each of them takes less than looking for a better way: within a
  /// filter that leaves little, few words of a query have hits, and finding that out takes longer the more of them there are.
  ///
  /// - Returns: `false` if more than words decides; then nothing has been looked for.
  mutating func runAmongFew() -> Bool {
    guard let allowed, !scorer.clauses.isEmpty, !examiner.hasPatterns, onlyPunctuation == nil,
      allowed.setCount <= min(efforts.fewAllowedRows, segment.count / efforts.rowsPerAllowed)
    else { return false }
    examine(allowed.rows[...], upTo: .max)
    if !isGivenUp { keep() }
    return true
  }
}
