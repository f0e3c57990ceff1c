/// Answers a query of terms on one segment, level by level of cost: from the ways of matching that cost least to those
/// that cost most, and no further than a hit may cost.
///
/// What is left out is left out because of a bound that the scorer cannot go below; see ``RowExaminer``. Rows are by their ordinals
/// in the ``StaticOrder`` of the segment.
struct Evaluator {
  let segment: Segment
  let scorer: Scorer
  var examiner: RowExaminer
  var collector: HitCollector
  var work = SearchWork()
  let budget: SearchBudget
  /// The rows that may be hits; `nil` for all.
  private(set) var allowed: BitColumn?
  /// How many these are, once texts have been asked about all of them.
  private(set) var allowedCount: Int?
  /// The rows in which each clause may be found by its patterns, once they have been looked for.
  private var textRows: [BitColumn?]
  let efforts: SearchEfforts
  /// What is known of the words of terms: from the last keystroke, in a session.
  let memory: SearchMemory

  /// The rows that need not be scored again.
  var seen: RowSet
  /// A lower bound of the costs of all rows that are not found yet.
  private var unsettled: UInt32 = 0
  private var batch: [UInt32] = []
  /// The rows that may hold terms as runs, once they have been looked for.
  var runs: [SearchMemory.RunsKey: RunRows] = [:]
  private(set) lazy var spotCosts = SpotCosts(scorer.costs, startsPath: scorer.startsPath)
  /// What finds the rows of all forms that leave clauses out; `nil` for a query of all its clauses.
  let leftOut: LeftOutRows.Form?
  /// What the terms take of the rows that have been among the best.
  private var assignments: [UInt32: [Assignment]] = [:]
  /// What all hits cost at most that are collected instead of the best; `nil` if the best are.
  var mostCounted: UInt32?
  var counter = HitCounter(rowCount: 0, limit: .max)
  /// Rows that have still to be asked whether they are hits.
  var unasked: [UInt32] = []

  init(
    _ segment: Segment, _ prepared: PreparedQuery, within: SearchedRows?, collector: HitCollector,
    memory: SearchMemory? = nil, leftOut: LeftOutRows.Form? = nil, _ budget: SearchBudget = SearchBudget()
  ) {
    self.segment = segment
    self.leftOut = leftOut
    self.budget = budget
    self.collector = collector
    let memory = memory ?? SearchMemory()
    self.memory = memory
    allowed = within?.ordinals ?? segment.searchableByOrdinal
    textRows = Array(repeating: nil, count: prepared.scorer.clauses.count)
    efforts = segment.options.efforts
    scorer = prepared.scorer
    examiner = RowExaminer(prepared, in: segment, memory: memory)
    self.collector.mayShowMarks = examiner.mayShowMarks
    seen = RowSet(of: segment)
  }

  /// The one term that is all of the query, by its row in the scorer: then the rows that hold it are hits.
  var onlyTerm: Int? {
    guard !examiner.hasPatterns, scorer.clauses.count == 1,
      case .term(let probe)? = scorer.clauses[0].onlyAlternative
    else { return nil }
    return probe
  }

  /// Finds the best hits.
  mutating func run() {
    guard !scorer.clauses.isEmpty, !examiner.floors.isUnmet else { return }
    if let onlyPunctuation { return rankRows(holding: onlyPunctuation) }
    let areLiteralsFound: Bool
    if let onlyTerm {
      rankLiteralRows(onlyTerm)
      areLiteralsFound = true
    } else {
      areLiteralsFound = rankLiteralRows()
    }
    if isGivenUp { return }
    if areLiteralsFound, !scorer.admitsRuns || ceiling < examiner.floors.cheapestAlone {
      rankJoinedRows()
      return isGivenUp ? () : keep()
    }
    var last: UInt32?
    for level in levels {
      let most = min(level, ceiling)
      if let onlyTerm {
        findRows(onlyTerm, from: last.map { $0 + 1 } ?? 0, upTo: most)
      } else {
        findRows(upTo: most)
      }
      last = most
      unsettled = most.addingClamped(1)
      if isGivenUp { return }
      if ceiling <= most { break }
    }
    keep()
  }

  /// Whether the search has to end where it stands.
  var isGivenUp: Bool { budget.isSpent(work) }

  /// Leaves what has been learnt of words for the next keystroke.
  func keep() { memory.keep(examiner.probes) }

  /// What a row may cost at most to matter.
  var ceiling: UInt32 { mostCounted ?? collector.ceiling }

  /// What levels end with: runs and joined words; one typo, or what costs as much; whatever there is.
  private var levels: [UInt32] {
    scorer.admitsRuns ? scorer.costs.levels : [.max]
  }

  // MARK: - Rows

  @inline(__always)
  func isAllowed(_ row: Int) -> Bool { allowed?[row] ?? true }

  /// Leaves out rows that nothing more is to be found out of.
  mutating func leaveOut(_ rows: borrowing BitColumn) {
    var left = allowed ?? BitColumn(count: segment.count, repeating: true)
    left.subtract(rows)
    allowed = left
  }

  /// Leaves out the rows whose texts do not hold what they must, or hold what they must not.
  mutating func narrow() {
    guard allowedCount == nil, let filter = examiner.textFilter else { return }
    let rows = byOrdinal { [letters = examiner.demandedLetters] in filter.rows(letters, within: $0, &$1, $2) }
    allowed = rows
    allowedCount = rows.setCount
  }

  /// Leaves only rows of a form that leaves clauses out, once these have been found for all forms.
  mutating func narrowToForm() {
    guard allowedCount == nil, let rows = leftOut?.rows(&work) else { return }
    var left = BitColumn(count: segment.count)
    left.insert(rows[...])
    if let allowed { left.formIntersection(allowed) }
    allowedCount = left.setCount
    allowed = left
  }

  /// The rows in which a clause may be found by its patterns.
  mutating func textRows(ofClause clause: Int) -> BitColumn {
    if let known = textRows[clause] { return known }
    let patterns = examiner.floors.clausePatterns[clause]
    let rows =
      examiner.textFilter.map { filter in byOrdinal { filter.rows(holdingAnyOf: patterns, within: $0, &$1, $2) } }
      ?? BitColumn(count: segment.count)
    textRows[clause] = rows
    return rows
  }

  /// The rows that `find` gives, in list order, among those that may be hits.
  private mutating func byOrdinal(
    _ find: (_ within: BitColumn?, inout SearchWork, SearchBudget) -> BitColumn
  ) -> BitColumn {
    let order = segment.order
    let (within, budget) = (allowed.map { order.rows(ofOrdinals: $0) }, budget)
    return order.ordinals(ofRows: find(within, &work, budget))
  }

  /// Scores rows, many at a time: their cache misses then overlap.
  ///
  /// - Parameters:
  ///   - level: the limit of the letter prefilter as long as there is no ceiling; after that, the ceiling is the limit.
  ///   - known: what each costs at least, and with how few slips where it costs no more.
  ///   - isLast: `false` if later levels ask for whatever costs more than this one, so that it need not be found out now.
  mutating func examine(
    _ rows: ArraySlice<UInt32>, upTo level: UInt32, known: (bound: UInt32, slips: Int) = (0, 0), isLast: Bool = true
  ) {
    if mostCounted != nil { return ask(rows) }
    var start = rows.startIndex
    while start < rows.endIndex {
      let end = min(start + Evaluator.batchLength, rows.endIndex)
      batch.removeAll(keepingCapacity: true)
      work.rows += end - start
      let most = isLast && ceiling < .max ? ceiling : min(level, ceiling)
      examiner.appendRowsWithLetters(
        rows[start..<end], bound: max(known.bound, unsettled), most: most, to: &batch)
      for row in batch {
        let row = Int(row)
        if isAllowed(row), !seen.contains(row) { score(row, upTo: isLast ? .max : level, known: known) }
      }
      if isGivenUp { return }
      start = end
    }
  }

  /// Scores a row that costs no more than `level`, unless it cannot be among the best.
  mutating func score(_ row: Int, upTo level: UInt32 = .max, known: (bound: UInt32, slips: Int) = (0, 0)) {
    let most = min(level, ceiling)
    if examiner.hasPatterns {
      // To fold and cut the texts of a row takes long.
      guard let least = examiner.leastOfPatterns(row), mayEnter(row, bound: least) else {
        _ = seen.insert(row)
        return
      }
    }
    let cost = examiner.cost(row, bound: max(known.bound, unsettled), upTo: most)
    work.countScored(words: examiner.wordsRead)
    if cost != nil || most == ceiling { _ = seen.insert(row) }
    guard let cost else { return }
    // Many rows cost the same, and only few of them show what was typed.
    let slips = cost <= known.bound ? known.slips : 0
    guard collector.admits(cost, slips: slips, ordinal: row),
      collector.admits(examiner.showing(examiner.best(row, bound: cost, slips: slips))),
      let found = examiner.ranked(row, cost: cost)
    else { return collector.note(cost) }
    // Where all are kept, few are shown.
    if !collector.keepsAll, !examiner.hasPatterns, collector.admits(found) {
      assignments[found.row] = examiner.assignments
    }
    collector.insert(found)
  }

  /// Scores a row that costs no less than `bound`, if it can be among the best.
  mutating func rank(_ row: Int, bound: UInt32, slips: Int = 0) {
    guard !seen.contains(row), mayEnter(row, bound: bound, slips: slips) else { return }
    score(row, known: (bound, slips))
  }

  /// Whether a row that costs no less than `bound` can be among the best.
  mutating func mayEnter(_ row: Int, bound: UInt32, slips: Int = 0) -> Bool {
    guard collector.admits(bound, slips: slips, ordinal: row) else { return false }
    // Many rows cost the same, and only few of them show what was typed: to look at a title takes less than to score its row.
    return bound < ceiling || collector.admits(examiner.showing(examiner.best(row, bound: bound, slips: slips)))
  }

  static let batchLength = 128

  /// What the terms take of rows that were found, by their places in the list.
  func assignments(of rows: [RankedRow]) -> [UInt32: [Assignment]] {
    var known: [UInt32: [Assignment]] = [:]
    for row in rows {
      known[UInt32(truncatingIfNeeded: segment.order.row(Int(row.row)))] = assignments[row.row]
    }
    return known
  }
}
