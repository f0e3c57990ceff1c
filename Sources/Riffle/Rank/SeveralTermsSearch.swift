/// Queries of several terms. The rows that hold all terms literally come first; if they do not settle the
/// answer, every row that one clause can match is asked for the others.
extension WordSearch {
  mutating func searchSeveralTerms() {
    if decideFinishedRows() { return }
    var least: UInt32 = 0
    if findLiteralRows() {
      least = scorer.costs.cheapestNotLiteral
      if counter.isDone, !canEnter(least) { return }
    }
    let finished = finishedRows()
    if let finished, decideFewRows(of: finished, least: least) { return }
    let cover = hitCover()
    if cover.unaided.count + cover.aided.count <= efforts.fewRows {
      decide(cover.unaided, isAided: false, least: least)
      decide(cover.aided, isAided: true, least: least)
    } else if let finished {
      decide(finished, least: least)
    } else {
      let rows = rows(sharedBy: Array(scorer.clauses.indices), least: least)
      decide(rows.hits.rows[...], bound: least, isAided: true)
    }
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
}
