/// Answers a query on one segment.
struct SegmentSearch {
  /// The rows of a window, and how many rows match in all.
  struct Answer {
    let rows: [RankedRow]
    /// A query without terms is no filter: the answer is the list as it is.
    var isWholeList = false
    let total: Int
    /// `false` if there are more hits than ``total``.
    let isTotalExact: Bool
    /// What knows how the hits match.
    let examiner: RowExaminer?

    /// The rows of a window.
    func window(_ offset: Int, _ limit: Int) -> [RankedRow] {
      guard isWholeList else { return Array(rows.dropFirst(offset).prefix(limit)) }
      let start = min(offset, total)
      return (start..<start + min(limit, total - start)).map {
        RankedRow(score: Score(rawValue: 0), length: 0, row: $0)
      }
    }
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

  /// The rows that match and how many there are; best first, or in list order where the mode says so.
  ///
  /// - Parameters:
  ///   - keeping: how many of the first rows to give.
  ///   - windowEnd: how many hits are counted in any case.
  func answer(keeping capacity: Int, windowEnd: Int, totalLimit: TotalLimit) -> Answer {
    if prepared.isEmpty {
      return Answer(rows: [], isWholeList: true, total: segment.count, isTotalExact: true, examiner: nil)
    }
    var top = TopRows(capacity: capacity)
    var counter = HitCounter(totalLimit, windowEnd: windowEnd)
    var examiner: RowExaminer?
    if case .words = prepared.way, prepared.scorer.patterns.isEmpty, prepared.excluded.isEmpty {
      var search = WordSearch(segment, prepared, top: top, counter: counter, memory: memory)
      search.run()
      (top, counter, examiner) = (search.top, search.counter, search.examiner)
    } else {
      scan(&top, &counter)
    }
    return Answer(
      rows: top.rows(from: 0), total: counter.total, isTotalExact: !counter.isDone, examiner: examiner)
  }

  /// Reads every item: for what the words of an item do not tell.
  private func scan(_ top: inout TopRows, _ counter: inout HitCounter) {
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    for row in 0..<segment.count where segment.isSearchable(row) {
      let ranked = segment.withText(row) { title, reading, searchText in
        matcher.rank(title: title, reading: reading, searchText: searchText, weight: segment.weight(row))
      }
      guard let ranked else { continue }
      counter.add()
      top.insert(RankedRow(score: ranked.score, length: ranked.length, row: row))
    }
  }
}
