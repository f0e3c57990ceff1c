/// Asks single rows whether they match the terms of a query, as cheaply as the answer allows.
///
/// The words of a row are asked by number in the forward index. Most rows are turned down, or are certain
/// to match, by that alone (``verdict(_:)``); the scorer decides the rest and what a hit costs.
struct RowExaminer: Sendable {
  let scorer: Scorer
  let segment: Segment
  private let prepared: PreparedQuery
  private(set) var probes: [TermProbe]
  /// What is asked of most rows, for each row of the scorer.
  let screens: [TermScreen]
  private let letterScreen: LetterScreen
  /// The rows of the scorer that each clause is found by.
  let clauseProbes: [[Int]]
  /// The clauses, long ones first, because most rows do not hold them.
  let order: [Int]
  /// The clauses that anchor others where they stand literally, and where they are misspelt, one bit each.
  let anchors, misspeltAnchors: UInt32
  let tokens: TokenColumn
  /// What a term costs at least where several words, or another term with it, are its match.
  let cheapestRun: UInt32
  private var scratch = ScorerScratch()
  /// How each clause is found in the row at hand.
  var findings: [ClauseFinding]
  /// Where the runs of each row of the scorer may begin and go on, and the runs, once any are looked for.
  var runLeads: [RunLeads?]
  var runs: [RunScreen?]

  init(_ prepared: PreparedQuery, in segment: Segment, memory: SearchMemory? = nil) {
    self.prepared = prepared
    self.segment = segment
    let scorer = prepared.scorer
    self.scorer = scorer
    let isAnchorable = scorer.clauses.count > 1
    let probes = scorer.rows.map { matcher in
      memory?.probe(matcher, isAnchorable: isAnchorable, in: segment.dictionary)
        ?? TermProbe(matcher, isAnchorable: isAnchorable, in: segment.dictionary)
    }
    self.probes = probes
    let screens = probes.map { TermScreen($0, admitsRuns: scorer.admitsRuns) }
    self.screens = screens
    clauseProbes = scorer.clauses.map { clause in
      clause.alternatives.compactMap { if case .term(let probe) = $0 { probe } else { nil } }
    }
    letterScreen = LetterScreen(scorer)
    let lengths = clauseProbes.map { $0.map { probes[$0].matcher.term.length }.min() ?? 0 }
    order = lengths.indices.sorted { lengths[$0] > lengths[$1] }
    var anchors: UInt32 = 0
    var misspeltAnchors: UInt32 = 0
    for index in scorer.clauses.indices {
      guard let row = scorer.anchor(index) else { continue }
      anchors |= 1 << UInt32(index)
      if scorer.rows[row].term.length >= Scorer.shortestMisspeltAnchor { misspeltAnchors |= 1 << UInt32(index) }
    }
    self.anchors = anchors
    self.misspeltAnchors = misspeltAnchors
    cheapestRun = scorer.costs.cheapestRun
    tokens = segment.tokens
    findings = Array(repeating: ClauseFinding(), count: scorer.clauses.count)
    runLeads = Array(repeating: nil, count: probes.count)
    runs = Array(repeating: nil, count: probes.count)
  }

  /// Tells from now on how a term matches words by what was found out about all of them.
  /// - Parameter words: those of the term, with as many typos as can count.
  mutating func use(_ words: TermWords, for probe: Int) { probes[probe].use(words) }

  /// How a row of the scorer matches a word.
  @inline(__always)
  mutating func match(_ probe: Int, of word: Int) -> WordMatch { probes[probe].match(of: word) }

  // MARK: - Letters

  /// Whether the letters of a row are enough for all clauses, but for typos.
  @inline(__always)
  func hasLetters(_ row: Int, isAided: Bool = true) -> Bool {
    letterScreen.admits(tokens.letters(row), isAided: isAided)
  }

  /// Of longer items it takes no longer to wait for the words that come later.
  private static let mostWordsAhead = 8

  /// Appends those of `rows` to `found` that have the letters for all clauses, but for typos.
  /// - Parameter isAided: `false` to leave out rows in which a term would need an anchor's help.
  func appendRowsHavingLetters(_ rows: ArraySlice<UInt32>, isAided: Bool, to found: inout [UInt32]) {
    for row in rows { tokens.heads.prefetch(Int(row)) }
    for row in rows where hasLetters(Int(row), isAided: isAided) { found.append(row) }
  }

  /// Appends those of `rows` to `found` that have the letters for all clauses, but for typos, and asks for their
  /// words. `found` is empty before.
  func appendRowsWithLetters(_ rows: ArraySlice<UInt32>, to found: inout [UInt32]) {
    appendRowsHavingLetters(rows, isAided: true, to: &found)
    for row in found { tokens.tokens.prefetch(tokens.range(Int(row)).lowerBound) }
    guard scorer.admitsRuns else { return }
    let signatures = segment.dictionary.signatureBits
    for row in found {
      for position in tokens.range(Int(row)).prefix(RowExaminer.mostWordsAhead) {
        signatures.prefetch(TokenColumn.word(tokens.tokens[position]))
      }
    }
  }

  /// Appends those of `rows` to `found` that have all letters of all clauses, and asks for their words.
  func appendRowsWithAllLetters(_ rows: ArraySlice<UInt32>, to found: inout [UInt32]) {
    for row in rows { tokens.heads.prefetch(Int(row)) }
    for row in rows where letterScreen.areAll(in: tokens.letters(Int(row))) { found.append(row) }
    for row in found { tokens.tokens.prefetch(tokens.range(Int(row)).lowerBound) }
  }

  // MARK: - Literal words

  /// Whether every clause stands in the row literally, and if so the cost that it does not go below.
  ///
  /// Such a row is a hit whatever else it holds, because a literal word can always be taken.
  /// - Precondition: every clause has one alternative, a term.
  func literalBound(_ row: Int) -> UInt32? {
    let range = tokens.range(row)
    var total: UInt32 = 0
    var dearest: UInt32 = 0
    for (index, clause) in scorer.clauses.enumerated() {
      guard case .term(let probe)? = clause.alternatives.first else { return nil }
      let literal = screens[probe].literal
      var best = UInt32.max
      for position in range {
        let word = UInt32(truncatingIfNeeded: TokenColumn.word(tokens.tokens[position]))
        guard literal.contains(word) else { continue }
        let way = word == screens[probe].exact ? 0 : scorer.costs.prefix
        best = min(best, cost(way, position, range, isFirst: index == 0))
      }
      if best == .max { return nil }
      let least = min(best, cheapestRun)
      total += least
      dearest = max(dearest, least)
    }
    return total + costOfUnmatchedWords(range, atMost: cheapestRun - dearest)
  }

  /// What the words of the title cost at least that no term takes.
  ///
  /// - Parameter slack: how much more it costs at least if a term takes several words.
  func costOfUnmatchedWords(_ range: Range<Int>, atMost slack: UInt32) -> UInt32 {
    guard slack > 0 else { return 0 }
    var count = 0
    for position in range {
      let token = tokens.tokens[position]
      guard TokenColumn.kind(token) == .simple else { return 0 }
      if TokenColumn.field(token) == .title { count += 1 }
    }
    let unmatched = UInt32(max(0, count - scorer.clauses.count))
    return min(unmatched * scorer.costs.unmatchedWord, scorer.costs.unmatchedWordsAtMost, slack)
  }

  func holdsLiterally(_ probe: Int, _ range: Range<Int>) -> Bool {
    let literal = screens[probe].literal
    for position in range
    where literal.contains(UInt32(truncatingIfNeeded: TokenColumn.word(tokens.tokens[position]))) {
      return true
    }
    return false
  }

  func cost(_ way: UInt32, _ position: Int, _ tokens: Range<Int>, isFirst: Bool) -> UInt32 {
    var cost = way + scorer.costs.cost(of: TokenColumn.field(segment.tokens.tokens[position]))
    if isFirst, position != tokens.lowerBound, !mayStartTitle(position, tokens.lowerBound) {
      cost += scorer.costs.notAtStart
    }
    return cost
  }

  /// Whether a token other than the first can be the start of its field: the first parts of a compound
  /// can, an extra of the first word, the start of a reading, and the last component of a path.
  private func mayStartTitle(_ position: Int, _ first: Int) -> Bool {
    if segment.options.titlesArePaths { return true }
    let token = segment.tokens.tokens[position]
    let kind = TokenColumn.kind(token)
    switch TokenColumn.field(token) {
    case .title where kind == .extra || kind == .extraAcross: return true
    case .title: return TokenColumn.kind(segment.tokens.tokens[first]) != .simple && position - first <= 2
    case .reading: return true
    case .searchText: return false
    }
  }

  // MARK: - Scores

  /// How each row of the scorer matches each word of the row.
  mutating func matches(_ row: Int) -> [WordMatch] {
    fillMatches(row)
    return scratch.matches
  }

  private mutating func fillMatches(_ row: Int) {
    scratch.matches.removeAll(keepingCapacity: true)
    for probe in probes.indices {
      for position in tokens.range(row) {
        scratch.matches.append(probes[probe].match(of: TokenColumn.word(tokens.tokens[position])))
      }
    }
  }

  /// The row with its score, or `nil` if it is no hit.
  mutating func ranked(_ row: Int) -> RankedRow? {
    fillMatches(row)
    segment.layOut(row, into: &scratch.layout)
    let letters = segment.dictionary.bytes
    guard let cost = scorer.cost(letters: letters.span, scratch: &scratch) else { return nil }
    let titles = segment.titles.bytes
    let title = titles.span.extracting(segment.titles.indexedRange(row))
    let score = Score(cost: cost, isAsTyped: prepared.isShown(in: title), weight: segment.weight(row))
    return RankedRow(score: score, length: title.count, row: row)
  }

  /// The best that the row can be if it costs no less than `bound`.
  func best(_ row: Int, bound: UInt32) -> RankedRow {
    RankedRow(
      score: Score(cost: bound, isAsTyped: true, weight: segment.weight(row)),
      length: segment.titles.indexedRange(row).count, row: row)
  }

  /// Whether the title shows the query as it was typed: what decides between many rows of equal cost.
  func isAsTyped(_ row: Int) -> Bool {
    let titles = segment.titles.bytes
    return prepared.isShown(in: titles.span.extracting(segment.titles.indexedRange(row)))
  }
}
