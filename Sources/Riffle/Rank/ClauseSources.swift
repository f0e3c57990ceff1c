/// Lists of rows that together hold every row which can match a clause of a query, and so every hit.
struct ClauseSources {
  /// The rows of neighbouring words; what a hit found there costs at least.
  private(set) var words: [(postings: Range<Int>, bound: UInt32)] = []
  /// The terms whose runs are to be looked for, by their rows in the scorer.
  private(set) var runs: [Int] = []
  /// About how many rows are to be looked at.
  private(set) var count = 0

  mutating func append(_ postings: Range<Int>, bound: UInt32) {
    guard !postings.isEmpty else { return }
    words.append((postings, bound))
    count += postings.count
  }

  mutating func append(runsOf probe: Int, entryCount: Int) {
    guard entryCount > 0 else { return }
    runs.append(probe)
    // Contexts and letters turn most rows away.
    count += entryCount / 64
  }

  mutating func append(_ other: ClauseSources) {
    words += other.words
    runs += other.runs
    count += other.count
  }
}

extension WordSearch {
  /// So few rows are looked at without looking for a better way.
  private static let fewEnoughRows = 3000

  /// Rows that together hold every hit, as few as can be told.
  ///
  /// A hit has every clause, so the rows of one clause would do, if it were not for terms that other terms
  /// anchor: with one typo more they are found in very many words. But all of them together have no more typos
  /// than the query may have, so some clauses must be found without an anchor's help, and the rows of those
  /// will do too.
  mutating func sourcesOfAllHits() -> ClauseSources {
    var sources: [(clause: Int, typos: Int, sources: ClauseSources)] = []
    var best: ClauseSources?
    // Long terms are found in few words, so they are asked first.
    for index in scorer.clauses.indices.sorted(by: { length(ofClause: $0) > length(ofClause: $1) }) {
      let typos = typosWithAnchor(ofClause: index)
      sources.append((index, typos, self.sources(ofClause: index)))
      if let cover = cover(sources), cover.count < best?.count ?? .max { best = cover }
      if let best, best.count <= WordSearch.fewEnoughRows { return best }
    }
    return best ?? ClauseSources()
  }

  /// The clauses with the fewest rows that cannot all need an anchor in one hit, or all clauses, because one
  /// of them is the anchor; `nil` if more must be asked for.
  private func cover(_ sources: [(clause: Int, typos: Int, sources: ClauseSources)]) -> ClauseSources? {
    var cover = ClauseSources()
    var typos = 0
    for entry in sources.sorted(by: { $0.sources.count < $1.sources.count }) {
      if entry.typos > scorer.typoBudget, entry.sources.count < cover.count || typos == 0 { return entry.sources }
      cover.append(entry.sources)
      typos += entry.typos
      if typos > scorer.typoBudget { return cover }
    }
    return sources.count == scorer.clauses.count ? cover : nil
  }

  /// How many typos a clause has at least where it is found by an anchor's help only; more than a query may
  /// have if it never is.
  private func typosWithAnchor(ofClause index: Int) -> Int {
    let never = scorer.typoBudget + 1
    guard scorer.clauses.indices.contains(where: { $0 != index && scorer.anchor($0) != nil }) else { return never }
    var fewest = never
    for case .term(let row) in scorer.clauses[index].alternatives where scorer.rows[row].admitsLoose {
      let term = scorer.rows[row].term
      if term.anchoredTypoBudget > term.typoBudget { fewest = min(fewest, term.anchoredTypoBudget) }
    }
    return fewest
  }

  private func length(ofClause index: Int) -> Int {
    var shortest = Int.max
    for case .term(let row) in scorer.clauses[index].alternatives {
      shortest = min(shortest, scorer.rows[row].term.length)
    }
    return shortest
  }

  /// The rows in which a clause is found without an anchor's help.
  private mutating func sources(ofClause index: Int) -> ClauseSources {
    let clause = scorer.clauses[index]
    let costs = scorer.costs
    let postings = segment.postings
    var sources = ClauseSources()
    for case .term(let row) in clause.alternatives {
      sources.append(postings.range(examiner.probes[row].literal), bound: 0)
      for entry in looseWords(of: row) { sources.append(postings.range(entry.words), bound: costs.cheapestLoose) }
      let term = scorer.rows[row].term
      guard scorer.rows[row].admitsLoose, scorer.admitsRuns, term.length >= 2 else { continue }
      sources.append(runsOf: row, entryCount: segment.leadPairs.entryCount(forRunOf: term.bytes))
    }
    for joined in [clause.joinedRow, index > 0 ? scorer.clauses[index - 1].joinedRow : nil] {
      guard let joined else { continue }
      sources.append(postings.range(examiner.probes[joined].literal), bound: costs.joined)
    }
    return sources
  }
}
