/// Answers a query on one segment.
struct SegmentSearch {
  private let segment: Segment
  private let prepared: PreparedQuery
  /// The rows that may be hits; `nil` for all that are searchable.
  private let within: BitColumn?
  private let shortAnswers: ShortAnswers?
  private let memory: SearchMemory?

  /// - Parameters:
  ///   - within: the rows that may be hits, searchable ones; `nil` for all of these.
  ///   - shortAnswers: those to the segment, where it is searched again and again.
  ///   - memory: what the last keystroke has left, in a session.
  init(
    _ segment: Segment, _ prepared: PreparedQuery, within: BitColumn? = nil, shortAnswers: ShortAnswers? = nil,
    memory: SearchMemory? = nil
  ) {
    self.segment = segment
    self.prepared = prepared
    self.within = within
    self.shortAnswers = shortAnswers
    self.memory = memory
  }

  /// The best rows that match.
  ///
  /// - Parameters:
  ///   - request: what is wanted of the whole list.
  ///   - worst: what a row must be better than to be given.
  ///   - least: what the best hit of other parts costs.
  /// - Precondition: the query has terms.
  func best(_ request: HitRequest, worst: RankedRow? = nil, least: UInt32 = .max) -> PartAnswer {
    let isAlone = within == nil && worst == nil && least == .max
    guard isAlone, let shortAnswers, segment.count >= segment.options.efforts.fewestRowsKept else {
      return find(request, worst: worst, least: least)
    }
    return shortAnswers.answer(prepared.query, request) { find(request, worst: nil, least: .max) }
  }

  private func find(_ request: HitRequest, worst: RankedRow?, least: UInt32) -> PartAnswer {
    let collector = HitCollector(
      capacity: request.capacity, reach: request.reach, worst: worst, least: least, most: request.most)
    guard prepared.isAskedByWords else { return scan(collector, request) }
    var evaluator = Evaluator(segment, prepared, within: within, collector: collector, memory: memory)
    evaluator.run()
    let (rows, least, isCut) = evaluator.collector.finish()
    let matches = PartMatches(assignments: evaluator.assignments(of: rows), examiner: evaluator.examiner)
    return PartAnswer(
      rows: rows, least: least, isCutByReach: isCut, scanned: nil, matches: matches, work: evaluator.work)
  }

  /// All rows that match and cost no more than `most`, until there are more than `limit`.
  func hits(upTo most: UInt32, limit: Int, work: inout SearchWork) -> HitCounter {
    let collector = HitCollector(capacity: 1, reach: .max)
    var evaluator = Evaluator(segment, prepared, within: within, collector: collector, memory: memory)
    let counter = evaluator.count(HitCounter(rowCount: segment.count, limit: limit), upTo: most)
    work += evaluator.work
    return counter
  }

  /// Rows that are hits, with their scores.
  /// - Parameter examiner: what knows how they match.
  func scored(_ rows: [Int], _ examiner: RowExaminer?) -> [RankedRow] {
    if var examiner { return rows.compactMap { examiner.ranked($0) } }
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    return rows.compactMap { ranked($0, &matcher) }
  }

  /// Reads every item that has the letters: for what the words of an item do not tell.
  private func scan(_ collector: HitCollector, _ request: HitRequest) -> PartAnswer {
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    let allowed = within ?? segment.searchable
    let screen = LetterScreen(prepared, segment.options.folding)
    return scanRows(
      0..<segment.count, collector, request,
      admits: { (allowed?[$0] ?? true) && screen.admits(segment.tokens.letters($0)) },
      ranked: { ranked($0, &matcher) })
  }

  private func ranked(_ row: Int, _ matcher: inout ItemMatcher) -> RankedRow? {
    segment.withText(row) { title, reading, searchText in
      matcher.rank(
        title: title, reading: reading, searchText: searchText, weight: segment.weight(row),
        isRomanized: segment.isRomanized(row))
    }.map { RankedRow(score: $0.score, length: $0.length, row: row) }
  }
}
