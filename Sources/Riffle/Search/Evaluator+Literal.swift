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
      let rows = marks(.begun, of: probe, examiner.probes[probe].literal)
      if shared?.formIntersection(rows) == nil { shared = rows }
    }
    return shared ?? BitColumn(count: segment.count)
  }

  /// The rows that hold words of a term, as the last keystroke has left them, or marked now.
  private mutating func marks(_ kind: SearchMemory.Marks, of probe: Int, _ words: Range<Int>) -> BitColumn {
    let term = scorer.rows[probe].term.bytes
    if let known = memory.marks(kind, of: term) { return known }
    let range = segment.postings.range(words)
    work.postings += range.count
    var rows = BitColumn(count: segment.count)
    if kind == .atStart {
      segment.postings.forEachPosting(in: range, at: .titleStart) { rows.insert(Int($0)) }
    } else {
      rows.insert(segment.postings.rows[range])
    }
    memory.keep(rows, kind, of: term)
    return rows
  }

  /// Ranks rows that hold every term literally, those first of which the postings say that they cost least.
  private mutating func rank(_ hits: borrowing BitColumn, _ driver: Driver) {
    let beginning = rowsBeginningWithFirstTerm()
    let finished = rowsHoldingLastTermWhole()
    var others: UInt32 = 0
    for (index, clause) in scorer.clauses.enumerated() where index != driver.clause {
      guard case .term(let row)? = clause.onlyAlternative, !examiner.probes[row].hasExact else { continue }
      others += scorer.costs.prefix
    }
    let notAtStart = min(scorer.costs.notAtStart, scorer.costs.inReading)
    let isDriverLast = driver.clause == scorer.clauses.count - 1
    // Several words, or two terms that are one, may be cheaper than words of the search text.
    let ways = [(driver.probe.exact, UInt32(0)), (driver.probe.prefixed, scorer.costs.prefix)].map { words, way in
      (
        postings: segment.postings.range(words),
        places: PlaceCosts(
          scorer.costs, isFirstTerm: false, way: others + way,
          atMost: others + (scorer.admitsRuns ? max(way, scorer.costs.joined / 2) : way + scorer.costs.inSearchText))
      )
    }
    let (postings, prefix) = (segment.postings, scorer.costs.prefix)
    func forEachRow(_ body: (_ row: UInt32, _ least: UInt32) -> Void) {
      for way in ways {
        for posting in way.postings {
          let row = Int(postings.rows[posting])
          guard hits[row] else { continue }
          var least = way.places[Place(rawValue: postings.places[posting])]
          if !beginning[row] { least += notAtStart }
          if !isDriverLast, let finished, !finished[row] { least += prefix }
          body(UInt32(truncatingIfNeeded: row), least)
        }
      }
    }
    // Most rows are never asked: they are counted by their costs first, and taken by stretches of costs.
    var counts: [Int] = []
    forEachRow { _, least in
      while counts.count <= Int(least) { counts.append(0) }
      counts[Int(least)] += 1
    }
    work.postings += ways.reduce(0) { $0 + $1.postings.count }
    var start: UInt32 = 0
    while Int(start) < counts.count, collector.admits(start) {
      var end = start
      var count = 0
      repeat {
        count += counts[Int(end)]
        end += 1
      } while Int(end) < counts.count && count < efforts.fewRows
      var rows: [(least: UInt32, row: UInt32)] = []
      forEachRow { row, least in
        if least >= start, least < end { rows.append((least, row)) }
      }
      rows.sort { $0.least < $1.least }
      var index = 0
      while index < rows.count, collector.admits(rows[index].least) {
        let next = min(index + Evaluator.batchLength, rows.count)
        examineLiterally(rows[index..<next].map(\.row)[...])
        rankWaiting(upTo: rows[index].least)
        index = next
      }
      start = end
    }
    rankWaiting(upTo: .max)
  }

  /// The rows in which the first term stands at the start of the title.
  private mutating func rowsBeginningWithFirstTerm() -> BitColumn {
    guard case .term(let probe)? = scorer.clauses.first?.onlyAlternative else { return BitColumn(count: segment.count) }
    return marks(.atStart, of: probe, examiner.probes[probe].literal)
  }

  /// The rows that hold the last term as a whole word; `nil` if it is none.
  private mutating func rowsHoldingLastTermWhole() -> BitColumn? {
    guard case .term(let probe)? = scorer.clauses.last?.onlyAlternative, examiner.probes[probe].hasExact else {
      return nil
    }
    return marks(.whole, of: probe, examiner.probes[probe].exact)
  }
}
