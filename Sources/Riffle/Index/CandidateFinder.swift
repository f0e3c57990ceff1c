/// Finds the rows that may match a query of terms: none that matches is left out, and what is found
/// too much is for the scorer to turn down.
struct CandidateFinder {
  /// The words that each row of the scorer matches.
  let rowWords: [TermWords]
  private(set) var rows: BitColumn

  init(_ segment: Segment, _ scorer: Scorer) {
    let admitsLoose = scorer.rows.map(\.admitsLoose)
    let rowWords = zip(scorer.rows, admitsLoose).map {
      TermWords($0, in: segment.dictionary, admitsLoose: $1)
    }
    var all = segment.searchable ?? BitColumn(count: segment.count, repeating: true)
    for (index, clause) in scorer.clauses.enumerated() {
      var found = BitColumn(count: segment.count)
      for case .term(let row) in clause.alternatives {
        let budget =
          scorer.canBeAnchored(index) ? scorer.rows[row].term.anchoredTypoBudget : scorer.rows[row].term.typoBudget
        insertWords(rowWords[row], budget: budget, segment, &found)
        if scorer.admitsRuns { insertRuns(scorer.rows[row].term, segment, &found) }
      }
      if let joined = clause.joinedRow { insertWords(rowWords[joined], budget: 0, segment, &found) }
      if index > 0, let joined = scorer.clauses[index - 1].joinedRow {
        insertWords(rowWords[joined], budget: 0, segment, &found)
      }
      all.formIntersection(found)
    }
    self.rowWords = rowWords
    rows = all
  }
}

private func insertWords(_ words: TermWords, budget: Int, _ segment: Segment, _ found: inout BitColumn) {
  for word in words.literal { segment.postings.insert(word, into: &found) }
  for (word, match) in words.loose where match.loose != .none || match.typos <= budget {
    segment.postings.insert(Int(word), into: &found)
  }
}

/// Adds the items in which a word begins as the term begins, and a later one as it could go on.
private func insertRuns(_ term: Term, _ segment: Segment, _ found: inout BitColumn) {
  guard term.length >= 2, let lead = term.bytes.first else { return }
  var follows = [Bool](repeating: false, count: 256)
  for byte in term.bytes.dropFirst() { follows[Int(byte)] = true }
  let leads = segment.tokens.leads
  for row in 0..<segment.count {
    let range = segment.tokens.range(row)
    var hasLead = false
    for index in range {
      if hasLead, follows[Int(leads[index])] {
        found.insert(row)
        break
      }
      if leads[index] == lead { hasLead = true }
    }
  }
}
