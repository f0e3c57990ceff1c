/// The lines that match, best first, or in the order of the lines, where the request or the mode says so.
public struct LineResults: Sendable, RandomAccessCollection {
  private let search: LineSearch
  private let texts: [[UInt8]]
  private let lines: ArraySlice<FoundLine>

  /// How many lines match in all, inside and outside the window.
  public let total: Int
  /// How many lines are too long to be found by all of their text.
  public let truncatedCount: Int

  init(_ search: LineSearch, _ parts: [LineWorker.Part]) {
    self.search = search
    texts = parts.map(\.text)
    let most = HitCollector.limit(least: parts.map(\.least).min() ?? .max, reach: search.reach)
    total = parts.reduce(0) { $0 + $1.counts.reduce(0) { $1.key <= most ? $0 + $1.value : $0 } }
    truncatedCount = parts.reduce(0) { $0 + $1.truncated }
    var lines: [FoundLine] = []
    lines.reserveCapacity(parts.reduce(0) { $0 + $1.lines.count })
    for (number, part) in parts.enumerated() {
      let start = lines.count
      lines += part.lines
      if number > 0 { for index in start..<lines.count { lines[index].part = number } }
    }
    lines.removeAll { $0.ranked.score.units > most }
    // Runs that are in order already cost this next to nothing.
    if search.request.order == .list {
      lines.sort { $0.ranked.row < $1.ranked.row }
    } else if parts.count > 1 {
      lines.sort()
    }
    self.lines = search.request.window(of: lines)
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { lines.count }

  public subscript(position: Int) -> LineHit {
    let found = lines[lines.startIndex + position]
    return LineHit(search: search, found: found, utf8: texts[found.part][found.start..<found.start + found.count])
  }
}

/// A line that matches a query.
public struct LineHit: Sendable {
  private let search: LineSearch
  private let found: FoundLine
  /// The line as it came, without what ends it.
  public let utf8: ArraySlice<UInt8>

  init(search: LineSearch, found: FoundLine, utf8: ArraySlice<UInt8>) {
    self.search = search
    self.found = found
    self.utf8 = utf8
  }

  /// How many lines are before this one.
  public var position: Int { Int(found.ranked.row) }

  /// How well the line matches; lower is better.
  public var score: Score { found.ranked.score }

  /// What was searched: the line without a carriage return at its end, ill-formed UTF-8 replaced.
  public var text: String {
    String(decoding: utf8.last == 0x0D ? utf8.dropLast() : utf8, as: UTF8.self)
  }

  /// The field in which each term of the query matches, in the order of the terms: the title.
  public var matchedFields: [Field] { matched([]) { matcher, _ in matcher.matchedFields } }

  /// What to show as matched, as UTF-8 offsets into ``text``, ascending and made of whole characters.
  /// - Complexity: O(length of the line), once for each call.
  public var utf8Highlights: [Range<Int>] {
    matched([]) { matcher, title in
      matcher.highlights(title: title, reading: Span(), searchText: Span())[Int(Field.title.rawValue)]
    }
  }

  /// Why the line matches, and why it stands where it stands.
  public var explanation: Explanation? { matched(nil) { matcher, _ in matcher.explanation } }

  /// Asks the line again, which is cheaper than to keep for every hit what only the shown ones need.
  private func matched<Answer>(
    _ none: Answer, _ body: (inout ItemMatcher, Span<UInt8>) -> Answer
  ) -> Answer {
    var matcher = ItemMatcher(
      search.prepared, analyzer: search.analyzer, titlesArePaths: search.options.titlesArePaths)
    let text = Array(text.utf8)
    let title = text.span.extracting(first: ItemText.indexedLength(of: text.span))
    guard matcher.rank(title: title, reading: Span(), searchText: Span(), weight: 0) != nil else { return none }
    return body(&matcher, title)
  }
}
