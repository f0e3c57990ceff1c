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
    forEachLiteralRow(ofClause: 0, examiner.probes[term], others: 0, within: allowed) { search, row, bound in
      search.rank(row, bound: bound)
      return true
    }
  }

  /// Calls `body` with the rows that hold a word which begins with a term, by the least that they can cost, as long as
  /// they can be among the best.
  ///
  /// - Parameters:
  ///   - others: the least that the other terms add.
  ///   - within: the rows that are asked for; `nil` for all.
  ///   - body: returns `false` to end it.
  private mutating func forEachLiteralRow(
    ofClause clause: Int, _ probe: TermProbe, others: UInt32, within: BitColumn?,
    _ body: (inout Evaluator, _ row: Int, _ bound: UInt32) -> Bool
  ) {
    let costs = scorer.costs
    // Where a word is dear, as in the search text, several words of the title may be cheaper. Two terms that are one word are
    // looked for beside.
    let dearest = !scorer.admitsRuns ? .max : costs.cheapestWordRun
    let ways = [
      (way: costs.literal(isWhole: true), words: probe.exact),
      (way: costs.literal(isWhole: false), words: probe.prefixed),
    ].filter { !$0.words.isEmpty }.map { way, words in
      RankedWay(
        postings: BestPostings(segment.postings.range(words), of: segment.postings, within: within),
        places: PlaceCosts(
          costs, way: others + way, hidden: others + way, isFirstTerm: clause == 0, mayBeWhole: way == 0,
          clauseCount: scorer.clauses.count, atMost: others.addingClamped(dearest)))
    }
    work.tiers += ways.count
    forEachRow(of: ways, body)
  }

  // MARK: - Several terms

  /// Ranks the rows that hold every term literally.
  /// - Returns: `false` if they are not looked for.
  mutating func rankLiteralRows() -> Bool {
    guard !collector.keepsAll, let rarest = driver(byRows: false) else { return false }
    let rowCount = segment.postings.range(rarest.probe.literal).count
    if areFew(rowCount) {
      examineLiterally(segment.postings.rows(rarest.probe.literal)[...])
      work.postings += rowCount
      return true
    }
    var hits = rowsHoldingAllLiterally()
    if let allowed { hits.formIntersection(allowed) }
    if examineFew(hits, of: rowCount) { return true }
    // Many words of short terms are in the same rows.
    let driver = driver(byRows: true) ?? rarest
    let classes = classes(of: hits, driver)
    var floors = examiner.floors.floors
    var isFirst = true
    for kind in classes.classes {
      guard collector.admits(kind.cost), !isGivenUp else { break }
      let rows = classes.rows(of: kind)
      if examineFew(rows, of: rows.count) || walk(rows, driver, cost: kind.cost) { continue }
      // Of one class more is known, but not each is worth reading all postings.
      guard isFirst else {
        examineByPlaces(hits, driver, others: kind.cost, from: examiner.floors.floors)
        break
      }
      isFirst = false
      floors[0] += classes.start(of: kind)
      examineByPlaces(rows, driver, others: kind.cost, from: floors)
    }
    return true
  }

  /// Scores rows that hold all terms literally, by bounds from the places and spots of all terms.
  /// - Parameters:
  ///   - others: what the terms beside the driver cost at least.
  ///   - least: what each clause costs at least.
  private mutating func examineByPlaces(_ rows: BitColumn, _ driver: Driver, others: UInt32, from least: [UInt32]) {
    let most = min(mostOfLiteral, ceiling)
    let total = least.reduce(UInt32(0)) { $0.addingClamped($1) }
    guard others <= most, total <= most else { return }
    var rows = rows
    if most - others < scorer.costs.literal(isWhole: false) {
      var whole = BitColumn(count: segment.count)
      work.postings += segment.postings.insertRows(of: driver.probe.exact, into: &whole)
      rows.formIntersection(whole)
      if areFew(rows.setCount) { return examineLiterally(rows.rows[...]) }
    }
    var found: [CandidateRows.Found] = []
    for (clause, floor) in least.enumerated() {
      let room = clause == driver.clause ? most - max(others, total - floor) : most - (total - floor)
      found.append(read(clause, sources(ofClause: clause, from: floor, upTo: room), in: nil))
    }
    examine(rows, of: found, from: least, upTo: most, isLast: false)
  }

  /// Scores the rows that hold all terms literally. Later levels score the others, which may hold a clause in another way.
  private mutating func examineLiterally(_ rows: ArraySlice<UInt32>) {
    examine(rows, upTo: mostOfLiteral, isLast: false)
  }

  /// Rows that cost more are scored by a later level.
  private var mostOfLiteral: UInt32 {
    let cheapest = examiner.floors.cheapestAlone
    return cheapest == .max ? .max : max(1, cheapest) - 1
  }

  /// Ranks the rows in which neighbouring terms are one word and all others are found literally: what is left where runs and
  /// loose words would cost too much.
  mutating func rankJoinedRows() {
    let costs = scorer.costs
    let floors = examiner.floors.floors
    let floor = examiner.floors.total
    for clause in scorer.clauses.indices {
      guard let joined = scorer.clauses[clause].joinedRow else { continue }
      let others = floor - floors[clause] - floors[clause + 1]
      let probe = examiner.probes[joined]
      let words = [
        (costs.literal(isWhole: true, isJoined: true), probe.exact),
        (costs.literal(isWhole: false, isJoined: true), probe.prefixed),
      ].filter {
        !$0.1.isEmpty && collector.admits(others.addingClamped($0.0))
      }
      if words.isEmpty { continue }
      let count = words.reduce(0) { $0 + segment.postings.range($1.1).count }
      let within = count <= fewLiteralRows ? allowed : rowsHoldingOthers(than: clause)
      let ways = words.map { cost, words in
        let way = others.addingClamped(cost)
        return RankedWay(
          postings: BestPostings(segment.postings.range(words), of: segment.postings, within: within),
          places: PlaceCosts(
            costs, way: way, hidden: way, isFirstTerm: clause == 0, mayBeWhole: true,
            clauseCount: scorer.clauses.count))
      }
      var batch: [UInt32] = []
      forEachRow(of: ways) { search, row, bound in
        guard search.mayEnter(row, bound: bound) else { return true }
        batch.append(UInt32(truncatingIfNeeded: row))
        guard batch.count >= Evaluator.walkLength else { return true }
        search.examine(batch[...], upTo: search.ceiling)
        batch.removeAll(keepingCapacity: true)
        return true
      }
      examine(batch[...], upTo: ceiling)
    }
  }

  /// The rows that hold all clauses literally but for one and the next; `nil` for all rows.
  private mutating func rowsHoldingOthers(than clause: Int) -> BitColumn? {
    var shared = allowed
    for other in scorer.clauses.indices where other != clause && other != clause + 1 {
      guard case .term(let probe)? = scorer.clauses[other].onlyAlternative else { continue }
      let rows = marks(.begun, of: probe, examiner.probes[probe].literal)
      if shared?.formIntersection(rows) == nil { shared = rows }
    }
    return shared
  }

  /// Asks rows one by one if they are few, or so few of the driver's that reading its postings in order would take longer.
  ///
  /// To find ten of *m* rows among *n* postings takes reading about 10 × *n* / *m* of these, and one posting a fraction of
  /// what a row takes.
  private mutating func examineFew(_ rows: BitColumn, of count: Int) -> Bool {
    let setCount = rows.setCount
    guard areFew(setCount), setCount * setCount <= 4 * count else { return false }
    examineLiterally(rows.rows[...])
    return true
  }

  /// Whether to score `count` rows at once takes less time than to sort them by the places of all terms.
  private func areFew(_ count: Int) -> Bool {
    count <= fewLiteralRows || count <= efforts.fewLiteralRows && literalPostings / efforts.postingsPerRow > count
  }

  /// How many postings the words have that begin with a term.
  private var literalPostings: Int {
    examiner.floors.clauseProbes.joined()
      .reduce(0) { $0 + segment.postings.range(examiner.probes[$1].literal).count }
  }

  /// Asks rows in the order of the driver's postings, as long as they can be among the best.
  ///
  /// - Returns: `false` if it has taken the time in which all postings of the query are read: the places of the driver alone do not
  ///   tell which rows are best.
  private mutating func walk(_ rows: BitColumn, _ driver: Driver, cost: UInt32) -> Bool {
    var room = efforts.fewRows + literalPostings / efforts.postingsPerWalked
    var batch: [UInt32] = []
    forEachLiteralRow(ofClause: driver.clause, driver.probe, others: cost, within: rows) { search, row, bound in
      room -= 1
      // Of rows that are equal in all else, those that come first in the list have been seen.
      guard search.mayEnter(row, bound: bound) else { return room > 0 }
      room -= search.efforts.walkedPerScored
      batch.append(UInt32(truncatingIfNeeded: row))
      guard batch.count >= Evaluator.walkLength else { return room > 0 }
      search.examineLiterally(batch[...])
      batch.removeAll(keepingCapacity: true)
      return room > 0
    }
    examineLiterally(batch[...])
    return room > 0
  }

  /// So many rows are asked at once: few, because the first ones are mostly the best.
  private static let walkLength = 32

  /// The term whose postings are read in order.
  private struct Driver {
    let clause: Int
    let probe: TermProbe
  }

  /// The term with the fewest postings or rows; `nil` if a clause is not a single term.
  private mutating func driver(byRows: Bool) -> Driver? {
    var fewest: (driver: Driver, count: Int)?
    for (index, clause) in scorer.clauses.enumerated() {
      guard case .term(let row)? = clause.onlyAlternative else { return nil }
      let probe = examiner.probes[row]
      let count = byRows ? marks(.begun, of: row, probe.literal).setCount : segment.postings.range(probe.literal).count
      if count < fewest?.count ?? .max { fewest = (Driver(clause: index, probe: probe), count) }
    }
    return fewest?.driver
  }

  /// The rows that hold a literal word for each clause, of queries in which each clause is a single term.
  mutating func rowsHoldingAllLiterally() -> BitColumn {
    var shared: BitColumn?
    for clause in scorer.clauses {
      guard case .term(let probe)? = clause.onlyAlternative else { continue }
      let rows = marks(.begun, of: probe, examiner.probes[probe].literal)
      if shared?.formIntersection(rows) == nil { shared = rows }
    }
    return shared ?? BitColumn(count: segment.count)
  }

  /// The rows that hold words of a term, as the last keystroke has left them, or marked now.
  mutating func marks(_ kind: SearchMemory.Marks, of probe: Int, _ words: Range<Int>) -> BitColumn {
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
