/// A search of lines of text while they are read, for a list that is searched once.
///
/// No index is made. Each thread has a worker that reads chunks of the text. Their parts make one answer, whichever thread read
/// which chunk: that of ``SearchIndex`` for a list with a line for each title, except that lines are searched to their end,
/// however long they are. If lines have columns, the caller cuts them and passes the fields.
///
///     let search = LineSearch(SearchRequest(try Query("gotebrg"), limit: 10))
///     var worker = search.worker()
///     worker.read(chunk.span, firstLine: 0)
///     for hit in search.results(of: [worker.finish()]) { print(hit.position, hit.text) }
public struct LineSearch: Sendable {
  /// The forms that lines may match, the whole query first; see ``PreparedQuery/forms(of:isStrict:layouts:analyzer:costs:)``.
  var forms: [PreparedQuery] { query.allForms }
  let query: LineQuery
  let options: IndexOptions
  let analyzer: TextAnalyzer
  /// What ends a line.
  public let terminator: UInt8
  private(set) var request: SearchRequest
  /// See ``forAll(upToCertain:)``; `nil` for the end of the window.
  private var certainCount: Int?
  /// How much dearer than the best a hit may be, in ``CostTable/unit``s.
  let reach: UInt32
  /// Whether the caller keeps the lines: hits then have no text of their own. No more of a text is searched than an index
  /// holds, so that the answer is that of an index.
  let isOfKept: Bool

  /// - Parameters:
  ///   - request: the request. All lines are read, so ``LineResults/total`` is exact regardless of the request.
  ///   - terminator: what ends a line. A carriage return before it is no part of the title.
  public init(_ request: SearchRequest, options: IndexOptions = IndexOptions(), terminator: UInt8 = 0x0A) {
    self.init(request, options: options, terminator: terminator, isOfKept: false)
  }

  /// - Parameter isOfKept: whether the caller keeps the lines and sets what hits show (``LineHit/fields``), and no more of
  ///   a text is searched than an index holds.
  package init(_ request: SearchRequest, options: IndexOptions, terminator: UInt8, isOfKept: Bool) {
    self.isOfKept = isOfKept
    analyzer = TextAnalyzer(options.folding)
    query = LineQuery(
      PreparedQuery.forms(
        of: request.query, isStrict: request.isStrict, layouts: request.layouts,
        synonyms: SynonymTable(options.synonyms, analyzer), analyzer: analyzer, costs: request.costs))
    self.options = options
    self.terminator = terminator
    self.request = request
    reach = request.query.mode == .smart ? request.reach.units : .max
  }

  /// The query has no terms, so it is no filter.
  var isUnfiltered: Bool { forms[0].isEmpty }

  /// The requested part of the hits, by how many come before each.
  package var window: Range<Int> { request.window }
  package var indexOptions: IndexOptions { options }

  /// The same search for all hits.
  package var forAll: LineSearch {
    var search = self
    (search.request.offset, search.request.limit) = (0, .max)
    search.certainCount = nil
    return search
  }

  /// The same search for all hits, except those after `count` certain ones in list order: hits whatever the other lines are.
  package func forAll(upToCertain count: Int) -> LineSearch {
    var search = forAll
    search.certainCount = count
    return search
  }

  /// In list order, the number of certain hits after which no others can be in the window.
  var mostCertain: Int { request.order == .list ? certainCount ?? request.window.upperBound : .max }

  /// The most lines that can be numbered.
  public static let maximumLineCount = Int(UInt32.max)

  /// Returns the number of lines of a chunk, the last one with or without a terminator.
  /// - Complexity: O(*n*), at about 16 bytes a step.
  public func countLines(of chunk: Span<UInt8>) -> Int { LineSearch.countLines(of: chunk, endingWith: terminator) }

  /// The same for callers that do not search.
  package static func countLines(of chunk: Span<UInt8>, endingWith terminator: UInt8) -> Int {
    let ended = count(of: terminator, in: chunk)
    return chunk.isEmpty || chunk[chunk.count - 1] == terminator ? ended : ended + 1
  }

  /// How much of a text is searched, in bytes.
  func searchedLength(of text: Span<UInt8>) -> Int { isOfKept ? ItemText.indexedLength(of: text) : text.count }

  /// What a thread searches with.
  public func worker() -> LineWorker { LineWorker(self, least: .max) }

  /// The same where there are hits elsewhere, of which the best costs so many ``CostTable/unit``s.
  package func worker(knowing least: UInt32) -> LineWorker { LineWorker(self, least: least) }

  /// The answer that the parts are together.
  /// - Complexity: O(*n* log *p*) for *n* hits in *p* parts.
  public func results(of parts: [LineWorker.Part]) -> LineResults { LineResults(self, parts) }

  /// How much of a line is the title: all but the carriage return that a DOS line ends with.
  static func titleLength(of line: Span<UInt8>) -> Int {
    line.count > 0 && line[line.count - 1] == 0x0D ? line.count - 1 : line.count
  }
}
