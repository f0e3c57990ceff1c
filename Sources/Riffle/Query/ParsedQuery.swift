/// A query folded and cut into terms the way an index folds and cuts its items.
struct ParsedQuery {
  /// A term, or two joined, as the scorer matches it.
  struct Row: Hashable {
    let term: Term
    /// `false` to match literally only.
    let admitsLoose: Bool
  }

  /// Clauses that must be found, besides ``letters`` and ``needle``.
  let clauses: [Clause]
  /// The terms that the clauses refer to.
  let rows: [Row]
  let patterns: [TextPattern]
  /// Texts that must not be found: an item is excluded if it holds all of one list.
  let excluded: [[TextPattern]]
  /// The terms of mode `subsequence`, as scalars.
  let letters: [[UInt32]]
  /// The whole query, in the modes that find it as a substring.
  let needle: [UInt8]

  /// The number of terms: each alternative counts, except those dropped as repeats.
  let termCount: Int
  /// Whether the query has no terms, so it is no filter.
  var isEmpty: Bool { excluded.isEmpty && asksForNothing }
  /// Whether the query only excludes; all hits are then equal.
  var onlyExcludes: Bool { !excluded.isEmpty && asksForNothing }
  private var asksForNothing: Bool { clauses.isEmpty && letters.isEmpty && needle.isEmpty }

  /// The most repeats of a term that count: two may be meant (`walla walla`); further ones are dropped.
  private static let mostRepeats = 2

  /// - Parameter findsSigns: whether ``SignedNames`` are matched with their signs.
  init(_ query: Query, analyzer: TextAnalyzer, findsSigns: Bool = false) {
    var rows = Rows(findsSigns: findsSigns)
    var clauses: [Clause] = []
    var excluded: [[TextPattern]] = []
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
      clauses = rows.read(query.text, query.mode, analyzer)
      if clauses.isEmpty, query.mode == .smart { clauses = rows.readPunctuation(query.text, analyzer) }
    case (_, .extended):
      let read = ExtendedTerm.read(query.text)
      for alternatives in read {
        if query.mode == .subsequence, alternatives.count == 1, alternatives[0].kind == .plain {
          letters.append(scalarLetters(of: alternatives[0].text, analyzer))
          continue
        }
        let alternatives = alternatives.filter { !$0.folded(analyzer).isEmpty }
        if alternatives.allSatisfy(\.isNegated) {
          let texts = alternatives.map { TextPattern($0.folded(analyzer), anchor: $0.anchor) }
          if !texts.isEmpty { excluded.append(ParsedQuery.withoutRepeats(texts, most: 1)) }
        } else {
          clauses += rows.read(alternatives, query.mode, analyzer)
        }
      }
      if clauses.isEmpty, excluded.isEmpty, query.mode == .smart {
        for alternatives in read where alternatives.count == 1 && alternatives[0].kind == .plain {
          clauses += rows.readPunctuation(alternatives[0].text, analyzer)
        }
      }
    }
    // Equal terms share one row.
    for index in clauses.indices {
      clauses[index].alternatives = ParsedQuery.withoutRepeats(clauses[index].alternatives, most: 1)
    }
    clauses = ParsedQuery.withoutRepeats(clauses, most: ParsedQuery.mostRepeats)
    // Repeats change nothing here.
    clauses = ParsedQuery.withoutRepeats(clauses, most: 1, where: \.isPattern)
    excluded = ParsedQuery.withoutRepeats(excluded, most: 1)
    letters = ParsedQuery.withoutRepeats(letters, most: 1)
    termCount =
      clauses.reduce(0) { $0 + $1.alternatives.count } + excluded.reduce(0) { $0 + $1.count } + letters.count
    if query.mode == .smart { rows.join(&clauses, at: Array(clauses.indices)) }
    self.clauses = clauses
    self.rows = rows.rows
    patterns = rows.patterns
    self.excluded = excluded
    self.letters = letters
    self.needle = needle
  }

  /// Creates the query without some of its clauses.
  init(_ whole: ParsedQuery, without leftOut: [Int]) {
    var rows = Rows(findsSigns: false)
    var clauses: [Clause] = []
    let left = whole.clauses.indices.filter { !leftOut.contains($0) }
    for clause in left.map({ whole.clauses[$0] }) {
      let alternatives = clause.alternatives.map { alternative in
        switch alternative {
        case .term(let row): Clause.Alternative.term(row: rows.add(whole.rows[row]))
        case .pattern(let number): rows.add(whole.patterns[number])
        }
      }
      var part = clause
      (part.alternatives, part.joinedRow) = (alternatives, nil)
      clauses.append(part)
    }
    termCount = whole.termCount - leftOut.count
    rows.join(&clauses, at: left)
    self.clauses = clauses
    self.rows = rows.rows
    patterns = rows.patterns
    excluded = whole.excluded
    letters = whole.letters
    needle = whole.needle
  }

  private init(_ whole: ParsedQuery, rows: [Row]) {
    clauses = whole.clauses
    self.rows = rows
    patterns = whole.patterns
    excluded = whole.excluded
    letters = whole.letters
    needle = whole.needle
    termCount = whole.termCount
  }

  /// The query with more typos in its only term, or with many in each of several, and how many these may have else. `nil` if
  /// they are no more.
  var withMoreTypos: (query: ParsedQuery, than: Int)? {
    if clauses.count == 1 { return with(\.withMoreTypos).map { ($0, rows[0].term.typoBudget) } }
    let more = rows.map { $0.admitsLoose ? Row(term: $0.term.withManyTyposBesideAnchor, admitsLoose: true) : $0 }
    return more == rows ? nil : (ParsedQuery(self, rows: more), Term.typoBudget(ofLength: .max))
  }

  /// Returns the query with some of its terms matched literally only.
  func matchingLiterally(_ terms: Set<[UInt8]>) -> ParsedQuery {
    ParsedQuery(self, rows: rows.map { terms.contains($0.term.bytes) ? Row(term: $0.term, admitsLoose: false) : $0 })
  }

  /// The query with its only term, of two letters, found inside words; `nil` if it is longer, or if there are other terms.
  var insideWords: ParsedQuery? { with(\.insideWords) }

  /// Returns the query with another form of its only term; `nil` if that is the same, or if there are other terms.
  private func with(_ form: (Term) -> Term) -> ParsedQuery? {
    guard clauses.count == 1, rows.count == 1, rows[0].admitsLoose else { return nil }
    let other = form(rows[0].term)
    return other == rows[0].term ? nil : ParsedQuery(self, rows: [Row(term: other, admitsLoose: true)])
  }

  /// Returns the elements without those that equal `most` earlier ones.
  private static func withoutRepeats<Element: Hashable>(
    _ elements: [Element], most: Int, where condition: (Element) -> Bool = { _ in true }
  ) -> [Element] {
    var counts: [Element: Int] = [:]
    return elements.filter { element in
      guard condition(element) else { return true }
      counts[element, default: 0] += 1
      return counts[element, default: 0] <= most
    }
  }

  /// The terms and patterns found while reading a query.
  private struct Rows {
    let findsSigns: Bool
    var rows: [Row] = []
    var patterns: [TextPattern] = []

    init(findsSigns: Bool) { self.findsSigns = findsSigns }

    mutating func add(_ term: Term, _ mode: QueryMode) -> Int { add(Row(term: term, admitsLoose: mode == .smart)) }

    mutating func add(_ row: Row) -> Int {
      if let known = rows.firstIndex(of: row) { return known }
      rows.append(row)
      return rows.count - 1
    }

    mutating func add(_ pattern: TextPattern) -> Clause.Alternative {
      if let known = patterns.firstIndex(of: pattern) { return .pattern(known) }
      patterns.append(pattern)
      return .pattern(patterns.count - 1)
    }

    /// Reads a text of nothing but punctuation and symbols as a pattern.
    mutating func readPunctuation(_ text: String, _ analyzer: TextAnalyzer) -> [Clause] {
      guard text.unicodeScalars.contains(where: \.isPunctuationOrSymbol) else { return [] }
      let folded = trimmed(analyzer.fold(text))
      return folded.isEmpty ? [] : [Clause(alternatives: [add(TextPattern(folded, anchor: .anywhere))])]
    }

    /// Returns the clauses of a plain text.
    mutating func read(_ text: String, _ mode: QueryMode, _ analyzer: TextAnalyzer) -> [Clause] {
      var clauses = read(alternatives: text, mode, analyzer).map { Clause(alternatives: [$0]) }
      SlashPlaces(text, analyzer).mark(&clauses, rows.map(\.term))
      return clauses
    }

    private mutating func read(
      alternatives text: String, _ mode: QueryMode, _ analyzer: TextAnalyzer
    ) -> [Clause.Alternative] {
      guard findsSigns else { return terms(of: text, analyzer).map { .term(row: add($0, mode)) } }
      var found: [Clause.Alternative] = []
      for piece in text.split(whereSeparator: \.isWhitespace) {
        if let name = SignedNames.pattern(piece, analyzer) {
          found.append(add(name))
        } else {
          for term in terms(of: String(piece), analyzer) { found.append(.term(row: add(term, mode))) }
        }
      }
      return found
    }

    /// - Parameter alternatives: those with letters or signs, not all negated.
    mutating func read(
      _ alternatives: [ExtendedTerm], _ mode: QueryMode, _ analyzer: TextAnalyzer
    ) -> [Clause] {
      if alternatives.count == 1, let only = alternatives.first, only.kind == .plain, !only.demandsBlank,
        mode == .smart || mode == .words
      {
        return read(only.text, mode, analyzer)
      }
      var clause = Clause(alternatives: [])
      for alternative in alternatives {
        let isOfTerms =
          alternative.kind == .plain && !alternative.demandsBlank && (mode == .smart || mode == .words)
          && terms(of: alternative.text, analyzer).count == 1
        if isOfTerms {
          clause.alternatives += read(alternatives: alternative.text, mode, analyzer)
        } else {
          clause.alternatives.append(
            add(
              TextPattern(
                alternative.folded(analyzer), anchor: alternative.anchor, isNegated: alternative.isNegated)))
        }
      }
      return [clause]
    }

    /// Adds a row for each pair of neighbouring terms that may be one word.
    ///
    /// - Parameter places: the place of each clause in the query: clauses beside one that is left out are no neighbours.
    mutating func join(_ clauses: inout [Clause], at places: [Int]) {
      for index in clauses.indices.dropLast() where places[index + 1] == places[index] + 1 {
        guard case .term(let row)? = clauses[index].onlyAlternative,
          case .term(let next)? = clauses[index + 1].onlyAlternative
        else { continue }
        let joined = Term(rows[row].term.bytes + rows[next].term.bytes)
        clauses[index].joinedRow = add(Row(term: joined, admitsLoose: false))
      }
    }
  }
}

extension ExtendedTerm {
  /// Where the pattern must stand.
  fileprivate var anchor: TextPattern.Anchor { if case .pattern(let anchor) = kind { anchor } else { .anywhere } }

  /// Whether a blank was typed as a part of the text: an item must then hold it.
  fileprivate var demandsBlank: Bool { text.contains(where: \.isWhitespace) }

  /// The folded text of the pattern. Blanks that folding makes do not count, and titles are trimmed.
  fileprivate func folded(_ analyzer: TextAnalyzer) -> [UInt8] {
    let folded = analyzer.fold(text)
    guard demandsBlank, anchor != .wholeTitle else { return trimmed(folded) }
    return anchor == .titleStart ? Array(folded.drop(while: isBlank)) : folded
  }
}

/// Returns the letters of a term of mode `subsequence`, scalar by scalar.
func scalarLetters(of term: String, _ analyzer: TextAnalyzer) -> [UInt32] {
  var scalars: [UInt32] = []
  decodeScalars(Composition.composed(Array(term.utf8)).span, into: &scalars)
  return scalars.map { analyzer.foldedScalar($0) }.filter { $0 != 0 }
}

extension Unicode.Scalar {
  fileprivate var isPunctuationOrSymbol: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}
