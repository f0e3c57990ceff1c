import Synchronization

/// What can be told about the hits of one query: it reads an item again from its text, which is cheaper
/// than to keep for every hit what only the shown ones need.
final class HitText: Sendable {
  let segment: Segment
  let query: PreparedQuery
  /// What reads the hits, for one thread at a time.
  private let reader: Mutex<HitReader>

  /// - Parameter examiner: what the hits were found by, if by their words.
  init(segment: Segment, query: PreparedQuery, examiner: RowExaminer? = nil) {
    self.segment = segment
    self.query = query
    reader = Mutex(HitReader(segment, query, examiner))
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
    let isRead: Void? = reader.withLockIfAvailable { reader in reader.match(row, body) }
    if isRead != nil { return }
    // Nobody waits for anybody.
    var other = HitReader(segment, query, nil)
    other.match(row, body)
  }
}

/// Reads hits one after the other.
private struct HitReader: Sendable {
  private let segment: Segment
  private var examiner: RowExaminer?
  private var matcher: ItemMatcher

  init(_ segment: Segment, _ query: PreparedQuery, _ examiner: RowExaminer?) {
    self.segment = segment
    self.examiner = examiner
    matcher = ItemMatcher(query, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
  }

  mutating func match(
    _ row: Int, _ body: (inout ItemMatcher, Span<UInt8>, Span<UInt8>, Span<UInt8>) -> Void
  ) {
    // What the words match is known by their numbers; only where they stand has to be read.
    let matches = examiner?.matches(row)
    segment.withText(row) { title, reading, searchText in
      let ranked = matcher.rank(
        title: title, reading: reading, searchText: searchText, weight: segment.weight(row), matches: matches)
      if ranked != nil { body(&matcher, title, reading, searchText) }
    }
  }
}
