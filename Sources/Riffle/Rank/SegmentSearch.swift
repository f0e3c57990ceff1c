/// Answers a query on one segment.
package struct SegmentSearch {
  private let segment: Segment
  private let prepared: PreparedQuery

  package init(_ segment: Segment, _ prepared: PreparedQuery) {
    self.segment = segment
    self.prepared = prepared
  }

  /// The rows that match and how many there are; best first, or in list order where the mode says so.
  package func rows(offset: Int, limit: Int) -> (rows: [RankedRow], total: Int) {
    let (sum, isTooLarge) = max(0, offset).addingReportingOverflow(max(0, limit))
    var top = TopRows(capacity: isTooLarge ? .max : sum)
    if prepared.isEmpty {
      return (list(offset: max(0, offset), limit: max(0, limit)), segment.count)
    }
    if case .words = prepared.way, prepared.scorer.patterns.isEmpty, prepared.excluded.isEmpty {
      findByWords(&top)
    } else {
      scan(&top)
    }
    let total = top.total
    return (top.rows(from: offset), total)
  }

  /// A query without terms is no filter: the list as it is.
  private func list(offset: Int, limit: Int) -> [RankedRow] {
    let start = min(offset, segment.count)
    return (start..<start + min(limit, segment.count - start)).map {
      RankedRow(score: Score(rawValue: 0), length: 0, row: $0)
    }
  }

  /// Asks the index which items can match, and the scorer which do.
  private func findByWords(_ top: inout TopRows) {
    let scorer = prepared.scorer
    let candidates = CandidateFinder(segment, scorer)
    var scratch = ScorerScratch()
    let letters = segment.dictionary.bytes
    let bound = HitBound(segment, scorer, candidates.rowWords)
    candidates.forEachRow { row in
      if let worst = top.worst, let cost = bound?.cost(of: row) {
        let best = Score(cost: cost, isAsTyped: true, weight: segment.weight(row))
        if best > worst.score {
          top.count()
          return
        }
      }
      segment.layOut(row, into: &scratch.layout)
      scratch.matches.removeAll(keepingCapacity: true)
      for words in candidates.rowWords {
        for index in segment.tokens.range(row) {
          scratch.matches.append(words[TokenColumn.word(segment.tokens.tokens[index])])
        }
      }
      if let cost = scorer.cost(letters: letters.span, scratch: &scratch) { top.insert(rank(row, cost)) }
    }
  }

  private func rank(_ row: Int, _ cost: UInt32) -> RankedRow {
    let titles = segment.titles.bytes
    let title = titles.span.extracting(segment.titles.indexedRange(row))
    let score = Score(cost: cost, isAsTyped: prepared.isShown(in: title), weight: segment.weight(row))
    return RankedRow(score: score, length: title.count, row: row)
  }

  /// Reads every item: for what the words of an item do not tell.
  private func scan(_ top: inout TopRows) {
    var matcher = ItemMatcher(prepared, analyzer: segment.analyzer, titlesArePaths: segment.options.titlesArePaths)
    for row in 0..<segment.count where segment.isSearchable(row) {
      let ranked = segment.withText(row) { title, reading, searchText in
        matcher.rank(title: title, reading: reading, searchText: searchText, weight: segment.weight(row))
      }
      if let ranked { top.insert(RankedRow(score: ranked.score, length: ranked.length, row: row)) }
    }
  }
}
