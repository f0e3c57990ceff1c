/// What an item costs at least, where it is certain to be a hit: so one that cannot be among the best is
/// counted without being scored.
///
/// An item in which every term stands literally is a hit whatever else it holds, because a literal word
/// can always be taken; and so is an item that holds any word for the only term of a query.
struct HitBound {
  private let segment: Segment
  private let costs: CostTable
  private let terms: [(words: TermWords, typoBudget: Int)]
  /// What a term costs at least where several words, or another term with it, are its match.
  private let cheapestRun: UInt32
  private let cheapestLoose: UInt32

  /// `nil` if a clause has alternatives.
  init?(_ segment: Segment, _ scorer: Scorer, _ rowWords: [TermWords]) {
    var terms: [(words: TermWords, typoBudget: Int)] = []
    for clause in scorer.clauses {
      guard clause.alternatives.count == 1, case .term(let row)? = clause.alternatives.first else { return nil }
      terms.append((rowWords[row], scorer.rows[row].term.typoBudget))
    }
    self.segment = segment
    self.terms = terms
    costs = scorer.costs
    cheapestRun = min(
      costs.joined / 2, costs.split, costs.splitPrefix, costs.chunks, costs.initialsOfTitle, costs.initialsOfPart)
    cheapestLoose = min(costs.consonantSkeleton, costs.typo, costs.infix, costs.skeleton)
  }

  /// A cost that the item does not go below; `nil` if it may be no hit.
  func cost(of row: Int) -> UInt32? {
    let tokens = segment.tokens.range(row)
    var total: UInt32 = 0
    for (index, term) in terms.enumerated() {
      var best = UInt32.max
      for position in tokens {
        let token = segment.tokens.tokens[position]
        guard let way = wayCost(TokenColumn.word(token), term) else { continue }
        var cost = way + costs.cost(of: TokenColumn.field(token))
        if index == 0, position != tokens.lowerBound, !mayStartTitle(position, tokens.lowerBound) {
          cost += costs.notAtStart
        }
        best = min(best, cost)
      }
      if best == .max { return nil }
      total += min(best, cheapestRun)
    }
    return total
  }

  private func wayCost(_ word: Int, _ term: (words: TermWords, typoBudget: Int)) -> UInt32? {
    if term.words.literal.contains(word) {
      return term.words.hasExact && word == term.words.literal.lowerBound ? 0 : costs.prefix
    }
    guard terms.count == 1 else { return nil }
    let match = term.words[word]
    let isMatch = match.loose != .none || 1...max(1, term.typoBudget) ~= match.typos && term.typoBudget > 0
    return isMatch ? cheapestLoose : nil
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
}
