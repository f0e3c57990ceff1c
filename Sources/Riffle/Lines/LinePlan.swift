/// What is known of a query before any item is: how to turn items down, the cheapest way first.
final class LinePlan: Sendable {
  let prepared: PreparedQuery
  let analyzer: TextAnalyzer
  let titlesArePaths: Bool
  /// Whether the query is nothing but terms.
  let isOfTerms: Bool
  /// Whether letters beyond ASCII can be told without folding.
  let readsOtherLetters: Bool
  /// Whether what is seen of a text before it is folded says what its words may be.
  private let readsUnfolded: Bool
  /// By row of the scorer.
  private let probes: [LineWordMatcher]
  private let runs: [RunGate]
  /// The terms of all clauses, those of a clause together.
  private let steps: [Step]
  private let joined: [Step]
  /// The steps of each clause, by its number.
  private let clauseSteps: [(number: Int, steps: Range<Int>)]
  private let admitsRuns: Bool
  private let isCaseSensitive: Bool

  /// Space to match pieces in.
  struct PieceScratch {
    var word: [UInt8] = []
    var typos = TypoScratch()
  }

  /// A term to be found.
  private struct Step {
    let row: Int
    let gate: TermGate
    /// Whether the next term is no alternative to this one.
    var endsClause = true
    /// Where in ``joined`` it is joined with a neighbour.
    var joined = 0..<0
  }

  init(_ prepared: PreparedQuery, options: IndexOptions, _ analyzer: TextAnalyzer) {
    self.prepared = prepared
    self.analyzer = analyzer
    titlesArePaths = options.titlesArePaths
    readsUnfolded = analyzer.options.language != .turkic
    readsOtherLetters = analyzer.options == FoldingOptions()
    let scorer = prepared.scorer
    admitsRuns = scorer.admitsRuns
    isCaseSensitive = analyzer.options.isCaseSensitive
    if case .words = prepared.way {
      isOfTerms = scorer.patterns.isEmpty && prepared.excluded.isEmpty
    } else {
      isOfTerms = false
    }
    let gates = scorer.rows.indices.map { TermGate(scorer.rows[$0].term, typos: scorer.typos(ofRow: $0)) }
    probes = zip(scorer.rows, gates).map { LineWordMatcher($0, $1) }
    runs = scorer.rows.map { RunGate($0.term, isCaseSensitive: analyzer.options.isCaseSensitive) }
    var joined: [Step] = []
    let clauses = scorer.clauses.indices.map { index in
      let before = index > 0 && scorer.clauses[index - 1].joinedRow != nil ? joined.count - 1 : joined.count
      if let row = scorer.clauses[index].joinedRow { joined.append(Step(row: row, gate: gates[row])) }
      var steps: [Step] = []
      for case .term(let row) in scorer.clauses[index].alternatives {
        steps.append(Step(row: row, gate: gates[row], endsClause: false, joined: before..<joined.count))
      }
      if !steps.isEmpty { steps[steps.count - 1].endsClause = true }
      return steps
    }
    // Long terms come first: few titles hold them.
    func shortest(_ steps: [Step]) -> Int { steps.map { scorer.rows[$0.row].term.length }.min() ?? 0 }
    let order = clauses.indices.sorted { (shortest(clauses[$1]), $0) < (shortest(clauses[$0]), $1) }
    steps = order.flatMap { clauses[$0] }
    var end = 0
    clauseSteps = order.map { number in
      end += clauses[number].count
      return (number, end - clauses[number].count..<end)
    }
    self.joined = joined
  }

  var rowCount: Int { probes.count }

  /// Whether what stands between the blanks of an item leaves room for a match.
  /// - Parameters:
  ///   - pieces: those of the texts.
  ///   - typos: how many a match may have in all.
  func mayMatch(
    _ pieces: borrowing LinePieces, title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>,
    typos: Int, _ scratch: inout PieceScratch
  ) -> Bool {
    guard readsUnfolded else { return true }
    var typosLeft = typos
    return forEachClause(pieces, title, reading, searchText, &scratch) { _, fewest in
      if fewest > typosLeft { return false }
      typosLeft &-= fewest
      return true
    }
  }

  /// Finds out how many typos each clause has at least in what stands between the blanks of an item.
  ///
  /// - Parameters:
  ///   - typos: by clause.
  ///   - most: no more missing clauses are looked for.
  /// - Returns: the clauses that are missing, one bit each.
  func readClauses(
    _ pieces: borrowing LinePieces, title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>,
    typos: inout [Int], atMost most: Int, _ scratch: inout PieceScratch
  ) -> UInt64 {
    guard readsUnfolded else { return 0 }
    var missing: UInt64 = 0
    _ = forEachClause(pieces, title, reading, searchText, &scratch) { clause, fewest in
      typos[clause] = fewest
      if fewest < .max { return true }
      missing |= 1 << UInt64(clause)
      return missing.nonzeroBitCount <= most
    }
    return missing
  }

  /// Calls `body` with each clause and with how many typos it has at least, a great number if it is not there, until it
  /// returns `false`; returns whether it never did.
  @inline(__always)
  private func forEachClause(
    _ pieces: borrowing LinePieces, _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>,
    _ scratch: inout PieceScratch, _ body: (_ clause: Int, _ fewest: Int) -> Bool
  ) -> Bool {
    let (gates, clauseSteps, steps) = (runs, clauseSteps, steps)
    let runs = gates.span
    let (titleEnd, readingEnd, end) = (pieces.ends[0], pieces.ends[1], pieces.ends[2])
    for clause in clauseSteps {
      var fewest = Int.max
      for index in clause.steps {
        let step = steps[index]
        fewest = fewestTypos(step, pieces, 0..<titleEnd, title, fewest, &scratch)
        if fewest > 0 { fewest = fewestTypos(step, pieces, titleEnd..<readingEnd, reading, fewest, &scratch) }
        if fewest > 0 { fewest = fewestTypos(step, pieces, readingEnd..<end, searchText, fewest, &scratch) }
        guard fewest > 0, admitsRuns, pieces.letters.contains(step.gate.letters) else { continue }
        if runs[step.row].isTooLong || pieces.mayRun(runs[step.row], title, 0..<titleEnd)
          || pieces.mayRun(runs[step.row], reading, titleEnd..<readingEnd)
          || pieces.mayRun(runs[step.row], searchText, readingEnd..<end)
        {
          fewest = 0
          break
        }
      }
      if !body(clause.number, fewest) { return false }
    }
    return true
  }

  /// How many typos a term has at least in the pieces of a text, if that is less than `limit`.
  @inline(__always)
  private func fewestTypos(
    _ step: Step, _ pieces: borrowing LinePieces, _ range: Range<Int>, _ text: Span<UInt8>, _ limit: Int,
    _ scratch: inout PieceScratch
  ) -> Int {
    let all = pieces.pieces.span
    var fewest = limit
    for index in range {
      let piece = all[index]
      guard piece.mayBeAsLong(as: step.gate) else { continue }
      let typos = step.gate.fewestTypos(in: piece.letters)
      guard typos <= step.gate.typos, typos < fewest else { continue }
      fewest = min(fewest, self.typos(step, piece, text, &scratch) ?? typos)
      if fewest == 0 { break }
    }
    return fewest
  }

  /// How many typos a term has in a piece that is nothing but a word and punctuation, a great number if it has none of
  /// the term; `nil` for other pieces.
  private func typos(
    _ step: Step, _ piece: LinePieces.Piece, _ text: Span<UInt8>, _ scratch: inout PieceScratch
  ) -> Int? {
    guard piece.isASCII, let range = simpleWord(text, piece.range) else { return nil }
    if range.isEmpty { return .max }
    var word = take(&scratch.word)
    defer { swap(&word, &scratch.word) }
    word.removeAll(keepingCapacity: true)
    for index in range {
      // Letters and digits only: no digit changes.
      word.append(isCaseSensitive ? text[index] : text[index] | 0x20)
    }
    let match = probes[step.row].match(word.span, piece.letters, scratch: &scratch.typos)
    if match.isLiteral || match.loose != .none { return 0 }
    for number in step.joined
    where !probes[joined[number].row].match(word.span, piece.letters, scratch: &scratch.typos).isNone { return 0 }
    return match.isNone ? .max : match.typos
  }

  /// Finds out the letters of each word of an item.
  func readLetters(
    _ item: borrowing ItemText, _ layout: borrowing ItemLayout, _ table: Span<UInt64>, _ letters: inout [LineLetters]
  ) {
    let bytes = item.letters.span
    let words = layout.words.span
    var letters = letters.mutableSpan
    for word in words.indices {
      let range = words[word].range
      let found = LineLetters(bits: union(of: bytes, range, table))
      letters[word] = found.isASCII ? found : LineLetters(bytes.extracting(range))
    }
  }

  /// Matches all rows with all words; `false` if a clause is found nowhere.
  ///
  /// - Parameters:
  ///   - budget: how many typos a match may have in all.
  ///   - matches: as ``ScorerScratch/matches``, with room for all.
  func matchWords(
    _ item: borrowing ItemText, _ layout: borrowing ItemLayout, _ letters: [LineLetters], typos budget: Int,
    _ matches: inout [WordMatch], _ typos: inout TypoScratch
  ) -> Bool {
    let gates = runs
    let runs = gates.span
    var typosLeft = budget
    var fewest = Int.max
    for index in steps.indices {
      fewest = min(fewest, match(steps[index], item, layout, letters, &matches, &typos))
      if fewest > 0, admitsRuns, mayRun(runs[steps[index].row], item, layout) { fewest = 0 }
      guard steps[index].endsClause else { continue }
      if fewest > 0 {
        for number in steps[index].joined where match(joined[number], item, layout, letters, &matches, &typos) == 0 {
          fewest = 0
        }
      }
      if fewest > typosLeft { return false }
      typosLeft -= fewest
      fewest = .max
    }
    for number in joined.indices { _ = match(joined[number], item, layout, letters, &matches, &typos) }
    return true
  }

  /// Matches a row with all words; returns the fewest typos of a match.
  @inline(__always)
  private func match(
    _ step: Step, _ item: borrowing ItemText, _ layout: borrowing ItemLayout, _ letters: [LineLetters],
    _ matches: inout [WordMatch], _ scratch: inout TypoScratch
  ) -> Int {
    let bytes = item.letters.span
    let words = layout.words.span
    let letters = letters.span
    var matches = matches.mutableSpan
    let base = step.row &* words.count
    var fewest = Int.max
    for word in words.indices {
      var match = WordMatch.none
      if step.gate.mayMatch(letters[word], length: Int(words[word].length)) {
        match = probes[step.row].match(bytes.extracting(words[word].range), letters[word], scratch: &scratch)
        if !match.isNone { fewest = min(fewest, match.isLiteral || match.loose != .none ? 0 : match.typos) }
      }
      matches[base &+ word] = match
    }
    return fewest
  }

  /// Whether beginnings of consecutive words may make the term.
  private func mayRun(_ gate: borrowing RunGate, _ item: borrowing ItemText, _ layout: borrowing ItemLayout) -> Bool {
    if gate.isTooLong { return true }
    let bytes = item.letters.span
    let words = layout.words.span
    var reach = RunReach()
    var field = Field.title
    for index in words.indices {
      let kind = words[index].kind
      guard !kind.isExtra, words[index].length > 0 else { continue }
      if words[index].field != field {
        field = words[index].field
        reach = RunReach()
      } else if kind == .simple || kind == .compound {
        reach.beginUnit()
      }
      if reach.read(bytes.extracting(words[index].range), from: 0, gate) { return true }
    }
    return false
  }
}
