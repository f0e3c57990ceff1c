/// Answers a query on one segment.
package struct SegmentSearch {
  /// The rows of a window, and how many rows match in all.
  package struct Answer {
    package let rows: [RankedRow]
    package let total: Int
    /// `false` if there are more hits than ``total``.
    package let isTotalExact: Bool
    /// What knows how the hits match.
    let examiner: RowExaminer?
  }

  private let segment: Segment
  private let prepared: PreparedQuery

  package init(_ segment: Segment, _ prepared: PreparedQuery) {
    self.segment = segment
    self.prepared = prepared
  }

  /// The rows that match and how many there are; best first, or in list order where the mode says so.
  package func answer(offset: Int, limit: Int, totalLimit: TotalLimit) -> Answer {
    let (sum, isTooLarge) = max(0, offset).addingReportingOverflow(max(0, limit))
    let windowEnd = isTooLarge ? Int.max : sum
    if prepared.isEmpty {
      return Answer(
        rows: list(offset: max(0, offset), limit: max(0, limit)), total: segment.count, isTotalExact: true,
        examiner: nil)
    }
    var top = TopRows(capacity: windowEnd)
    var counter = HitCounter(totalLimit, windowEnd: windowEnd)
    var examiner: RowExaminer?
    if case .words = prepared.way, prepared.scorer.patterns.isEmpty, prepared.excluded.isEmpty {
      var search = WordSearch(segment, prepared, top: top, counter: counter)
      search.run()
      (top, counter, examiner) = (search.top, search.counter, search.examiner)
    } else {
      scan(&top, &counter)
    }
    return Answer(
      rows: top.rows(from: offset), total: counter.total, isTotalExact: !counter.isDone, examiner: examiner)
  }

  /// A query without terms is no filter: the list as it is.
  private func list(offset: Int, limit: Int) -> [RankedRow] {
    let start = min(offset, segment.count)
    return (start..<start + min(limit, segment.count - start)).map {
      RankedRow(score: Score(rawValue: 0), length: 0, row: $0)
    }
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
