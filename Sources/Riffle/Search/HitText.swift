/// The part of a list that items are read from.
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

  /// Calls `body` with the indexed part of an item's fields.
  func withText<Result>(
    _ row: Int, _ body: (_ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>) -> Result
  ) -> Result {
    switch self {
    case .segment(let segment): segment.withText(row, body)
    case .tail(let items): items[row].fields.withText(body)
    }
  }
}

extension ItemSource {
  /// Returns the rank of an item; `nil` if it does not match.
  func rank(_ row: Int, by matcher: inout ItemMatcher) -> (score: Score, length: Int)? {
    withText(row) { title, reading, searchText in
      matcher.rank(
        title: title, reading: reading, searchText: searchText, weight: weight(row), isRomanized: isRomanized(row))
    }
  }
}

/// Details of the hits of one query, computed on demand by reading the items again: cheaper than storing them for every hit.
final class HitText: Sendable {
  private let source: ItemSource
  private let forms: [PreparedQuery]
  private let options: IndexOptions
  private let matches: PartMatches
  /// The reader of the hits, for one thread at a time.
  private let reader: Lock<HitReader>

  /// - Parameters:
  ///   - forms: the forms of the query that the hits may match.
  ///   - matches: the known matches of the hits, which match the only form.
  init(_ source: ItemSource, forms: [PreparedQuery], options: IndexOptions, matches: PartMatches = PartMatches()) {
    self.source = source
    self.forms = forms
    self.options = options
    self.matches = matches
    reader = Lock(HitReader(source, forms, options, matches))
  }

  /// Whether the query has no terms, so it is no filter.
  private var isUnfiltered: Bool { forms[0].isEmpty }

  /// The text of a field as it is indexed.
  func text(of field: Field, _ row: Int) -> String { source.text(of: field, row) }

  /// The matched parts of a field, as UTF-8 ranges of the original text.
  func highlights(_ row: Int, in field: Field) -> [Range<Int>] {
    isUnfiltered ? [] : read { reader in reader.highlights(row, in: field) }
  }

  /// The field in which each term matches, in the order of the terms.
  func matchedFields(_ row: Int) -> [Field] {
    isUnfiltered ? [] : read { reader in reader.matchedFields(row) }
  }

  /// Returns the form of the query that finds the item.
  func form(_ row: Int) -> QueryForm {
    if forms.count == 1 { return forms[0].form }
    return isUnfiltered ? .asTyped : read { reader in reader.form(row) }
  }

  /// Returns the reasons for the match of the item and its rank; `nil` if it does not match.
  func explanation(_ row: Int) -> Explanation? {
    guard !isUnfiltered else { return Explanation(because: "the query has no terms, so it is no filter") }
    guard source.isSearchable(row) else { return nil }
    return read { reader in reader.explanation(row) }
  }

  private func read<Result>(_ body: (inout HitReader) -> Result) -> Result {
    if let result = reader.withLockIfAvailable({ reader in body(&reader) }) { return result }
    // Threads do not block each other.
    var other = HitReader(source, forms, options, matches)
    return body(&other)
  }
}

/// A reader of hits, one after the other.
private struct HitReader: Sendable {
  private let source: ItemSource
  private var words: MatchedWords?
  private var matcher: ItemMatcher

  init(_ source: ItemSource, _ forms: [PreparedQuery], _ options: IndexOptions, _ matches: PartMatches) {
    self.source = source
    if case .segment(let segment) = source, forms.count == 1, forms[0].isAskedByWords {
      words = MatchedWords(segment, forms[0], matches)
    }
    matcher = ItemMatcher(forms, analyzer: TextAnalyzer(options.folding), titlesArePaths: options.titlesArePaths)
  }

  mutating func highlights(_ row: Int, in field: Field) -> [Range<Int>] {
    if let ranges = words?.highlights(row, in: field) { return ranges }
    var ranges: [Range<Int>] = []
    match(row) { matcher, title, reading, searchText in
      ranges = matcher.highlights(title: title, reading: reading, searchText: searchText)[Int(field.rawValue)]
    }
    return ranges
  }

  mutating func matchedFields(_ row: Int) -> [Field] {
    if let assignments = words?.assignments(row) { return assignments.matchedFields }
    var fields: [Field] = []
    match(row) { matcher, _, _, _ in fields = matcher.matchedFields }
    return fields
  }

  mutating func form(_ row: Int) -> QueryForm {
    source.rank(row, by: &matcher) == nil ? .asTyped : matcher.queryForm
  }

  mutating func explanation(_ row: Int) -> Explanation? {
    var explanation: Explanation?
    match(row) { matcher, _, _, _ in explanation = matcher.explanation }
    return explanation
  }

  private mutating func match(
    _ row: Int, _ body: (inout ItemMatcher, Span<UInt8>, Span<UInt8>, Span<UInt8>) -> Void
  ) {
    source.withText(row) { title, reading, searchText in
      let ranked = matcher.rank(
        title: title, reading: reading, searchText: searchText, weight: source.weight(row),
        isRomanized: source.isRomanized(row))
      if ranked != nil { body(&matcher, title, reading, searchText) }
    }
  }
}
