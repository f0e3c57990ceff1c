/// Asks single rows whether they match the terms of a query, as cheaply as the answer allows.
///
/// The words of a row are asked by number in the forward index. Most rows are turned down, or are certain
/// to match, by that alone; the scorer decides the rest and what a hit costs.
struct RowExaminer {
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
  private let screens: [Screen]
  /// The clauses, those first that most rows do not hold.
  private let order: [Int]
  private let tokens: TokenColumn
  private let rowLetters: [RowLetters]
  /// What a term costs at least where several words, or another term with it, are its match.
  private let cheapestRun: UInt32
  private let cheapestLoose: UInt32
  private let isOnlyTerm: Bool
  private var scratch = ScorerScratch()

  init(_ prepared: PreparedQuery, in segment: Segment) {
    self.prepared = prepared
    self.segment = segment
    scorer = prepared.scorer
    let isAnchorable = scorer.clauses.count > 1
    probes = scorer.rows.map { TermProbe($0, isAnchorable: isAnchorable, in: segment.dictionary) }
    screens = probes.map {
      Screen($0, isAnchorable: isAnchorable, admitsRuns: prepared.scorer.admitsRuns, segment.dictionary)
    }
    let clauses = prepared.scorer.clauses
    let screens = screens
    order = clauses.indices.sorted { a, b in
      func rarity(_ index: Int) -> Int {
        guard case .term(let probe)? = clauses[index].alternatives.first else { return 0 }
        return screens[probe].literal.count
      }
      return rarity(a) < rarity(b)
    }
    tokens = segment.tokens
    rowLetters = segment.letters
    isOnlyTerm = scorer.clauses.count == 1 && scorer.clauses[0].alternatives.count == 1
    cheapestRun = scorer.costs.cheapestRun
    cheapestLoose = scorer.costs.cheapestLoose
  }

  // MARK: - Verdicts

  /// What a row must have at least for a term to be found in it.
  private struct Screen {
    let literal: Range<UInt32>
    let exact: UInt32
    let letters: RowLetters
    /// How many letters a row may lack; -1 if only literal words count.
    let mayLack: Int
    let mayBeRun: Bool
    /// The words that begin as the term does, and those that begin as it could go on.
    let firstOfRun: Range<UInt32>
    let laterInRun: [Range<UInt32>]

    init(_ probe: TermProbe, isAnchorable: Bool, admitsRuns: Bool, _ dictionary: WordDictionary) {
      let term = probe.matcher.term
      literal = UInt32(probe.literal.lowerBound)..<UInt32(probe.literal.upperBound)
      exact = probe.hasExact ? literal.lowerBound : .max
      letters = RowLetters(LetterSignature(term.bytes.span))
      mayLack = probe.matcher.admitsLoose ? (isAnchorable ? term.anchoredTypoBudget : term.typoBudget) : -1
      mayBeRun = admitsRuns && probe.matcher.admitsLoose && term.length >= 2
      var leads = mayBeRun ? term.scalars.map { dictionary.words(withFirstScalar: $0) } : []
      firstOfRun = leads.isEmpty ? 0..<0 : leads.removeFirst()
      laterInRun = leads
    }

    /// Whether words that stand in this order may be a run.
    func mayBeRun(_ tokens: ArraySlice<UInt32>) -> Bool {
      var hasBegun = false
      for token in tokens {
        let word = UInt32(truncatingIfNeeded: TokenColumn.word(token))
        if hasBegun, laterInRun.contains(where: { $0.contains(word) }) { return true }
        if firstOfRun.contains(word) { hasBegun = true }
      }
      return false
    }
  }

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

  /// Asks every word of the row of every term, so that ``ranked(_:)`` may be called.
  mutating func verdict(_ row: Int) -> Verdict {
    let range = tokens.range(row)
    for index in order where !mayHold(index, row, range) { return .none }
    scratch.matches.removeAll(keepingCapacity: true)
    for probe in probes.indices {
      for position in range {
        scratch.matches.append(probes[probe].match(of: TokenColumn.word(tokens.tokens[position])))
      }
    }
    return certainVerdict(range)
  }

  /// Whether a clause may be found in the row. What is left out here is found in none of the ways of the scorer.
  private mutating func mayHold(_ index: Int, _ row: Int, _ range: Range<Int>) -> Bool {
    let clause = scorer.clauses[index]
    for case .term(let probe) in clause.alternatives where holdsLiterally(probe, range) { return true }
    for case .term(let probe) in clause.alternatives where screens[probe].mayLack >= 0 {
      guard let lacking = rowLetters[row].missing(of: screens[probe].letters) else { continue }
      if lacking == 0, screens[probe].mayBeRun {
        if screens[probe].mayBeRun(tokens.tokens[range]) { return true }
      }
      guard lacking <= screens[probe].mayLack else { continue }
      for position in range where !probes[probe].match(of: TokenColumn.word(tokens.tokens[position])).isNone {
        return true
      }
    }
    if let joined = clause.joinedRow, holdsLiterally(joined, range) { return true }
    if index > 0, let joined = scorer.clauses[index - 1].joinedRow, holdsLiterally(joined, range) { return true }
    return false
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
  private func certainVerdict(_ range: Range<Int>) -> Verdict {
    var bound: UInt32 = 0
    for index in scorer.clauses.indices {
      guard case .term(let probe)? = scorer.clauses[index].onlyAlternative else { return .open }
      var best = UInt32.max
      for (offset, position) in range.enumerated() {
        let match = scratch.matches[probe * range.count + offset]
        guard !match.isNone, let way = certainWay(match, scorer.rows[probe].term) else { continue }
        best = min(best, cost(way, position, range, isFirst: index == 0))
      }
      if best == .max { return .open }
      bound += min(best, cheapestRun)
    }
    return .hit(bound: bound)
  }

  /// What the way costs at least, if the item is a hit by it whatever else it holds: a literal word can
  /// always be taken, and of the only term any word.
  private func certainWay(_ match: WordMatch, _ term: Term) -> UInt32? {
    switch match.literal {
    case .exact: return 0
    case .prefix: return scorer.costs.prefix
    case .none: break
    }
    guard isOnlyTerm else { return nil }
    let isMatch = match.loose != .none || match.typos > 0 && match.typos <= term.typoBudget
    return isMatch ? cheapestLoose : nil
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
