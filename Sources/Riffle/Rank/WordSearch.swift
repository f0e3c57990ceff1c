internal import HeapModule

/// Answers a query of terms on one segment, from the ways of matching that cost least to those that cost
/// most, and stops as soon as no row that is left can be among the best and enough hits are counted.
///
/// What is left out is left out because of a bound that the scorer cannot go below; see ``RowExaminer``.
struct WordSearch {
  let segment: Segment
  let scorer: Scorer
  var examiner: RowExaminer
  var top: TopRows
  var counter: HitCounter
  /// The rows that are known to be hits, and counted, or known to be none, or that wait to be scored.
  var decided: RowSet
  /// The rows that have been scored.
  private var ranked: RowSet
  /// Rows that may be among the best, or may be hits still to be counted, but have not been scored.
  private var waiting: [Waiting] = []
  /// Rows that are looked at together.
  var batch: [UInt32] = []
  /// By row of the scorer, as far as anyone has asked.
  private var looseWords: [[TermWords.Entry]?]

  /// The rows that may be hits; `nil` for all.
  let allowed: BitColumn?
  let efforts: SearchEfforts
  /// What the last keystroke has left, in a session.
  let memory: SearchMemory?

  init(
    _ segment: Segment, _ prepared: PreparedQuery, within: BitColumn?, top: TopRows, counter: HitCounter,
    memory: SearchMemory? = nil
  ) {
    self.segment = segment
    self.memory = memory
    allowed = within ?? segment.searchable
    efforts = segment.options.efforts
    self.top = top
    self.counter = counter
    scorer = prepared.scorer
    examiner = RowExaminer(prepared, in: segment, memory: memory)
    decided = RowSet(rowCount: segment.count)
    ranked = RowSet(rowCount: segment.count)
    looseWords = Array(repeating: nil, count: prepared.scorer.rows.count)
  }

  mutating func run() {
    guard !scorer.clauses.isEmpty else { return }
    if scorer.clauses.count == 1, case .term(let probe)? = scorer.clauses[0].onlyAlternative {
      searchOneTerm(probe)
    } else {
      searchSeveralTerms()
    }
    rankWaiting()
    memory?.keep(examiner.probes)
  }

  // MARK: - Single rows

  @inline(__always)
  func isAllowed(_ row: Int) -> Bool { allowed?[row] ?? true }

  /// Decides a row by all that it holds: a certain hit is counted and waits to be ranked, a possible one waits to be
  /// scored.
  mutating func decide(_ row: Int) {
    guard decided.insert(row), isAllowed(row) else { return }
    switch examiner.verdict(row) {
    case .none: break
    case .hit(let bound):
      counter.add(row)
      if canEnter(bound) { waiting.append(Waiting(examiner.best(row, bound: bound), isCounted: true)) }
    case .open(let bound):
      if counter.isDone, !canEnter(bound) { return }
      waiting.append(Waiting(examiner.best(row, bound: bound), isCounted: false))
    }
  }

  /// Ranks the rows that wait, those first that can be best, and scores as many as the answer needs.
  mutating func rankWaiting() {
    var queue = Heap(waiting)
    waiting.removeAll(keepingCapacity: true)
    while let next = queue.min, top.admits(next.best) {
      queue.removeMin()
      score(next)
    }
    // Of the others some may be hits all the same.
    for next in queue.unordered where !next.isCounted && !counter.isDone { score(next) }
  }

  private mutating func score(_ next: Waiting) {
    let row = Int(next.best.row)
    // Many rows cost the same, and only few of them show what was typed.
    if next.isCounted, !top.admits(next.best.notAsTyped), !examiner.isAsTyped(row) { return }
    let isNew = ranked.insert(row)
    guard isNew || !next.isCounted, let found = examiner.ranked(row) else { return }
    if !next.isCounted { counter.add(row) }
    if isNew { top.insert(found) }
  }

  /// Keeps a row, if it is a hit and among the best, without counting it.
  mutating func rank(_ row: Int, bound: UInt32) {
    let best = examiner.best(row, bound: bound)
    guard top.admits(best), top.admits(best.notAsTyped) || examiner.isAsTyped(row), ranked.insert(row) else { return }
    if let found = examiner.ranked(row) { top.insert(found) }
  }

  /// A row that may be a hit.
  struct Waiting: Comparable {
    /// The best that it can be.
    let best: RankedRow
    let isCounted: Bool

    init(_ best: RankedRow, isCounted: Bool) {
      self.best = best
      self.isCounted = isCounted
    }

    static func < (a: Waiting, b: Waiting) -> Bool { a.best < b.best }
  }

  /// Whether a row that costs no less than `bound` can still be among the best.
  func canEnter(_ bound: UInt32, _ key: RankKey = RankKey(place: 0, weight: .max, titleLength: 0)) -> Bool {
    top.admits(
      RankedRow(
        score: Score(cost: bound, isAsTyped: true, weight: key.weight), length: key.titleLength, row: 0))
  }

  /// Decides rows as ``decide(_:)`` does, but looks at each column for many rows at a time: their cache misses
  /// then overlap.
  ///
  /// - Parameter bound: what a hit among the rows costs at least.
  mutating func decide(_ rows: ArraySlice<UInt32>, bound: UInt32) {
    var start = rows.startIndex
    while start < rows.endIndex {
      if counter.isDone, !canEnter(bound) { return }
      let end = min(start + WordSearch.batchLength, rows.endIndex)
      batch.removeAll(keepingCapacity: true)
      examiner.appendRowsWithLetters(rows[start..<end], to: &batch)
      for row in batch { decide(Int(row)) }
      start = end
    }
  }

  static let batchLength = 128

  // MARK: - Words

  /// The words that a term matches, other than literally.
  /// - Parameter isAided: whether it may have as many typos as where another term anchors it.
  mutating func looseWords(of probe: Int, isAided: Bool = false) -> [TermWords.Entry] {
    let matcher = scorer.rows[probe]
    let budget = isAided ? matcher.term.anchoredTypoBudget : matcher.term.typoBudget
    if !isAided, let known = looseWords[probe] { return known }
    let found =
      memory?.words(matcher, typoBudget: budget, in: segment.dictionary)
      ?? TermWords(matcher, in: segment.dictionary, typoBudget: budget)
    examiner.use(found, for: probe)
    if !isAided { looseWords[probe] = found.loose }
    return found.loose
  }

  /// The rows that hold a term as a run of words, or of which only the scorer can tell, in no order, some of
  /// them several times.
  func rowsOfRuns(_ probe: Int) -> [UInt32] {
    let term = scorer.rows[probe].term
    if let known = memory?.runs(of: term.bytes), known.term.count == term.bytes.count { return known.rows }
    var finder = RunFinder(term, scorer.costs, in: segment)
    var rows: [UInt32] = []
    if let known = memory?.runs(of: term.bytes) {
      // A longer run either begins with this one, or its second word begins later.
      finder.find(among: known.rows[...], &rows)
      finder.find(cutFrom: known.term.count, &rows)
    } else {
      finder.find(cutFrom: 1, &rows)
    }
    memory?.keep(runs: rows, of: term.bytes)
    return rows
  }

  // MARK: - Literal words, best first

  /// Calls `body` with the rows that hold a word which begins with the term, by the least that they can
  /// cost, as long as it answers `true`.
  ///
  /// - Parameters:
  ///   - others: the least that the other terms add.
  mutating func forEachLiteralRow(
    _ probe: TermProbe, _ places: PlaceCosts, others: UInt32,
    _ body: (inout WordSearch, _ row: Int, _ bound: UInt32, _ key: RankKey) -> Bool
  ) {
    // Where a word is dear, as in the search text, several words of the title may be cheaper.
    let dearest = scorer.clauses.count > 1 ? scorer.costs.cheapestRun : scorer.costs.cheapestWordRun
    var exact = BestPostings(segment.postings.range(probe.exact), in: segment)
    var prefixed = BestPostings(segment.postings.range(probe.prefixed), in: segment)
    while true {
      let exactBound = exact.bound.map { others + min(places[$0.place], dearest) }
      let prefixBound = prefixed.bound.map { others + min(scorer.costs.prefix + places[$0.place], dearest) }
      guard let bound = [exactBound, prefixBound].compactMap({ $0 }).min() else { return }
      guard let next = bound == exactBound ? exact.next() : prefixed.next() else { return }
      guard body(&self, next.row, bound, next.key) else { return }
    }
  }
}
