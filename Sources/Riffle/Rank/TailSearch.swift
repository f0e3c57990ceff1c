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

  /// The rows that match and how many there are; see ``SegmentSearch/answer(_:worst:counted:)``.
  func answer(_ request: HitRequest, worst: RankedRow?, counted: Int) -> SegmentSearch.Answer {
    var top = request.topRows(worst: worst)
    var counter = request.counter(rowCount: items.count, counted: counted)
    var matcher: ItemMatcher?
    let screen = LetterScreen(prepared, analyzer.options)
    for (row, item) in items.enumerated() where item.fields.isSearchable {
      guard within?[row] ?? true, screen.admits(item.letters) else { continue }
      if counter.isDone, !top.admits(.best(row)) { continue }
      var asked = matcher ?? ItemMatcher(prepared, analyzer: analyzer, titlesArePaths: titlesArePaths)
      matcher = nil
      if let found = asked.rank(item.fields) {
        counter.add(row)
        top.insert(RankedRow(score: found.score, length: found.length, row: row))
      }
      matcher = asked
    }
    return SegmentSearch.Answer(
      rows: top.rows(from: 0), hits: counter.rows, total: counter.total, isTotalExact: !counter.isDone, examiner: nil)
  }

  /// Rows that are hits, with their scores.
  func scored(_ rows: [Int]) -> [RankedRow] {
    var matcher = ItemMatcher(prepared, analyzer: analyzer, titlesArePaths: titlesArePaths)
    return rows.compactMap { row in
      matcher.rank(items[row].fields).map { RankedRow(score: $0.score, length: $0.length, row: row) }
    }
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
