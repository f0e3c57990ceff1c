/// What an item costs at least, where every term stands in it literally.
///
/// Such an item is a hit whatever else it holds, because a literal word can always be taken. So one that
/// cannot be among the best is counted without being scored.
struct LiteralBound {
  private let segment: Segment
  private let costs: CostTable
  /// For each clause the words that begin with its term, and whether the first of them is the term itself.
  private let literal: [(words: Range<Int>, hasExact: Bool)]
  /// What a term costs at least where several words, or another term with it, are its match.
  private let cheapestOther: UInt32

  /// `nil` if a clause has alternatives.
  init?(_ segment: Segment, _ scorer: Scorer, _ rowWords: [TermWords]) {
    var literal: [(words: Range<Int>, hasExact: Bool)] = []
    for clause in scorer.clauses {
      guard clause.alternatives.count == 1, case .term(let row)? = clause.alternatives.first else { return nil }
      literal.append((rowWords[row].literal, rowWords[row].hasExact))
    }
    self.segment = segment
    self.literal = literal
    costs = scorer.costs
    cheapestOther = min(
      costs.joined / 2, costs.split, costs.splitPrefix, costs.chunks, costs.initialsOfTitle, costs.initialsOfPart)
  }

  /// A cost that the item does not go below; `nil` if not every term stands in it literally.
  func cost(of row: Int) -> UInt32? {
    let tokens = segment.tokens.range(row)
    var total: UInt32 = 0
    for (index, clause) in literal.enumerated() {
      var best = UInt32.max
      for position in tokens {
        let token = segment.tokens.tokens[position]
        let word = TokenColumn.word(token)
        guard clause.words.contains(word) else { continue }
        let isExact = clause.hasExact && word == clause.words.lowerBound
        var cost = (isExact ? 0 : costs.prefix) + costs.cost(of: TokenColumn.field(token))
        if index == 0, position != tokens.lowerBound, !mayStartTitle(position, tokens.lowerBound) {
          cost += costs.notAtStart
        }
        best = min(best, cost)
      }
      if best == .max { return nil }
      total += min(best, cheapestOther)
    }
    return total
  }

  /// Whether a token other than the first can be the start of its field: the first parts of a compound
  /// can, the start of a reading, and the last component of a path.
  private func mayStartTitle(_ position: Int, _ first: Int) -> Bool {
    if segment.options.titlesArePaths { return true }
    let token = segment.tokens.tokens[position]
    switch TokenColumn.field(token) {
    case .title: return TokenColumn.kind(segment.tokens.tokens[first]) != .simple && position - first <= 2
    case .reading: return true
    case .searchText: return false
    }
  }
}
