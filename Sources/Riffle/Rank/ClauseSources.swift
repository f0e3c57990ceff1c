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
  /// A clause with so few rows is taken without looking for a better one.
  private static let fewEnoughRows = 2000

  /// The sources of a clause that has few rows to look at.
  mutating func cheapestDriver() -> ClauseSources {
    // Long terms are found in few words, so they are asked first.
    let order = scorer.clauses.indices.sorted { length(ofClause: $0) > length(ofClause: $1) }
    var best: ClauseSources?
    for index in order where literalCount(ofClause: index) < best?.count ?? .max {
      let sources = sources(ofClause: index)
      if sources.count < best?.count ?? .max { best = sources }
      if let best, best.count <= WordSearch.fewEnoughRows { break }
    }
    return best ?? ClauseSources()
  }

  private func length(ofClause index: Int) -> Int {
    var shortest = Int.max
    for case .term(let row) in scorer.clauses[index].alternatives {
      shortest = min(shortest, scorer.rows[row].term.length)
    }
    return shortest
  }

  private func literalCount(ofClause index: Int) -> Int {
    var count = 0
    for case .term(let row) in scorer.clauses[index].alternatives {
      count += segment.postings.range(examiner.probes[row].literal).count
    }
    return count
  }

  private mutating func sources(ofClause index: Int) -> ClauseSources {
    let clause = scorer.clauses[index]
    let costs = scorer.costs
    let postings = segment.postings
    var sources = ClauseSources()
    var isAnchorable = false
    for case .term(let row) in clause.alternatives {
      let term = scorer.rows[row].term
      sources.append(postings.range(examiner.probes[row].literal), bound: 0)
      for entry in looseWords(of: row) { sources.append(postings.range(entry.words), bound: costs.cheapestLoose) }
      guard scorer.rows[row].admitsLoose else { continue }
      if scorer.admitsRuns, term.length >= 2 {
        sources.append(runsOf: row, entryCount: segment.leadPairs.entryCount(forRunOf: term.bytes))
      }
      if term.anchoredTypoBudget > term.typoBudget { isAnchorable = true }
    }
    for joined in [clause.joinedRow, index > 0 ? scorer.clauses[index - 1].joinedRow : nil] {
      guard let joined else { continue }
      sources.append(postings.range(examiner.probes[joined].literal), bound: costs.joined)
    }
    // A term has more typos than on its own only in items that hold an anchor for it.
    if isAnchorable { sources.append(anchors(ofClause: index)) }
    return sources
  }

  /// The rows in which another term can anchor the one at `index`.
  private mutating func anchors(ofClause index: Int) -> ClauseSources {
    var sources = ClauseSources()
    let bound = scorer.costs.cheapestLoose
    for other in scorer.clauses.indices where other != index {
      guard scorer.anchor(other) != nil else { continue }
      for case .term(let row) in scorer.clauses[other].alternatives {
        sources.append(segment.postings.range(examiner.probes[row].literal), bound: bound)
        guard scorer.rows[row].term.length >= Scorer.shortestMisspeltAnchor else { continue }
        for entry in looseWords(of: row) where entry.match.typos > 0 {
          sources.append(segment.postings.range(entry.words), bound: bound)
        }
      }
    }
    return sources
  }
}
