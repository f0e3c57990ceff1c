/// The lines that match, best first, or in the order of the lines, as the request or the mode sets.
public struct LineResults: Sendable, RandomAccessCollection {
  private let search: LineSearch
  private let texts: [[UInt8]]
  private let lines: ArraySlice<FoundLine>

  /// The numbers of lines that are no items, ascending.
  private let skipped: [UInt32]

  /// The number of lines that match, inside and outside the window.
  public let total: Int
  /// The cost of the best hit, or the cost that a worker was created with if that is less, in ``CostTable/unit``s.
  package let least: UInt32
  /// The first line, by how many are before it, that there was no memory to search or to keep; `nil` if there is none.
  /// The answer is then not what it should be.
  public let unkeptLine: Int?
  /// The number of lines that are no items.
  public var skippedCount: Int { skipped.count }

  init(_ search: LineSearch, _ parts: [LineWorker.Part]) {
    self.search = search
    texts = parts.map(\.text)
    let least = parts.map(\.least).min() ?? .max
    self.least = least
    let most = HitCollector.limit(least: least, reach: search.reach)
    total = parts.reduce(0) { $0 + $1.counts.reduce(0) { $1.key <= most ? $0 + $1.value : $0 } }
    unkeptLine = parts.compactMap(\.unkept).min()
    skipped = parts.flatMap(\.skipped).sorted()
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

  /// - Complexity: O(log *n*) in the number of lines that are no items.
  public subscript(position: Int) -> LineHit {
    let found = lines[lines.startIndex + position]
    return LineHit(
      search: search, found: found, skippedCount: skippedCount(before: found.ranked.row),
      utf8: texts[found.part][found.start..<found.start + found.count])
  }

  /// What decides the place of a hit among hits of the same search, or of others in the same mode.
  package func ranked(_ position: Int) -> RankedRow { lines[lines.startIndex + position].ranked }

  private func skippedCount(before row: UInt32) -> Int {
    skipped.partitioningIndex { $0 >= row }
  }
}

/// The columns of a line as the fields of an item.
public struct LineFields: Sendable, Hashable {
  public var title: String
  public var reading: String
  public var searchText: String
  public var weight: UInt16

  public init(title: String, reading: String = "", searchText: String = "", weight: UInt16 = 0) {
    self.title = title
    self.reading = reading
    self.searchText = searchText
    self.weight = weight
  }
}

/// A line that matches a query.
public struct LineHit: Sendable {
  private let search: LineSearch
  private let found: FoundLine
  /// The line as it came, without what ends it.
  public let utf8: ArraySlice<UInt8>
  /// What was searched. The line is taken for a title, without a carriage return at its end and ill-formed UTF-8
  /// replaced; for one that has columns, set them anew, because only the shown hits need them.
  /// - Complexity: O(*n*), until they are set.
  public var fields: LineFields {
    get {
      given ?? LineFields(title: String(decoding: utf8.last == 0x0D ? utf8.dropLast() : utf8, as: UTF8.self))
    }
    set { given = newValue }
  }
  private var given: LineFields?
  /// The number of items before this one.
  public let position: Int

  init(search: LineSearch, found: FoundLine, skippedCount: Int, utf8: ArraySlice<UInt8>) {
    self.search = search
    self.found = found
    self.utf8 = utf8
    position = Int(found.ranked.row) - skippedCount
  }

  /// The number of lines before this one.
  public var lineNumber: Int { Int(found.ranked.row) }

  /// What decides its place among hits of the same search, or of others in the same mode.
  package var ranked: RankedRow { found.ranked }

  /// How well the line matches; lower is better.
  public var score: Score { found.ranked.score }

  /// What was searched as the title.
  public var text: String { fields.title }

  /// The field in which each term of the query matches, in the order of the terms, without ``missingTerms``.
  public var matchedFields: [Field] { matched([]) { matcher, _, _, _ in matcher.matchedFields } }

  /// What to show as matched in a field, as UTF-8 offsets into its text in ``fields``, ascending and made of whole
  /// characters. Of a reading that was made of the title there is nothing to show.
  /// - Complexity: O(length of the item), once for each call.
  public func utf8Highlights(in field: Field) -> [Range<Int>] {
    if field == .reading, given?.reading.isEmpty ?? true { return [] }
    return matched([]) { matcher, title, reading, searchText in
      matcher.highlights(title: title, reading: reading, searchText: searchText)[Int(field.rawValue)]
    }
  }

  /// The terms of the query that the line lacks, folded, in their order; see ``TermDemand``.
  public var missingTerms: [String] {
    search.forms.count == 1 ? [] : matched([]) { matcher, _, _, _ in matcher.queryForm.missingTerms }
  }

  /// The keyboard by which the query finds the line, if it does not as it was typed; see ``SearchRequest/layouts``.
  public var layout: KeyboardLayout? {
    search.forms.count == 1 ? nil : matched(nil) { matcher, _, _, _ in matcher.queryForm.layout }
  }

  /// The reasons for the match of the line and for its rank.
  public var explanation: Explanation? { matched(nil) { matcher, _, _, _ in matcher.explanation } }

  /// Matches the line again, which is cheaper than storing for every hit what only the shown ones need.
  private func matched<Answer>(
    _ none: Answer, _ body: (inout ItemMatcher, Span<UInt8>, Span<UInt8>, Span<UInt8>) -> Answer
  ) -> Answer {
    if search.isUnfiltered { return none }
    var matcher = ItemMatcher(
      search.forms, analyzer: search.analyzer, titlesArePaths: search.options.titlesArePaths)
    let fields = fields
    let texts = (Array(fields.title.utf8), Array(fields.searchText.utf8))
    let title = texts.0.span.extracting(first: search.searchedLength(of: texts.0.span))
    let searchText = texts.1.span.extracting(first: search.searchedLength(of: texts.1.span))
    var read = Array(fields.reading.utf8)
    var isRomanized = false
    if read.isEmpty, search.options.romanizesTitles {
      var romanizer = Romanizer(search.options.folding)
      isRomanized = romanizer.romanize(title)
      if isRomanized { read = romanizer.bytes }
    }
    let reading = read.span.extracting(first: search.searchedLength(of: read.span))
    let rank = matcher.rank(
      title: title, reading: reading, searchText: searchText, weight: fields.weight, isRomanized: isRomanized)
    return rank == nil ? none : body(&matcher, title, reading, searchText)
  }
}
