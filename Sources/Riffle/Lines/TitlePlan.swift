internal import CKernels

/// What is known of a query before any title is: how to turn titles down, the cheapest way first.
final class TitlePlan: Sendable {
  let prepared: PreparedQuery
  let analyzer: TextAnalyzer
  /// Whether the query is nothing but terms.
  let isOfTerms: Bool
  /// Whether nothing but capitals changes in ASCII when it is folded.
  let keepsASCII: Bool
  private let titlesArePaths: Bool
  /// By row of the scorer.
  private let probes: [LineWordMatcher]
  /// The terms of all clauses, those of a clause together.
  private let steps: [Step]
  private let joined: [Step]
  private let typoBudget: Int
  private let admitsRuns: Bool
  private let isCaseSensitive: Bool

  /// A term to be found.
  private struct Step {
    let row: Int
    let gate: TermGate
    /// Whether the next term is no alternative to this one.
    var endsClause = true
    /// Where in ``joined`` it is joined with a neighbour.
    var joined = 0..<0
  }

  init(_ prepared: PreparedQuery, _ analyzer: TextAnalyzer, titlesArePaths: Bool) {
    self.prepared = prepared
    self.analyzer = analyzer
    self.titlesArePaths = titlesArePaths
    keepsASCII = analyzer.options.language != .turkic
    isCaseSensitive = analyzer.options.isCaseSensitive
    let scorer = prepared.scorer
    typoBudget = scorer.typoBudget
    admitsRuns = scorer.admitsRuns
    if case .words = prepared.way {
      isOfTerms = scorer.patterns.isEmpty && prepared.excluded.isEmpty
    } else {
      isOfTerms = false
    }
    let gates = scorer.rows.indices.map { TermGate(scorer.rows[$0].term, typos: scorer.typos(ofRow: $0)) }
    probes = zip(scorer.rows, gates).map { LineWordMatcher($0, $1) }
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
    steps = clauses.sorted { shortest($0) > shortest($1) }.flatMap { $0 }
    self.joined = joined
  }

  var rowCount: Int { probes.count }

  /// Whether the letters between the spaces of a line leave room for a match: no word reaches across.
  ///
  /// - Parameters:
  ///   - line: ASCII, up to 64 bytes.
  ///   - letters: space to work in.
  func mayMatch(ascii line: Span<UInt8>, _ table: Span<UInt64>, _ letters: inout [LineLetters]) -> Bool {
    let masks = asciiMasks(line, from: 0)
    var spaces = masks.spaces
    var pieces = letters.mutableSpan
    var count = 0
    var all = LineLetters.empty
    var start = 0
    while start < line.count {
      let end = spaces == 0 ? line.count : spaces.trailingZeroBitCount
      spaces &= spaces &- 1
      let piece = LineLetters(bits: union(of: line, start..<end, table))
      if count < pieces.count { pieces[count] = piece }
      count &+= 1
      all = all.union(piece)
      start = end &+ 1
    }
    guard count <= pieces.count else { return true }
    let words = masks.letters | masks.digits
    let small = masks.letters & ~masks.capitals
    let cuts =
      masks.capitals & (small << 1 | masks.capitals << 1 & small >> 1)
      | masks.letters & masks.digits << 1 | masks.digits & masks.letters << 1
    let starts = words & ~(words << 1) | cuts

    var typosLeft = typoBudget
    var fewest = Int.max
    for index in steps.indices {
      let gate = steps[index].gate
      for piece in 0..<count {
        let typos = gate.fewestTypos(in: pieces[piece])
        if typos <= gate.typos { fewest = min(fewest, typos) }
      }
      if fewest > 0, admitsRuns, all.contains(gate.letters), mayRun(gate, line, starts) { fewest = 0 }
      if steps[index].endsClause {
        if fewest > typosLeft { return false }
        typosLeft &-= fewest
        fewest = .max
      }
    }
    return true
  }

  @inline(__always)
  private func mayRun(_ gate: TermGate, _ line: Span<UInt8>, _ starts: UInt64) -> Bool {
    var starts = starts
    var run = TermGate.Run()
    while starts != 0 {
      let byte = line[starts.trailingZeroBitCount]
      // Letters and digits only: no digit changes.
      if run.ends(with: isCaseSensitive ? byte : byte | 0x20, gate) { return true }
      starts &= starts &- 1
    }
    return false
  }

  /// Finds out the letters of each word.
  func readLetters(_ text: borrowing FieldText, _ table: Span<UInt64>, _ wordLetters: inout [LineLetters]) {
    let bytes = text.bytes.span
    let tokens = text.tokens.span
    var wordLetters = wordLetters.mutableSpan
    for index in tokens.indices {
      let range = tokens[index].range
      let letters = LineLetters(bits: union(of: bytes, range, table))
      wordLetters[index] = letters.isASCII ? letters : LineLetters(bytes.extracting(range))
    }
  }

  /// Matches all rows with all words; `false` if a clause is found nowhere.
  ///
  /// - Parameter matches: as ``ScorerScratch/matches``, with room for all.
  func matchWords(
    _ text: borrowing FieldText, _ wordLetters: [LineLetters], _ matches: inout [WordMatch], _ typos: inout TypoScratch
  ) -> Bool {
    var typosLeft = typoBudget
    var fewest = Int.max
    for index in steps.indices {
      fewest = min(fewest, match(steps[index], text, wordLetters, &matches, &typos))
      if fewest > 0, admitsRuns, mayRun(steps[index].gate, text) { fewest = 0 }
      guard steps[index].endsClause else { continue }
      if fewest > 0 {
        for number in steps[index].joined where match(joined[number], text, wordLetters, &matches, &typos) == 0 {
          fewest = 0
        }
      }
      if fewest > typosLeft { return false }
      typosLeft -= fewest
      fewest = .max
    }
    for number in joined.indices { _ = match(joined[number], text, wordLetters, &matches, &typos) }
    return true
  }

  /// Matches a row with all words; returns the fewest typos of a match.
  @inline(__always)
  private func match(
    _ step: Step, _ text: borrowing FieldText, _ wordLetters: [LineLetters], _ matches: inout [WordMatch],
    _ scratch: inout TypoScratch
  ) -> Int {
    let bytes = text.bytes.span
    let tokens = text.tokens.span
    let letters = wordLetters.span
    var matches = matches.mutableSpan
    let base = step.row &* tokens.count
    var fewest = Int.max
    for word in tokens.indices {
      var match = WordMatch.none
      if step.gate.mayMatch(letters[word], length: Int(tokens[word].length)) {
        match = probes[step.row].match(bytes.extracting(tokens[word].range), letters[word], scratch: &scratch)
        if !match.isNone { fewest = min(fewest, match.isLiteral || match.loose != .none ? 0 : match.typos) }
      }
      matches[base &+ word] = match
    }
    return fewest
  }

  /// Whether a word begins as the term does, and a word after it as the term may go on.
  @inline(__always)
  private func mayRun(_ gate: TermGate, _ text: borrowing FieldText) -> Bool {
    let bytes = text.bytes.span
    let tokens = text.tokens.span
    var run = TermGate.Run()
    for index in tokens.indices {
      let token = tokens[index]
      guard token.kind != .extra, token.kind != .extraAcross, token.length > 0 else { continue }
      if run.ends(with: bytes[Int(token.start)], gate) { return true }
    }
    return false
  }

  func layOut(_ text: borrowing FieldText, _ layout: inout ItemLayout) {
    layout.removeAll()
    let tokens = text.tokens.span
    for index in tokens.indices {
      layout.append(tokens[index].kind, start: tokens[index].start, length: tokens[index].length, field: .title)
    }
    layout.endField(.title)
    if titlesArePaths { layout.titleStart = layout.firstUnitOfLastPathComponent(text) }
  }
}
