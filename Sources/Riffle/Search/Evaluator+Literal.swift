/// The first level: rows that hold every clause in a literal word. They are hits whatever else they hold.
extension Evaluator {
  // MARK: - One term

  /// Ranks the rows that hold a word which begins with the only term, best first.
  mutating func rankLiteralRows(_ term: Int) {
    if collector.keepsAll {
      for row in segment.postings.rows(examiner.probes[term].literal) where isAllowed(Int(row)) {
        rank(Int(row), bound: 0)
      }
      return
    }
    forEachLiteralRow(examiner.probes[term], isFirstTerm: true, others: 0) { search, row, bound in
      if search.isAllowed(row) { search.rank(row, bound: bound) }
    }
  }

  /// Calls `body` with the rows that hold a word which begins with a term, by the least that they can cost, as long as
  /// they can be among the best.
  ///
  /// - Parameter others: the least that the other terms add.
  private mutating func forEachLiteralRow(
    _ probe: TermProbe, isFirstTerm: Bool, others: UInt32,
    _ body: (inout Evaluator, _ row: Int, _ bound: UInt32) -> Void
  ) {
    let costs = scorer.costs
    // Where a word is dear, as in the search text, several words of the title may be cheaper.
    let dearest = !scorer.admitsRuns ? .max : scorer.clauses.count > 1 ? costs.joined / 2 : costs.cheapestWordRun
    var ways = [
      (way: UInt32(0), words: probe.exact), (way: costs.prefix, words: probe.prefixed),
    ].filter { !$0.words.isEmpty }.map { way, words in
      LiteralWay(
        postings: BestPostings(segment.postings.range(words), in: segment),
        places: PlaceCosts(costs, isFirstTerm: isFirstTerm, way: others + way, atMost: others.addingClamped(dearest)))
    }
    work.tiers += ways.count
    while let next = ways.indices.min(by: { (ways[$0].bound ?? .max) < (ways[$1].bound ?? .max) }),
      let bound = ways[next].bound, collector.admits(bound)
    {
      guard let (row, key) = ways[next].postings.next() else { return }
      work.postings += 1
      let cost = ways[next].places[key.place]
      if collector.admits(cost, key) {
        body(&self, row, cost)
      } else if let worse = ways[next].places.least(after: key.place), collector.admits(worse) {
        // At a worse place a row can cost no more, and weigh more.
        continue
      } else {
        ways.remove(at: next)
      }
    }
  }

  /// Postings that a term matches in one literal way, best first.
  private struct LiteralWay {
    var postings: BestPostings
    let places: PlaceCosts

    /// What the next rows cost at least.
    var bound: UInt32? { postings.bound.map { places.least(from: $0.place) } }
  }

  // MARK: - Several terms

  /// Ranks the rows that hold every term literally.
  /// - Returns: `false` if they are not looked for.
  mutating func rankLiteralRows() -> Bool {
    guard !collector.keepsAll, let driver = driver() else { return false }
    let rows = segment.postings.rows(driver.probe.literal)
    if rows.count <= efforts.fewLiteralRows {
      examineLiterally(rows)
      work.postings += rows.count
      rankWaiting(upTo: .max)
      return true
    }
    var hits = rowsHoldingAllLiterally()
    if let allowed { hits.formIntersection(allowed) }
    if hits.setCount <= efforts.fewLiteralRows {
      examineLiterally(hits.rows[...])
      rankWaiting(upTo: .max)
    } else {
      rank(hits, driver)
    }
    return true
  }

  /// The term that the fewest rows hold literally.
  private struct Driver {
    let clause: Int
    let probe: TermProbe
  }

  /// `nil` if a clause is not a single term.
  private func driver() -> Driver? {
    var fewest: (driver: Driver, count: Int)?
    for (index, clause) in scorer.clauses.enumerated() {
      guard case .term(let row)? = clause.onlyAlternative else { return nil }
      let probe = examiner.probes[row]
      let count = segment.postings.range(probe.literal).count
      if count < fewest?.count ?? .max { fewest = (Driver(clause: index, probe: probe), count) }
    }
    return fewest?.driver
  }

  private mutating func rowsHoldingAllLiterally() -> BitColumn {
    var shared: BitColumn?
    for clause in scorer.clauses {
      guard case .term(let probe)? = clause.onlyAlternative else { continue }
      let rows = segment.postings.rows(examiner.probes[probe].literal)
      var marked = BitColumn(count: segment.count)
      marked.insert(rows)
      work.postings += rows.count
      if let shared { marked.formIntersection(shared) }
      shared = marked
    }
    return shared ?? BitColumn(count: segment.count)
  }

  /// Ranks rows that hold every term literally, in parts of which each is known to cost more than the one before.
  private mutating func rank(_ hits: borrowing BitColumn, _ driver: Driver) {
    let beginning = rowsBeginningWithFirstTerm()
    let finished = rowsHoldingLastTermWhole()
    var others: UInt32 = 0
    for (index, clause) in scorer.clauses.enumerated() where index != driver.clause {
      guard case .term(let row)? = clause.onlyAlternative, !examiner.probes[row].hasExact else { continue }
      others += scorer.costs.prefix
    }
    let notAtStart = min(scorer.costs.notAtStart, scorer.costs.inReading)
    // What a driver that is the last term costs says its way.
    let unfinished =
      driver.clause == scorer.clauses.count - 1 || !(finished.map { $0.setCount > 0 } ?? false)
      ? 0 : scorer.costs.prefix
    for (isAtStart, isFinished) in [(true, true), (false, true), (true, false), (false, false)] {
      let added = (isAtStart ? 0 : notAtStart) + (isFinished ? 0 : unfinished)
      guard collector.admits(others + added) else { continue }
      var part = copy hits
      if isAtStart { part.formIntersection(beginning) } else { part.subtract(beginning) }
      if let finished {
        if isFinished { part.formIntersection(finished) } else { part.subtract(finished) }
      } else if !isFinished {
        continue
      }
      let count = part.setCount
      if count == 0 { continue }
      if count <= efforts.fewLiteralRows {
        examineLiterally(part.rows[...])
        rankWaiting(upTo: .max)
        continue
      }
      forEachLiteralRow(driver.probe, isFirstTerm: false, others: others + added) { search, row, bound in
        if part[row], let exact = search.examiner.literalBound(row) { search.rank(row, bound: max(bound, exact)) }
      }
    }
  }

  /// The rows in which the first term stands at the start of the title.
  private mutating func rowsBeginningWithFirstTerm() -> BitColumn {
    var rows = BitColumn(count: segment.count)
    guard case .term(let row)? = scorer.clauses.first?.onlyAlternative else { return rows }
    let postings = segment.postings
    let range = postings.range(examiner.probes[row].literal)
    work.postings += range.count
    postings.forEachPosting(in: range, at: .titleStart) { rows.insert(Int($0)) }
    return rows
  }

  /// The rows that hold the last term as a whole word; `nil` if that is the driver of a query, whose ways are told
  /// apart anyway, or no word.
  private mutating func rowsHoldingLastTermWhole() -> BitColumn? {
    guard case .term(let row)? = scorer.clauses.last?.onlyAlternative, examiner.probes[row].hasExact else { return nil }
    var rows = BitColumn(count: segment.count)
    let range = segment.postings.range(examiner.probes[row].exact)
    work.postings += range.count
    rows.insert(segment.postings.rows[range])
    return rows
  }
}
