/// Finds the rows that may match a query of terms: none that matches is left out, and what is found
/// too much is for the scorer to turn down.
///
/// A hit matches every clause, so the rows that may match one clause hold all hits; the clause with the
/// fewest is taken.
struct CandidateFinder {
  /// The words that each row of the scorer matches.
  let rowWords: [TermWords]
  private let segment: Segment
  private let scorer: Scorer

  init(_ segment: Segment, _ scorer: Scorer) {
    self.segment = segment
    self.scorer = scorer
    rowWords = scorer.rows.map { TermWords($0, in: segment.dictionary) }
  }

  /// Calls `body` with every candidate, ascending.
  func forEachRow(_ body: (Int) -> Void) {
    let sources = scorer.clauses.indices.map(sources)
    guard let fewest = sources.min(by: { $0.count < $1.count }) else { return }
    if fewest.count < segment.count / 64 {
      var rows: [UInt32] = []
      rows.reserveCapacity(fewest.count)
      fewest.forEach { rows.append(contentsOf: $0) }
      rows.sort()
      var last = UInt32.max
      for row in rows where row != last {
        last = row
        if segment.isSearchable(Int(row)) { body(Int(row)) }
      }
    } else {
      var found = BitColumn(count: segment.count)
      fewest.forEach { for row in $0 { found.insert(Int(row)) } }
      if let searchable = segment.searchable { found.formIntersection(searchable) }
      found.forEach(body)
    }
  }

  /// Lists of rows that together hold all rows that may match a clause.
  private struct Sources {
    private(set) var lists: [ArraySlice<UInt32>] = []
    private(set) var count = 0

    mutating func append(_ list: ArraySlice<UInt32>) {
      guard !list.isEmpty else { return }
      lists.append(list)
      count += list.count
    }

    func forEach(_ body: (ArraySlice<UInt32>) -> Void) { lists.forEach(body) }
  }

  private func sources(_ index: Int) -> Sources {
    let clause = scorer.clauses[index]
    let canBeAnchored = scorer.canBeAnchored(index)
    var sources = Sources()
    for case .term(let row) in clause.alternatives {
      let term = scorer.rows[row].term
      sources.append(segment.postings.rows(rowWords[row].literal))
      let budget = canBeAnchored ? term.anchoredTypoBudget : term.typoBudget
      for entry in rowWords[row].loose where entry.match.loose != .none || entry.match.typos <= budget {
        sources.append(segment.postings.rows(entry.words))
      }
      if scorer.admitsRuns, term.length >= 2 { appendRuns(of: term, to: &sources) }
    }
    if let joined = clause.joinedRow { sources.append(segment.postings.rows(rowWords[joined].literal)) }
    if index > 0, let joined = scorer.clauses[index - 1].joinedRow {
      sources.append(segment.postings.rows(rowWords[joined].literal))
    }
    return sources
  }

  /// Items in which a word begins as the term begins, and the next one as it could go on.
  private func appendRuns(of term: Term, to sources: inout Sources) {
    var seen: [UInt8] = []
    for byte in term.bytes.dropFirst() where byte & 0xC0 != 0x80 && !seen.contains(byte) {
      seen.append(byte)
      sources.append(segment.leadPairs.rows(term.bytes[0], byte))
    }
  }
}
