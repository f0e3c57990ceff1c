/// Queries of several terms in a session: the rows of all terms but the last are looked for once, and every
/// keystroke asks them for the last term alone.
extension WordSearch {
  /// The rows of the finished terms, if a keystroke before has left them.
  func knownFinishedRows() -> FinishedRows? {
    guard let known = memory?.finished, known.isLoose == scorer.admitsRuns, known.terms == finishedTerms() else {
      return nil
    }
    return known
  }

  /// The rows of the finished terms, which later keystrokes find known; `nil` outside a session.
  mutating func findFinishedRows() -> FinishedRows? {
    guard let memory, let terms = finishedTerms() else { return nil }
    let rows = rows(sharedBy: Array(scorer.clauses.indices.dropLast()), isLast: false, least: nil)
    let finished = FinishedRows(terms: terms, isLoose: scorer.admitsRuns, rows: rows, few: few(rows))
    memory.finished = finished
    return finished
  }

  /// Decides all rows that may be hits, by what is known of the last term and all others.
  mutating func decide(_ finished: FinishedRows, least: UInt32) {
    let last = scorer.clauses.count - 1
    var rows = finished.rows
    if rows.aided == nil, scorer.anchor(last) != nil, anchors(ofClause: last).count > efforts.fewAnchoredRows {
      // The last term may help the others in so many rows that it pays to know where they need it.
      rows = self.rows(sharedBy: Array(0..<last), isLast: false, isThorough: true, least: nil)
      memory?.finished?.rows = rows
    }
    decideRowsOfLastTermJoined(least: least)
    decide(self.rows(sharedBy: [last], among: rows, least: least).hits.rows[...], bound: least)
  }

  /// `nil` if there are too many.
  private func few(_ rows: borrowing ClauseRows) -> FinishedRows.Few? {
    var unaided = rows.unaided
    unaided.subtract(rows.anchored)
    guard unaided.setCount + rows.anchored.setCount <= efforts.fewAskedRows else { return nil }
    return FinishedRows.Few(unaided: unaided.rows, anchored: rows.anchored.rows)
  }

  /// Decides all rows that may be hits, if they are few; `false` if not.
  mutating func decideFewRows(of finished: FinishedRows, least: UInt32) -> Bool {
    guard let few = finished.few else { return false }
    // Where the last term is an anchor, the others may need its help.
    var anchored: [UInt32] = []
    let last = scorer.clauses.count - 1
    if scorer.anchor(last) != nil {
      for source in anchors(ofClause: last).words {
        let rows = segment.postings.rows[source.postings]
        if let aided = finished.rows.aided {
          for row in rows where aided[Int(row)] { anchored.append(row) }
        } else {
          guard anchored.count + rows.count <= efforts.fewAskedRows else { return false }
          anchored += rows
        }
      }
    }
    let lists = [
      RowList(rows: few.unaided[...], isAided: false), RowList(rows: few.anchored[...], isAided: true),
      RowList(rows: anchored[...], isAided: true),
    ]
    guard decideIfFew(lists, least: least) else { return false }
    decideRowsOfLastTermJoined(least: least)
    return true
  }

  /// Decides the rows that hold the last term and the one before it as one word.
  private mutating func decideRowsOfLastTermJoined(least: UInt32) {
    guard let joined = scorer.clauses[scorer.clauses.count - 2].joinedRow else { return }
    let bound = max(least, scorer.costs.joined)
    decide(segment.postings.rows(examiner.probes[joined].literal), bound: bound)
  }

  /// `nil` if a clause is not a single term.
  private func finishedTerms() -> [[UInt8]]? {
    var terms: [[UInt8]] = []
    for clause in scorer.clauses {
      guard case .term(let probe)? = clause.onlyAlternative else { return nil }
      terms.append(scorer.rows[probe].term.bytes)
    }
    terms.removeLast()
    return terms
  }
}
