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
    switch (prepared.query.mode, prepared.query.syntax) {
    case (.substring, .plain): findSubstring(&top)
    default: score(&top)
    }
    let total = top.total
    return (top.rows(from: offset), total)
  }

  /// A query without terms is no filter: the list as it is.
  private func list(offset: Int, limit: Int) -> [RankedRow] {
    let start = min(offset, segment.count)
    return (start..<start + min(limit, segment.count - start)).map {
      RankedRow(score: Score(rawValue: 0), titleLength: 0, row: $0)
    }
  }

  // MARK: - Word by word

  private func score(_ top: inout TopRows) {
    let scorer = prepared.scorer
    if !scorer.patterns.isEmpty || !prepared.excluded.isEmpty {
      return scoreText(&top)
    }
    let candidates = CandidateFinder(segment, scorer)
    var scratch = ScorerScratch()
    let letters = segment.dictionary.bytes
    candidates.rows.forEach { row in
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

  /// Patterns speak of the text between the words too, so the items are read again from their text.
  private func scoreText(_ top: inout TopRows) {
    var item = ItemText()
    var scratch = ScorerScratch()
    for row in 0..<segment.count where segment.isSearchable(row) {
      segment.read(row, into: &item, layout: &scratch.layout)
      if let cost = prepared.cost(of: &item, scratch: &scratch) { top.insert(rank(row, cost)) }
    }
  }

  private func rank(_ row: Int, _ cost: UInt32) -> RankedRow {
    let range = segment.titles.range(row)
    let titles = segment.titles.bytes
    return RankedRow(
      score: Score(cost: cost, isAsTyped: prepared.isShown(in: titles.span.extracting(range)), weight: segment.weight(row)),
      titleLength: range.count, row: row)
  }

  // MARK: - Substring

  private func findSubstring(_ top: inout TopRows) {
    var item = ItemText()
    var layout = ItemLayout()
    for row in 0..<segment.count where segment.isSearchable(row) {
      segment.read(row, into: &item, layout: &layout)
      if prepared.substringField(in: item) != nil {
        top.insert(RankedRow(score: Score(rawValue: 0), titleLength: 0, row: row))
      }
    }
  }
}

extension PreparedQuery {
  /// The cost of an item read and laid out from its text, or `nil` if it is no hit.
  package func cost(of item: inout ItemText, scratch: inout ScorerScratch) -> UInt32? {
    for pattern in excluded {
      if pattern.bestMatch(in: item, layout: scratch.layout, costs: scorer.costs) != nil { return nil }
    }
    item.match(scorer, scratch: &scratch)
    return scorer.cost(letters: item.letters.span, scratch: &scratch)
  }

  /// Whether the title shows the query as it was typed.
  package func isShown(in title: Span<UInt8>) -> Bool {
    title.firstOffset(of: typed) != nil
  }

  /// The first field that holds the whole query, and where in its folded text.
  package func substringField(in item: borrowing ItemText) -> (field: Field, range: Range<Int>)? {
    for field in [Field.title, .searchText, .reading] {
      let text = item.fields[Int(field.rawValue)]
      let folded = text.bytes.span.extracting(first: text.foldedCount)
      if let offset = folded.firstOffset(of: needle) { return (field, offset..<offset + needle.count) }
    }
    return nil
  }
}
