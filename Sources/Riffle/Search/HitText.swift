/// Where the items of a part of a list are read.
enum ItemSource: Sendable {
  case segment(Segment)
  case tail([TailItem])

  func text(of field: Field, _ row: Int) -> String {
    switch self {
    case .segment(let segment): segment.string(field, row)
    case .tail(let items): items[row].fields.text(of: field)
    }
  }

  func isSearchable(_ row: Int) -> Bool {
    switch self {
    case .segment(let segment): segment.isSearchable(row)
    case .tail(let items): items[row].fields.isSearchable
    }
  }

  func weight(_ row: Int) -> UInt16 {
    switch self {
    case .segment(let segment): segment.weight(row)
    case .tail(let items): items[row].fields.weight
    }
  }

  func isRomanized(_ row: Int) -> Bool {
    switch self {
    case .segment(let segment): segment.isRomanized(row)
    case .tail(let items): items[row].fields.isRomanized
    }
  }

  /// Calls `body` with as much of an item's fields as is indexed.
  func withText<Result>(
    _ row: Int, _ body: (_ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>) -> Result
  ) -> Result {
    switch self {
    case .segment(let segment): segment.withText(row, body)
    case .tail(let items): items[row].fields.withText(body)
    }
  }
}

/// What can be told about the hits of one query: it reads an item again from its text, which is cheaper
/// than to keep for every hit what only the shown ones need.
final class HitText: Sendable {
  private let source: ItemSource
  private let query: PreparedQuery
  private let options: IndexOptions
  /// What reads the hits, for one thread at a time.
  private let reader: Lock<HitReader>

  /// - Parameter examiner: what the hits were found by, if by their words.
  init(_ source: ItemSource, query: PreparedQuery, options: IndexOptions, examiner: RowExaminer? = nil) {
    self.source = source
    self.query = query
    self.options = options
    reader = Lock(HitReader(source, query, options, examiner))
  }

  /// The text of a field as it is indexed.
  func text(of field: Field, _ row: Int) -> String { source.text(of: field, row) }

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
    guard source.isSearchable(row) else { return nil }
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
    var other = HitReader(source, query, options, nil)
    other.match(row, body)
  }
}

/// Reads hits one after the other.
private struct HitReader: Sendable {
  private let source: ItemSource
  private var examiner: RowExaminer?
  private var matcher: ItemMatcher

  init(_ source: ItemSource, _ query: PreparedQuery, _ options: IndexOptions, _ examiner: RowExaminer?) {
    self.source = source
    self.examiner = examiner
    matcher = ItemMatcher(
      query, analyzer: TextAnalyzer(options.folding), titlesArePaths: options.titlesArePaths)
  }

  mutating func match(
    _ row: Int, _ body: (inout ItemMatcher, Span<UInt8>, Span<UInt8>, Span<UInt8>) -> Void
  ) {
    // What the words match is known by their numbers; only where they stand has to be read.
    let matches = examiner?.matches(row)
    source.withText(row) { title, reading, searchText in
      let ranked = matcher.rank(
        title: title, reading: reading, searchText: searchText, weight: source.weight(row),
        isRomanized: source.isRomanized(row), matches: matches)
      if ranked != nil { body(&matcher, title, reading, searchText) }
    }
  }
}
