/// Queries of one pattern without letters and digits. The index has no words for them, so texts are scanned in list order.
extension Evaluator {
  /// The pattern of a query that consists of nothing else.
  var onlyPunctuation: PunctuationPattern? {
    guard scorer.clauses.count == 1, !examiner.hasExcluded,
      case .pattern(let pattern)? = scorer.clauses[0].onlyAlternative
    else { return nil }
    return PunctuationPattern(scorer.patterns[pattern], scorer.costs, segment.options.folding)
  }

  /// Finds the best rows that hold the pattern. Reads only the texts of rows that would be among the best at no cost.
  mutating func rankRows(holding pattern: PunctuationPattern) {
    let texts = PatternTexts(pattern, examiner)
    forEachBlock { search, rows, index in
      var rows = rows
      while rows != 0 {
        let row = index << 6 | rows.trailingZeroBitCount
        rows &= rows - 1
        let free = texts.best(row)
        guard search.collector.admits(free) else { continue }
        search.work.postings += TextFilter.postingsPerText
        guard let bound = texts.bound(row) else { continue }
        let best = free.adding(bound.cost)
        guard search.collector.admits(best) else { continue }
        let shown = search.examiner.showing(best)
        if bound.isExact {
          search.collector.insert(shown)
        } else if search.collector.admits(shown) {
          search.score(Int(shown.row), upTo: .max)
        }
      }
    }
  }

  /// Counts the rows that hold the pattern and cost no more than `most`.
  mutating func countRows(holding pattern: PunctuationPattern, upTo most: UInt32) {
    let texts = PatternTexts(pattern, examiner)
    forEachBlock { search, rows, index in
      search.work.postings += TextFilter.postingsPerText * rows.nonzeroBitCount
      var (rows, open) = (rows, [UInt32]())
      while rows != 0, !search.counter.isDone {
        let row = index << 6 | rows.trailingZeroBitCount
        rows &= rows - 1
        guard let bound = texts.bound(row), bound.cost <= most else { continue }
        let ordinal = search.segment.order.ordinal(row)
        if bound.isExact { search.counter.insert(ordinal) } else { open.append(UInt32(truncatingIfNeeded: ordinal)) }
      }
      search.ask(open[...])
    }
  }

  /// Calls `body` with the rows that may be hits, 64 at a time, until the search ends or the count is complete.
  private mutating func forEachBlock(_ body: (inout Evaluator, _ rows: UInt64, _ index: Int) -> Void) {
    let all =
      allowed.map { segment.order.rows(ofOrdinals: $0) } ?? BitColumn(count: segment.count, repeating: true)
    for (index, rows) in all.words.enumerated() where rows != 0 {
      work.postings += rows.nonzeroBitCount
      if isGivenUp || counter.isDone { return }
      body(&self, rows, index)
    }
  }
}

/// The texts of a segment that may hold a pattern. Stored flat, because looking these up for each row takes longer than reading
/// the row.
private struct PatternTexts {
  private let pattern: PunctuationPattern
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

  /// The best that a row can be, by its ordinal.
  @inline(__always)
  func best(_ row: Int) -> RankedRow {
    let weight = weights.map { $0[row] } ?? 0
    let ordinal = order.ordinal(row)
    let score = prepared.bestScore(cost: 0, weight: weight, titleWords: tokens.titleWords(ordinal))
    return RankedRow(score: score, length: titles.indexedRange(row).count, row: ordinal)
  }

  /// Returns a bound of the cost of a row from its texts; `nil` if it is no hit.
  @inline(__always)
  func bound(_ row: Int) -> PunctuationPattern.Bound? {
    // Their punctuation may change by folding.
    if let unworded, unworded[row] { return PunctuationPattern.Bound(cost: 0, isExact: false) }
    let title = titleBytes.span(titles.indexedRange(row))
    if let bound = pattern.bound(in: title, of: .title, from: tokens.titleStart(order.ordinal(row))) { return bound }
    for (field, texts) in others {
      let bytes = texts.bytes
      let text = bytes.span(texts.indexedRange(row))
      if let bound = pattern.bound(in: text, of: field, from: 0) { return bound }
    }
    return nil
  }
}
