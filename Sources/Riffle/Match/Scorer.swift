/// What a query is matched by: its clauses, the terms and patterns that they are found by, and what matches cost.
///
/// ``RowScorer`` decides by it whether a row matches, and how well.
package struct Scorer: Sendable {
  package let clauses: [Clause]
  /// What to match against each word of an item.
  package let rows: [TermMatcher]
  package let patterns: [TextPattern]
  package let costs: CostTable
  /// The most typos of a hit.
  package let typoBudget: Int
  /// Whether terms may be found across several words, and loosely.
  package let admitsRuns: Bool
  /// Of the term of each row, what decides what ways cost: read for each loose word, while a term is two references to count.
  private let limits: [TermLimits]

  private struct TermLimits {
    let length, typoBudget, anchoredTypoBudget: Int

    init(_ term: Term) {
      (length, typoBudget) = (term.length, term.typoBudget)
      anchoredTypoBudget = term.anchoredTypoBudget
    }
  }

  /// Terms together this long may have ``longQueryTypos`` typos.
  private static let longQuery = 16
  private static let longQueryTypos = 3
  private static let shortQueryTypos = 2
  /// Other terms at least this long anchor a term where they stand literally …
  package static let shortestAnchor = 3
  /// … and such long ones even where they stand with as many typos as they may have on their own.
  package static let shortestMisspeltAnchor = 5

  package init(clauses: [Clause], rows: [TermMatcher], patterns: [TextPattern], mode: QueryMode, costs: CostTable) {
    self.clauses = clauses
    self.rows = rows
    self.patterns = patterns
    self.costs = costs
    admitsRuns = mode == .smart
    limits = rows.map { TermLimits($0.term) }
    var length = 0
    for clause in clauses {
      guard case .term(let row)? = clause.alternatives.first else { continue }
      length += rows[row].term.length
    }
    let budget = length >= Scorer.longQuery ? Scorer.longQueryTypos : Scorer.shortQueryTypos
    typoBudget = rows.reduce(budget) { max($0, $1.term.anchoredTypoBudget) }
  }

  /// Whether a clause pays for its place unless it begins a title, or the last component of a path: the first clause does,
  /// unless it is a folder.
  func paysForStart(_ clause: Int) -> Bool { clause == 0 && !clauses[0].isFolder }

  /// Whether the first clause pays for its place unless it begins the whole path: a folder does.
  var startsPath: Bool { clauses.first?.isFolder == true }

  /// Whether a clause may anchor others.
  func isAnchor(_ clause: Int) -> Bool {
    guard case .term(let row)? = clauses[clause].alternatives.first else { return false }
    return rows[row].term.length >= Scorer.shortestAnchor
  }

  /// Returns the clauses that others anchor, a bit each: an only anchor does not anchor itself.
  /// - Parameter anchors: the clauses that are anchors, a bit each.
  static func anchored(by anchors: UInt32) -> UInt32 {
    anchors.nonzeroBitCount == 1 ? ~anchors : anchors == 0 ? 0 : .max
  }

  /// What a way that is not literal costs a clause at least in a field; `nil` if it does not count there.
  ///
  /// - Parameter isAnchored: whether another clause may anchor the term.
  func leastCost(of match: WordMatch, row: Int, clause: Int, isAnchored: Bool, in field: Field) -> UInt32? {
    let term = limits[row]
    var best = UInt32.max
    if match.loose != .none, field != .searchText {
      best = costs.way(of: match.loose).cost
    }
    if match.typos > 0, match.typos <= min(isAnchored ? term.anchoredTypoBudget : term.typoBudget, typoBudget) {
      let isLast = clause + 1 == clauses.count
      let prefix = isLast ? costs.typoInPrefix : costs.typoInPrefixOfFinishedTerm
      best = min(best, costs.cost(ofTypos: match, termLength: term.length) + (match.typosInPrefix ? prefix : 0))
    }
    return best == .max ? nil : best
  }
}
