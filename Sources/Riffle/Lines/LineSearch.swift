/// Searches lines of text for a query while they are read: for a list that is asked once, and gone.
///
/// No index is made. Each thread has a worker that reads chunks of the text; the parts that they hand
/// over are one answer, the same whatever thread read what: what ``SearchIndex`` would give for a list with
/// a line for each title.
///
///     let search = LineSearch(SearchRequest(try Query("gotebrg"), limit: 10))
///     var worker = search.worker()
///     worker.read(chunk.span, firstLine: 0)
///     for hit in search.results(of: [worker.finish()]) { print(hit.position, hit.text) }
public struct LineSearch: Sendable {
  let prepared: PreparedQuery
  let options: IndexOptions
  let analyzer: TextAnalyzer
  let demand: LetterDemand
  /// What ends a line.
  public let terminator: UInt8
  let request: SearchRequest
  /// How much dearer than the best a hit may be, in ``CostTable/unit``s.
  let reach: UInt32

  /// - Parameters:
  ///   - request: what to look for. All lines are read, so ``LineResults/total`` is exact whatever the request says.
  ///   - options: ``IndexOptions/romanizesTitles`` says nothing here: to read every line in Latin letters would take
  ///     longer than an index does.
  ///   - terminator: what ends a line. A carriage return before it is no part of the title.
  public init(_ request: SearchRequest, options: IndexOptions = IndexOptions(), terminator: UInt8 = 0x0A) {
    analyzer = TextAnalyzer(options.folding)
    prepared = PreparedQuery(request.query, analyzer: analyzer)
    demand = LetterDemand(prepared, options.folding)
    self.options = options
    self.terminator = terminator
    self.request = request
    reach = request.query.mode == .smart ? request.reach.units : .max
  }

  /// Whether the query has no terms, so that every line is a hit: then there is nothing to search for, and
  /// workers find nothing.
  public var isUnfiltered: Bool { prepared.isEmpty }

  /// The most lines that can be told apart.
  public static let maximumLineCount = Int(UInt32.max)

  /// How many lines a chunk has, the last one with or without a terminator.
  /// - Complexity: O(*n*), at about 16 bytes a step.
  public func countLines(of chunk: Span<UInt8>) -> Int {
    let ended = count(of: terminator, in: chunk)
    return chunk.isEmpty || chunk[chunk.count - 1] == terminator ? ended : ended + 1
  }

  /// What a thread searches with.
  public func worker() -> LineWorker { LineWorker(self) }

  /// The answer that the parts are together.
  /// - Complexity: O(*n* log *p*) for *n* hits in *p* parts.
  public func results(of parts: [LineWorker.Part]) -> LineResults { LineResults(self, parts) }
}

/// A thread's part in a ``LineSearch``.
public struct LineWorker {
  /// What a worker has found.
  public struct Part: Sendable {
    var text: [UInt8] = []
    /// Ascending by rank.
    var lines: [FoundLine] = []
    /// How many lines match at each cost that is within reach of the best so far.
    var counts: [UInt32: Int] = [:]
    var least = UInt32.max
    var truncated = 0
  }

  private let search: LineSearch
  private let table = LineLetters.table
  private var matcher: TitleMatcher
  private var part = Part()
  private var best: TopK<FoundLine>

  /// The longest ill-formed text that is indexed whole: a byte becomes up to three.
  private static let longestCertain = ItemText.indexedFieldLength / 3

  init(_ search: LineSearch) {
    self.search = search
    matcher = TitleMatcher(
      search.prepared, analyzer: search.analyzer, titlesArePaths: search.options.titlesArePaths)
    let window = search.request.window
    best = TopK(capacity: window.isEmpty ? 0 : search.request.order == .list ? .max : window.upperBound)
  }

  /// Searches the lines of a chunk, which ends where a line ends. Ill-formed UTF-8 counts as U+FFFD.
  ///
  /// - Parameter firstLine: how many lines are before the chunk.
  /// - Complexity: O(*n*); lines that lack letters of the query take less than a nanosecond a byte.
  public mutating func read(_ chunk: Span<UInt8>, firstLine: Int) {
    guard !search.isUnfiltered else { return }
    var row = firstLine - 1
    let demand = search.demand
    let table = table
    forEachLine(of: chunk, endingWith: search.terminator, table.span) { range, union in
      row &+= 1
      if range.count > LineWorker.longestCertain { countTruncated(chunk.extracting(range)) }
      if demand.admits(chunk.extracting(range), union: union) {
        ask(chunk.extracting(range), isASCII: LineLetters(bits: union).isASCII, row: row, table.span)
      }
    }
  }

  /// Hands over what was found.
  /// - Complexity: O(*n* log *n*) in the number of hits.
  public consuming func finish() -> Part {
    part.lines = best.sorted()
    return part
  }

  private mutating func ask(_ line: Span<UInt8>, isASCII: Bool, row: Int, _ table: Span<UInt64>) {
    let title = line.extracting(first: LineSearch.titleLength(of: line))
    if isASCII {
      guard matcher.mayMatch(ascii: title, table) else { return }
      ask(title, of: line, row: row, table)
    } else if let text = try? UTF8Span(validating: title) {
      ask(text.span, of: line, row: row, table)
    } else {
      let text = Array(repairedUTF8(title).text.utf8)
      ask(text.span, of: line, row: row, table)
    }
  }

  private mutating func ask(_ title: Span<UInt8>, of line: Span<UInt8>, row: Int, _ table: Span<UInt64>) {
    let indexed = title.extracting(first: ItemText.indexedLength(of: title))
    guard let rank = matcher.rank(indexed, table) else { return }
    let units = rank.score.units
    guard units <= HitCollector.limit(least: part.least, reach: search.reach) else { return }
    part.least = min(part.least, units)
    part.counts[units, default: 0] += 1
    insert(RankedRow(score: rank.score, length: rank.length, row: row), line)
  }

  private mutating func insert(_ ranked: RankedRow, _ line: Span<UInt8>) {
    guard best.insert(FoundLine(ranked: ranked, start: part.text.count, count: line.count)) else { return }
    line.withUnsafeBufferPointer { part.text.append(contentsOf: $0) }
  }

  private mutating func countTruncated(_ line: Span<UInt8>) {
    let title = line.extracting(first: LineSearch.titleLength(of: line))
    if repairedUTF8(title).text.utf8.count > ItemText.indexedFieldLength { part.truncated += 1 }
  }
}

/// A line that matches, and where its bytes are kept.
struct FoundLine: Comparable, Sendable {
  let ranked: RankedRow
  let start: Int
  let count: Int
  /// Which worker keeps them.
  var part = 0

  static func < (a: FoundLine, b: FoundLine) -> Bool { a.ranked < b.ranked }
}

extension LineSearch {
  /// How much of a line is the title: all but the carriage return that a DOS line ends with.
  static func titleLength(of line: Span<UInt8>) -> Int {
    line.count > 0 && line[line.count - 1] == 0x0D ? line.count - 1 : line.count
  }
}
