/// A scorer of items with numbered words, in the form of the query that costs each least.
struct LineScorer: Sendable {
  private let forms: [PreparedQuery]
  /// By form.
  private var scorers: [RowScorer]
  /// What a hit costs at least, what its terms cost at most, and the price, by form.
  private let costs: [(least: UInt32, most: UInt32, price: UInt32)]

  init(_ query: LineQuery) {
    forms = query.forms
    scorers = forms.map { RowScorer($0.scorer) }
    costs = forms.map { ($0.leastCost, $0.mostOfTerms, $0.price) }
  }

  /// Returns the least cost of an item over all forms, in ``CostTable/unit``s, with the slips of its typos; `nil` if it is no
  /// hit in any.
  ///
  /// - Parameters:
  ///   - words: the words that the tokens are numbers of.
  ///   - floor: the least cost of each term in the item.
  ///   - pieces: decides which forms may match.
  ///   - openForms: the number of forms to try, the cheapest first.
  ///   - isAdmitted: whether slips matter in an item of such a cost.
  mutating func cost(
    of item: borrowing LineTokens, _ words: inout LineWords, _ floor: SIMD16<UInt8>, _ pieces: borrowing LinePieces,
    openForms: Int, isAdmitted: (UInt32) -> Bool
  ) -> (cost: UInt32, slips: Int)? {
    var best: (cost: UInt32, slips: Int)?
    let traits = ItemTraits(lastComponent: item.lastComponent, isRomanized: item.isRomanized)
    for number in 0..<openForms {
      if let best, best.cost < costs[number].least { break }
      guard pieces.mayMatch(floor, form: number) else { continue }
      words.form = number
      guard
        let ofTerms = scorers[number].cost(of: item.tokens.span, traits, words: &words, upTo: costs[number].most)
      else { continue }
      let cost = ofTerms + costs[number].price
      let found = (cost: cost, slips: isAdmitted(cost) ? slips(number, item, words) : 0)
      if best.map({ (found.cost, found.slips) < ($0.cost, $0.slips) }) ?? true { best = found }
    }
    return best
  }

  private func slips(_ form: Int, _ item: borrowing LineTokens, _ words: borrowing LineWords) -> Int {
    guard scorers[form].hasTypos else { return 0 }
    let tokens = item.tokens
    return forms[form].scorer.slips(scorers[form].assignments, letters: words.letters) {
      words.range(TokenColumn.word(tokens[$0]))
    }
  }
}
