/// A query prepared for matching items, in one of its forms.
package struct PreparedQuery: Sendable {
  /// The way in which items are matched.
  package enum Way: Sendable {
    /// Word by word, by the scorer.
    case words
    case substring([UInt8])
    case lowercasedSubstring([UInt8])
    /// By the letters of the title; `isFiltered` if the scorer also restricts the hits.
    case subsequence(SubsequencePattern, isFiltered: Bool)
  }

  package let query: Query
  /// For the modes that match word by word.
  package let scorer: Scorer
  /// Texts that must not be found: each list all together in one item.
  package let excluded: [[TextPattern]]
  /// Whether the query only excludes: all hits are then equal, in list order.
  package let onlyExcludes: Bool
  package let way: Way
  /// The query as it was typed, without blanks around it; an item that shows it so wins a tie.
  let typed: [UInt8]
  /// What of it has accents or punctuation.
  private let marked: MarkedPieces
  /// A query without terms is no filter.
  package let isEmpty: Bool
  package let form: QueryForm

  /// The query as it was typed.
  package init(_ query: Query, analyzer: TextAnalyzer, costs: CostTable = .standard) {
    self.init(query, ParsedQuery(query, analyzer: analyzer), .asTyped, analyzer, costs)
  }

  /// - Parameter asTyped: the query as it was typed, of which this is another form.
  init(
    _ query: Query, _ parsed: ParsedQuery, _ form: QueryForm, _ analyzer: TextAnalyzer, _ costs: CostTable,
    of asTyped: PreparedQuery? = nil
  ) {
    self.query = query
    self.form = form
    typed = asTyped?.typed ?? Composition.composed(trimmed(Array(query.text.utf8)))
    marked = asTyped?.marked ?? MarkedPieces(costs.comparesCostsOnly ? nil : query)
    excluded = parsed.excluded
    onlyExcludes = parsed.onlyExcludes
    isEmpty = parsed.isEmpty
    scorer = Scorer(
      clauses: parsed.clauses, rows: parsed.rows.map { TermMatcher($0.term, admitsLoose: $0.admitsLoose) },
      patterns: parsed.patterns, mode: query.mode, costs: costs)
    switch (query.mode, query.syntax) {
    case (.substring, .plain): way = .substring(parsed.needle)
    case (.lowercasedSubstring, _): way = .lowercasedSubstring(parsed.needle)
    case (.subsequence, _) where !onlyExcludes:
      way = .subsequence(
        SubsequencePattern(parsed.letters, isCaseSensitive: analyzer.options.isCaseSensitive),
        isFiltered: !parsed.clauses.isEmpty || !excluded.isEmpty)
    default: way = .words
    }
  }

  /// What a hit costs beside what its terms cost, in ``CostTable/unit``s.
  package var price: UInt32 { form.price(scorer.costs) }

  /// What a hit costs at least that is none as the query was typed, in ``CostTable/unit``s.
  package var leastCost: UInt32 { form.leastCost(scorer.costs) }

  /// What its terms may cost in a hit, in ``CostTable/unit``s.
  package var mostOfTerms: UInt32 { form.mostOfTerms(scorer.costs) }

  /// Returns the most typos of a hit that costs no more than `most`.
  func mostTypos(upTo most: UInt32) -> Int {
    min(scorer.typoBudget, scorer.costs.typos(upTo: min(mostOfTerms, most - min(most, price))))
  }

  /// Whether only the words of an item matter.
  var isAskedByWords: Bool { isAskedByClauses && scorer.patterns.isEmpty && excluded.isEmpty }

  /// Whether an item must hold terms, or patterns, each with its price.
  var isAskedByClauses: Bool {
    if case .words = way { !scorer.clauses.isEmpty } else { false }
  }

  /// Whether the title shows the query as it was typed.
  package func isShown(in title: Span<UInt8>) -> Bool {
    guard let composed = Composition.composed(title) else { return title.firstOffset(of: typed) != nil }
    return composed.span.firstOffset(of: typed) != nil
  }

  /// Returns whether an item shows what was typed with accents, punctuation and letters beyond A to Z, regardless of capitals.
  /// Its title or reading must, or a phrase of its search text must be the query.
  package func showsMarks(title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>) -> Bool {
    !hasMarks || marked.areShown(in: title) || marked.areShown(in: reading) || marked.areName(in: searchText)
  }

  /// Whether the query has accents, punctuation, or letters beyond A to Z.
  var hasMarks: Bool { !marked.isEmpty }

  /// The same of any title whose words are in a dictionary.
  func mayShowMarks(_ dictionary: WordDictionary, _ options: FoldingOptions) -> Bool {
    marked.isEmpty || options.isCaseSensitive || marked.mayBeShown(by: dictionary)
  }

  /// The score of an item that costs so many ``CostTable/unit``s, its price included.
  /// - Parameter showsMarks: the result of ``showsMarks(title:reading:searchText:)`` for it.
  package func score(
    cost: UInt32, showsMarks: Bool, slips: Int, weight: UInt16, titleWords: Int32, title: Span<UInt8>
  ) -> Score {
    if onlyExcludes { return Score(rawValue: 0) }
    return Score(
      cost: cost, worth: scorer.costs.weightWorth, showsMarks: showsMarks,
      slips: scorer.costs.comparesCostsOnly ? 0 : slips, weight: weight, titleWords: titleWords,
      isAsTyped: isShown(in: title))
  }

  /// What decides between equal scores of items that match word by word.
  package func length(of title: Span<UInt8>) -> Int { onlyExcludes ? 0 : title.count }

  /// The best score of an item that costs no less than `bound`.
  @inline(__always)
  func bestScore(
    cost bound: UInt32, showsMarks: Bool = true, slips: Int = 0, weight: UInt16, titleWords: Int32
  ) -> Score {
    Score(
      cost: bound, worth: scorer.costs.weightWorth, showsMarks: showsMarks, slips: slips, weight: weight,
      titleWords: titleWords, isAsTyped: true)
  }
}
