/// The first level: rows that hold every clause in a literal word. They are hits whatever else they hold.
extension Evaluator {
  // MARK: - One term

  /// Ranks the rows that hold a word which begins with the only term, best first.
  mutating func rankLiteralRows(_ term: Int) {
    if collector.keepsAll {
      for row in segment.postings.rows(examiner.probes[term].literal) where isAllowed(Int(row)) {
        if isGivenUp { return }
        rank(Int(row), bound: 0)
      }
      return
    }
    forEachLiteralRow(examiner.probes[term], isFirstTerm: true, others: 0, within: allowed) { search, row, bound in
      search.rank(row, bound: bound)
    }
  }

  /// Calls `body` with the rows that hold a word which begins with a term, by the least that they can cost, as long as
  /// they can be among the best.
  ///
  /// - Parameters:
  ///   - others: the least that the other terms add.
  ///   - within: the rows that are asked for; `nil` for all.
  private mutating func forEachLiteralRow(
    _ probe: TermProbe, isFirstTerm: Bool, others: UInt32, within: BitColumn?,
    _ body: (inout Evaluator, _ row: Int, _ bound: UInt32) -> Void
  ) {
    let costs = scorer.costs
    // Where a word is dear, as in the search text, several words of the title may be cheaper.
    let dearest = !scorer.admitsRuns ? .max : scorer.clauses.count > 1 ? costs.joined / 2 : costs.cheapestWordRun
    var ways = [
      (way: UInt32(0), words: probe.exact), (way: costs.prefix, words: probe.prefixed),
    ].filter { !$0.words.isEmpty }.map { way, words in
      LiteralWay(
        postings: BestPostings(segment.postings.range(words), in: segment, within: within),
        places: PlaceCosts(
          costs, way: others + way, hidden: others + way, isFirstTerm: isFirstTerm, mayBeWhole: way == 0,
          clauseCount: scorer.clauses.count, atMost: others.addingClamped(dearest)))
    }
    work.tiers += ways.count
    while let next = ways.indices.min(by: { (ways[$0].bound ?? .max) < (ways[$1].bound ?? .max) }),
      let bound = ways[next].bound, collector.admits(bound), !isGivenUp
    {
      guard let (row, key) = ways[next].postings.next() else {
        ways.remove(at: next)
        continue
      }
      work.postings += 1
      let cost = ways[next].places[key.place]
      if collector.admits(cost, key) {
        body(&self, row, cost)
      } else if let other = ways[next].places.cost(after: key.place.region), collector.admits(other) {
        // What comes later in the region is no better, but in another one the same may cost less.
        ways[next].postings.skip(region: key.place.region)
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
    var bound: UInt32? { postings.place.map { places[$0] } }
  }

  // MARK: - Several terms

  /// Ranks the rows that hold every term literally.
  /// - Returns: `false` if they are not looked for.
  mutating func rankLiteralRows() -> Bool {
    guard !collector.keepsAll, let driver = driver() else { return false }
    let rowCount = segment.postings.range(driver.probe.literal).count
    if rowCount <= efforts.fewLiteralRows {
      examineLiterally(segment.postings.rows(driver.probe.literal)[...])
      work.postings += rowCount
      rankWaiting(upTo: .max)
      return true
    }
    var hits = rowsHoldingAllLiterally()
    if let allowed { hits.formIntersection(allowed) }
    if examineFew(hits, of: rowCount) { return true }
    let classes = classes(of: hits, driver)
    for kind in classes.classes {
      guard collector.admits(kind.cost), !isGivenUp else { break }
      let rows = classes.rows(of: kind)
      if !examineFew(rows, of: rows.count) { walk(rows, driver, cost: kind.cost) }
    }
    rankWaiting(upTo: .max)
    return true
  }

  /// Asks rows one by one if they are few, or so few of the driver's that reading its postings in order would take longer.
  ///
  /// To find ten of *m* rows among *n* postings takes reading about 10 × *n* / *m* of these, and one posting a fraction of
  /// what a row takes.
  private mutating func examineFew(_ rows: BitColumn, of count: Int) -> Bool {
    let setCount = rows.setCount
    guard setCount <= efforts.fewLiteralRows, setCount * setCount <= 4 * count else { return false }
    examineLiterally(rows.rows[...])
    rankWaiting(upTo: .max)
    return true
  }

  /// Asks rows in the order of the driver's postings, as long as they can be among the best.
  private mutating func walk(_ rows: BitColumn, _ driver: Driver, cost: UInt32) {
    var batch: [UInt32] = []
    forEachLiteralRow(driver.probe, isFirstTerm: driver.clause == 0, others: cost, within: rows) { search, row, bound in
      // Of rows that are equal in all else, those that come first in the list have been seen.
      guard search.collector.admits(search.examiner.best(row, bound: bound)) else { return }
      batch.append(UInt32(truncatingIfNeeded: row))
      guard batch.count >= Evaluator.walkLength else { return }
      search.examineLiterally(batch[...])
      batch.removeAll(keepingCapacity: true)
      search.rankWaiting(upTo: bound)
    }
    examineLiterally(batch[...])
  }

  /// So many rows are asked at once: few, because the first ones are mostly the best.
  private static let walkLength = 32

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
      let rows = marks(.begun, of: probe, examiner.probes[probe].literal)
      if shared?.formIntersection(rows) == nil { shared = rows }
    }
    return shared ?? BitColumn(count: segment.count)
  }

  /// The rows that hold words of a term, as the last keystroke has left them, or marked now.
  private mutating func marks(_ kind: SearchMemory.Marks, of probe: Int, _ words: Range<Int>) -> BitColumn {
    let term = scorer.rows[probe].term.bytes
    if let known = memory.marks(kind, of: term) { return known }
    var rows = BitColumn(count: segment.count)
    let isHiding = segment.searchTexts.count > 0
    switch kind {
    case .atStart:
      segment.postings.forEachRow(beginningWith: words) { rows.insert(Int($0)) }
    case .begunInTitle, .wholeInTitle:
      let range = segment.postings.range(words)
      if isHiding {
        work.postings += range.count
        segment.postings.forEachPosting(in: range, upTo: .longName) { rows.insert(Int($0)) }
      } else if kind == .begunInTitle {
        return marks(.begun, of: probe, words)
      } else {
        work.postings += segment.postings.insertRows(of: words, into: &rows)
      }
    case .begun:
      work.postings += segment.postings.insertRows(of: words, into: &rows)
    }
    memory.keep(rows, kind, of: term)
    return rows
  }

  private mutating func classes(of hits: BitColumn, _ driver: Driver) -> LiteralClasses {
    var terms: [LiteralClasses.Shown] = []
    var beginning: BitColumn?
    for (index, clause) in scorer.clauses.enumerated() where index != driver.clause {
      guard case .term(let term)? = clause.onlyAlternative else { continue }
      let probe = examiner.probes[term]
      terms.append(
        .init(
          begun: marks(.begunInTitle, of: term, probe.literal), whole: marks(.wholeInTitle, of: term, probe.exact),
          isFirstTerm: index == 0))
      if index == 0 { beginning = marks(.atStart, of: term, probe.literal) }
    }
    return LiteralClasses(hits, terms, beginning: beginning, scorer.costs)
  }
}
