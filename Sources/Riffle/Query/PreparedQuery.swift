/// A query folded and cut into terms the way an index folds and cuts its items.
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
  package let termCount: Int
  /// A query without terms is no filter.
  package let isEmpty: Bool

  package init(_ query: Query, analyzer: TextAnalyzer, costs: CostTable = .standard) {
    self.query = query
    typed = trimmed(Array(query.text.utf8))
    var rows = Rows()
    var clauses: [Clause] = []
    var excluded: [TextPattern] = []
    var letters: [[UInt32]] = []
    var needle: [UInt8] = []
    switch (query.mode, query.syntax) {
    case (.substring, .plain):
      needle = trimmed(analyzer.fold(query.text))
    case (.lowercasedSubstring, _):
      needle = trimmed(LowercasedHaystack.lowercased(query.text))
    case (.subsequence, .plain):
      letters = query.text.split(whereSeparator: \.isWhitespace).map { scalarLetters(of: String($0), analyzer) }
    case (.smart, .plain), (.words, .plain):
      clauses = terms(of: query.text, analyzer).map { Clause(alternatives: [.term(row: rows.add($0, query.mode))]) }
    case (_, .extended):
      for alternatives in ExtendedTerm.read(query.text) {
        guard let first = alternatives.first else { continue }
        if first.isNegated, case .pattern(let anchor) = first.kind {
          let folded = trimmed(analyzer.fold(first.text))
          if !folded.isEmpty { excluded.append(TextPattern(folded, anchor: anchor)) }
        } else if query.mode == .subsequence, alternatives.count == 1, first.kind == .plain {
          letters.append(scalarLetters(of: first.text, analyzer))
        } else {
          clauses += rows.read(alternatives, query.mode, analyzer)
        }
      }
    }
    if query.mode == .smart { rows.join(&clauses) }
    self.excluded = excluded
    scorer = Scorer(
      clauses: clauses, rows: rows.matchers, patterns: rows.patterns, mode: query.mode, costs: costs)
    termCount = clauses.count + excluded.count + letters.count
    switch (query.mode, query.syntax) {
    case (.substring, .plain):
      way = .substring(needle)
      isEmpty = needle.isEmpty
    case (.lowercasedSubstring, _):
      way = .lowercasedSubstring(needle)
      isEmpty = needle.isEmpty
    case (.subsequence, _):
      way = .subsequence(
        SubsequencePattern(letters, isCaseSensitive: analyzer.options.isCaseSensitive),
        isFiltered: !clauses.isEmpty || !excluded.isEmpty)
      isEmpty = termCount == 0
    default:
      way = .words
      isEmpty = termCount == 0
    }
  }

  /// Whether the words of an item are all that is asked.
  var isAskedByWords: Bool {
    if case .words = way { scorer.patterns.isEmpty && excluded.isEmpty } else { false }
  }

  /// Whether the title shows the query as it was typed.
  package func isShown(in title: Span<UInt8>) -> Bool { title.firstOffset(of: typed) != nil }

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
        guard case .term(let row)? = clauses[index].onlyAlternative,
          case .term(let next)? = clauses[index + 1].onlyAlternative
        else { continue }
        let joined = Term(matchers[row].term.bytes + matchers[next].term.bytes)
        matchers.append(TermMatcher(joined, admitsLoose: false))
        clauses[index].joinedRow = matchers.count - 1
      }
    }
  }
}

/// The letters of a term of mode `subsequence`, which takes scalars one by one.
private func scalarLetters(of term: String, _ analyzer: TextAnalyzer) -> [UInt32] {
  term.unicodeScalars.map { analyzer.foldedScalar($0.value) }.filter { $0 != 0 }
}

func trimmed(_ bytes: [UInt8]) -> [UInt8] {
  guard let first = bytes.firstIndex(where: { !isBlank($0) }),
    let last = bytes.lastIndex(where: { !isBlank($0) })
  else { return [] }
  return Array(bytes[first...last])
}

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 9 < 5 }
