/// Asks one query of title after title, where a title is all there is of an item and is seen once.
///
/// It gives the scores that ``ItemMatcher`` gives. For queries of nothing but terms it goes straight from
/// the words of a title to the scorer, and only with titles in which every term is found at all.
struct TitleMatcher {
  private let plan: TitlePlan
  private var plain: ItemMatcher
  private var text = FieldText()
  private var wordLetters: [LetterSet] = []
  private var scratch = ScorerScratch()

  init(_ prepared: PreparedQuery, analyzer: TextAnalyzer, titlesArePaths: Bool) {
    plan = TitlePlan(prepared, analyzer, titlesArePaths: titlesArePaths)
    plain = ItemMatcher(prepared, analyzer: analyzer, titlesArePaths: titlesArePaths)
  }

  /// Whether the title matches, and what decides its place: the score, then a length.
  ///
  /// - Parameters:
  ///   - title: valid UTF-8, cut to ``ItemText/indexedFieldLength``. Not for an empty query.
  ///   - table: ``LetterSet/table``.
  mutating func rank(_ title: Span<UInt8>, _ table: Span<UInt64>) -> (score: Score, length: Int)? {
    let plan = plan
    guard plan.isOfTerms else { return plain.rank(title: title, reading: Span(), searchText: Span(), weight: 0) }
    plan.analyzer.analyze(title, into: &text)
    let words = text.tokens.count
    if wordLetters.count < words {
      wordLetters.append(contentsOf: repeatElement(.empty, count: words * 2 - wordLetters.count))
    }
    plan.readLetters(text, table, &wordLetters)
    if scratch.matches.count < words * plan.rowCount {
      let missing = words * plan.rowCount * 2 - scratch.matches.count
      scratch.matches.append(contentsOf: repeatElement(.none, count: missing))
    }
    guard plan.matchWords(text, wordLetters, &scratch.matches, &scratch.typos) else { return nil }
    plan.layOut(text, &scratch.layout)
    let letters = text.bytes
    guard let cost = plan.prepared.scorer.cost(letters: letters.span, scratch: &scratch) else { return nil }
    return (Score(cost: cost, isAsTyped: plan.prepared.isShown(in: title), weight: 0), title.count)
  }
}

/// What is known of a query before any title is.
private final class TitlePlan {
  let prepared: PreparedQuery
  let analyzer: TextAnalyzer
  /// Whether the query is nothing but terms.
  let isOfTerms: Bool
  let rowCount: Int
  private let titlesArePaths: Bool
  private let clauses: [ClausePlan]
  private let joined: [(row: Int, probe: TermProbe)]
  private let typoBudget: Int
  private let admitsRuns: Bool

  /// What can be found for a clause.
  private struct ClausePlan {
    /// Its terms, as rows of the scorer.
    var terms: [(row: Int, probe: TermProbe)] = []
    /// The rows in which a term of it is joined with a neighbour.
    var joinedRows: [Int] = []
    var shortestTerm = Int.max
  }

  init(_ prepared: PreparedQuery, _ analyzer: TextAnalyzer, titlesArePaths: Bool) {
    self.prepared = prepared
    self.analyzer = analyzer
    self.titlesArePaths = titlesArePaths
    let scorer = prepared.scorer
    typoBudget = scorer.typoBudget
    admitsRuns = scorer.admitsRuns
    rowCount = scorer.rows.count
    if case .words = prepared.way {
      isOfTerms = scorer.patterns.isEmpty && prepared.excluded.isEmpty
    } else {
      isOfTerms = false
    }
    let probes = scorer.rows.indices.map { TermProbe(scorer.rows[$0], typos: scorer.typos(ofRow: $0)) }
    let clauses = scorer.clauses.indices.map { index in
      var plan = ClausePlan()
      for case .term(let row) in scorer.clauses[index].alternatives {
        plan.terms.append((row, probes[row]))
        plan.shortestTerm = min(plan.shortestTerm, scorer.rows[row].term.length)
      }
      if let row = scorer.clauses[index].joinedRow { plan.joinedRows.append(row) }
      if index > 0, let row = scorer.clauses[index - 1].joinedRow { plan.joinedRows.append(row) }
      return plan
    }
    // Those that few items hold come first.
    self.clauses = clauses.sorted { $0.shortestTerm > $1.shortestTerm }
    joined = scorer.clauses.compactMap { clause in clause.joinedRow.map { ($0, probes[$0]) } }
  }

  /// Finds out the letters of each word.
  func readLetters(_ text: borrowing FieldText, _ table: Span<UInt64>, _ wordLetters: inout [LetterSet]) {
    let bytes = text.bytes.span
    let tokens = text.tokens.span
    var wordLetters = wordLetters.mutableSpan
    for index in tokens.indices {
      let range = tokens[index].range
      let letters = LetterSet(bits: union(of: bytes, range, table))
      wordLetters[index] = letters.isASCII ? letters : LetterSet(bytes.extracting(range))
    }
  }

  /// Matches all rows with all words; `false` if a clause is found nowhere.
  func matchWords(
    _ text: borrowing FieldText, _ wordLetters: [LetterSet], _ matches: inout [WordMatch], _ typos: inout TypoScratch
  ) -> Bool {
    var typosLeft = typoBudget
    for (row, probe) in joined { _ = match(probe, row, text, wordLetters, &matches, &typos) }
    for clause in clauses {
      var fewest = Int.max
      for (row, probe) in clause.terms {
        fewest = min(fewest, match(probe, row, text, wordLetters, &matches, &typos))
        if fewest > 0, admitsRuns, mayRun(probe, text) { fewest = 0 }
      }
      if fewest > 0 {
        for row in clause.joinedRows where isFound(row, matches, text.tokens.count) { fewest = 0 }
      }
      if fewest > typosLeft { return false }
      typosLeft -= fewest
    }
    return true
  }

  /// Matches a row with all words; returns the fewest typos of a match.
  @inline(__always)
  private func match(
    _ probe: TermProbe, _ row: Int, _ text: borrowing FieldText, _ wordLetters: [LetterSet],
    _ matches: inout [WordMatch], _ scratch: inout TypoScratch
  ) -> Int {
    let bytes = text.bytes.span
    let tokens = text.tokens.span
    let letters = wordLetters.span
    var matches = matches.mutableSpan
    let base = row &* tokens.count
    var fewest = Int.max
    for word in tokens.indices {
      var match = WordMatch.none
      if probe.mayMatch(letters[word], length: Int(tokens[word].length)) {
        match = probe.match(bytes.extracting(tokens[word].range), letters[word], scratch: &scratch)
        if !match.isNone { fewest = min(fewest, match.isLiteral || match.loose != .none ? 0 : match.typos) }
      }
      matches[base &+ word] = match
    }
    return fewest
  }

  private func isFound(_ row: Int, _ matches: [WordMatch], _ words: Int) -> Bool {
    for index in row * words..<(row + 1) * words where !matches[index].isNone { return true }
    return false
  }

  /// Whether a word begins as the term does, and a word after it as the term may go on.
  @inline(__always)
  private func mayRun(_ probe: TermProbe, _ text: borrowing FieldText) -> Bool {
    let bytes = text.bytes.span
    let tokens = text.tokens.span
    var hasBegun = false
    for index in tokens.indices {
      let token = tokens[index]
      guard token.kind != .extra, token.kind != .extraAcross, token.length > 0 else { continue }
      let first = bytes[Int(token.start)]
      if hasBegun, probe.goesOn(with: first) { return true }
      if first == probe.firstByte { hasBegun = true }
    }
    return false
  }

  func layOut(_ text: borrowing FieldText, _ layout: inout ItemLayout) {
    layout.removeAll()
    for index in text.tokens.indices {
      let token = text.tokens[index]
      layout.append(token.kind, start: token.start, length: token.length, field: .title)
    }
    layout.endField(.title)
    if titlesArePaths { layout.titleStart = layout.firstUnitOfLastPathComponent(text) }
  }
}
