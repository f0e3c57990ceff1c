/// Answers a query on one segment.
struct SegmentSearch {
  /// What is known of the hits.
  struct Answer {
    /// The best rows; none if ``hits`` are all of them.
    let rows: [RankedRow]
    /// All hits, if they are wanted in list order.
    var hits: BitColumn?
    /// A query without terms is no filter: the answer is the list as it is.
    var isWholeList = false
    let total: Int
    /// `false` if there are more hits than ``total``.
    let isTotalExact: Bool
    /// What knows how the hits match.
    var examiner: RowExaminer?
  }

  private let segment: Segment
  private let prepared: PreparedQuery
  private let memory: SearchMemory?

  /// - Parameter memory: what the last keystroke has left, in a session.
  init(_ segment: Segment, _ prepared: PreparedQuery, memory: SearchMemory? = nil) {
    self.segment = segment
    self.prepared = prepared
    self.memory = memory
  }

  /// The rows that match and how many there are.
  ///
  /// - Parameters:
  ///   - keeping: how many of the first rows to give.
  ///   - windowEnd: how many hits are counted in any case.
  func answer(keeping capacity: Int, windowEnd: Int, totalLimit: TotalLimit, order: HitOrder) -> Answer {
    if prepared.isEmpty {
      return Answer(rows: [], isWholeList: true, total: segment.count, isTotalExact: true, examiner: nil)
    }
    return segment.shortAnswers.answer(
      prepared.query, keeping: capacity, windowEnd: windowEnd, totalLimit: totalLimit, order: order
    ) {
      find(keeping: capacity, windowEnd: windowEnd, totalLimit: totalLimit, order: order)
    }
  }

  private func find(keeping capacity: Int, windowEnd: Int, totalLimit: TotalLimit, order: HitOrder) -> Answer {
    var top = TopRows(capacity: order == .list ? 0 : capacity)
    var counter =
      order == .list
      ? HitCounter(collectingAmong: segment.count) : HitCounter(totalLimit, windowEnd: windowEnd)
    var examiner: RowExaminer?
    if case .words = prepared.way, prepared.scorer.patterns.isEmpty, prepared.excluded.isEmpty {
      var search = WordSearch(segment, prepared, top: top, counter: counter, memory: memory)
      search.run()
      (top, counter, examiner) = (search.top, search.counter, search.examiner)
    } else {
      scan(&top, &counter)
    }
    return Answer(
      rows: top.rows(from: 0), hits: counter.rows, total: counter.total, isTotalExact: !counter.isDone,
      examiner: examiner)
  }

  /// The rows of a window.
  func window(of answer: Answer, _ offset: Int, _ limit: Int) -> [RankedRow] {
    if answer.isWholeList {
      let start = min(offset, answer.total)
      return (start..<start + min(limit, answer.total - start)).map {
        RankedRow(score: Score(rawValue: 0), length: 0, row: $0)
      }
    }
    guard let hits = answer.hits else { return Array(answer.rows.dropFirst(offset).prefix(limit)) }
    let rows = hits.rows(from: offset, limit: limit)
    if var examiner = answer.examiner { return rows.compactMap { examiner.ranked($0) } }
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    return rows.compactMap { ranked($0, &matcher) }
  }

  /// Reads every item: for what the words of an item do not tell.
  private func scan(_ top: inout TopRows, _ counter: inout HitCounter) {
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    for row in 0..<segment.count where segment.isSearchable(row) {
      guard let found = ranked(row, &matcher) else { continue }
      counter.add(row)
      top.insert(found)
    }
  }

  private func ranked(_ row: Int, _ matcher: inout ItemMatcher) -> RankedRow? {
    segment.withText(row) { title, reading, searchText in
      matcher.rank(title: title, reading: reading, searchText: searchText, weight: segment.weight(row))
    }.map { RankedRow(score: $0.score, length: $0.length, row: row) }
  }
}
