/// Answers a query on one segment.
struct SegmentSearch {
  /// What is known of the hits.
  struct Answer {
    /// The best rows; none if ``hits`` are all of them.
    let rows: [RankedRow]
    /// All hits, if they are wanted in list order.
    let hits: BitColumn?
    let total: Int
    /// `false` if there are more hits than ``total``.
    let isTotalExact: Bool
    /// What knows how the hits match.
    var examiner: RowExaminer?
  }

  private let segment: Segment
  private let prepared: PreparedQuery
  /// The rows that may be hits; `nil` for all that are searchable.
  private let within: BitColumn?
  private let memory: SearchMemory?

  /// - Parameters:
  ///   - within: the rows that may be hits, searchable ones; `nil` for all of these.
  ///   - memory: what the last keystroke has left, in a session.
  init(_ segment: Segment, _ prepared: PreparedQuery, within: BitColumn? = nil, memory: SearchMemory? = nil) {
    self.segment = segment
    self.prepared = prepared
    self.within = within
    self.memory = memory
  }

  /// The rows that match and how many there are.
  ///
  /// - Parameters:
  ///   - request: what is wanted of the whole list.
  ///   - worst: what a row must be better than to be given.
  ///   - counted: how many hits there are in other parts of the list.
  /// - Precondition: the query has terms.
  func answer(_ request: HitRequest, worst: RankedRow? = nil, counted: Int = 0) -> Answer {
    guard within == nil, worst == nil, counted == 0, segment.count >= segment.options.efforts.fewestRowsKept else {
      return find(request, worst: worst, counted: counted)
    }
    return segment.shortAnswers.answer(prepared.query, request) { find(request, worst: nil, counted: 0) }
  }

  private func find(_ request: HitRequest, worst: RankedRow?, counted: Int) -> Answer {
    var top = request.topRows(worst: worst)
    var counter = request.counter(rowCount: segment.count, counted: counted)
    var examiner: RowExaminer?
    if prepared.isAskedByWords {
      var search = WordSearch(segment, prepared, within: within, top: top, counter: counter, memory: memory)
      search.run()
      (top, counter, examiner) = (search.top, search.counter, search.examiner)
    } else {
      scan(&top, &counter)
    }
    return Answer(
      rows: top.rows(from: 0), hits: counter.rows, total: counter.total, isTotalExact: !counter.isDone,
      examiner: examiner)
  }

  /// Rows that are hits, with their scores.
  /// - Parameter examiner: what knows how they match.
  func scored(_ rows: [Int], _ examiner: RowExaminer?) -> [RankedRow] {
    if var examiner { return rows.compactMap { examiner.ranked($0) } }
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    return rows.compactMap { ranked($0, &matcher) }
  }

  /// Reads every item that has the letters: for what the words of an item do not tell.
  private func scan(_ top: inout TopRows, _ counter: inout HitCounter) {
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    let allowed = within ?? segment.searchable
    let screen = LetterScreen(prepared, segment.options.folding)
    for row in 0..<segment.count where allowed?[row] ?? true {
      guard screen.admits(segment.tokens.letters(row)) else { continue }
      if counter.isDone, !top.admits(.best(row)) { continue }
      guard let found = ranked(row, &matcher) else { continue }
      counter.add(row)
      top.insert(found)
    }
  }

  private func ranked(_ row: Int, _ matcher: inout ItemMatcher) -> RankedRow? {
    segment.withText(row) { title, reading, searchText in
      matcher.rank(
        title: title, reading: reading, searchText: searchText, weight: segment.weight(row),
        isRomanized: segment.isRomanized(row))
    }.map { RankedRow(score: $0.score, length: $0.length, row: row) }
  }
}
