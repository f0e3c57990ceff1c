/// Asks one query of item after item, each of which is seen once.
///
/// It gives the scores that ``ItemMatcher`` gives. For queries of nothing but terms it goes straight from
/// the words of an item to the scorer, and only with items in which every term of a form is found at all.
struct LineMatcher {
  /// By form of the query.
  private let plans: [LinePlan]
  /// What each form leaves out of the whole query, if it does nothing else.
  private let leftOut: [LeftOut?]
  /// How many typos a match may have in all, by form.
  private var budgets: [Int] = []
  /// How many clauses can be missing of an item that matches.
  private let mostMissing: Int
  /// By clause.
  private var typos: [Int]
  private var plain: ItemMatcher
  private var pieces = LinePieces()
  private var pieceScratch = LinePlan.PieceScratch()
  private var item = ItemText()
  private var letters = [LineLetters](repeating: .empty, count: 32)
  private var layout = ItemLayout()
  private var matches: [WordMatch] = []
  private var typoScratch = TypoScratch()
  private var scorers: [RowScorer]
  private var words: [ItemWords]

  /// - Parameter forms: see ``PreparedQuery/forms(of:isStrict:layouts:analyzer:costs:)``.
  init(_ forms: [PreparedQuery], options: IndexOptions, analyzer: TextAnalyzer) {
    plans = forms.map { LinePlan($0, options: options, analyzer) }
    let clauses = forms[0].scorer.clauses.indices
    leftOut = forms.map { LeftOut($0.form, clauses) }
    mostMissing = leftOut.compactMap(\.self).map(\.clauses.nonzeroBitCount).max() ?? 0
    typos = Array(repeating: 0, count: clauses.count)
    scorers = forms.map { RowScorer($0.scorer) }
    words = forms.map { ItemWords($0.scorer) }
    plain = ItemMatcher(forms, analyzer: analyzer, titlesArePaths: options.titlesArePaths)
    limit(to: .max)
  }

  /// Items that cost more than `most`, in ``CostTable/unit``s, may be said to match or not from here on.
  mutating func limit(to most: UInt32) { budgets = plans.map { $0.prepared.mostTypos(upTo: most) } }

  /// Whether the item matches, and what decides its place: the score, then a length.
  ///
  /// - Parameters:
  ///   - fields: valid UTF-8, each cut to ``ItemText/indexedFieldLength``. Not for an empty query.
  ///   - isRomanized: whether the reading is what a ``Romanizer`` has made of the title.
  ///   - forms: those that it may match, one bit each.
  ///   - table: ``LineLetters/table``.
  mutating func rank(
    title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>, weight: UInt16, isRomanized: Bool,
    in forms: UInt64, _ table: Span<UInt64>
  ) -> (score: Score, length: Int)? {
    guard plans[0].isOfTerms else {
      return plain.rank(
        title: title, reading: reading, searchText: searchText, weight: weight, isRomanized: isRomanized)
    }
    pieces.cut(
      title: title, reading: reading, searchText: searchText, table, readsOtherLetters: plans[0].readsOtherLetters)
    var best: Score?
    var isRead = false
    // What is missing of the whole query is found out once for all forms that leave out clauses.
    let missing =
      forms & (forms &- 1) == 0 || mostMissing == 0
      ? nil
      : plans[0].readClauses(
        pieces, title: title, reading: reading, searchText: searchText, typos: &typos, atMost: mostMissing,
        &pieceScratch)
    var left = forms
    while left != 0 {
      let form = left.trailingZeroBitCount
      left &= left - 1
      let mayMatch = missing.flatMap { leftOut[form]?.mayMatch($0, typos, budgets[form]) }
      if mayMatch == false { continue }
      let plan = plans[form]
      if let best, best.orderedUnits < plan.prepared.leastCost { break }
      guard
        mayMatch == true
          || plan.mayMatch(
            pieces, title: title, reading: reading, searchText: searchText, typos: budgets[form], &pieceScratch)
      else { continue }
      if !isRead {
        item.read(
          title: title, reading: reading, searchText: searchText, isRomanized: isRomanized, analyzer: plan.analyzer,
          titleIsPath: plan.titlesArePaths, into: &layout)
        reserveLetters(layout.words.count)
        plan.readLetters(item, layout, table, &letters)
        isRead = true
      }
      guard let score = score(plan, form, title, weight, typos: budgets[form]), best.map({ score < $0 }) ?? true else {
        continue
      }
      best = score
    }
    return best.map { ($0, title.count) }
  }

  /// What the item read last scores in a form; `nil` if it does not match.
  private mutating func score(
    _ plan: LinePlan, _ form: Int, _ title: Span<UInt8>, _ weight: UInt16, typos: Int
  ) -> Score? {
    let prepared = plan.prepared
    reserveMatches(layout.words.count * plan.rowCount)
    guard plan.matchWords(item, layout, letters, typos: typos, &matches, &typoScratch) else {
      return nil
    }
    words[form].read(item.letters, layout)
    let tokens = words[form].tokens
    guard
      let cost = scorers[form].cost(
        of: tokens.span, ItemTraits(lastComponent: layout.lastComponent, isRomanized: layout.isRomanized),
        words: &words[form], upTo: prepared.mostOfTerms)
    else { return nil }
    let letters = item.letters
    let slips = prepared.scorer.slips(scorers[form].assignments, letters: letters.span) { layout.words[$0].range }
    return prepared.score(
      cost: cost + prepared.price, slips: slips, weight: weight, titleWords: layout.titleCount, title: title)
  }

  /// Makes room for an item of so many words.
  private mutating func reserveLetters(_ words: Int) {
    if letters.count < words {
      letters.append(contentsOf: repeatElement(.empty, count: words * 2 - letters.count))
    }
  }

  /// Makes room for so many matches.
  private mutating func reserveMatches(_ count: Int) {
    if matches.count < count {
      matches.append(contentsOf: repeatElement(.none, count: count * 2 - matches.count))
    }
  }
}

/// The clauses that a form of a query leaves out, one bit each.
private struct LeftOut {
  let clauses: UInt64
  private let count: Int

  /// `nil` if the form does something else.
  init?(_ form: QueryForm, _ indices: Range<Int>) {
    switch form {
    case .asTyped: clauses = 0
    case .without(_, let clauses): self.clauses = clauses
    case .withTypos, .typed: return nil
    }
    count = indices.count
  }

  /// Whether an item may match that lacks some clauses of the whole query.
  ///
  /// - Parameters:
  ///   - typos: how many each of the others has at least.
  ///   - budget: how many typos there may be in all.
  func mayMatch(_ missing: UInt64, _ typos: [Int], _ budget: Int) -> Bool {
    if missing & ~clauses != 0 { return false }
    var left = budget
    for clause in 0..<count where clauses & 1 << UInt64(clause) == 0 { left -= typos[clause] }
    return left >= 0
  }
}
