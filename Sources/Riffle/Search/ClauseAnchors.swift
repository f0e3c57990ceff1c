/// The clauses of a query that may have an anchor in some row of a segment: another clause whose term stands in it literally, or is
/// long enough to be one with typos.
///
/// Without an anchor, a term has only the typos that it may have alone. A short term beside a misspelt one then matches the few
/// words that begin with it, and not a large part of the dictionary, which most rows hold some word of.
struct ClauseAnchors: Sendable {
  private let anchored: UInt32
  /// By row of the scorer, whether the term has an anchor in some clause.
  private let rows: [Bool]

  init(_ scorer: Scorer, in dictionary: WordDictionary) {
    func mayAnchor(_ clause: Int) -> Bool {
      guard scorer.isAnchor(clause) else { return false }
      return scorer.clauses[clause].alternatives.contains { alternative in
        guard case .term(let row) = alternative else { return false }
        let matcher = scorer.rows[row]
        if matcher.admitsLoose, matcher.term.length >= Scorer.shortestMisspeltAnchor { return true }
        return !dictionary.literal(matcher.term.bytes).words.isEmpty
      }
    }
    let clauses = scorer.clauses.indices
    let anchors = clauses.reduce(UInt32(0)) { mayAnchor($1) ? $0 | 1 << UInt32($1) : $0 }
    let anchored = clauses.count > 1 ? Scorer.anchored(by: anchors) : 0
    self.anchored = anchored
    var rows = [Bool](repeating: false, count: scorer.rows.count)
    for (number, clause) in scorer.clauses.enumerated() where anchored >> UInt32(number) & 1 != 0 {
      for case .term(let row) in clause.alternatives { rows[row] = true }
    }
    self.rows = rows
  }

  func mayBeAnchored(clause: Int) -> Bool { anchored >> UInt32(clause) & 1 != 0 }

  func mayBeAnchored(row: Int) -> Bool { rows[row] }
}
