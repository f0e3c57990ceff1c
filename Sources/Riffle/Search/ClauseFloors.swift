/// Lower bounds of the costs of the clauses of a query in a segment, derived from its dictionary.
struct ClauseFloors: Sendable {
  /// The rows of the scorer, and the patterns, that each clause is found by.
  let clauseProbes, clausePatterns: [[Int]]
  /// A lower bound of the cost of a run of each probe's term.
  let cheapestRuns: [UInt32]
  /// The floor of each clause.
  let floors: [UInt32]
  /// What a query costs at least in which a clause is no literal word, nor one together with another.
  let cheapestAlone: UInt32
  private let costs: CostTable
  private let clauses: [Clause]

  init(_ scorer: Scorer, _ probes: [TermProbe], _ anchors: ClauseAnchors, in segment: Segment) {
    costs = scorer.costs
    clauses = scorer.clauses
    let clauseProbes = scorer.clauses.map { clause in
      clause.alternatives.compactMap { if case .term(let probe) = $0 { probe } else { nil } }
    }
    let clausePatterns = scorer.clauses.map { clause in
      clause.alternatives.compactMap { if case .pattern(let pattern) = $0 { pattern } else { nil } }
    }
    (self.clauseProbes, self.clausePatterns) = (clauseProbes, clausePatterns)
    let cheapestRuns = scorer.rows.map {
      $0.admitsLoose ? RunRows.cheapest($0.term, scorer.costs, in: segment.dictionary) : .max
    }
    self.cheapestRuns = cheapestRuns
    let cheapestLoose = scorer.rows.enumerated().map { row, matcher in
      guard scorer.admitsRuns, matcher.admitsLoose else { return UInt32.max }
      return scorer.costs.cheapestLoose(matcher.term, isAnchored: anchors.mayBeAnchored(row: row))
    }
    /// A lower bound of what a clause costs that is no literal word.
    let leastAlone = clauseProbes.map { $0.reduce(UInt32.max) { min($0, cheapestRuns[$1], cheapestLoose[$1]) } }
    func literal(_ row: Int, isJoined: Bool = false) -> UInt32 {
      probes[row].literal.isEmpty ? .max : scorer.costs.literal(isWhole: probes[row].hasExact, isJoined: isJoined)
    }
    /// Half of what a clause and the next one cost as one word.
    func joined(_ clause: Int) -> UInt32 {
      guard scorer.clauses.indices.contains(clause), let row = scorer.clauses[clause].joinedRow else { return .max }
      let way = literal(row, isJoined: true)
      return way == .max ? .max : way / 2
    }
    floors = scorer.clauses.indices.map { clause in
      if !clausePatterns[clause].isEmpty { return 0 }
      let least = min(leastAlone[clause], joined(clause), joined(clause - 1))
      return clauseProbes[clause].reduce(least) { min($0, literal($1)) }
    }
    cheapestAlone =
      clausePatterns.contains { !$0.isEmpty } ? 0 : leastAlone.min() ?? .max
  }

  /// The sum of all floors.
  var total: UInt32 { floors.reduce(UInt32(0)) { $0.addingClamped($1) } }

  /// Whether some clause is found in no row.
  var isUnmet: Bool { floors.contains(.max) }

  /// What a query costs at most in a row that holds a literal word for each clause in its title, no two of which overlap; `nil` if
  /// not all clauses are single terms.
  var mostOfLiteralTitle: UInt32? {
    guard clauseProbes.allSatisfy({ $0.count == 1 }), clausePatterns.allSatisfy(\.isEmpty) else { return nil }
    return clauses.indices.reduce(UInt32(0)) {
      $0 + costs.literal(isWhole: false) + costs.dearestPlace(of: clauses[$1], isFirst: $1 == 0)
    }
  }
}
