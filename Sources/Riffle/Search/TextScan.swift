/// A scan of the rows of a segment for queries that words do not answer: substrings, subsequences and exclusions.
struct TextScan {
  private let prepared: PreparedQuery
  private let segment: Segment
  private let within: BitColumn?

  /// - Parameters:
  ///   - prepared: a query that is not matched by clauses.
  ///   - within: the rows that may be hits, searchable ones; `nil` for all of these.
  init(_ prepared: PreparedQuery, _ segment: Segment, within: BitColumn?) {
    self.prepared = prepared
    self.segment = segment
    self.within = within ?? segment.searchable
  }

  /// Returns the best rows that match, and all of them if more are needed.
  func best(_ collector: HitCollector, _ request: HitRequest, _ budget: SearchBudget) -> PartAnswer {
    var answer = Answer(collector, request, budget)
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    switch prepared.way {
    case .substring(let needle):
      let text = ASCIINeedle(needle, segment.options.folding)
      scanInListOrder(&answer, &matcher) { segment.rows($0, of64: $1, thatMayHold: text) }
    case .lowercasedSubstring(let needle):
      // A needle that spans both texts is searched in both together.
      let isInOne = !needle.contains(LowercasedHaystack.separator)
      let text = ASCIINeedle(lowercased: needle)
      scanInListOrder(&answer, &matcher) { candidates, index in
        isInOne
          ? segment.rows(candidates, of64: index, thatMayHold: text, in: [.title, .searchText])
          : HeldRows(possible: candidates)
      }
    case .words:
      let filter = TextFilter(prepared, in: segment)
      scanInListOrder(&answer, &matcher) { HeldRows(possible: filter?.rows($0, of64: $1) ?? $0) }
    case .subsequence(let pattern, let isFiltered):
      scan(pattern, isFiltered: isFiltered, &answer, &matcher)
    }
    return answer.finish()
  }

  /// The result of a scan.
  private struct Answer {
    private(set) var collector: HitCollector
    let request: HitRequest
    private let budget: SearchBudget
    var work = SearchWork()
    /// All hits, if more than the best are needed.
    private var hits: [UInt64] = []

    init(_ collector: HitCollector, _ request: HitRequest, _ budget: SearchBudget) {
      self.collector = collector
      self.request = request
      self.budget = budget
    }

    var isGivenUp: Bool { budget.isSpent(work) }

    /// Returns whether a row that is no better than `best` need not be read.
    @inline(__always)
    func isOutOfReach(_ best: RankedRow) -> Bool { !request.wantsMore && !collector.admits(best) }

    mutating func insert(_ found: RankedRow) {
      guard found.score.units <= request.most else { return }
      if request.wantsMore { hits.append(UInt64(found.score.units) << 32 | UInt64(found.row)) }
      collector.insert(found)
    }

    consuming func finish() -> PartAnswer {
      let (scanned, work) = (request.wantsMore ? hits : nil, work)
      let (best, least, isCut) = collector.finish()
      return PartAnswer(rows: best, least: least, isCutByReach: isCut, scanned: scanned, work: work)
    }
  }

  // MARK: - Texts

  /// Finds rows of which all that match are equal: those that come first are the best.
  /// - Parameter held: which of 64 rows may hold the text.
  private func scanInListOrder(
    _ answer: inout Answer, _ matcher: inout ItemMatcher, _ held: (UInt64, Int) -> HeldRows
  ) {
    for (index, candidates) in rows.words.enumerated() where candidates != 0 {
      answer.work.postings += TextFilter.postingsPerText * candidates.nonzeroBitCount
      if answer.isGivenUp || answer.isOutOfReach(.best(index << 6)) { return }
      let held = held(candidates, index)
      var left = held.possible
      while left != 0 {
        let bit = left & (0 &- left)
        let row = index << 6 | left.trailingZeroBitCount
        left &= left - 1
        if answer.isOutOfReach(.best(row)) { return }
        if held.certain & bit != 0 {
          answer.insert(.best(row))
        } else {
          answer.work.scored += 1
          if let found = segment.ranked(row, by: &matcher) { answer.insert(found) }
        }
      }
    }
  }

  // MARK: - Letters in their order

  private func scan(
    _ pattern: SubsequencePattern, isFiltered: Bool, _ answer: inout Answer, _ matcher: inout ItemMatcher
  ) {
    // Held in local variables, because looking these up for each row takes longer than checking it.
    let (titles, titleBytes) = (segment.titles, segment.titles.bytes)
    let filter = isFiltered ? TextFilter(prepared, in: segment) : nil
    let most = pattern.highestScore
    var isBestFirst = false
    for (index, var candidates) in rows.words.enumerated() where candidates != 0 {
      answer.work.postings += candidates.nonzeroBitCount * (filter == nil ? 1 : TextFilter.postingsPerText)
      if answer.isGivenUp { return }
      if let filter { candidates = filter.rowsHoldingPatterns(candidates, of64: index) }
      while candidates != 0 {
        let row = index << 6 | candidates.trailingZeroBitCount
        candidates &= candidates - 1
        let title = titleBytes.span(titles.indexedRange(row))
        // Once only the best can enter, most rows are not good enough; until then, most do not match.
        if !isBestFirst, !pattern.mayMatch(title) { continue }
        let weight = segment.weight(row)
        let best = RankedRow(
          score: Score(subsequence: most, weight: weight), length: subsequenceLength(title), row: row)
        if answer.isOutOfReach(best) || isBestFirst && !pattern.mayMatch(title) { continue }
        let least = Score(subsequence: pattern.highestScore(in: title), weight: weight)
        if answer.isOutOfReach(RankedRow(score: least, length: Int(best.length), row: row)) { continue }
        answer.work.rows += 1
        answer.work.scored += 1
        guard let score = matcher.subsequenceScore(of: title, pattern, weight: weight) else { continue }
        let found = RankedRow(score: score, length: Int(best.length), row: row)
        if answer.isOutOfReach(found) { continue }
        // Exclusions and further patterns take longer.
        if let filter, !filter.admits(row) { continue }
        if isFiltered, segment.ranked(row, by: &matcher) == nil { continue }
        answer.insert(found)
        isBestFirst = !answer.request.wantsMore && answer.collector.worst.map { $0.score <= best.score } ?? false
      }
    }
  }

  // MARK: - Rows

  /// The rows that may be hits by letters and words.
  private var rows: BitColumn {
    var ordinals = segment.tokens.heads.rows(holding: LetterScreen(prepared, segment.options.folding).allLetters)
    if let candidates { ordinals.formIntersection(candidates) }
    var rows = segment.order.rows(ofOrdinals: ordinals)
    if let within { rows.formIntersection(within) }
    return rows
  }

  /// The rows, by ordinal, whose words can hold the query; `nil` for all. Of a longer text than one word, most rows that hold a word of it
  /// do not hold it, and the texts of the first rows may do.
  private var candidates: BitColumn? {
    guard case .substring(let needle) = prepared.way, let words = segment.words(holding: needle), words.isWhole,
      words.isListed
    else { return nil }
    var rows =
      segment.unworded.map { segment.order.ordinals(ofRows: $0) } ?? BitColumn(count: segment.count)
    for tier in words.tiers { _ = segment.postings.insertRows(of: tier.words, into: &rows) }
    return rows
  }
}
