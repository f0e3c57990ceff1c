/// What the words of a row say about a query, before anything is scored.
enum RowVerdict {
  /// Not a hit.
  case none
  /// A hit that costs no less.
  case hit(bound: UInt32)
  /// For the scorer to decide; if it is a hit, it costs no less.
  case open(bound: UInt32)
}

/// How a row holds a clause.
struct ClauseFinding {
  /// What the clause costs at least in a literal word; `UInt32.max` if there is none.
  var literalBound = UInt32.max
  /// What it costs at least in any other single word; `UInt32.max` if there is none.
  var looseBound = UInt32.max
  /// Whether such a word matches without typos.
  var isLooseWithoutTypos = false
  /// The fewest and the most typos in a word that matches with typos.
  var fewestTypos = Int.max
  var mostTypos = 0
  /// Whether a word matches well enough to anchor other clauses, though it is misspelt.
  var isMisspeltAnchor = false
  /// Whether several words match, or one word matches this clause and a neighbouring one; and what that costs at least.
  var severalWords = SeveralWords.unknown
  var severalBound = UInt32.max

  enum SeveralWords { case unknown, no, maybe, certain }

  var isLiteral: Bool { literalBound < .max }
  var isFoundInWord: Bool { isLiteral || looseBound < .max }
}

extension RowExaminer {
  /// Tells what can be told of a row by how its words match the terms.
  ///
  /// A row is a hit for certain if every clause can take a word whatever the clauses before it have taken: words that
  /// are taken can be taken again, so only typos can run out.
  mutating func verdict(_ row: Int) -> RowVerdict {
    guard hasLetters(row) else { return .none }
    let range = tokens.range(row)
    for index in order {
      guard find(index, row, range) else { return .none }
    }
    return verdict(row, range)
  }

  /// Finds out how the words match a clause; `false` if they do not.
  private mutating func find(_ index: Int, _ row: Int, _ range: Range<Int>) -> Bool {
    var finding = ClauseFinding()
    for probe in clauseProbes[index] {
      let term = scorer.rows[probe].term
      for position in range {
        let match = match(probe, of: TokenColumn.word(tokens.tokens[position]))
        if match.isNone { continue }
        if match.isLiteral {
          let way = match.literal == .exact ? 0 : scorer.costs.prefix
          finding.literalBound = min(finding.literalBound, cost(way, position, range, isFirst: index == 0))
          continue
        }
        let least = cost(scorer.costs.least(of: match), position, range, isFirst: index == 0)
        finding.looseBound = min(finding.looseBound, least)
        if match.loose != .none { finding.isLooseWithoutTypos = true }
        guard match.typos > 0 else { continue }
        finding.fewestTypos = min(finding.fewestTypos, match.typos)
        finding.mostTypos = max(finding.mostTypos, match.typos)
        if match.typos <= term.typoBudget, term.length >= Scorer.shortestMisspeltAnchor {
          finding.isMisspeltAnchor = true
        }
      }
    }
    if !finding.isFoundInWord {
      (finding.severalWords, finding.severalBound) = severalWords(index, row, range)
      if finding.severalWords == .no { return false }
    }
    findings[index] = finding
    return true
  }

  private mutating func verdict(_ row: Int, _ range: Range<Int>) -> RowVerdict {
    let (literal, misspelt) = anchorsFound()
    var bound: UInt32 = 0
    var slack = UInt32.max
    var typosNeeded = 0
    var mostTypos = 0
    var isCertain = true
    for index in findings.indices {
      let finding = findings[index]
      let budget = typoBudget(ofClause: index, literal, misspelt)
      mostTypos += min(finding.mostTypos, budget)
      if scorer.clauses[index].alternatives.count > 1 { isCertain = false }
      if finding.isLiteral {
        let least = min(finding.literalBound, cheapestRun)
        bound += least
        slack = min(slack, cheapestRun - least)
        continue
      }
      var (several, severalBound) = (finding.severalWords, finding.severalBound)
      let hasTyposLeft = finding.fewestTypos <= min(budget, scorer.typoBudget)
      if several == .unknown, finding.looseBound > cheapestRun || !(finding.isLooseWithoutTypos || hasTyposLeft) {
        (several, severalBound) = severalWords(index, row, range)
        findings[index].severalWords = several
      }
      if !finding.isLooseWithoutTypos, several != .certain {
        if hasTyposLeft {
          if several != .maybe { typosNeeded += finding.fewestTypos }
        } else if several == .maybe {
          isCertain = false
        } else {
          return .none
        }
      }
      if several == .unknown { severalBound = cheapestRun }
      let least = min(finding.looseBound, severalBound)
      bound += least
      if several != .no { slack = min(slack, severalBound - least) }
    }
    if typosNeeded > scorer.typoBudget {
      return mayDoWithoutTypos(row, range) ? .open(bound: 0) : .none
    }
    bound += costOfUnmatchedWords(range, atMost: slack)
    return isCertain && mostTypos <= scorer.typoBudget ? .hit(bound: bound) : .open(bound: bound)
  }

  /// Whether a clause that single words match only with typos may be found otherwise.
  private mutating func mayDoWithoutTypos(_ row: Int, _ range: Range<Int>) -> Bool {
    for index in findings.indices where !findings[index].isLiteral && !findings[index].isLooseWithoutTypos {
      if findings[index].severalWords == .unknown { findings[index].severalWords = severalWords(index, row, range).0 }
      if findings[index].severalWords != .no { return true }
    }
    return false
  }

  /// The clauses that the row holds literally, and those that may anchor others though they are misspelt.
  private func anchorsFound() -> (literal: UInt32, misspelt: UInt32) {
    var literal: UInt32 = 0
    var misspelt: UInt32 = 0
    for index in findings.indices {
      if findings[index].isLiteral { literal |= 1 << UInt32(index) }
      if findings[index].isMisspeltAnchor { misspelt |= 1 << UInt32(index) }
    }
    return (literal & anchors, misspelt & misspeltAnchors | literal & anchors)
  }

  /// How many typos a clause may have in the row.
  private func typoBudget(ofClause index: Int, _ literal: UInt32, _ misspelt: UInt32) -> Int {
    let isAnchored = (literal | misspelt) & ~(1 << UInt32(index)) != 0
    var budget = 0
    for probe in clauseProbes[index] where scorer.rows[probe].admitsLoose {
      let term = scorer.rows[probe].term
      budget = max(budget, isAnchored ? term.anchoredTypoBudget : term.typoBudget)
    }
    return budget
  }

  /// Whether a clause is found across words of the row, or together with another clause in one; and what that costs at
  /// least.
  private mutating func severalWords(
    _ index: Int, _ row: Int, _ range: Range<Int>
  ) -> (ClauseFinding.SeveralWords, bound: UInt32) {
    for joined in [scorer.clauses[index].joinedRow, index > 0 ? scorer.clauses[index - 1].joinedRow : nil] {
      if let joined, holdsLiterally(joined, range) { return (.maybe, cheapestRun) }
    }
    for probe in clauseProbes[index] where screens[probe].mayBeRun {
      guard tokens.letters(row).missing(of: screens[probe].letters) == 0 else { continue }
      if runLeads[probe] == nil { runLeads[probe] = RunLeads(scorer.rows[probe].term, in: segment.dictionary) }
      guard runLeads[probe]?.mayBeRun(tokens.tokens[range]) ?? true else { continue }
      if runs[probe] == nil {
        runs[probe] = RunScreen(scorer.rows[probe].term, scorer.costs, in: segment.dictionary)
      }
      guard let run = runs[probe] else { return (.maybe, scorer.costs.cheapestWordRun) }
      switch run.holdsRun(tokens.tokens[range]) {
      case true?: return (.certain, clauseProbes[index].count == 1 ? run.leastCost(tokens.tokens[range]) : cheapestRun)
      case false?: continue
      case nil: return (.maybe, scorer.costs.cheapestWordRun)
      }
    }
    return (.no, .max)
  }
}
