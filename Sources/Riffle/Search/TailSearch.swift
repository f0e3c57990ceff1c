/// A search of the tail, item by item.
struct TailSearch {
  private let items: [TailItem]
  private let prepared: PreparedQuery
  private let options: IndexOptions
  /// The rows that may be hits if they are searchable; `nil` for all.
  private let within: BitColumn?

  init(_ items: [TailItem], _ prepared: PreparedQuery, _ options: IndexOptions, within: BitColumn?) {
    self.items = items
    self.prepared = prepared
    self.options = options
    self.within = within
  }

  /// The best rows that match; see ``SegmentSearch/best(_:worst:least:)``.
  func best(_ request: HitRequest, worst: RankedRow?, least: UInt32, _ budget: SearchBudget) -> PartAnswer {
    var collector = HitCollector(
      capacity: request.capacity, reach: request.reach, worst: worst, least: least, most: request.most,
      worth: request.worth)
    let screen = LetterScreen(prepared, options.folding)
    // Most tails have no item with the letters.
    var scorer: TailScorer?
    var work = SearchWork()
    var hits: [UInt64] = []
    for row in items.indices where items[row].fields.isSearchable && within?[row] ?? true {
      if budget.isSpent(work) { break }
      let most = request.wantsMore ? collector.limit : collector.ceiling
      guard screen.admits(items[row].letters, typos: prepared.scorer.costs.typos(upTo: most)) else { continue }
      if scorer == nil { scorer = TailScorer(prepared, options) }
      work.scored += 1
      guard
        let found = scorer?.rank(items[row], row, upTo: most, { request.wantsMore || collector.admits($0) }),
        found.score.units <= request.most
      else { continue }
      if request.wantsMore { hits.append(UInt64(found.score.units) << 32 | UInt64(found.row)) }
      collector.insert(found)
    }
    let (best, least, isCut) = collector.finish()
    return PartAnswer(
      rows: best, least: least, isCutByReach: isCut, scanned: request.wantsMore ? hits : nil, work: work)
  }
}

/// A scorer of items of the tail.
private struct TailScorer {
  private let prepared: PreparedQuery
  /// Scores items from their words, if the query has nothing but terms.
  private var scorer: RowScorer
  private var words: ItemWords
  /// Reads the others anew.
  private var matcher: ItemMatcher

  init(_ prepared: PreparedQuery, _ options: IndexOptions) {
    self.prepared = prepared
    scorer = RowScorer(prepared.scorer)
    words = ItemWords(prepared.scorer)
    matcher = ItemMatcher(
      prepared, analyzer: TextAnalyzer(options.folding), titlesArePaths: options.titlesArePaths)
  }

  /// The rank of an item; `nil` if it does not match, costs more than `most`, or is not admitted.
  /// - Parameter admits: called with the best possible rank.
  mutating func rank(
    _ item: TailItem, _ row: Int, upTo most: UInt32, _ admits: (RankedRow) -> Bool
  ) -> RankedRow? {
    guard prepared.isAskedByWords, let itemWords = item.words else {
      if !prepared.isAskedByClauses, !admits(.best(row)) { return nil }
      return matcher.rank(item.fields).map { RankedRow(score: $0.score, length: $0.length, row: row) }
    }
    words.item = itemWords
    guard
      let cost = scorer.cost(
        of: itemWords.tokens.span, itemWords.traits, words: &words, upTo: min(most, prepared.mostOfTerms))
    else { return nil }
    let titleWords = itemWords.titleWords
    return item.fields.withText { title, reading, searchText -> RankedRow? in
      let best = RankedRow(
        score: prepared.bestScore(cost: cost, weight: item.fields.weight, titleWords: titleWords),
        length: title.count, row: row)
      guard admits(best) else { return nil }
      let showsMarks = prepared.showsMarks(title: title, reading: reading, searchText: searchText)
      guard admits(best.showing(marks: showsMarks, asTyped: prepared.isShown(in: title))) else { return nil }
      let slips =
        scorer.hasTypos
        ? prepared.scorer.slips(scorer.assignments, letters: itemWords.letters.span) {
          itemWords.range(itemWords.tokens[$0] & TokenColumn.wordBits)
        } : 0
      let score = prepared.score(
        cost: cost, showsMarks: showsMarks, slips: slips, weight: item.fields.weight,
        titleWords: titleWords, title: title)
      return RankedRow(score: score, length: title.count, row: row)
    }
  }
}

extension ItemMatcher {
  mutating func rank(_ fields: ItemFields) -> (score: Score, length: Int)? {
    fields.withText { title, reading, searchText in
      rank(
        title: title, reading: reading, searchText: searchText, weight: fields.weight,
        isRomanized: fields.isRomanized)
    }
  }
}

extension HitCounter {
  /// Adds the rows of a scan that cost no more than `most`.
  /// - Parameter number: maps a row to its number in the counter.
  mutating func insert(_ scanned: [UInt64], upTo most: UInt32, _ number: (Int) -> Int = { $0 }) {
    for hit in scanned where UInt32(truncatingIfNeeded: hit >> 32) <= most {
      insert(number(Int(UInt32(truncatingIfNeeded: hit))))
    }
  }
}
