/// A query folded and cut into terms the way an index folds and cuts its items.
package struct PreparedQuery: Sendable {
  package let query: Query
  /// For the modes that match word by word.
  package let scorer: Scorer
  /// What must not be found.
  let excluded: [TextPattern]
  /// The whole query folded, for mode `substring`.
  let needle: [UInt8]
  /// The query as it was typed, without blanks around it; an item that shows it so wins a tie.
  let typed: [UInt8]
  package let termCount: Int

  package init(_ query: Query, analyzer: TextAnalyzer, costs: CostTable = .standard) {
    self.query = query
    typed = trimmed(Array(query.text.utf8))
    needle = trimmed(analyzer.fold(query.text))
    var rows = Rows()
    var clauses: [Clause] = []
    var excluded: [TextPattern] = []
    switch (query.mode, query.syntax) {
    case (.substring, .plain), (.subsequence, .plain):
      break
    case (_, .plain):
      let terms = terms(of: query.text, analyzer)
      for term in terms { clauses.append(Clause(alternatives: [.term(row: rows.add(term, query.mode))])) }
    case (_, .extended):
      for alternatives in ExtendedTerm.read(query.text) {
        if let first = alternatives.first, first.isNegated {
          let folded = trimmed(analyzer.fold(first.text))
          if !folded.isEmpty, case .pattern(let anchor) = first.kind {
            excluded.append(TextPattern(folded, anchor: anchor))
          }
          continue
        }
        clauses += rows.read(alternatives, query.mode, analyzer)
      }
    }
    if query.mode == .smart { rows.join(&clauses) }
    self.excluded = excluded
    scorer = Scorer(
      clauses: clauses, rows: rows.matchers, patterns: rows.patterns, mode: query.mode, costs: costs)
    termCount = clauses.count + excluded.count
  }

  /// A query without terms is no filter.
  package var isEmpty: Bool {
    switch (query.mode, query.syntax) {
    case (.substring, .plain): needle.isEmpty
    case (.subsequence, .plain): needle.isEmpty
    default: scorer.clauses.isEmpty && excluded.isEmpty
    }
  }

  /// The matchers and patterns found while reading a query.
  private struct Rows {
    var matchers: [TermMatcher] = []
    var patterns: [TextPattern] = []

    mutating func add(_ term: Term, _ mode: QueryMode) -> Int {
      matchers.append(TermMatcher(term, admitsLoose: mode == .smart))
      return matchers.count - 1
    }

    mutating func add(_ pattern: TextPattern) -> Clause.Alternative {
      patterns.append(pattern)
      return .pattern(patterns.count - 1)
    }

    mutating func read(
      _ alternatives: [ExtendedTerm], _ mode: QueryMode, _ analyzer: TextAnalyzer
    ) -> [Clause] {
      if alternatives.count == 1, let only = alternatives.first, only.kind == .plain,
        mode == .smart || mode == .words
      {
        return terms(of: only.text, analyzer).map { Clause(alternatives: [.term(row: add($0, mode))]) }
      }
      var clause = Clause(alternatives: [])
      for alternative in alternatives {
        let folded = trimmed(analyzer.fold(alternative.text))
        guard !folded.isEmpty else { continue }
        switch alternative.kind {
        case .pattern(let anchor):
          clause.alternatives.append(add(TextPattern(folded, anchor: anchor)))
        case .plain:
          let terms = terms(of: alternative.text, analyzer)
          if terms.count == 1, let term = terms.first, mode == .smart || mode == .words {
            clause.alternatives.append(.term(row: add(term, mode)))
          } else {
            clause.alternatives.append(add(TextPattern(folded, anchor: .anywhere)))
          }
        }
      }
      return clause.alternatives.isEmpty ? [] : [clause]
    }

    /// Adds a row for each pair of neighbouring terms that may be one word.
    mutating func join(_ clauses: inout [Clause]) {
      for index in clauses.indices.dropLast() {
        guard case .term(let row)? = clauses[index].only, case .term(let next)? = clauses[index + 1].only
        else { continue }
        let joined = Term(matchers[row].term.bytes + matchers[next].term.bytes)
        matchers.append(TermMatcher(joined, admitsLoose: false))
        clauses[index].joinedRow = matchers.count - 1
      }
    }
  }
}

extension Clause {
  fileprivate var only: Alternative? { alternatives.count == 1 ? alternatives.first : nil }
}

func trimmed(_ bytes: [UInt8]) -> [UInt8] {
  let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 &- 9 < 5 }
  guard let first = bytes.firstIndex(where: { !isBlank($0) }),
    let last = bytes.lastIndex(where: { !isBlank($0) })
  else { return [] }
  return Array(bytes[first...last])
}
