internal import HeapModule

/// Answers a query of terms on one segment, level by level of cost: from the ways of matching that cost least to those
/// that cost most, and no further than a hit may cost.
///
/// What is left out is left out because of a bound that the scorer cannot go below; see ``RowExaminer``.
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

  /// The rows that wait or have waited, and those that cost more than the level at hand.
  var seen: RowSet
  private var turnedDown: RowSet
  /// The rows that have been scored.
  var scored: RowSet
  /// Rows that may be among the best.
  private var waiting = Heap<WaitingRow>()
  private var batch: [UInt32] = []
  /// The rows that may hold the only term as a run, once they have been looked for.
  var runGroups: [RunTiers.Group]?
  /// What finds the rows of all forms that leave clauses out; `nil` for a query of all its clauses.
  let leftOut: LeftOutRows.Form?
  /// All rows that may be hits, once these have been found for all forms.
  var candidates: [UInt32]?
  /// What the terms take of the rows that have been among the best.
  private var assignments: [UInt32: [Assignment]] = [:]
  /// What all hits cost at most that are collected instead of the best; `nil` if the best are.
  var mostCounted: UInt32?
  var counter = HitCounter(rowCount: 0, limit: .max)
  /// Rows that have still to be asked whether they are hits.
  var unasked: [UInt32] = []

  init(
    _ segment: Segment, _ prepared: PreparedQuery, within: BitColumn?, collector: HitCollector,
    memory: SearchMemory? = nil, leftOut: LeftOutRows.Form? = nil, _ budget: SearchBudget = SearchBudget()
  ) {
    self.segment = segment
    self.leftOut = leftOut
    self.budget = budget
    self.collector = collector
    let memory = memory ?? SearchMemory()
    self.memory = memory
    allowed = within ?? segment.searchable
    textRows = Array(repeating: nil, count: prepared.scorer.clauses.count)
    efforts = segment.options.efforts
    scorer = prepared.scorer
    examiner = RowExaminer(prepared, in: segment, memory: memory)
    self.collector.mayShowMarks = examiner.mayShowMarks
    seen = RowSet(rowCount: segment.count)
    turnedDown = seen
    scored = RowSet(rowCount: segment.count)
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
    guard !scorer.clauses.isEmpty else { return }
    let areLiteralsFound: Bool
    if let onlyTerm {
      rankLiteralRows(onlyTerm)
      areLiteralsFound = true
    } else {
      areLiteralsFound = rankLiteralRows()
    }
    if isGivenUp { return }
    if areLiteralsFound, !scorer.admitsRuns || ceiling < examiner.cheapestAlone {
      rankJoinedRows()
      return isGivenUp ? () : keep()
    }
    var last: UInt32?
    for level in levels {
      let most = min(level, ceiling)
      if let onlyTerm {
        findRows(onlyTerm, from: last.map { $0 + 1 } ?? 0, upTo: most)
      } else {
        turnedDown = RowSet(rowCount: segment.count)
        findRows(upTo: most)
      }
      rankWaiting(upTo: most)
      last = most
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
    scorer.admitsRuns ? [scorer.costs.cheapestLoose - 1, 2 * scorer.costs.typo - 1, .max] : [.max]
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
    let rows = filter.rows(examiner.demandedLetters, within: allowed, &work, budget)
    allowed = rows
    allowedCount = rows.setCount
  }

  /// The rows in which a clause may be found by its patterns.
  mutating func textRows(ofClause clause: Int) -> BitColumn {
    if let known = textRows[clause] { return known }
    let rows =
      examiner.textFilter?.rows(
        holdingAnyOf: examiner.clausePatterns[clause], within: allowed, &work, budget)
      ?? BitColumn(count: segment.count)
    textRows[clause] = rows
    return rows
  }

  /// Lets a row wait to be scored that costs no less than `bound`, and has no fewer slips where it costs no more.
  @inline(__always)
  mutating func wait(_ row: Int, bound: UInt32, slips: Int = 0) {
    let titleWords = segment.tokens.titleWords(row)
    if collector.admits(bound, slips: slips, titleWords: titleWords) {
      waiting.insert(WaitingRow(bound: bound, slips: slips, titleWords: titleWords, row: row))
    }
  }

  /// Asks rows for their words, many at a time: their cache misses then overlap. Those that may be among the best and
  /// cost no more than `level` wait; others are asked again on a later level.
  ///
  /// - Parameter known: what each costs at least, and with how few slips where it costs no more.
  mutating func examine(_ rows: ArraySlice<UInt32>, upTo level: UInt32, known: (bound: UInt32, slips: Int) = (0, 0)) {
    if mostCounted != nil { return ask(rows) }
    var start = rows.startIndex
    while start < rows.endIndex {
      let end = min(start + Evaluator.batchLength, rows.endIndex)
      batch.removeAll(keepingCapacity: true)
      // As soon as anything says what a hit may cost, rows are asked once and for all.
      let isFinal = ceiling < .max
      let most = isFinal ? ceiling : level
      examiner.appendRowsWithLetters(rows[start..<end], most: most, to: &batch)
      for row in batch {
        let row = Int(row)
        guard isAllowed(row), !seen.contains(row), turnedDown.insert(row) else { continue }
        work.rows += 1
        work.words += examiner.wordCount(row)
        let bound = examiner.bound(row, most: most)
        if bound != nil || isFinal { _ = seen.insert(row) }
        guard let bound else { continue }
        let slips = bound <= known.bound ? known.slips : 0
        wait(row, bound: max(bound, known.bound), slips: slips)
      }
      if isGivenUp { return }
      start = end
    }
  }

  /// Asks rows whether they hold every clause literally; those that do, and may be among the best, wait.
  mutating func examineLiterally(_ rows: ArraySlice<UInt32>) {
    var start = rows.startIndex
    while start < rows.endIndex {
      let end = min(start + Evaluator.batchLength, rows.endIndex)
      batch.removeAll(keepingCapacity: true)
      examiner.appendRowsWithAllLetters(rows[start..<end], to: &batch)
      for row in batch {
        let row = Int(row)
        guard isAllowed(row), !seen.contains(row) else { continue }
        work.rows += 1
        work.words += examiner.wordCount(row)
        guard let bound = examiner.literalBound(row) else { continue }
        _ = seen.insert(row)
        wait(row, bound: bound)
      }
      if isGivenUp { return }
      start = end
    }
  }

  static let batchLength = 128

  /// Scores the rows that wait and may cost no more than `most`, those first that can be best.
  mutating func rankWaiting(upTo most: UInt32) {
    var group: [UInt32] = []
    while let next = waiting.min, next.bound <= most {
      if isGivenUp { return }
      guard collector.admits(next.bound, slips: next.slips, titleWords: next.titleWords) else {
        waiting = Heap()
        return
      }
      group.removeAll(keepingCapacity: true)
      while let other = waiting.min, other.isAlike(next) {
        group.append(other.row)
        waiting.removeMin()
      }
      rank(group, bound: next.bound, slips: next.slips)
    }
  }

  /// Scores rows of which each costs no less than `bound`, those first that can be best.
  private mutating func rank(_ rows: [UInt32], bound: UInt32, slips: Int) {
    if rows.count == 1 { return rank(Int(rows[0]), bound: bound, slips: slips) }
    for best in rows.map({ examiner.best(Int($0), bound: bound, slips: slips) }).sorted() {
      guard collector.admits(best), !isGivenUp else { return }
      score(best)
    }
  }

  /// Scores a row that costs no less than `bound`, if it can be among the best.
  mutating func rank(_ row: Int, bound: UInt32, slips: Int = 0) {
    let best = examiner.best(row, bound: bound, slips: slips)
    if collector.admits(best) { score(best) }
  }

  private mutating func score(_ best: RankedRow) {
    let row = Int(best.row)
    // Many rows cost the same, and only few of them show what was typed.
    guard collector.admits(examiner.showing(best)), scored.insert(row) else { return }
    countScored(row)
    guard let found = examiner.ranked(row) else { return }
    // Where all are kept, few are shown.
    if !collector.keepsAll, !examiner.hasPatterns, collector.admits(found) {
      assignments[found.row] = examiner.assignments
    }
    collector.insert(found)
  }

  /// The scorer is asked about a row.
  private mutating func countScored(_ row: Int) {
    work.countScored(words: examiner.wordCount(row), rows: scorer.rows.count)
  }

  /// What the terms take of rows that were found.
  func assignments(of rows: [RankedRow]) -> [UInt32: [Assignment]] {
    var known: [UInt32: [Assignment]] = [:]
    for row in rows { known[row.row] = assignments[row.row] }
    return known
  }
}

/// A row that waits to be scored. Those come first that can be best, as far as their weights do not matter.
private struct WaitingRow: Comparable {
  /// 23 bits of what it costs at least, 3 of the fewest slips, 6 of the words of its title, 32 of the row.
  private let rawValue: UInt64

  init(bound: UInt32, slips: Int, titleWords: Int32, row: Int) {
    rawValue =
      UInt64(min(bound, 1 << 23 - 1)) << 41 | UInt64(min(max(0, slips), SlipKinds.most)) << 38
      | UInt64(min(max(0, titleWords - 1), 63)) << 32 | UInt64(UInt32(truncatingIfNeeded: row))
  }

  var bound: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 41) }
  /// Where it costs no more, its typos have no fewer; see ``SlipKinds``.
  var slips: Int { Int(rawValue >> 38 & 7) }
  /// The title has no fewer words.
  var titleWords: Int32 { Int32((rawValue >> 32) & 63) + 1 }
  var row: UInt32 { UInt32(truncatingIfNeeded: rawValue) }

  func isAlike(_ other: WaitingRow) -> Bool { rawValue >> 32 == other.rawValue >> 32 }

  static func < (a: WaitingRow, b: WaitingRow) -> Bool { a.rawValue < b.rawValue }
}
