/// What can be told about the hits of one query: it reads an item again from its text, which is cheaper
/// than to keep for every hit what only the shown ones need.
package final class HitText: Sendable {
  package let segment: Segment
  package let query: PreparedQuery

  package init(segment: Segment, query: PreparedQuery) {
    self.segment = segment
    self.query = query
  }

  /// The matched parts of each field, by raw value of ``Field``, as UTF-8 ranges of the original text.
  package func highlights(_ row: Int) -> [[Range<Int>]] {
    var none = [[Range<Int>]](repeating: [], count: Field.allCases.count)
    guard !query.isEmpty else { return none }
    var item = ItemText()
    var scratch = ScorerScratch()
    segment.read(row, into: &item, layout: &scratch.layout)
    switch (query.query.mode, query.query.syntax) {
    case (.substring, .plain):
      guard let found = query.substringField(in: item) else { return none }
      none[Int(found.field.rawValue)] = [found.range]
      return original(none, item, row)
    default:
      guard query.cost(of: &item, scratch: &scratch) != nil else { return none }
      return original(Highlighter(scorer: query.scorer).ranges(in: item, scratch), item, row)
    }
  }

  private func original(_ folded: [[Range<Int>]], _ item: borrowing ItemText, _ row: Int) -> [[Range<Int>]] {
    Field.allCases.map { field in
      let column = segment.column(field)
      let text = column.bytes.span.extracting(column.indexedRange(row))
      let offsets = item.fields[Int(field.rawValue)].offsets
      return merged(folded[Int(field.rawValue)].map { offsets.originalRange($0, in: text) })
    }
  }

  /// The field in which each term matches, in the order of the terms.
  package func matchedFields(_ row: Int) -> [Field] {
    guard !query.isEmpty else { return [] }
    var item = ItemText()
    var scratch = ScorerScratch()
    segment.read(row, into: &item, layout: &scratch.layout)
    switch (query.query.mode, query.query.syntax) {
    case (.substring, .plain):
      return query.substringField(in: item).map { [$0.field] } ?? []
    default:
      guard query.cost(of: &item, scratch: &scratch) != nil else { return [] }
      return scratch.assignments.flatMap { Array(repeating: $0.field, count: $0.way.termCount) }
    }
  }

  /// Why the item matches, and why it stands where it stands; `nil` if it does not match.
  package func explanation(_ row: Int) -> Explanation? {
    guard !query.isEmpty else {
      return Explanation(cost: 0, reasons: [.init(text: "the query has no terms, so it is no filter", cost: 0)])
    }
    var item = ItemText()
    var scratch = ScorerScratch()
    segment.read(row, into: &item, layout: &scratch.layout)
    switch (query.query.mode, query.query.syntax) {
    case (.substring, .plain):
      guard query.substringField(in: item) != nil else { return nil }
      return Explanation(cost: 0, reasons: [.init(text: "the query stands in the text as it is", cost: 0)])
    default:
      guard segment.isSearchable(row), let cost = query.cost(of: &item, scratch: &scratch) else { return nil }
      return Explainer(scorer: query.scorer).explanation(total: cost, item, scratch)
    }
  }
}
