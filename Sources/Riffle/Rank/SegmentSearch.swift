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
    /// Whether anything was asked of the rows.
    var isFilter = true
    let total: Int
    /// `false` if there are more hits than ``total``.
    let isTotalExact: Bool
    /// What knows how the hits match.
    var examiner: RowExaminer?

    /// Whether the rows are given as they stand in the list, ``hits`` or all.
    var isInListOrder: Bool { isWholeList || hits != nil }

    /// That of a query without terms, of a list of which only `rows` are left.
    init(wholeListWithin rows: BitColumn) {
      self.init(rows: [], hits: rows, isFilter: false, total: rows.setCount, isTotalExact: true, examiner: nil)
    }

    init(
      rows: [RankedRow], hits: BitColumn? = nil, isWholeList: Bool = false, isFilter: Bool = true, total: Int,
      isTotalExact: Bool, examiner: RowExaminer?
    ) {
      self.rows = rows
      self.hits = hits
      self.isWholeList = isWholeList
      self.isFilter = isFilter
      self.total = total
      self.isTotalExact = isTotalExact
      self.examiner = examiner
    }
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
  ///   - keeping: how many of the first rows to give.
  ///   - windowEnd: how many hits are counted in any case.
  func answer(keeping capacity: Int, windowEnd: Int, totalLimit: TotalLimit, order: HitOrder) -> Answer {
    if prepared.isEmpty {
      return Answer(rows: [], isWholeList: true, total: segment.count, isTotalExact: true, examiner: nil)
    }
    if within != nil { return find(keeping: capacity, windowEnd: windowEnd, totalLimit: totalLimit, order: order) }
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

  /// The rows of a window.
  func window(of answer: Answer, _ offset: Int, _ limit: Int) -> [RankedRow] {
    if answer.isInListOrder { return scored(rows(of: answer, offset, limit), answer) }
    return Array(answer.rows.dropFirst(offset).prefix(limit))
  }

  /// The rows of a window of an answer in list order.
  func rows(of answer: Answer, _ offset: Int, _ limit: Int) -> [Int] {
    if let hits = answer.hits { return hits.rows(from: offset, limit: limit) }
    let start = min(offset, answer.total)
    return Array(start..<start + min(limit, answer.total - start))
  }

  /// Rows of an answer in list order with their scores.
  func scored(_ rows: [Int], _ answer: Answer) -> [RankedRow] {
    guard answer.isFilter, !answer.isWholeList else {
      return rows.map { RankedRow(score: Score(rawValue: 0), length: 0, row: $0) }
    }
    if var examiner = answer.examiner { return rows.compactMap { examiner.ranked($0) } }
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    return rows.compactMap { ranked($0, &matcher) }
  }

  /// Reads every item: for what the words of an item do not tell.
  private func scan(_ top: inout TopRows, _ counter: inout HitCounter) {
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    let allowed = within ?? segment.searchable
    for row in 0..<segment.count where allowed?[row] ?? true {
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
