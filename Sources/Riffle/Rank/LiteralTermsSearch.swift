internal import HeapModule

/// Queries of several terms: the rows that hold every term literally, which are hits whatever else they hold.
extension WordSearch {
  /// Counts and ranks rows that hold every term literally, best first.
  ///
  /// - Returns: `false` if these rows are not looked for; otherwise those that are left cannot be among the best, and
  ///   are counted as far as anyone wants to know.
  mutating func findLiteralRows() -> Bool {
    guard !top.keepsAll, let driver = driver() else { return false }
    let driverRows = segment.postings.rows(driver.probe.literal)
    if driverRows.count <= efforts.fewLiteralRows {
      decideLiteralRows(driverRows)
    } else if driver.allCount / efforts.postingsPerRow <= driverRows.count {
      rank(countLiteralRows(), driver)
    } else {
      decideLiteralRows(driver)
    }
    return true
  }

  /// The term that the fewest rows hold literally.
  private struct Driver {
    let clause: Int
    let probe: TermProbe
    /// How many literal postings all terms have together.
    var allCount = 0
  }

  /// `nil` if a clause is not a single term.
  private func driver() -> Driver? {
    var fewest: Driver?
    var allCount = 0
    for (index, clause) in scorer.clauses.enumerated() {
      guard case .term(let row)? = clause.onlyAlternative else { return nil }
      let probe = examiner.probes[row]
      let count = segment.postings.range(probe.literal).count
      allCount += count
      if let known = fewest, segment.postings.range(known.probe.literal).count <= count { continue }
      fewest = Driver(clause: index, probe: probe)
    }
    fewest?.allCount = allCount
    return fewest
  }

  private mutating func countLiteralRows() -> BitColumn {
    var hits = rowsHoldingAllLiterally()
    if let allowed { hits.formIntersection(allowed) }
    counter.add(decided.insert(hits))
    return hits
  }

  /// Ranks rows that hold every term literally, those first that can be best.
  private mutating func rank(_ hits: borrowing BitColumn, _ driver: Driver) {
    if hits.setCount <= efforts.fewLiteralRows { return rankLiteralRows(hits.rows) }
    var others = costOfOthers(driver)
    if let last = lastTerm(besides: driver), last.hasExact {
      rankLiteralRows(segment.postings.rows(last.exact).filter { hits[Int($0)] })
      others += scorer.costs.prefix
    }
    let places = PlaceCosts(scorer.costs, isFirstTerm: driver.clause == 0, isOnlyTerm: false)
    if driver.clause != 0 {
      // What is left does not begin with the first term.
      rankLiteralRows(rowsBeginningWithFirstTerm().filter { hits[Int($0)] })
      others += min(scorer.costs.notAtStart, scorer.costs.inReading)
    }
    forEachLiteralRow(driver.probe, places, others: others) { search, row, bound, key in
      guard search.canEnter(bound) else { return false }
      // At a worse place a row can cost no more, and weigh more.
      guard search.canEnter(bound, key) else { return true }
      if hits[row], let bound = search.examiner.literalBound(row) { search.rank(row, bound: bound) }
      return true
    }
  }

  /// Counts and ranks rows that hold every term literally, best first.
  private mutating func decideLiteralRows(_ driver: Driver) {
    var others = costOfOthers(driver)
    if let last = lastTerm(besides: driver), last.hasExact {
      decideLiteralRows(segment.postings.rows(last.exact))
      others += scorer.costs.prefix
    }
    let places = PlaceCosts(scorer.costs, isFirstTerm: driver.clause == 0, isOnlyTerm: false)
    var waiting: [UInt32] = []
    forEachLiteralRow(driver.probe, places, others: others) { search, row, bound, key in
      if search.counter.isDone {
        guard search.canEnter(bound) else { return false }
        guard search.canEnter(bound, key) else { return true }
      }
      waiting.append(UInt32(truncatingIfNeeded: row))
      if waiting.count == WordSearch.batchLength {
        search.decideLiteralRows(waiting[...])
        waiting.removeAll(keepingCapacity: true)
      }
      return true
    }
    decideLiteralRows(waiting[...])
  }

  /// What the terms but the driver cost at least that no row holds as a whole word.
  private func costOfOthers(_ driver: Driver) -> UInt32 {
    var cost: UInt32 = 0
    for (index, clause) in scorer.clauses.enumerated() where index != driver.clause {
      guard case .term(let row)? = clause.onlyAlternative, !examiner.probes[row].hasExact else { continue }
      cost += scorer.costs.prefix
    }
    return cost
  }

  /// The last term, of which rows often hold the beginning only.
  private func lastTerm(besides driver: Driver) -> TermProbe? {
    guard driver.clause != scorer.clauses.count - 1, case .term(let row)? = scorer.clauses.last?.onlyAlternative else {
      return nil
    }
    return examiner.probes[row]
  }

  private func rowsBeginningWithFirstTerm() -> [UInt32] {
    guard case .term(let row)? = scorer.clauses.first?.onlyAlternative else { return [] }
    let postings = segment.postings
    return postings.range(examiner.probes[row].literal).compactMap { posting in
      Place(rawValue: postings.places[posting]).region == .titleStart ? postings.rows[posting] : nil
    }
  }

  /// Ranks rows that hold every term literally, those first that can be best.
  private mutating func rankLiteralRows(_ rows: [UInt32]) {
    var candidates: [Candidate] = []
    forEachWithAllLetters(rows[...]) { search, row in
      guard let bound = search.examiner.literalBound(row) else { return }
      candidates.append(Candidate(best: search.examiner.best(row, bound: bound), bound: bound))
    }
    var queue = Heap(candidates)
    while let next = queue.popMin(), top.admits(next.best) { rank(Int(next.best.row), bound: next.bound) }
  }

  private struct Candidate: Comparable {
    let best: RankedRow
    let bound: UInt32

    static func < (a: Candidate, b: Candidate) -> Bool { a.best < b.best }
  }

  private mutating func decideLiteralRows(_ rows: ArraySlice<UInt32>) {
    forEachWithAllLetters(rows) { search, row in
      guard !search.decided.contains(row), let bound = search.examiner.literalBound(row), search.decided.insert(row),
        search.isAllowed(row)
      else { return }
      search.counter.add(row)
      search.rank(row, bound: bound)
    }
  }

  /// Calls `body` with those of `rows` that hold the letters of all terms, many at a time: their cache misses then
  /// overlap.
  private mutating func forEachWithAllLetters(
    _ rows: ArraySlice<UInt32>, _ body: (inout WordSearch, _ row: Int) -> Void
  ) {
    var start = rows.startIndex
    while start < rows.endIndex {
      let end = min(start + WordSearch.batchLength, rows.endIndex)
      batch.removeAll(keepingCapacity: true)
      examiner.appendRowsWithAllLetters(rows[start..<end], to: &batch)
      for row in batch { body(&self, Int(row)) }
      start = end
    }
  }
}
