/// Asks single rows whether they match the terms of a query, as cheaply as the answer allows.
///
/// The words of a row are asked by number in the forward index. Most rows are turned down, or are certain
/// to match, by that alone; the scorer decides the rest and what a hit costs.
struct RowExaminer: Sendable {
  enum Verdict {
    /// Not a hit.
    case none
    /// A hit that costs no less.
    case hit(bound: UInt32)
    /// For the scorer to decide.
    case open
  }

  let scorer: Scorer
  private let segment: Segment
  private let prepared: PreparedQuery
  private(set) var probes: [TermProbe]
  /// What is asked of most rows, for each row of the scorer.
  private let screens: [TermScreen]
  private let letterScreens: [(letters: RowLetters, mayLack: Int, mayLackUnaided: Int)]
  /// The rows of the scorer that each clause is found by.
  private let clauseProbes: [[Int]]
  /// The clauses, long ones first, because most rows do not hold them.
  private let order: [Int]
  /// The clauses that anchor others where they stand literally, and where they are misspelt, one bit each.
  private let anchors, misspeltAnchors: UInt32
  private let tokens: TokenColumn
  /// What a term costs at least where several words, or another term with it, are its match.
  private let cheapestRun: UInt32
  private let isOnlyTerm: Bool
  private var scratch = ScorerScratch()
  /// The runs of the only term, once any are looked for.
  private var runs: RunScreen?

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
    let screens = probes.map { TermScreen($0, admitsRuns: scorer.admitsRuns, segment.dictionary) }
    self.screens = screens
    clauseProbes = scorer.clauses.map { clause in
      clause.alternatives.compactMap { if case .term(let probe) = $0 { probe } else { nil } }
    }
    letterScreens = clauseProbes.compactMap { probes in
      guard probes.count == 1, let screen = probes.first.map({ screens[$0] }) else { return nil }
      let budget = isAnchorable ? screen.anchoredTypoBudget : screen.typoBudget
      return (screen.letters, screen.isLoose ? budget : 0, screen.isLoose ? screen.typoBudget : 0)
    }
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
    isOnlyTerm = scorer.clauses.count == 1 && scorer.clauses[0].alternatives.count == 1
    cheapestRun = scorer.costs.cheapestRun
    tokens = segment.tokens
  }

  // MARK: - Verdicts

  /// Whether every clause stands in the row literally, and if so the cost that it does not go below.
  ///
  /// Such a row is a hit whatever else it holds, because a literal word can always be taken.
  /// - Precondition: every clause has one alternative, a term.
  func literalBound(_ row: Int) -> UInt32? {
    let range = tokens.range(row)
    var total: UInt32 = 0
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
      total += min(best, cheapestRun)
    }
    return total
  }

  /// Whether the letters of a row are enough for all clauses, but for typos.
  ///
  /// The cheapest question of all, and the one that turns most rows down.
  @inline(__always)
  func hasLetters(_ row: Int, isAided: Bool = true) -> Bool {
    let letters = tokens.letters(row)
    var lacking = 0
    for clause in letterScreens {
      guard let missing = letters.missing(of: clause.letters),
        missing <= (isAided ? clause.mayLack : clause.mayLackUnaided)
      else { return false }
      lacking += missing
    }
    return lacking <= scorer.typoBudget
  }

  /// Of longer items it takes no longer to wait for the words that come later.
  private static let mostWordsAhead = 8

  /// Appends those of `rows` to `found` that have the letters for all clauses, and looks at their words, so
  /// that they are at hand.
  func appendRowsWithLetters(_ rows: ArraySlice<UInt32>, isAided: Bool, to found: inout [UInt32]) {
    for row in rows { tokens.heads.prefetch(Int(row)) }
    for row in rows where hasLetters(Int(row), isAided: isAided) { found.append(row) }
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
    for row in rows {
      let letters = tokens.letters(Int(row))
      if letterScreens.allSatisfy({ letters.missing(of: $0.letters) == 0 }) { found.append(row) }
    }
    for row in found { tokens.tokens.prefetch(tokens.range(Int(row)).lowerBound) }
  }

  /// Asks every word of the row of every term, so that ``ranked(_:)`` may be called.
  mutating func verdict(_ row: Int) -> Verdict {
    let range = tokens.range(row)
    guard hasLetters(row), mayHoldAll(row, range) else { return .none }
    fillMatches(range)
    return certainVerdict(range)
  }

  /// Makes ready to tell runs of the only term by the numbers of words.
  mutating func prepareForRuns() {
    guard isOnlyTerm, scorer.admitsRuns, let matcher = probes.first?.matcher, matcher.admitsLoose else { return }
    runs = RunScreen(matcher.term, in: segment.dictionary)
  }

  /// How each row of the scorer matches each word of the row.
  mutating func matches(_ row: Int) -> [WordMatch] {
    fillMatches(tokens.range(row))
    return scratch.matches
  }

  private mutating func fillMatches(_ range: Range<Int>) {
    scratch.matches.removeAll(keepingCapacity: true)
    for probe in probes.indices {
      for position in range {
        scratch.matches.append(probes[probe].match(of: TokenColumn.word(tokens.tokens[position])))
      }
    }
  }

  /// Whether some of the clauses may be found in the row, whatever the others are.
  ///
  /// - Parameter isAided: whether an anchor may help all of them.
  mutating func mayHold(_ clauses: [Int], _ row: Int, isAided: Bool) -> Bool {
    let range = tokens.range(row)
    for index in clauses where !clauseProbes[index].contains(where: { holdsLiterally($0, range) }) {
      if fewestTypos(index, isAnchored: isAided, row, range) == nil { return false }
    }
    return true
  }

  /// Whether all clauses may be found in the row. What is left out here is found in none of the ways of the scorer.
  private mutating func mayHoldAll(_ row: Int, _ range: Range<Int>) -> Bool {
    let clauseCount = scorer.clauses.count
    var literal: UInt32 = 0
    for index in 0..<clauseCount {
      for probe in clauseProbes[index] where holdsLiterally(probe, range) { literal |= 1 << UInt32(index) }
    }
    if literal.nonzeroBitCount == clauseCount { return true }
    var typos = 0
    for index in order where literal & 1 << UInt32(index) == 0 {
      guard let fewest = fewestTypos(index, isAnchored: mayBeAnchored(index, literal), row, range) else { return false }
      typos += fewest
      if typos > scorer.typoBudget { return false }
    }
    return true
  }

  /// Whether another clause may anchor the one at `index`, given those that the row holds literally.
  private func mayBeAnchored(_ index: Int, _ literal: UInt32) -> Bool {
    let others = ~(1 << UInt32(index)) as UInt32
    return anchors & literal & others != 0 || misspeltAnchors & ~literal & others != 0
  }

  /// How many typos a clause has at least that the row does not hold literally; `nil` if it is no match.
  private mutating func fewestTypos(_ index: Int, isAnchored: Bool, _ row: Int, _ range: Range<Int>) -> Int? {
    var fewest: Int?
    for probe in clauseProbes[index] where screens[probe].isLoose {
      let screen = screens[probe]
      guard let lacking = tokens.letters(row).missing(of: screen.letters) else { continue }
      if lacking == 0, screen.mayBeRun, screen.mayBeRun(tokens.tokens[range]) { return 0 }
      let budget = isAnchored ? screen.anchoredTypoBudget : screen.typoBudget
      guard lacking <= budget else { continue }
      for position in range {
        let match = probes[probe].match(of: TokenColumn.word(tokens.tokens[position]))
        if match.loose != .none { return 0 }
        if match.typos > 0, match.typos <= budget { fewest = min(fewest ?? .max, match.typos) }
      }
    }
    if let joined = scorer.clauses[index].joinedRow, holdsLiterally(joined, range) { return 0 }
    if index > 0, let joined = scorer.clauses[index - 1].joinedRow, holdsLiterally(joined, range) { return 0 }
    return fewest
  }

  private func holdsLiterally(_ probe: Int, _ range: Range<Int>) -> Bool {
    let literal = screens[probe].literal
    for position in range
    where literal.contains(UInt32(truncatingIfNeeded: TokenColumn.word(tokens.tokens[position]))) {
      return true
    }
    return false
  }

  /// Whether the row is a hit for certain, by the matches of its words.
  ///
  /// A literal word can always be taken, and so can any other where all terms but one are literal: nothing
  /// else uses up typos then, unless a third term finds its word taken.
  private func certainVerdict(_ range: Range<Int>) -> Verdict {
    var bound: UInt32 = 0
    var loose: Loose?
    var literal: UInt32 = 0
    for index in scorer.clauses.indices {
      guard case .term(let probe)? = scorer.clauses[index].onlyAlternative else { return .open }
      var best = UInt32.max
      for (offset, position) in range.enumerated() {
        let match = scratch.matches[probe * range.count + offset]
        guard match.isLiteral else { continue }
        let way = match.literal == .exact ? 0 : scorer.costs.prefix
        best = min(best, cost(way, position, range, isFirst: index == 0))
      }
      if best < .max {
        literal |= 1 << UInt32(index)
        bound += min(best, cheapestRun)
        continue
      }
      if loose != nil { return .open }
      loose = cheapestLoose(probe, range)
      if loose == nil {
        guard let holdsRun = runs?.holdsRun(tokens.tokens[range]) else { return .open }
        return holdsRun ? .hit(bound: scorer.costs.cheapestWordRun) : .none
      }
    }
    guard let loose else { return .hit(bound: bound) }
    if loose.typos > 0 {
      let budget = anchors & literal != 0 ? loose.term.anchoredTypoBudget : loose.term.typoBudget
      guard scorer.clauses.count <= 2, loose.typos <= min(budget, scorer.typoBudget) else { return .open }
    }
    return .hit(bound: bound + min(loose.bound, cheapestRun))
  }

  /// How a term is found in a row that does not hold it literally.
  private struct Loose {
    let term: Term
    /// What it costs at least.
    var bound: UInt32
    /// How many typos it has at least.
    var typos: Int
  }

  /// `nil` if no word of the row matches the term.
  private func cheapestLoose(_ probe: Int, _ range: Range<Int>) -> Loose? {
    var bound = UInt32.max
    var typos = Int.max
    for offset in 0..<range.count {
      let match = scratch.matches[probe * range.count + offset]
      if match.isNone { continue }
      bound = min(bound, scorer.costs.least(of: match))
      typos = min(typos, match.loose != .none ? 0 : match.typos)
    }
    return bound == .max ? nil : Loose(term: scorer.rows[probe].term, bound: bound, typos: typos)
  }

  private func cost(_ way: UInt32, _ position: Int, _ tokens: Range<Int>, isFirst: Bool) -> UInt32 {
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

  /// The row with its score, or `nil` if it is no hit. Follows ``verdict(_:)`` of the same row.
  mutating func ranked(_ row: Int) -> RankedRow? {
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
}
