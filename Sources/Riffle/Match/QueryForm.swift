/// A form of a query: as it was typed, or as may have been meant, at a price.
package indirect enum QueryForm: Sendable, Hashable {
  case asTyped
  /// These terms are left out.
  ///
  /// - Parameter clauses: one bit for each clause of the query that is left out.
  case without([Term], clauses: UInt64)
  /// The only term, or one of several beside an anchor, may have more typos than it may have else.
  case withTypos(moreThan: Int)
  /// The only term, of two letters, may be inside a word.
  case inside
  /// Its letters are written as two, as in ``SpelledLetters``.
  case spelledOut
  /// The same keys of another keyboard.
  case typed(KeyboardLayout)
  /// Phrases are replaced by others that they stand for.
  case synonyms([SynonymTable.Replacement])
  /// A form whose ``SignedNames`` are terms like others.
  case withoutSigns(QueryForm)

  /// What a hit costs beside what its terms cost, in ``CostTable/unit``s.
  func price(_ costs: CostTable) -> UInt32 {
    switch self {
    case .asTyped, .spelledOut: 0
    case .without(let terms, _): terms.reduce(0) { $0 + costs.cost(ofLeavingOut: $1) }
    case .withTypos(let budget): costs.price(ofMoreTyposThan: budget)
    case .inside: costs.twoLettersInside
    case .typed: costs.otherLayout
    case .synonyms(let replacements): UInt32(replacements.count) * costs.synonym
    case .withoutSigns(let form): costs.withoutSigns + form.price(costs)
    }
  }

  /// The highest cost of the terms of a hit: if terms are left out, the others must match well.
  func mostOfTerms(_ costs: CostTable) -> UInt32 {
    switch self {
    case .without: costs.mostBesideLeftOut
    case .withoutSigns(let form): form.mostOfTerms(costs)
    case .asTyped, .spelledOut, .withTypos, .inside, .typed, .synonyms: .max
    }
  }

  /// What a hit costs at least that is none as the query was typed, in ``CostTable/unit``s.
  func leastCost(_ costs: CostTable) -> UInt32 {
    switch self {
    // With fewer typos it would be one.
    case .withTypos(let budget): price(costs) + UInt32(budget + 1) * costs.typo
    case .inside: costs.twoLettersInside + costs.infix
    case .asTyped, .spelledOut, .without, .typed, .synonyms: price(costs)
    case .withoutSigns(let form): costs.withoutSigns + form.leastCost(costs)
    }
  }

  /// The terms that a hit lacks, folded.
  package var missingTerms: [String] {
    switch self {
    case .without(let terms, _): terms.map(\.text)
    case .withoutSigns(let form): form.missingTerms
    case .asTyped, .spelledOut, .withTypos, .inside, .typed, .synonyms: []
    }
  }

  /// The keyboard that was meant.
  package var layout: KeyboardLayout? { if case .typed(let layout) = self { layout } else { nil } }

  /// What the price is for, each part with what it costs.
  func reasons(_ costs: CostTable) -> [(cost: UInt32, text: String)] {
    switch self {
    case .asTyped, .spelledOut: []
    case .without(let terms, _): terms.map { (costs.cost(ofLeavingOut: $0), "“\($0.text)” is left out") }
    case .withTypos: [(price(costs), "more typos than a term of this length should have")]
    case .inside: [(costs.twoLettersInside, "so few letters are inside a word")]
    case .typed(let layout): [(costs.otherLayout, "the query is typed as if the keyboard were \(layout.rawValue)")]
    case .synonyms(let replacements):
      replacements.map { (costs.synonym, "“\($0.phrase)” stands for “\($0.meaning)”") }
    case .withoutSigns(let form): [(costs.withoutSigns, "signs are left out")] + form.reasons(costs)
    }
  }
}

extension PreparedQuery {
  /// Returns the forms of a query, the cheapest first, which is always the query as typed.
  ///
  /// - Parameters:
  ///   - isStrict: whether hits must match every term, with no more typos than its length allows.
  ///   - layouts: keyboard layouts that may have been meant.
  ///   - synonyms: what phrases of the query may stand for.
  package static func forms(
    of query: Query, isStrict: Bool, layouts: [KeyboardLayout] = [],
    synonyms: SynonymTable = SynonymTable(), analyzer: TextAnalyzer, costs: CostTable = .standard
  ) -> [PreparedQuery] {
    let plain = ParsedQuery(query, analyzer: analyzer)
    let signed =
      SignedNames.mayBe(in: query.text) ? ParsedQuery(query, analyzer: analyzer, findsSigns: true) : plain
    let hasSigns = signed.patterns != plain.patterns
    let asTyped = PreparedQuery(query, signed, .asTyped, analyzer, costs)
    guard !asTyped.isEmpty else { return [asTyped] }
    var others: [PreparedQuery] = []
    func append(_ parsed: ParsedQuery, _ form: QueryForm) {
      others.append(PreparedQuery(query, parsed, form, analyzer, costs, of: asTyped))
    }
    if hasSigns { append(plain, .withoutSigns(.asTyped)) }
    if query.syntax == .plain, query.mode == .smart || query.mode == .words {
      for reading in synonyms.readings(of: query.text, analyzer) {
        guard let meant = try? Query(reading.text, mode: query.mode) else { continue }
        let parsed = ParsedQuery(meant, analyzer: analyzer, findsSigns: SignedNames.mayBe(in: reading.text))
        append(parsed.matchingLiterally(reading.meant), .synonyms(reading.replacements))
      }
    }
    guard query.mode == .smart else { return [asTyped] + inOrder(others) }
    if query.syntax == .plain {
      if !analyzer.options.keepsAccents, let text = SpelledLetters.spelledOut(query.text),
        let spelled = try? Query(text)
      {
        append(ParsedQuery(spelled, analyzer: analyzer, findsSigns: hasSigns), .spelledOut)
        if hasSigns { append(ParsedQuery(spelled, analyzer: analyzer), .withoutSigns(.spelledOut)) }
      }
      // Each once, even if the caller repeats some: there are few forms.
      for layout in KeyboardLayout.allCases where layouts.contains(layout) {
        guard let text = layout.other(query.text), let meant = try? Query(text) else { continue }
        let form = PreparedQuery(
          query, ParsedQuery(meant, analyzer: analyzer), .typed(layout), analyzer, costs, of: asTyped)
        if !form.isEmpty { others.append(form) }
      }
    }
    if !isStrict {
      for (parsed, form) in lessOrMore(than: signed) { append(parsed, form) }
      if hasSigns { for (parsed, form) in lessOrMore(than: plain) { append(parsed, .withoutSigns(form)) } }
    }
    return [asTyped] + inOrder(others)
  }

  /// Returns forms with the cheapest first. Of those that cost the same, those come first that change what was typed first.
  private static func inOrder(_ forms: [PreparedQuery]) -> [PreparedQuery] {
    let least = forms.map(\.leastCost)
    return forms.indices.sorted { (least[$0], $0) < (least[$1], $1) }.map { forms[$0] }
  }

  /// Returns queries that lack some of the terms, or whose only term may match more.
  private static func lessOrMore(than parsed: ParsedQuery) -> [(ParsedQuery, QueryForm)] {
    let leftOut = LeftOutClauses(parsed)
    var forms: [(ParsedQuery, QueryForm)] = leftOut.all.map { clauses in
      let bits = clauses.reduce(0 as UInt64) { $0 | 1 << UInt64($1) }
      return (ParsedQuery(parsed, without: clauses), .without(clauses.compactMap { leftOut.term($0) }, clauses: bits))
    }
    if let (wider, budget) = parsed.withMoreTypos { forms.append((wider, .withTypos(moreThan: budget))) }
    if let inside = parsed.insideWords { forms.append((inside, .inside)) }
    return forms
  }
}
