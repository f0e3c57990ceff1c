/// A query with what asks items: the whole query, or a form of it that leaves out terms.
package struct PreparedQuery: Sendable {
  /// How items are asked.
  package enum Way: Sendable {
    /// Word by word, by the scorer.
    case words
    case substring([UInt8])
    case lowercasedSubstring([UInt8])
    /// By the letters of the title; `isFiltered` if the scorer has a say in what matches too.
    case subsequence(SubsequencePattern, isFiltered: Bool)
  }

  package let query: Query
  /// For the modes that match word by word.
  package let scorer: Scorer
  /// What must not be found.
  let excluded: [TextPattern]
  package let way: Way
  /// The query as it was typed, without blanks around it; an item that shows it so wins a tie.
  let typed: [UInt8]
  /// A query without terms is no filter.
  package let isEmpty: Bool
  /// The terms that this form of the query leaves out.
  package let leftOut: [Term]

  /// The whole query.
  package init(_ query: Query, analyzer: TextAnalyzer, costs: CostTable = .standard) {
    self.init(query, ParsedQuery(query, analyzer: analyzer), leftOut: [], analyzer, costs)
  }

  /// The forms that a query is asked in: the whole query, and those that leave out terms, the cheapest first.
  package static func forms(
    of query: Query, leavesOutTerms: Bool, analyzer: TextAnalyzer, costs: CostTable = .standard
  ) -> [PreparedQuery] {
    let parsed = ParsedQuery(query, analyzer: analyzer)
    var forms = [PreparedQuery(query, parsed, leftOut: [], analyzer, costs)]
    guard leavesOutTerms, query.mode == .smart else { return forms }
    let leftOut = LeftOutClauses(parsed)
    for clauses in leftOut.all {
      forms.append(
        PreparedQuery(
          query, ParsedQuery(parsed, without: clauses), leftOut: clauses.compactMap { leftOut.term($0) }, analyzer,
          costs))
    }
    // Stable: of forms that cost the same, those come first that leave out what was typed first.
    let prices = forms.map(\.price)
    return forms.indices.sorted { (prices[$0], $0) < (prices[$1], $1) }.map { forms[$0] }
  }

  private init(
    _ query: Query, _ parsed: ParsedQuery, leftOut: [Term], _ analyzer: TextAnalyzer, _ costs: CostTable
  ) {
    self.query = query
    self.leftOut = leftOut
    typed = trimmed(Array(query.text.utf8))
    excluded = parsed.excluded
    isEmpty = parsed.isEmpty
    scorer = Scorer(
      clauses: parsed.clauses, rows: parsed.rows.map { TermMatcher($0.term, admitsLoose: $0.admitsLoose) },
      patterns: parsed.patterns, mode: query.mode, costs: costs)
    switch (query.mode, query.syntax) {
    case (.substring, .plain): way = .substring(parsed.needle)
    case (.lowercasedSubstring, _): way = .lowercasedSubstring(parsed.needle)
    case (.subsequence, _):
      way = .subsequence(
        SubsequencePattern(parsed.letters, isCaseSensitive: analyzer.options.isCaseSensitive),
        isFiltered: !parsed.clauses.isEmpty || !excluded.isEmpty)
    default: way = .words
    }
  }

  /// What a hit costs beside what the terms cost that this form has, in ``CostTable/unit``s.
  package var price: UInt32 { leftOut.reduce(0) { $0 + scorer.costs.cost(ofLeavingOut: $1) } }

  /// Whether the words of an item are all that is asked.
  var isAskedByWords: Bool { isAskedByClauses && scorer.patterns.isEmpty && excluded.isEmpty }

  /// Whether an item must hold terms, or patterns, each with its price.
  var isAskedByClauses: Bool {
    if case .words = way { !scorer.clauses.isEmpty } else { false }
  }

  /// Whether the title shows the query as it was typed.
  package func isShown(in title: Span<UInt8>) -> Bool { title.firstOffset(of: typed) != nil }
}
