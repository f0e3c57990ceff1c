/// Asks the rows of a segment one by one for what their words do not tell: whether their texts hold a whole query, or its
/// letters in their order, or do not hold what they must not.
struct TextScan {
  private let prepared: PreparedQuery
  private let segment: Segment
  private let within: BitColumn?
  private let text: ASCIIText

  /// - Parameters:
  ///   - prepared: a query that is not asked by clauses.
  ///   - within: the rows that may be hits, searchable ones; `nil` for all of these.
  init(_ prepared: PreparedQuery, _ segment: Segment, within: BitColumn?) {
    self.prepared = prepared
    self.segment = segment
    self.within = within ?? segment.searchable
    text = ASCIIText(segment.options.folding)
  }

  /// The best rows that match; all of them too, if more is wanted.
  func best(_ collector: HitCollector, _ request: HitRequest, _ budget: SearchBudget) -> PartAnswer {
    // All that rows are asked for stands here, because to look it up for each of them takes longer than to ask.
    let (segment, text, titles, titleBytes) = (segment, text, segment.titles, segment.titles.bytes)
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    func read(_ row: Int, _ work: inout SearchWork) -> RankedRow? {
      work.scored += 1
      return segment.ranked(row, by: &matcher)
    }
    let hit = Score(rawValue: 0)
    switch prepared.way {
    case .substring(let needle):
      let punctuation = ASCIIText.punctuation(of: needle)
      return scan(collector, request, budget, best: RankedRow.best) { row, work in
        if let isHit = TextScan.holds(needle, in: row, of: segment, by: text) {
          return isHit ? RankedRow(score: hit, length: 0, row: row) : nil
        }
        return segment.mayHold(needle, punctuation: punctuation, row: row, by: text) ? read(row, &work) : nil
      }
    case .lowercasedSubstring(let needle):
      // One that goes from one text into the other is looked for in both together.
      let isInOne = !needle.contains(LowercasedHaystack.separator)
      let isASCII = needle.span.isASCII
      return scan(collector, request, budget, best: RankedRow.best) { row, work in
        if !isInOne { return read(row, &work) }
        return TextScan.holds(needle, isASCII: isASCII, inShownTextsOf: row, of: segment)
          .map { $0 ? RankedRow(score: hit, length: 0, row: row) : nil } ?? read(row, &work)
      }
    case .words:
      let (prepared, patterns) = (prepared, PatternExaminer(prepared, in: segment))
      return scan(
        collector, request, budget,
        best: { row in
          let title = titles.indexedRange(row)
          return RankedRow(
            score: Score(cost: 0, isAsTyped: true, weight: segment.weight(row)), length: title.count, row: row)
        },
        isAsTyped: { prepared.isShown(in: titleBytes.span.extracting(titles.indexedRange($0))) },
        ranked: { row, work in patterns?.admits(row) == false ? nil : read(row, &work) })
    case .subsequence(let pattern, _):
      let patterns = PatternExaminer(prepared, in: segment)
      let most = pattern.highestScore
      return scan(
        collector, request, budget,
        best: { row in
          RankedRow(
            score: Score(subsequence: most, weight: segment.weight(row)),
            length: subsequenceLength(titleBytes.span.extracting(titles.indexedRange(row))), row: row)
        },
        mayMatch: { pattern.mayMatch(titleBytes.span.extracting(titles.indexedRange($0))) },
        ranked: { row, work in patterns?.admits(row) == false ? nil : read(row, &work) })
    }
  }

  /// - Parameters:
  ///   - best: the best that a row can be.
  ///   - mayMatch: `false` if a row is no hit.
  ///   - isAsTyped: whether the title of a row shows the query as it was typed, where that counts.
  ///   - ranked: the row with its score; `nil` if it is no hit.
  @inline(__always)
  private func scan(
    _ collector: HitCollector, _ request: HitRequest, _ budget: SearchBudget, best: (Int) -> RankedRow,
    mayMatch: (Int) -> Bool = { _ in true }, isAsTyped: (Int) -> Bool = { _ in true },
    ranked: (Int, inout SearchWork) -> RankedRow?
  ) -> PartAnswer {
    var collector = collector
    var work = SearchWork()
    var hits: [UInt64] = []
    var isBestFirst = false
    for (index, var word) in rows.words.enumerated() {
      work.postings += word.nonzeroBitCount
      if budget.isSpent(work) { break }
      // Where rows are equal in all else, those that come first are the best.
      if !request.wantsMore, isInListOrder, !collector.admits(.best(index << 6)) { break }
      while word != 0 {
        let row = index << 6 | word.trailingZeroBitCount
        word &= word - 1
        // Once only the best can enter, most rows are not good enough; until then, most do not match.
        if !isBestFirst, !mayMatch(row) { continue }
        if !request.wantsMore {
          let best = best(row)
          guard collector.admits(best), collector.admits(best.notAsTyped) || isAsTyped(row) else { continue }
        }
        if isBestFirst, !mayMatch(row) { continue }
        work.rows += 1
        guard let found = ranked(row, &work), found.score.units <= request.most else { continue }
        if request.wantsMore { hits.append(UInt64(found.score.units) << 32 | UInt64(found.row)) }
        collector.insert(found)
        isBestFirst = !request.wantsMore && collector.worst.map { $0.score <= best(row).score } ?? false
      }
    }
    let (best, least, isCut) = collector.finish()
    return PartAnswer(
      rows: best, least: least, isCutByReach: isCut, scanned: request.wantsMore ? hits : nil, work: work)
  }

  private var isInListOrder: Bool {
    switch prepared.way {
    case .substring, .lowercasedSubstring: true
    case .words, .subsequence: false
    }
  }

  // MARK: - Rows

  /// The rows that may be hits, as far as letters and words say.
  private var rows: BitColumn {
    var rows = segment.tokens.heads.rows(holding: LetterScreen(prepared, segment.options.folding).allLetters)
    if let within { rows.formIntersection(within) }
    if let candidates { rows.formIntersection(candidates) }
    return rows
  }

  /// The rows whose words can hold the query; `nil` for all. Of a longer text than one word, most rows that hold a word of it
  /// do not hold it, and the texts of the first rows may do.
  private var candidates: BitColumn? {
    guard case .substring(let needle) = prepared.way, let words = segment.words(holding: needle), words.isWhole
    else { return nil }
    var rows = segment.unworded ?? BitColumn(count: segment.count)
    for tier in words.tiers { _ = segment.postings.insertRows(of: tier.words, into: &rows) }
    return rows
  }

  // MARK: - Texts as they are

  /// Whether the texts of a row hold a folded text; `nil` if that cannot be said without folding them.
  @inline(__always)
  private static func holds(_ needle: [UInt8], in row: Int, of segment: Segment, by text: ASCIIText) -> Bool? {
    segment.withText(row) { title, reading, searchText in
      guard let inTitle = text.holds(needle.span, in: title), let inReading = text.holds(needle.span, in: reading),
        let inSearchText = text.holds(needle.span, in: searchText)
      else { return nil }
      return inTitle || inReading || inSearchText
    }
  }

  /// Whether the title or the search text of a row hold a lower-cased text; `nil` if that cannot be said without
  /// lower-casing them.
  @inline(__always)
  private static func holds(
    _ needle: [UInt8], isASCII: Bool, inShownTextsOf row: Int, of segment: Segment
  ) -> Bool? {
    segment.withText(row) { title, _, searchText in
      guard isASCII else { return title.isASCII && searchText.isASCII ? false : nil }
      guard let inTitle = ASCIIText.lowercased.holds(needle.span, in: title),
        let inSearchText = ASCIIText.lowercased.holds(needle.span, in: searchText)
      else { return nil }
      return inTitle || inSearchText
    }
  }
}
