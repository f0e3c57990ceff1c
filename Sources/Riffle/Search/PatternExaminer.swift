/// Checks whether single rows, by their ordinals, match the patterns of a query.
///
/// Bounds from its texts and its words come first; the texts are folded and cut only if these leave it open.
struct PatternExaminer: Sendable {
  private let prepared: PreparedQuery
  private let segment: Segment
  let filter: TextFilter?
  /// By pattern, `nil` in the outer optional as long as they are not known.
  private var words: [PatternWords??]
  /// By pattern.
  private let bounds: [PatternBounds?]
  /// The words of the row at hand.
  private var tokens: [UInt32] = []
  private var matcher: ItemMatcher
  /// The row read last, and the one bounded last.
  private var last: (row: Int, found: RankedRow?)?
  private var bounded: (row: Int, least: UInt32?)?

  /// `nil` if the query has no patterns.
  init?(_ prepared: PreparedQuery, in segment: Segment) {
    guard !prepared.scorer.patterns.isEmpty || !prepared.excluded.isEmpty else { return nil }
    self.prepared = prepared
    self.segment = segment
    filter = TextFilter(prepared, in: segment)
    words = Array(repeating: .none, count: prepared.scorer.patterns.count)
    bounds = prepared.scorer.patterns.map { PatternBounds($0, prepared.scorer.costs, in: segment) }
    matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
  }

  private func pattern(_ index: Int) -> TextPattern { prepared.scorer.patterns[index] }

  private mutating func words(of index: Int) -> PatternWords? {
    if let known = words[index] { return known }
    let pattern = pattern(index)
    // No words tell that a text is not there.
    let found = pattern.isNegated ? nil : segment.words(holding: pattern.bytes)
    words[index] = .some(found)
    return found
  }

  // MARK: - Rows

  /// Adds where a pattern of a clause is found that costs no more than `most` and no less than `least`.
  mutating func appendSources(
    of index: Int, ofClause clause: Int, from least: UInt32, upTo most: UInt32, to sources: inout ClauseSources
  ) {
    let isInTitleOnly = pattern(index).isInTitleOnly
    guard let words = words(of: index), words.isWhole || words.isListed && isRare(words) else {
      if least == 0 { sources.appendTexts(cost: 0, effort: segment.count) }
      return
    }
    for tier in words.tiers {
      // What begins the title begins a word.
      if isInTitleOnly, words.isFirst, tier.hold == .inner, !tier.hasParts { continue }
      let cost = words.leastCost(tier.hold, hasParts: tier.hasParts, prepared.scorer.costs)
      guard least...most ~= cost else { continue }
      let places = PlaceCosts(
        prepared.scorer.costs, way: cost, hidden: cost,
        isFirstTerm: prepared.scorer.paysForStart(clause) && words.isFirst, mayBeWhole: false,
        clauseCount: prepared.scorer.clauses.count)
      sources.append(tier.words, of: segment.postings, places: places)
    }
    if !isInTitleOnly, let cost = words.leastCostOfOthers(prepared.scorer.costs), least...most ~= cost {
      sources.appendTexts(cost: cost, effort: segment.count)
    }
    if least == 0, let unworded = segment.unworded {
      sources.append(unworded: segment.order.ordinals(ofRows: unworded))
    }
  }

  /// Whether to look at the rows of words takes less time than to look at the texts of all rows.
  private func isRare(_ words: PatternWords) -> Bool {
    var count = 0
    for tier in words.tiers {
      count += segment.postings.range(tier.words).count
      if count > segment.count / segment.options.efforts.textsPerRow { return false }
    }
    return true
  }

  /// About how many rows hold a pattern as words or beginnings of words.
  mutating func literalCount(_ index: Int) -> Int {
    guard let words = words(of: index) else { return segment.count }
    return segment.postings.range(words.literal).count
  }

  // MARK: - Bounds

  /// What a pattern costs at least in a row, as its texts and words tell; `nil` if it does not stand there.
  private mutating func leastCost(_ index: Int, _ row: Int, paysForStart: Bool) -> UInt32? {
    guard let texts = bounds[index] else { return leastCostInWords(index, row) }
    guard let bound = texts.leastCost(segment.order.row(row), paysForStart: paysForStart) else { return nil }
    if !bound.isOpen { return bound.cost }
    return leastCostInWords(index, row).map { max($0, bound.cost) }
  }

  private mutating func leastCostInWords(_ index: Int, _ row: Int) -> UInt32? {
    guard let words = words(of: index) else { return 0 }
    let costs = prepared.scorer.costs
    var least: UInt32?
    segment.tokens.read(row, into: &tokens)
    for token in tokens {
      let hold = words.hold(TokenColumn.word(token))
      if hold == .none { continue }
      let kind = TokenColumn.kind(token)
      let field = TokenColumn.field(token)
      let hasParts = kind != .simple && kind != .part || field == .reading
      least = min(least ?? .max, words.leastCost(hold, hasParts: hasParts, costs) + costs.cost(of: field))
    }
    if let least { return least }
    return segment.unworded?[segment.order.row(row)] == true ? 0 : nil
  }

  /// Whether the texts of a row may be a hit, as far as they say without being read.
  func admits(_ row: Int) -> Bool { filter?.admits(segment.order.row(row)) != false }

  /// What the query costs at least in a row; `nil` if it is no hit.
  mutating func leastCost(_ row: Int) -> UInt32? {
    if let bounded, bounded.row == row { return bounded.least }
    let least = findLeastCost(row)
    bounded = (row, least)
    return least
  }

  private mutating func findLeastCost(_ row: Int) -> UInt32? {
    var total: UInt32 = 0
    for (number, clause) in prepared.scorer.clauses.enumerated() {
      var least = UInt32.max
      for alternative in clause.alternatives {
        guard case .pattern(let pattern) = alternative else {
          least = 0
          break
        }
        least = min(least, leastCost(pattern, row, paysForStart: prepared.scorer.paysForStart(number)) ?? .max)
      }
      if least == .max { return nil }
      total += least
    }
    return total
  }

  // MARK: - Scores

  /// What a row costs; `nil` if it is no hit or costs more than `most`.
  mutating func cost(_ row: Int, upTo most: UInt32) -> UInt32? {
    guard let least = leastCost(row), least <= most, let cost = ranked(row)?.score.units, cost <= most else {
      return nil
    }
    return cost
  }

  /// The row with its score, or `nil` if it is no hit.
  mutating func ranked(_ row: Int) -> RankedRow? {
    if let last, last.row == row { return last.found }
    let found = admits(row) ? segment.ranked(segment.order.row(row), by: &matcher)?.at(row) : nil
    last = (row, found)
    return found
  }
}

extension Segment {
  /// The words in which a folded text can stand; `nil` if it has no letters.
  func words(holding text: [UInt8]) -> PatternWords? {
    PatternWords(text, in: dictionary, compounds: tokens.compounds) { postings.range($0).count }
  }

  /// A row, read from its texts, with its score; `nil` if it is no hit.
  func ranked(_ row: Int, by matcher: inout ItemMatcher) -> RankedRow? {
    ItemSource.segment(self).rank(row, by: &matcher).map { RankedRow(score: $0.score, length: $0.length, row: row) }
  }
}
