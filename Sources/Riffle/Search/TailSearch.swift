/// Answers a query on the tail, by reading every item that has the letters.
struct TailSearch {
  private let items: [TailItem]
  private let prepared: PreparedQuery
  private let analyzer: TextAnalyzer
  private let titlesArePaths: Bool
  /// The rows that may be hits if they are searchable; `nil` for all.
  private let within: BitColumn?

  init(_ items: [TailItem], _ prepared: PreparedQuery, _ options: IndexOptions, within: BitColumn?) {
    self.items = items
    self.prepared = prepared
    self.within = within
    analyzer = TextAnalyzer(options.folding)
    titlesArePaths = options.titlesArePaths
  }

  /// The best rows that match; see ``SegmentSearch/best(_:worst:least:)``.
  func best(_ request: HitRequest, worst: RankedRow?, least: UInt32, _ budget: SearchBudget) -> PartAnswer {
    let collector = HitCollector(
      capacity: request.capacity, reach: request.reach, worst: worst, least: least, most: request.most,
      worth: request.worth)
    var matcher: ItemMatcher?
    let screen = TailScreen(prepared, analyzer.options)
    var bound: UInt32 = 0
    return scanRows(
      items.indices, collector, request, budget,
      admits: { row, most in
        guard items[row].fields.isSearchable, within?[row] ?? true,
          let least = screen.leastCost(items[row], most: most)
        else { return false }
        bound = least
        return true
      },
      best: { best($0, bound: bound) },
      shown: { best in
        guard case .words = prepared.way else { return best }
        return items[Int(best.row)].fields.withText { title, _, _ in best.showing(prepared, in: title) }
      },
      ranked: { row in
        // Most tails have no item with the letters.
        if matcher == nil { matcher = ItemMatcher(prepared, analyzer: analyzer, titlesArePaths: titlesArePaths) }
        return matcher?.rank(items[row].fields).map { RankedRow(score: $0.score, length: $0.length, row: row) }
      })
  }

  /// The best that a row can be which costs no less than `bound`.
  private func best(_ row: Int, bound: UInt32) -> RankedRow {
    guard case .words = prepared.way else { return .best(row) }
    let item = items[row]
    let length = item.fields.title.utf8.count
    return RankedRow(
      score: prepared.bestScore(cost: bound, weight: item.fields.weight, titleWords: item.titleWords),
      // Of longer titles the end does not count.
      length: length <= ItemText.indexedFieldLength ? length : 0, row: row)
  }
}

extension ItemMatcher {
  mutating func rank(_ fields: ItemFields) -> (score: Score, length: Int)? {
    fields.withText { title, reading, searchText in
      rank(
        title: title, reading: reading, searchText: searchText, weight: fields.weight,
        isRomanized: fields.isRomanized)
    }
  }
}
