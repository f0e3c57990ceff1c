/// Queries of one pattern without letters and digits. The index has no words for them, so texts are scanned.
extension Evaluator {
  /// The pattern of a query that consists of nothing else.
  var onlyPunctuation: PunctuationPattern? {
    guard scorer.clauses.count == 1, !examiner.hasExcluded,
      case .pattern(let pattern)? = scorer.clauses[0].onlyAlternative
    else { return nil }
    return PunctuationPattern(scorer.patterns[pattern], scorer.costs, segment.options.folding)
  }

  /// Finds the best rows that hold the pattern, in the static order: after the first one that would not enter even at no cost,
  /// none does.
  ///
  /// A pattern that most rows hold is soon found in the first of them. To look at all of them so takes far longer than a scan of
  /// texts in list order, which leaves those that may hold the pattern.
  mutating func rankRows(holding pattern: PunctuationPattern) {
    let texts = PatternTexts(pattern, examiner)
    let first = min(efforts.fewTexts, segment.count)
    for row in 0..<first where isAllowed(row) {
      guard rank(row, texts) else { return }
    }
    var rows = allowed ?? BitColumn(count: segment.count, repeating: true)
    rows.remove(0..<first)
    rows = rowsThatMayHold(texts, among: rows)
    var row = rows.firstRow(from: first, to: rows.count)
    while row < rows.count, !isGivenUp, rank(row, texts) { row = rows.firstRow(from: row + 1, to: rows.count) }
  }

  /// Ranks a row if it holds the pattern.
  /// - Returns: `false` if neither it nor any row after it can be among the best.
  private mutating func rank(_ row: Int, _ texts: PatternTexts) -> Bool {
    let free = texts.best(row)
    guard collector.admits(free) else { return false }
    work.postings += TextFilter.postingsPerText
    guard let bound = texts.bound(row) else { return true }
    let best = free.adding(bound.cost)
    guard collector.admits(best) else { return true }
    let shown = examiner.showing(best)
    if bound.isExact {
      collector.insert(shown)
    } else if collector.admits(shown) {
      score(row, upTo: .max)
    }
    return true
  }

  /// Counts the rows that hold the pattern and cost no more than `most`.
  mutating func countRows(holding pattern: PunctuationPattern, upTo most: UInt32) {
    let texts = PatternTexts(pattern, examiner)
    let rows = rowsThatMayHold(texts, among: allowed ?? BitColumn(count: segment.count, repeating: true))
    for (index, word) in rows.words.enumerated() where word != 0 {
      if isGivenUp || counter.isDone { return }
      var (rows, open) = (word, [UInt32]())
      while rows != 0, !counter.isDone {
        let row = index << 6 | rows.trailingZeroBitCount
        rows &= rows - 1
        guard let bound = texts.bound(row), bound.cost <= most else { continue }
        if bound.isExact { counter.insert(row) } else { open.append(UInt32(truncatingIfNeeded: row)) }
      }
      ask(open[...])
    }
  }

  /// Leaves the rows whose texts may hold the pattern; fewer if the search is given up.
  private mutating func rowsThatMayHold(_ texts: PatternTexts, among rows: BitColumn) -> BitColumn {
    var found = segment.order.rows(ofOrdinals: rows)
    let (segment, needle, fields) = (segment, texts.pattern.needle, texts.pattern.fields)
    found.filter { candidates, index in
      work.postings += TextFilter.postingsPerText * candidates.nonzeroBitCount
      return budget.isSpent(work) ? 0 : segment.rows(candidates, of64: index, thatMayHold: needle, in: fields).possible
    }
    return segment.order.ordinals(ofRows: found)
  }
}

/// The texts of a segment that may hold a pattern. Stored flat, because looking these up for each row takes longer than reading
/// the row.
private struct PatternTexts {
  let pattern: PunctuationPattern
  private let titles: TextColumn
  private let titleBytes: Column<UInt8>
  private let tokens: TokenColumn
  private let order: StaticOrder
  /// The other fields in which the pattern counts, the cheapest first.
  private let others: [(field: Field, texts: TextColumn)]
  private let unworded: BitColumn?
  private let weights: Column<UInt16>?
  private let prepared: PreparedQuery

  init(_ pattern: PunctuationPattern, _ examiner: RowExaminer) {
    let segment = examiner.segment
    self.pattern = pattern
    prepared = examiner.prepared
    weights = segment.weights
    titles = segment.titles
    titleBytes = titles.bytes
    tokens = segment.tokens
    order = segment.order
    others = pattern.fields.dropFirst().map { ($0, segment.column($0)) }.filter { $0.1.count > 0 }
    unworded = segment.unworded
  }

  /// The best that a row can be.
  @inline(__always)
  func best(_ row: Int) -> RankedRow {
    let place = order.row(row)
    let weight = weights.map { $0[place] } ?? 0
    let score = prepared.bestScore(cost: 0, weight: weight, titleWords: tokens.titleWords(row))
    return RankedRow(score: score, length: titles.indexedRange(place).count, row: row)
  }

  /// Returns a bound of the cost of a row from its texts; `nil` if it is no hit.
  @inline(__always)
  func bound(_ row: Int) -> PunctuationPattern.Bound? {
    let place = order.row(row)
    // Their punctuation may change by folding.
    if let unworded, unworded[place] { return PunctuationPattern.Bound(cost: 0, isExact: false) }
    let title = titleBytes.span(titles.indexedRange(place))
    if let bound = pattern.bound(in: title, of: .title, from: tokens.titleStart(row)) { return bound }
    for (field, texts) in others {
      let bytes = texts.bytes
      let text = bytes.span(texts.indexedRange(place))
      if let bound = pattern.bound(in: text, of: field, from: 0) { return bound }
    }
    return nil
  }
}
