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
    let (probe, costs) = (examiner.probes[term], scorer.costs)
    // Where a word is dear, as in the search text, several words of the title may be cheaper. Two terms that are one word are
    // looked for beside.
    let dearest = !scorer.admitsRuns ? .max : costs.cheapestWordRun
    let paysForStart = scorer.paysForStart(0)
    let ways = [
      (way: costs.literal(isWhole: true), words: probe.exact),
      (way: costs.literal(isWhole: false), words: probe.prefixed),
    ].filter { !$0.words.isEmpty }.flatMap { way, words in
      rankedWays(segment.postings.range(words)) { more in
        PlaceCosts(
          costs, way: way + more, hidden: way + more, isFirstTerm: paysForStart, mayBeWhole: way == 0,
          clauseCount: 1, atMost: dearest)
      }
    }
    work.tiers += ways.count
    forEachRow(of: ways) { search, row, bound in search.rank(row, bound: bound) }
  }

  /// How the first term matches some words: one way, or two for a folder, which costs more in rows whose path it does not begin.
  /// - Parameter places: what the way costs, with so much more.
  mutating func rankedWays(
    _ postings: Range<Int>, slips: Int = 0, _ places: (_ more: UInt32) -> PlaceCosts
  ) -> [RankedWay] {
    let segment = segment
    func way(_ rows: BitColumn?, _ more: UInt32) -> RankedWay {
      RankedWay(
        postings: BestPostings(postings, of: segment.postings, within: rows), places: places(more), slips: slips)
    }
    guard scorer.startsPath, var beginning = segment.postings.rowsThatMayBegin(with: postings, rowCount: segment.count)
    else { return [way(allowed, 0)] }
    work.postings += postings.count
    var others = allowed ?? BitColumn(count: segment.count, repeating: true)
    others.subtract(beginning)
    if let allowed { beginning.formIntersection(allowed) }
    return [way(beginning, 0), way(others, scorer.costs.start(isAtStart: false))]
  }

  // MARK: - Several terms

  /// Ranks the rows that hold every term literally.
  /// - Returns: `false` if they are not looked for.
  mutating func rankLiteralRows() -> Bool {
    guard !collector.keepsAll, let rarest = rarestLiteral else { return false }
    let rowCount = segment.postings.range(rarest).count
    if areFew(rowCount) {
      examineLiterally(segment.postings.rows(rarest)[...])
      work.postings += rowCount
      return true
    }
    var hits = rowsHoldingAllLiterally()
    if let allowed { hits.formIntersection(allowed) }
    if examineFew(hits, of: rowCount) { return true }
    // Many words of short terms are in the same rows.
    let classes = classes(of: hits)
    let least = examiner.floors.floors
    var isFirst = true
    for kind in classes.classes {
      guard collector.admits(kind.cost), !isGivenUp else { break }
      let rows = classes.rows(of: kind)
      if examineFew(rows, of: rows.setCount) || walk(rows, cost: kind.cost) { continue }
      let most = min(mostOfLiteral, ceiling)
      guard kind.cost <= most else { break }
      // Of one class more is known, but not each is worth reading all postings.
      guard isFirst else {
        examineByPlaces(hits, from: least, upTo: most) { _ in 0 }
        break
      }
      isFirst = false
      var known = least
      known[0] += classes.start(of: kind)
      examineByPlaces(rows, from: known, upTo: most) { classes.cost(of: kind, besideClause: $0) }
    }
    return true
  }

  /// Scores rows that hold all terms literally, by bounds from the places and spots of all terms.
  /// - Parameters:
  ///   - least: what each clause costs at least.
  ///   - others: what all clauses but one cost at least, as far as that is known.
  private mutating func examineByPlaces(
    _ rows: BitColumn, from least: [UInt32], upTo most: UInt32, besideClause others: (Int) -> UInt32
  ) {
    let total = least.reduce(UInt32(0)) { $0.addingClamped($1) }
    guard total <= most else { return }
    var found: [CandidateRows.Found] = []
    for (clause, floor) in least.enumerated() {
      let room = most - min(most, max(others(clause), total - floor))
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
            costs, way: way, hidden: way, isFirstTerm: scorer.paysForStart(clause), mayBeWhole: true,
            clauseCount: scorer.clauses.count))
      }
      var batch: [UInt32] = []
      forEachRow(of: ways) { search, row, bound in
        guard search.mayEnter(row, bound: bound) else { return }
        batch.append(UInt32(truncatingIfNeeded: row))
        guard batch.count >= Evaluator.walkLength else { return }
        search.examine(batch[...], upTo: search.ceiling)
        batch.removeAll(keepingCapacity: true)
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

  /// Scores rows that cost at least `cost` each, in static order, until no later row can be among the best.
  ///
  /// - Returns: `false` if it stopped at its limit of rows: reading the places of all words then costs less.
  private mutating func walk(_ rows: BitColumn, cost: UInt32) -> Bool {
    var room = efforts.fewRows + literalPostings / efforts.postingsPerWalked
    var batch: [UInt32] = []
    var row = rows.firstRow(from: 0, to: rows.count)
    while row < rows.count, room > 0, !isGivenUp, collector.admits(cost, ordinal: row) {
      room -= 1
      if mayEnter(row, bound: cost) {
        room -= efforts.walkedPerScored
        batch.append(UInt32(truncatingIfNeeded: row))
      }
      row = rows.firstRow(from: row + 1, to: rows.count)
      guard batch.count >= Evaluator.walkLength else { continue }
      examineLiterally(batch[...])
      batch.removeAll(keepingCapacity: true)
    }
    examineLiterally(batch[...])
    return room > 0
  }

  /// So many rows are asked at once: few, because the first ones are mostly the best.
  private static let walkLength = 32

  /// The literal words of the term with the fewest postings; `nil` if a clause is not a single term.
  private var rarestLiteral: Range<Int>? {
    var rarest: Range<Int>?
    for clause in scorer.clauses {
      guard case .term(let row)? = clause.onlyAlternative else { return nil }
      let words = examiner.probes[row].literal
      if rarest.map({ segment.postings.range(words).count < segment.postings.range($0).count }) ?? true {
        rarest = words
      }
    }
    return rarest
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
    case .atStartOfPath:
      let range = segment.postings.range(words)
      guard let beginning = segment.postings.rowsThatMayBegin(with: range, rowCount: segment.count) else {
        return marks(.begun, of: probe, words)
      }
      work.postings += range.count
      rows = beginning
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

  mutating func classes(of hits: BitColumn) -> LiteralClasses {
    var terms: [LiteralClasses.Shown] = []
    var beginning = BitColumn(count: segment.count)
    for (index, clause) in scorer.clauses.enumerated() {
      guard case .term(let term)? = clause.onlyAlternative else { continue }
      let probe = examiner.probes[term]
      terms.append(
        .init(
          begun: marks(.begunInTitle, of: term, probe.literal), whole: marks(.wholeInTitle, of: term, probe.exact),
          isFirstTerm: index == 0))
      if index == 0 { beginning = marks(scorer.startsPath ? .atStartOfPath : .atStart, of: term, probe.literal) }
    }
    return LiteralClasses(
      hits, terms, beginning: beginning, hasSearchTexts: segment.searchTexts.count > 0, scorer.costs)
  }
}
