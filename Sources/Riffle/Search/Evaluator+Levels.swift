/// The levels after the first: rows that hold some clause in another way than in a literal word.
extension Evaluator {
  // MARK: - One term

  /// Lets all rows wait that the only term finds in ways which cost from `least` to `most`.
  mutating func findRows(_ term: Int, from least: UInt32, upTo most: UInt32) {
    let matcher = scorer.rows[term]
    guard matcher.admitsLoose else { return }
    if examiner.floors.cheapestRuns[term] <= most { rankRuns(of: term, from: least, upTo: most) }
    let (postings, costs, paysForStart) = (segment.postings, scorer.costs, scorer.paysForStart(0))
    var found: [(best: RankedRow, bound: UInt32, slips: Int)] = []
    for entry in looseWords(of: term, upTo: most) {
      let shown = leastCost(of: entry.match, term, clause: 0, in: .title).flatMap { least...most ~= $0 ? $0 : nil }
      let hidden = leastCost(of: entry.match, term, clause: 0, in: .searchText).flatMap {
        least...most ~= $0 ? $0 : nil
      }
      guard let cheapest = shown ?? hidden, collector.admits(cheapest) else { continue }
      func places(_ more: UInt32) -> PlaceCosts {
        PlaceCosts(
          costs, way: (shown ?? cheapest) + more, hidden: hidden.map { $0 + more }, isFirstTerm: paysForStart,
          mayBeWhole: false, clauseCount: 1)
      }
      work.tiers += 1
      let range = postings.range(entry.words)
      let slips = leastSlips(of: entry, term)
      if range.count > fewLiteralRows, !collector.keepsAll {
        forEachRow(of: rankedWays(range, slips: slips, places)) { search, row, bound in
          search.rank(row, bound: bound, slips: slips)
        }
        continue
      }
      work.postings += range.count
      if isGivenUp { return }
      let places = places(0)
      for posting in range {
        let place = Place(rawValue: postings.places[posting])
        guard (place.region.isHidden ? hidden : shown) != nil else { continue }
        let row = Int(postings.rows[posting])
        if isAllowed(row), collector.admits(places[place], slips: slips, ordinal: row) {
          found.append((examiner.best(row, bound: places[place], slips: slips), places[place], slips))
        }
      }
    }
    found.sort { $0.best < $1.best }
    for (best, bound, slips) in found {
      if isGivenUp || !collector.admits(best) { return }
      rank(Int(best.row), bound: bound, slips: slips)
    }
  }

  /// Ranks the rows that hold the only term as a run, those first that can cost least.
  private mutating func rankRuns(of term: Int, from least: UInt32, upTo most: UInt32) {
    var runs = runExaminer(of: term)
    let groups = runRows(of: term, upTo: most).rows.groups(isFirstTerm: scorer.paysForStart(0))
    for group in groups where least...most ~= group.bound {
      work.tiers += 1
      var batch: [UInt32] = []
      for row in group.rows {
        if batch.count == RunExaminer.batchLength {
          rank(batch, with: &runs)
          batch.removeAll(keepingCapacity: true)
        }
        if isGivenUp { return }
        // With each row among the best, more of the same bound can be left out.
        guard collector.admits(group.bound, titleWords: group.titleWords) else { break }
        guard isAllowed(Int(row)), !seen.contains(Int(row)) else { continue }
        if group.bound < ceiling || mayEnter(Int(row), bound: group.bound) { batch.append(row) }
      }
      rank(batch, with: &runs)
    }
  }

  /// Scores those of a few rows that hold the only term as a run and can be among the best by what that costs. Where another way
  /// costs less, they are found by it.
  private mutating func rank(_ rows: [UInt32], with runs: inout RunExaminer) {
    work.rows += rows.count
    var found: [(best: RankedRow, bound: UInt32)] = []
    runs.forEachRun(in: rows, isAlone: true) { row, cost in
      if cost <= ceiling { found.append((examiner.best(Int(row), bound: cost), cost)) }
    }
    found.sort { $0.best < $1.best }
    for (best, bound) in found where !isGivenUp && collector.admits(best) { rank(Int(best.row), bound: bound) }
  }

  // MARK: - Several terms

  /// Asks all rows that may be hits and cost no more than `most`.
  mutating func findRows(upTo most: UInt32) {
    if !examiner.floors.isUnmet { cover(examiner.floors.floors, upTo: most) }
  }

  /// Asks all rows that cost no more than `most` in which each clause costs no less than its part of `least`.
  ///
  /// As long as a clause is found cheaply in few rows, these are asked. In all others it is dear, which leaves less for
  /// the other clauses: mostly nothing, after a few of them, so that the dictionary need not be asked. Otherwise the rows
  /// of any one clause hold what is left; and if they are many, rows are marked in which several clauses are found.
  private mutating func cover(_ least: [UInt32], upTo most: UInt32) {
    var least = least
    let cheap = scorer.costs.dearestCertain
    while true {
      let floor = least.reduce(UInt32(0)) { $0.addingClamped($1) }
      guard floor <= most, !counter.isDone, !isGivenUp else { return }
      // What may be left for a clause when all others cost as little as they can.
      let rooms = least.map { most - (floor - $0) }
      let fewest = scorer.clauses.indices.filter { least[$0] <= cheap }
        .map { (clause: $0, count: examiner.literalCount(ofClause: $0)) }.min { $0.count < $1.count }
      guard let fewest, rooms[fewest.clause] > cheap, fewest.count <= fewRows else {
        return coverAtOnce(least, rooms, upTo: most)
      }
      let sources = sources(ofClause: fewest.clause, from: least[fewest.clause], upTo: cheap)
      // If many rows may hold it as a run, the other clauses say which of these matter.
      guard sources.effort <= 4 * fewRows else { return coverAtOnce(least, rooms, upTo: most) }
      examine(sources, ofClause: fewest.clause, upTo: most)
      least[fewest.clause] = cheap + 1
    }
  }

  private mutating func coverAtOnce(_ least: [UInt32], _ rooms: [UInt32], upTo most: UInt32) {
    let cheap = scorer.costs.dearestCertain
    let clauses = scorer.clauses.indices.map { clause in
      (
        clause: clause, cheap: least[clause] > cheap ? 0 : examiner.literalCount(ofClause: clause),
        length: length(ofClause: clause)
      )
    }
    // Long terms are found in few words, and what leaves no room for loose ones needs no dictionary.
    let order = clauses.sorted {
      (rooms[$0.clause] > cheap ? 1 : 0, $1.length, $0.cheap) < (rooms[$1.clause] > cheap ? 1 : 0, $0.length, $1.cheap)
    }
    var found: [(clause: Int, sources: ClauseSources)] = []
    var fewest = Int.max
    for next in order where next.cheap < fewest {
      if isGivenUp { return }
      let sources = sources(ofClause: next.clause, from: least[next.clause], upTo: rooms[next.clause])
      found.append((next.clause, sources))
      fewest = min(fewest, sources.effort)
      if fewest <= efforts.fewRows { break }
    }
    found.sort { $0.sources.effort < $1.sources.effort }
    guard let best = found.first else { return }
    if best.sources.effort <= fewRows { return examine(best.sources, ofClause: best.clause, upTo: most) }
    narrowToForm()
    if isNarrowingWorthIt(best.sources.effort) { narrow() }
    if let allowedCount, allowedCount <= fewRows, let allowed { return examine(allowed.rows[...], upTo: most) }
    for next in order where !found.contains(where: { $0.clause == next.clause }) {
      if isGivenUp { return }
      if next.cheap / efforts.postingsPerRow > best.sources.effort { continue }
      found.append((next.clause, sources(ofClause: next.clause, from: least[next.clause], upTo: rooms[next.clause])))
    }
    found.sort { $0.sources.effort < $1.sources.effort }
    var shared = SharedRows(rowCount: segment.count, within: allowed)
    var marked: [CandidateRows.Found] = []
    for (number, (clause, sources)) in found.enumerated() {
      let isWorthIt = sources.effort / efforts.postingsPerRow <= shared.count
      if number > 0, shared.count <= efforts.fewRows || !isWorthIt { break }
      if isGivenUp { return }
      let found = read(clause, sources, in: number == 0 ? nil : shared)
      shared.add(found.marked(in: segment, &work))
      marked.append(found)
    }
    let postings = marked.reduce(0) { $0 + $1.postingCount }
    if shared.count <= max(efforts.fewRows, postings / efforts.postingsPerRow) {
      return examine(shared.rows.rows[...], upTo: most)
    }
    examine(shared.rows, of: marked, from: least, upTo: most)
  }

  /// Scores rows in which clauses are found, those with the lowest bounds first.
  /// - Parameters:
  ///   - least: what each clause of the query costs at least.
  ///   - isLast: `false` if a later level scores the rows that cost more than `most`.
  mutating func examine(
    _ rows: BitColumn, of clauses: [CandidateRows.Found], from least: [UInt32], upTo most: UInt32, isLast: Bool = true
  ) {
    let floor = least.reduce(UInt32(0)) { $0.addingClamped($1) }
    let areMany = rows.setCount >= segment.count / max(1, efforts.rowsPerShared)
    var candidates = CandidateRows(rows, most: most, floor: floor, spotCosts)
    for found in clauses.sorted(by: { $0.clause < $1.clause }) {
      if isGivenUp { return }
      let lane = lane(of: found, areMany: areMany)
      work.postings += candidates.add(
        found, read: lane, in: segment, floor: least[found.clause],
        isLast: found.clause == scorer.clauses.count - 1)
    }
    candidates.forEachStretch(ofAtMost: efforts.rowsPerStretch) { rows, least, slips in
      guard least <= ceiling, admitsAny(from: rows[rows.startIndex], cost: least, slips: slips), !counter.isDone,
        !isGivenUp
      else { return false }
      examine(
        worthAsking(rows, bound: least, slips: slips)[...], upTo: most, known: (least, slips), isLast: isLast)
      return true
    }
  }

  /// Where a clause is found, with the rows that are not found by words.
  /// - Parameter left: the rows that matter; `nil` for all.
  mutating func read(_ clause: Int, _ sources: ClauseSources, in left: SharedRows?) -> CandidateRows.Found {
    CandidateRows.Found(
      clause: clause, sources: sources, runs: sources.runs.map { (read($0, in: left), $0.isFirstTerm) },
      texts: sources.texts.map { (rows: textRows(ofClause: clause), cost: $0) })
  }

  /// The rows that hold a run, as far as they are few.
  private mutating func read(_ runs: ClauseSources.Runs, in left: SharedRows?) -> RunRows {
    if runs.rows.areRead { return runs.rows }
    let read = runs.rows.read(runExaminer(of: runs.probe), in: segment) { left?.contains($0) ?? true }
    if left == nil, read.areRead {
      memory.keep(read, runs.key)
      self.runs[runs.key] = read
    }
    return read
  }

  // MARK: - Terms left out

  /// The rows that lack at most so many clauses, the others costing no more than `most` each, with the clauses that each
  /// lacks, one bit each; `nil` if the search was given up.
  mutating func rows(lackingAtMost mayLack: Int, upTo most: UInt32) -> (rows: [UInt32], lacked: [UInt64])? {
    var found: [(clause: Int, sources: ClauseSources)] = []
    for clause in scorer.clauses.indices {
      if isGivenUp { return nil }
      found.append((clause, sources(ofClause: clause, from: examiner.floors.floors[clause], upTo: most)))
    }
    found.sort { $0.sources.effort < $1.sources.effort }
    var shared = SharedRows(rowCount: segment.count, within: allowed, mayLack: mayLack)
    var marked: [(clause: Int, rows: BitColumn)] = []
    for (number, (clause, sources)) in found.enumerated() {
      if isGivenUp { return nil }
      // What lacks no more holds one of the first.
      let isFirst = number <= mayLack
      if !isFirst, sources.effort / efforts.postingsPerRow > shared.count { break }
      let rows = read(clause, sources, in: isFirst ? nil : shared).marked(in: segment, &work)
      shared.add(rows)
      marked.append((clause, rows))
    }
    let rows = shared.rows.rows
    let lacked = rows.map { row in
      marked.reduce(UInt64(0)) { $1.rows[Int(row)] ? $0 : $0 | 1 << UInt64($1.clause) }
    }
    return (rows, lacked)
  }

  /// Those of `rows` that can be among the best if they cost no more than `bound`, which they may.
  mutating func worthAsking(_ rows: ArraySlice<UInt32>, bound: UInt32, slips: Int = 0) -> [UInt32] {
    if bound < ceiling || mostCounted != nil { return Array(rows) }
    var worth: [UInt32] = []
    for row in rows where !seen.contains(Int(row)) && mayEnter(Int(row), bound: bound, slips: slips) {
      worth.append(row)
    }
    return worth
  }

  /// Whether asking the texts of all rows takes less time than asking so many of them for their words. What a single
  /// pattern is found by says as much of its rows.
  private func isNarrowingWorthIt(_ effort: Int) -> Bool {
    (scorer.clauses.count > 1 || examiner.hasExcluded) && effort > segment.count / efforts.textsPerRow
  }

  /// The number of rows up to which each is scored, without a search for a better way.
  private var fewRows: Int { few(efforts.fewAskedRows) }

  /// The number of rows that may hold all terms literally up to which they are scored and not sorted first.
  var fewLiteralRows: Int { few(efforts.fewLiteralRows) }

  /// `count`, reduced for long rows: the time to score a row grows with its words.
  private func few(_ count: Int) -> Int { count * 8 / max(8, segment.wordsPerRow) }

  private func length(ofClause index: Int) -> Int {
    examiner.floors.clauseProbes[index].map { scorer.rows[$0].term.length }.min() ?? 0
  }

  /// Asks the rows in which a clause is found, the cheapest ways first.
  private mutating func examine(_ sources: ClauseSources, ofClause clause: Int, upTo most: UInt32) {
    let least = sources.ways.map(\.places.least)
    for words in sources.words.sorted(by: { least[$0.way] < least[$1.way] }) {
      let dearest = min(sources.most, ceiling)
      let places = sources.ways[words.way].places
      guard places.least <= dearest, !isGivenUp else { break }
      work.postings += words.postings.count
      var rows: [UInt32] = []
      segment.postings.forEachPosting(in: words.postings) { row, place in
        if places[place] <= dearest { rows.append(row) }
      }
      examine(rows[...], upTo: most)
    }
    for runs in sources.runs where !isGivenUp {
      let dearest = min(sources.most, ceiling)
      let found = read(runs, in: nil)
      let rows = found.tiers.flatMap { tier in
        let places = found.places(tier.kind, isFirstTerm: runs.isFirstTerm)
        return zip(tier.rows, tier.places).filter { places[Place(rawValue: $0.1)] <= dearest }.map(\.0)
      }
      examine(rows[...], upTo: most)
    }
    if let unworded = sources.unworded { examine(unworded.rows[...], upTo: most) }
    if let texts = sources.texts, texts <= ceiling { examine(textRows(ofClause: clause), cost: texts, upTo: most) }
  }

  /// Scores rows that cost at least `cost` each, in ascending order.
  private mutating func examine(_ rows: BitColumn, cost: UInt32, upTo most: UInt32) {
    let rows = rows.rows
    var start = 0
    while start < rows.count, cost <= ceiling, admitsAny(from: rows[start], cost: cost), !counter.isDone, !isGivenUp {
      let end = min(start + efforts.rowsPerStretch, rows.count)
      examine(worthAsking(rows[start..<end], bound: cost)[...], upTo: most)
      start = end
    }
  }

  /// Whether a row from `row` on can be among the best, or counts, if it costs so much.
  private mutating func admitsAny(from row: UInt32, cost: UInt32, slips: Int = 0) -> Bool {
    mostCounted != nil || collector.admits(cost, slips: slips, ordinal: Int(row))
  }

  /// The rows that may hold a term as a run, found once for all keystrokes that it is part of.
  /// - Parameter most: those may be missing whose runs cost more.
  mutating func runRows(of probe: Int, upTo most: UInt32) -> (key: SearchMemory.RunsKey, rows: RunRows) {
    let term = scorer.rows[probe].term
    let few = RunRows.mostOfFew(term, scorer.costs)
    let key = SearchMemory.RunsKey(term: term.bytes, areAll: most > few)
    if let known = runs[key] ?? memory.runs(key) { return (key, known) }
    let found = RunRows(term, scorer.costs, examiner.runPieces(of: probe), upTo: key.areAll ? .max : few, in: segment)
    work.postings += found.postingCount
    memory.keep(found, key)
    runs[key] = found
    return (key, found)
  }

  /// Finds out whether single rows hold a term as a run.
  private mutating func runExaminer(of probe: Int) -> RunExaminer {
    RunExaminer(
      scorer.rows[probe], paysForStart: scorer.paysForStart(0), scorer.costs, examiner.runPieces(of: probe), in: segment
    )
  }
}
