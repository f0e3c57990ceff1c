/// Queries of several terms in a session: the rows of all terms but the last are looked for once, and every
/// keystroke asks them for the last term alone.
extension WordSearch {
  /// So many rows are looked at again with every keystroke, but not more.
  private static let mostFinishedRows = 20_000

  /// Decides all rows that may be hits; `false` if that is for ``searchSeveralTerms()`` to do.
  /// - Parameter onlyIfKnown: `true` to do nothing if the rows have yet to be looked for.
  mutating func searchFinishedRows(onlyIfKnown: Bool) -> Bool {
    guard let memory else { return false }
    var terms: [[UInt8]] = []
    for clause in scorer.clauses {
      guard case .term(let probe)? = clause.onlyAlternative else { return false }
      terms.append(scorer.rows[probe].term.bytes)
    }
    terms.removeLast()
    let finished: FinishedRows
    if let known = memory.finished, known.terms == terms {
      finished = known
    } else if onlyIfKnown {
      return false
    } else {
      finished = finishedRows(terms)
      memory.finished = finished
    }
    if finished.isTooLarge { return false }
    decide(finished.unaided[...], bound: 0, isAided: false)
    decide(finished.aided[...], bound: 0, isAided: true)
    let last = scorer.clauses.count - 1
    if finished.needsAnchorsOfLastTerm, scorer.anchor(last) != nil { decide(anchors(ofClause: last), isAided: true) }
    if let joined = scorer.clauses[last - 1].joinedRow {
      decide(segment.postings.rows(examiner.probes[joined].literal), bound: scorer.costs.joined, isAided: true)
    }
    return true
  }

  /// Where no term needs help, any finished one will do; where one does, its anchor stands in the row.
  private mutating func finishedRows(_ terms: [[UInt8]]) -> FinishedRows {
    var finished = FinishedRows(terms: terms)
    let clauses = Array(scorer.clauses.indices.dropLast())
    var fewest: ClauseSources?
    // Long terms are found in few words, so they are asked first.
    for index in clauses.sorted(by: { length(ofClause: $0) > length(ofClause: $1) }) {
      let sources = sources(ofClause: index, joinsNext: index != clauses.count - 1)
      if !mayNeedHelp(index), sources.count <= WordSearch.mostFinishedRows {
        finished.aided = rows(of: sources, clauses, isAided: true)
        return finished
      }
      if sources.count < fewest?.count ?? .max { fewest = sources }
    }
    var anchors = ClauseSources()
    for index in clauses where scorer.anchor(index) != nil { anchors.append(self.anchors(ofClause: index)) }
    guard let fewest, fewest.count + anchors.count <= WordSearch.mostFinishedRows else {
      finished.isTooLarge = true
      return finished
    }
    finished.unaided = rows(of: fewest, clauses, isAided: false)
    finished.aided = rows(of: anchors, clauses, isAided: true)
    finished.needsAnchorsOfLastTerm = true
    return finished
  }

  /// Whether a term ever has more typos by an anchor's help.
  private func mayNeedHelp(_ index: Int) -> Bool {
    guard case .term(let row)? = scorer.clauses[index].onlyAlternative, scorer.rows[row].admitsLoose else {
      return false
    }
    let term = scorer.rows[row].term
    return term.anchoredTypoBudget > term.typoBudget
  }

  /// The rows of `sources` that may hold all of `clauses`, each once.
  private mutating func rows(of sources: ClauseSources, _ clauses: [Int], isAided: Bool) -> [UInt32] {
    var seen = RowSet(rowCount: segment.count)
    var found: [UInt32] = []
    func take(_ rows: ArraySlice<UInt32>) {
      for row in rows where seen.insert(Int(row)) {
        if examiner.mayHold(clauses, Int(row), isAided: isAided) { found.append(row) }
      }
    }
    for source in sources.words { take(segment.postings.rows[source.postings]) }
    for probe in sources.runs { take(rowsOfRuns(probe)[...]) }
    return found
  }
}
