/// Rows that together hold every hit of a query of several terms, as few as can be told.
///
/// A hit has every clause, so the rows in which one clause is found would do, if it were not for terms that
/// other terms anchor: with one typo more they are found in very many words. But where one is found by an
/// anchor's help only, the row holds that anchor; and all of them together have no more typos than the query
/// may have. So one of these covers all hits:
///
/// - the rows of any one clause found without help, and the rows of all anchors;
/// - the rows of some clauses, found without help, that cannot all need help in one row;
/// - the rows of any one clause found with help.
struct HitCover {
  /// Rows to look at; of those found without an anchor's help no clause needs any.
  private(set) var unaided = ClauseSources()
  private(set) var aided = ClauseSources()

  fileprivate init(unaided: ClauseSources = ClauseSources(), aided: ClauseSources = ClauseSources()) {
    self.unaided = unaided
    self.aided = aided
  }

  /// About how long it takes to look at all rows; letters turn down most of those that may not be helped.
  fileprivate var effort: Int { unaided.count / 4 + aided.count }
}

extension WordSearch {
  /// Shorter terms have too many words with two typos.
  private static let shortestTermWithMoreTypos = 5

  mutating func hitCover() -> HitCover {
    // Long terms are found in few words, so they are asked first.
    let order = scorer.clauses.indices.sorted { length(ofClause: $0) > length(ofClause: $1) }
    var clauses: [(typos: Int, sources: ClauseSources)] = []
    for index in order {
      let typos = typosWithAnchor(ofClause: index)
      let sources = sources(ofClause: index)
      if typos > scorer.typoBudget, sources.count <= efforts.fewRows { return HitCover(aided: sources) }
      clauses.append((typos, sources))
    }
    clauses.sort { $0.sources < $1.sources }
    var best = HitCover(aided: clausesThatCannotAllNeedHelp(clauses))
    if let fewest = clauses.first {
      let withAnchors = HitCover(unaided: fewest.sources, aided: anchors())
      if withAnchors.effort < best.effort { best = withAnchors }
    }
    if best.effort > efforts.fewRows, let index = order.first,
      length(ofClause: index) >= WordSearch.shortestTermWithMoreTypos
    {
      let withMoreTypos = HitCover(aided: sources(ofClause: index, isAided: true))
      if withMoreTypos.effort < best.effort { best = withMoreTypos }
    }
    return best
  }

  private func clausesThatCannotAllNeedHelp(_ clauses: [(typos: Int, sources: ClauseSources)]) -> ClauseSources {
    var cover = ClauseSources()
    var typos = 0
    for clause in clauses {
      if clause.typos > scorer.typoBudget, clause.sources < cover { return clause.sources }
      cover.append(clause.sources)
      typos += clause.typos
      if typos > scorer.typoBudget { break }
    }
    return cover
  }

  /// How many typos a clause has at least where it is found by an anchor's help only; more than a query may
  /// have if it never is.
  func typosWithAnchor(ofClause index: Int) -> Int {
    let never = scorer.typoBudget + 1
    guard scorer.clauses.indices.contains(where: { $0 != index && scorer.anchor($0) != nil }) else { return never }
    var fewest = never
    for case .term(let row) in scorer.clauses[index].alternatives where scorer.rows[row].admitsLoose {
      let term = scorer.rows[row].term
      if term.anchoredTypoBudget > term.typoBudget { fewest = min(fewest, term.anchoredTypoBudget) }
    }
    return fewest
  }

  func length(ofClause index: Int) -> Int {
    var shortest = Int.max
    for case .term(let row) in scorer.clauses[index].alternatives {
      shortest = min(shortest, scorer.rows[row].term.length)
    }
    return shortest
  }

  /// The rows in which a clause is found, with an anchor's help or without.
  /// - Parameter joinsNext: `false` to leave out words that are this term and the next one.
  mutating func sources(ofClause index: Int, isAided: Bool = false, joinsNext: Bool = true) -> ClauseSources {
    let clause = scorer.clauses[index]
    let costs = scorer.costs
    let postings = segment.postings
    var sources = ClauseSources()
    for case .term(let row) in clause.alternatives {
      sources.append(postings.range(examiner.probes[row].literal), bound: 0)
      let term = scorer.rows[row].term
      for entry in looseWords(of: row, isAided: isAided) {
        let needsHelp = entry.match.loose == .none && entry.match.typos > term.typoBudget
        sources.append(postings.range(entry.words), bound: costs.least(of: entry.match), needsHelp: needsHelp)
      }
      guard scorer.rows[row].admitsLoose, scorer.admitsRuns, term.length >= 2 else { continue }
      sources.append(runsOf: row, entryCount: segment.leadPairs.entryCount(forRunOf: term.bytes))
    }
    for joined in [joinsNext ? clause.joinedRow : nil, index > 0 ? scorer.clauses[index - 1].joinedRow : nil] {
      guard let joined else { continue }
      sources.append(postings.range(examiner.probes[joined].literal), bound: costs.joined)
    }
    return sources
  }

  /// The rows that hold a term which anchors others, if any can be helped.
  private mutating func anchors() -> ClauseSources {
    var sources = ClauseSources()
    for index in scorer.clauses.indices where scorer.anchor(index) != nil {
      if scorer.clauses.indices.contains(where: { $0 != index && typosWithAnchor(ofClause: $0) <= scorer.typoBudget }) {
        sources.append(anchors(ofClause: index))
      }
    }
    return sources
  }

  /// The rows in which a clause anchors others.
  mutating func anchors(ofClause index: Int) -> ClauseSources {
    var sources = ClauseSources()
    for case .term(let row) in scorer.clauses[index].alternatives {
      sources.append(segment.postings.range(examiner.probes[row].literal), bound: 0)
      guard scorer.rows[row].term.length >= Scorer.shortestMisspeltAnchor else { continue }
      for entry in looseWords(of: row) where entry.match.typos > 0 {
        sources.append(segment.postings.range(entry.words), bound: scorer.costs.cheapestLoose)
      }
    }
    return sources
  }
}
