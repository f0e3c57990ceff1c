/// Queries of several terms. The rows that hold all terms literally come first; if they do not settle the
/// answer, every row that one clause can match is asked for the others.
extension WordSearch {
  mutating func searchSeveralTerms() {
    if searchFinishedRows(onlyIfKnown: true) { return }
    var least: UInt32 = 0
    if findLiteralRows() {
      least = scorer.costs.cheapestNotLiteral
      if counter.isDone, !canEnter(least) { return }
    }
    if searchFinishedRows(onlyIfKnown: false) { return }
    let cover = hitCover()
    decide(cover.unaided, isAided: false, least: least)
    decide(cover.aided, isAided: true, least: least)
  }

  /// - Parameter least: what a hit costs at least that is not decided yet.
  mutating func decide(_ sources: ClauseSources, isAided: Bool, least: UInt32 = 0) {
    for source in sources.words {
      decide(segment.postings.rows[source.postings], bound: max(least, source.bound), isAided: isAided)
    }
    for probe in sources.runs {
      decide(rowsOfRuns(probe)[...], bound: scorer.costs.cheapestWordRun, isAided: isAided)
    }
  }

  // MARK: - Literal rows

  /// Decides rows that hold every term literally, best first.
  ///
  /// - Returns: whether all that are left cannot be among the best, or are counted.
  private mutating func findLiteralRows() -> Bool {
    var fewest: (count: Int, clause: Int, probe: Int)?
    for (index, clause) in scorer.clauses.enumerated() {
      guard case .term(let probe)? = clause.onlyAlternative else { return false }
      let count = segment.postings.range(examiner.probes[probe].literal).count
      if count < fewest?.count ?? .max { fewest = (count, index, probe) }
    }
    guard let fewest else { return false }
    if top.keepsAll { return false }
    // What the other terms cost at least.
    var others: UInt32 = 0
    for (index, clause) in scorer.clauses.enumerated() where index != fewest.clause {
      guard case .term(let probe)? = clause.onlyAlternative, !examiner.probes[probe].hasExact else { continue }
      others += scorer.costs.prefix
    }
    let places = PlaceCosts(scorer.costs, isFirstTerm: fewest.clause == 0, isOnlyTerm: false)
    if fewest.count <= WordSearch.fewRows {
      decideLiteralRows(segment.postings.rows(examiner.probes[fewest.probe].literal))
      return true
    }
    decideRowsOfLastWord(fewest.probe)
    if let last = scorer.clauses.last, case .term(let probe)? = last.onlyAlternative, probe != fewest.probe,
      examiner.probes[probe].hasExact
    {
      others += scorer.costs.prefix
    }
    var waiting: [UInt32] = []
    forEachLiteralRow(fewest.probe, places, others: others) { search, row, bound, key in
      if search.counter.isDone, !search.canEnter(bound, key) { return false }
      waiting.append(UInt32(truncatingIfNeeded: row))
      if waiting.count == WordSearch.batchLength {
        search.decideLiteralRows(waiting[...])
        waiting.removeAll(keepingCapacity: true)
      }
      return true
    }
    decideLiteralRows(waiting[...])
    return true
  }

  /// Up to here, looking at all rows costs less than putting them in order.
  private static let fewRows = 4096

  /// Decides the rows that hold the last term as a whole word, so that what is left costs at least a prefix.
  private mutating func decideRowsOfLastWord(_ driver: Int) {
    guard case .term(let probe)? = scorer.clauses.last?.onlyAlternative, probe != driver else { return }
    decideLiteralRows(segment.postings.rows(examiner.probes[probe].exact))
  }

  private mutating func decideLiteralRows(_ rows: ArraySlice<UInt32>) {
    var start = rows.startIndex
    while start < rows.endIndex {
      let end = min(start + WordSearch.batchLength, rows.endIndex)
      batch.removeAll(keepingCapacity: true)
      examiner.appendRowsWithAllLetters(rows[start..<end], to: &batch)
      for row in batch { decideIfLiteral(Int(row)) }
      start = end
    }
  }

  private mutating func decideIfLiteral(_ row: Int) {
    guard !decided.contains(row), let bound = examiner.literalBound(row), decided.insert(row),
      segment.isSearchable(row)
    else { return }
    counter.add()
    rank(row, bound: bound)
  }
}
