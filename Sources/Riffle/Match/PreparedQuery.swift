/// A query with what asks items.
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

  package init(_ query: Query, analyzer: TextAnalyzer, costs: CostTable = .standard) {
    self.query = query
    typed = trimmed(Array(query.text.utf8))
    let parsed = ParsedQuery(query, analyzer: analyzer)
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

  /// Whether the words of an item are all that is asked.
  var isAskedByWords: Bool { isAskedByClauses && scorer.patterns.isEmpty && excluded.isEmpty }

  /// Whether an item must hold terms, or patterns, each with its price.
  var isAskedByClauses: Bool {
    if case .words = way { !scorer.clauses.isEmpty } else { false }
  }

  /// Whether the title shows the query as it was typed.
  package func isShown(in title: Span<UInt8>) -> Bool { title.firstOffset(of: typed) != nil }
}
