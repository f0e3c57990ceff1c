/// Asks one query of title after title, where a title is all there is of an item and is seen once.
///
/// It gives the scores that ``ItemMatcher`` gives. For queries of nothing but terms it goes straight from
/// the words of a title to the scorer, and only with titles in which every term is found at all.
struct TitleMatcher {
  private let plan: TitlePlan
  private var plain: ItemMatcher
  private var text = FieldText()
  private var letters = [LineLetters](repeating: .empty, count: 32)
  private var scratch = ScorerScratch()

  init(_ prepared: PreparedQuery, analyzer: TextAnalyzer, titlesArePaths: Bool) {
    plan = TitlePlan(prepared, analyzer, titlesArePaths: titlesArePaths)
    plain = ItemMatcher(prepared, analyzer: analyzer, titlesArePaths: titlesArePaths)
  }

  /// Whether a line of ASCII may match, as far as one can tell without folding it.
  /// - Parameter table: ``LineLetters/table``.
  @inline(__always)
  mutating func mayMatch(ascii line: Span<UInt8>, _ table: Span<UInt64>) -> Bool {
    guard plan.isOfTerms, plan.keepsASCII, line.count <= 64 else { return true }
    return plan.mayMatch(ascii: line, table, &letters)
  }

  /// Whether the title matches, and what decides its place: the score, then a length.
  ///
  /// - Parameters:
  ///   - title: valid UTF-8, cut to ``ItemText/indexedFieldLength``. Not for an empty query.
  ///   - table: ``LineLetters/table``.
  mutating func rank(_ title: Span<UInt8>, _ table: Span<UInt64>) -> (score: Score, length: Int)? {
    let plan = plan
    guard plan.isOfTerms else { return plain.rank(title: title, reading: Span(), searchText: Span(), weight: 0) }
    plan.analyzer.analyze(title, into: &text)
    reserve(text.tokens.count)
    plan.readLetters(text, table, &letters)
    guard plan.matchWords(text, letters, &scratch.matches, &scratch.typos) else { return nil }
    plan.layOut(text, &scratch.layout)
    let letters = text.bytes
    guard let cost = plan.prepared.scorer.cost(letters: letters.span, scratch: &scratch) else { return nil }
    return (Score(cost: cost, isAsTyped: plan.prepared.isShown(in: title), weight: 0), title.count)
  }

  /// Makes room for a title of so many words.
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
