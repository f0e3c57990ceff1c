/// What a query is asked as: as it was typed, or as what may have been meant, at a price.
package enum QueryForm: Sendable, Hashable {
  case asTyped
  /// These terms are left out.
  ///
  /// - Parameter clauses: one bit for each clause of the query that is left out.
  case without([Term], clauses: UInt64)
  /// The only term may have the typos that it may have beside an anchor: one more than else.
  case withTypos(Int)
  /// The same keys of another keyboard.
  case typed(KeyboardLayout)

  /// What a hit costs beside what its terms cost, in ``CostTable/unit``s.
  func price(_ costs: CostTable) -> UInt32 {
    switch self {
    case .asTyped: 0
    case .without(let terms, _): terms.reduce(0) { $0 + costs.cost(ofLeavingOut: $1) }
    case .withTypos: costs.moreTypos
    case .typed: costs.otherLayout
    }
  }

  /// What the terms of a hit may cost: whoever leaves out a term has to hold the others well.
  func mostOfTerms(_ costs: CostTable) -> UInt32 {
    if case .without = self { costs.mostBesideLeftOut } else { .max }
  }

  /// What a hit costs at least that is none as the query was typed, in ``CostTable/unit``s.
  func leastCost(_ costs: CostTable) -> UInt32 {
    // With fewer typos it would be one.
    if case .withTypos(let count) = self { costs.moreTypos + UInt32(count) * costs.typo } else { price(costs) }
  }

  /// The terms that a hit lacks, folded.
  package var missingTerms: [String] { if case .without(let terms, _) = self { terms.map(\.text) } else { [] } }

  /// The keyboard that was meant.
  package var layout: KeyboardLayout? { if case .typed(let layout) = self { layout } else { nil } }

  /// What the price is for, each part with what it costs.
  func reasons(_ costs: CostTable) -> [(cost: UInt32, text: String)] {
    switch self {
    case .asTyped: []
    case .without(let terms, _): terms.map { (costs.cost(ofLeavingOut: $0), "“\($0.text)” is left out") }
    case .withTypos: [(costs.moreTypos, "more typos than a term of this length should have")]
    case .typed(let layout): [(costs.otherLayout, "the query is typed as if the keyboard were \(layout.rawValue)")]
    }
  }
}

extension PreparedQuery {
  /// The forms that a query is asked in, the cheapest first: that as it was typed is always the first.
  ///
  /// - Parameters:
  ///   - isStrict: whether hits must match every term, with no more typos than its length allows.
  ///   - layouts: keyboards that may have been meant.
  package static func forms(
    of query: Query, isStrict: Bool, layouts: [KeyboardLayout] = [], analyzer: TextAnalyzer,
    costs: CostTable = .standard
  ) -> [PreparedQuery] {
    let parsed = ParsedQuery(query, analyzer: analyzer)
    let asTyped = PreparedQuery(query, parsed, .asTyped, analyzer, costs)
    guard query.mode == .smart, !asTyped.isEmpty else { return [asTyped] }
    var others: [PreparedQuery] = []
    if query.syntax == .plain {
      // Each once, whatever the caller names: there are few forms.
      for layout in KeyboardLayout.allCases where layouts.contains(layout) {
        guard let text = layout.other(query.text), let meant = try? Query(text) else { continue }
        let form = PreparedQuery(
          query, ParsedQuery(meant, analyzer: analyzer), .typed(layout), analyzer, costs, of: asTyped)
        if !form.isEmpty { others.append(form) }
      }
    }
    if !isStrict {
      let leftOut = LeftOutClauses(parsed)
      for clauses in leftOut.all {
        let terms = clauses.compactMap { leftOut.term($0) }
        let form = QueryForm.without(terms, clauses: clauses.reduce(0) { $0 | 1 << UInt64($1) })
        others.append(PreparedQuery(query, ParsedQuery(parsed, without: clauses), form, analyzer, costs, of: asTyped))
      }
      if let (wider, typos) = parsed.withMoreTypos {
        others.append(PreparedQuery(query, wider, .withTypos(typos), analyzer, costs, of: asTyped))
      }
    }
    // Stable: of forms that cost the same, those come first that leave out what was typed first.
    let least = others.map(\.leastCost)
    return [asTyped] + others.indices.sorted { (least[$0], $0) < (least[$1], $1) }.map { others[$0] }
  }
}
