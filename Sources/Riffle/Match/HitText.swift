/// What can be told about the hits of one query: it reads an item again from its text, which is cheaper
/// than to keep for every hit what only the shown ones need.
final class HitText: Sendable {
  let segment: Segment
  let query: PreparedQuery

  init(segment: Segment, query: PreparedQuery) {
    self.segment = segment
    self.query = query
  }

  /// The matched parts of each field, by raw value of ``Field``, as UTF-8 ranges of the original text.
  func highlights(_ row: Int) -> [[Range<Int>]] {
    var none = [[Range<Int>]](repeating: [], count: Field.allCases.count)
    match(row) { matcher, title, reading, searchText in
      none = matcher.highlights(title: title, reading: reading, searchText: searchText)
    }
    return none
  }

  /// The field in which each term matches, in the order of the terms.
  func matchedFields(_ row: Int) -> [Field] {
    var fields: [Field] = []
    match(row) { matcher, _, _, _ in fields = matcher.matchedFields }
    return fields
  }

  /// Why the item matches, and why it stands where it stands; `nil` if it does not match.
  func explanation(_ row: Int) -> Explanation? {
    guard !query.isEmpty else { return Explanation(because: "the query has no terms, so it is no filter") }
    guard segment.isSearchable(row) else { return nil }
    var explanation: Explanation?
    match(row) { matcher, _, _, _ in explanation = matcher.explanation }
    return explanation
  }

  private func match(
    _ row: Int, _ body: (inout ItemMatcher, Span<UInt8>, Span<UInt8>, Span<UInt8>) -> Void
  ) {
    guard !query.isEmpty else { return }
    var matcher = ItemMatcher(query, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    segment.withText(row) { title, reading, searchText in
      let ranked = matcher.rank(
        title: title, reading: reading, searchText: searchText, weight: segment.weight(row))
      if ranked != nil { body(&matcher, title, reading, searchText) }
    }
  }
}
