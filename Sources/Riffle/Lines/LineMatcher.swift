/// Asks one query of item after item, each of which is seen once.
///
/// It gives the scores that ``ItemMatcher`` gives. For queries of nothing but terms it goes straight from
/// the words of an item to the scorer, and only with items in which every term is found at all.
struct LineMatcher {
  private let plan: LinePlan
  private var plain: ItemMatcher
  private var pieces = LinePieces()
  private var pieceScratch = LinePlan.PieceScratch()
  private var item = ItemText()
  private var letters = [LineLetters](repeating: .empty, count: 32)
  private var scratch = ScorerScratch()

  init(_ prepared: PreparedQuery, options: IndexOptions, analyzer: TextAnalyzer) {
    plan = LinePlan(prepared, options: options, analyzer)
    plain = ItemMatcher(prepared, analyzer: analyzer, titlesArePaths: options.titlesArePaths)
  }

  /// Whether the item matches, and what decides its place: the score, then a length.
  ///
  /// - Parameters:
  ///   - fields: valid UTF-8, each cut to ``ItemText/indexedFieldLength``. Not for an empty query.
  ///   - isRomanized: whether the reading is what a ``Romanizer`` has made of the title.
  ///   - table: ``LineLetters/table``.
  mutating func rank(
    title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>, weight: UInt16, isRomanized: Bool,
    _ table: Span<UInt64>
  ) -> (score: Score, length: Int)? {
    let plan = plan
    guard plan.isOfTerms else {
      return plain.rank(
        title: title, reading: reading, searchText: searchText, weight: weight, isRomanized: isRomanized)
    }
    pieces.cut(
      title: title, reading: reading, searchText: searchText, table, readsOtherLetters: plan.readsOtherLetters)
    guard plan.mayMatch(pieces, title: title, reading: reading, searchText: searchText, &pieceScratch) else {
      return nil
    }
    item.read(
      title: title, reading: reading, searchText: searchText, isRomanized: isRomanized, analyzer: plan.analyzer,
      titleIsPath: plan.titlesArePaths, into: &scratch.layout)
    reserve(scratch.layout.words.count)
    plan.readLetters(item, scratch.layout, table, &letters)
    guard plan.matchWords(item, scratch.layout, letters, &scratch.matches, &scratch.typos) else { return nil }
    let letters = item.letters
    guard let cost = plan.prepared.scorer.cost(letters: letters.span, scratch: &scratch) else { return nil }
    let slips = plan.prepared.scorer.slips(letters: letters.span, scratch)
    return (
      Score(cost: cost, isAsTyped: plan.prepared.isShown(in: title), slips: slips, weight: weight), title.count
    )
  }

  /// Makes room for an item of so many words.
  private mutating func reserve(_ words: Int) {
    if letters.count < words {
      letters.append(contentsOf: repeatElement(.empty, count: words * 2 - letters.count))
    }
    let matches = words * plan.rowCount
    if scratch.matches.count < matches {
      scratch.matches.append(contentsOf: repeatElement(.none, count: matches * 2 - scratch.matches.count))
    }
  }
}
