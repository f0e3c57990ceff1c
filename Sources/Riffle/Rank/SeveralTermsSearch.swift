/// Queries of several terms. The rows that hold all terms literally come first. If they do not settle the answer, the
/// rows of a clause are looked at where they are few; otherwise those of all clauses are marked and intersected.
extension WordSearch {
  mutating func searchSeveralTerms() {
    let known = knownFinishedRows()
    if let known, decideFewRows(of: known, least: 0) { return }
    var least: UInt32 = 0
    if findLiteralRows() {
      least = scorer.costs.cheapestNotLiteral
      if counter.isDone, !canEnter(least) { return }
    }
    let finished = known ?? findFinishedRows()
    if known == nil, let finished, decideFewRows(of: finished, least: least) { return }
    if decideIfFew(hitCover(), least: least) { return }
    if let finished {
      decide(finished, least: least)
    } else {
      let rows = rows(sharedBy: Array(scorer.clauses.indices), least: least)
      decide(rows.hits.rows[...], bound: least)
    }
  }

  /// Decides the rows of a cover, if only few of them have the letters; `false` if not.
  /// - Parameter least: what a hit costs at least that is not decided yet.
  private mutating func decideIfFew(_ cover: HitCover, least: UInt32) -> Bool {
    guard cover.unaided.count + cover.aided.count <= efforts.fewAskedRows else { return false }
    var lists: [RowList] = []
    for (sources, isAided) in [(cover.unaided, false), (cover.aided, true)] {
      for source in sources.words {
        lists.append(RowList(rows: segment.postings.rows[source.postings], isAided: isAided))
      }
      for probe in sources.runs { lists.append(RowList(rows: rowsOfRuns(probe)[...], isAided: isAided)) }
    }
    return decideIfFew(lists, least: least)
  }

  /// Rows to look at.
  struct RowList {
    let rows: ArraySlice<UInt32>
    /// Whether a term may need an anchor's help there.
    let isAided: Bool
  }

  /// Decides rows, if only few of them have the letters of the terms; `false` if not.
  mutating func decideIfFew(_ lists: [RowList], least: UInt32) -> Bool {
    var found: [UInt32] = []
    for list in lists {
      var start = list.rows.startIndex
      while start < list.rows.endIndex {
        let end = min(start + WordSearch.batchLength, list.rows.endIndex)
        examiner.appendRowsHavingLetters(list.rows[start..<end], isAided: list.isAided, to: &found)
        if found.count > efforts.fewRows { return false }
        start = end
      }
    }
    decide(found[...], bound: least)
    return true
  }
}
