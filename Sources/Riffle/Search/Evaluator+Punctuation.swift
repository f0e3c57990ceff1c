/// Queries of one pattern without letters and digits. The index has no words for them, so texts are scanned.
extension Evaluator {
  /// The pattern of a query that consists of nothing else.
  var onlyPunctuation: PunctuationPattern? {
    guard scorer.clauses.count == 1, !examiner.hasExcluded,
      case .pattern(let pattern)? = scorer.clauses[0].onlyAlternative
    else { return nil }
    return PunctuationPattern(scorer.patterns[pattern], scorer.costs, segment.options.folding)
  }

  /// Finds the best rows that hold the pattern.
  ///
  /// Texts say what nearly all rows cost, and few costs are possible. Rows of equal cost come in the static order, up to the first
  /// that would not enter.
  mutating func rankRows(holding pattern: PunctuationPattern) {
    let texts = PatternTexts(pattern, examiner)
    var found: [(bound: PunctuationPattern.Bound, rows: BitColumn)] = []
    forEachRow(holding: texts) { search, row, bound in
      let index = found.firstIndex { $0.bound == bound }
      if index == nil { found.append((bound, BitColumn(count: search.segment.count))) }
      found[index ?? found.count - 1].rows.insert(row)
    }
    for (bound, rows) in found.sorted(by: { $0.bound.cost < $1.bound.cost }) {
      let rows = segment.order.ordinals(ofRows: rows)
      var row = rows.firstRow(from: 0, to: rows.count)
      while row < rows.count, mayRank(bound), rank(row, bound) { row = rows.firstRow(from: row + 1, to: rows.count) }
    }
  }

  /// Returns whether there is work left to rank a row of a bound. What a spent scan has found is ranked where that needs no
  /// scoring: else the work would have been for nothing.
  private func mayRank(_ bound: PunctuationPattern.Bound) -> Bool {
    !isGivenUp || bound.isExact && budget.ending == .workSpent
  }

  /// Ranks a row of a bound.
  /// - Returns: `false` if neither it nor any row of that bound after it can be among the best.
  private mutating func rank(_ row: Int, _ bound: PunctuationPattern.Bound) -> Bool {
    work.postings += 1
    let best = examiner.best(row, bound: bound.cost)
    guard collector.admits(best) else { return false }
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
    var open: [UInt32] = []
    forEachRow(holding: PatternTexts(pattern, examiner)) { search, row, bound in
      guard bound.cost <= most, !search.counter.isDone else { return }
      let row = search.segment.order.ordinal(row)
      if bound.isExact { return search.counter.insert(row) }
      open.append(UInt32(truncatingIfNeeded: row))
      if open.count < Evaluator.batchLength { return }
      search.ask(open[...])
      open.removeAll(keepingCapacity: true)
    }
    ask(open[...])
  }

  /// Calls `body` with the rows that may hold the pattern, by their places in the list, until the search ends or the count is
  /// complete.
  private mutating func forEachRow(
    holding texts: PatternTexts, _ body: (inout Evaluator, _ row: Int, PunctuationPattern.Bound) -> Void
  ) {
    let (segment, needle, fields) = (segment, texts.pattern.needle, texts.pattern.fields)
    let all =
      allowed.map { segment.order.rows(ofOrdinals: $0) } ?? BitColumn(count: segment.count, repeating: true)
    for (index, candidates) in all.words.enumerated() where candidates != 0 {
      work.postings += TextFilter.postingsPerText * candidates.nonzeroBitCount
      if isGivenUp || counter.isDone { return }
      var rows = segment.rows(candidates, of64: index, thatMayHold: needle, in: fields).possible
      while rows != 0 {
        let row = index << 6 | rows.trailingZeroBitCount
        rows &= rows - 1
        if let bound = texts.bound(row) { body(&self, row, bound) }
      }
    }
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

  init(_ pattern: PunctuationPattern, _ examiner: RowExaminer) {
    let segment = examiner.segment
    self.pattern = pattern
    titles = segment.titles
    titleBytes = titles.bytes
    tokens = segment.tokens
    order = segment.order
    others = pattern.fields.dropFirst().map { ($0, segment.column($0)) }.filter { $0.1.count > 0 }
    unworded = segment.unworded
  }

  /// Returns a bound of the cost of a row from its texts; `nil` if it is no hit.
  /// - Parameter row: its place in the list.
  @inline(__always)
  func bound(_ row: Int) -> PunctuationPattern.Bound? {
    // Their punctuation may change by folding.
    if let unworded, unworded[row] { return PunctuationPattern.Bound(cost: 0, isExact: false) }
    let title = titleBytes.span(titles.indexedRange(row))
    let titleStart = tokens.titleStart(order.ordinal(row))
    if let bound = pattern.bound(in: title, of: .title, from: titleStart) { return bound }
    for (field, texts) in others {
      let bytes = texts.bytes
      let text = bytes.span(texts.indexedRange(row))
      if let bound = pattern.bound(in: text, of: field, from: 0) { return bound }
    }
    return nil
  }
}
