package import Riffle

/// The exhaustive search: every item through the scorer, everything sorted. It knows nothing of indexes.
package struct Oracle {
  package struct Answer: Equatable {
    package var ids: [Int]
    package var scores: [Score]
    package var total: Int
  }

  private let items: [Item<Int>]
  private let options: IndexOptions
  private let analyzer: TextAnalyzer

  package init(_ items: [Item<Int>], options: IndexOptions = IndexOptions()) {
    self.items = items
    self.options = options
    analyzer = TextAnalyzer(options.folding)
  }

  package func search(_ query: Query, offset: Int = 0, limit: Int = .max) -> Answer {
    let prepared = PreparedQuery(query, analyzer: analyzer)
    var rows: [RankedRow] = []
    for row in items.indices {
      if prepared.isEmpty {
        rows.append(RankedRow(score: Score(rawValue: 0), titleLength: 0, row: row))
      } else if items[row].isSearchable, let ranked = rank(row, prepared) {
        rows.append(ranked)
      }
    }
    rows.sort()
    let window = rows.dropFirst(offset).prefix(limit)
    return Answer(ids: window.map { items[Int($0.row)].id }, scores: window.map(\.score), total: rows.count)
  }

  private func rank(_ row: Int, _ prepared: PreparedQuery) -> RankedRow? {
    let item = items[row]
    let title = Array(item.title.utf8)
    let reading = Array(item.reading.utf8)
    let searchText = Array(item.searchText.utf8)
    var text = ItemText()
    var scratch = ScorerScratch()
    text.read(
      title: title.span.extracting(first: ItemText.indexedLength(of: title.span)),
      reading: reading.span.extracting(first: ItemText.indexedLength(of: reading.span)),
      searchText: searchText.span.extracting(first: ItemText.indexedLength(of: searchText.span)),
      analyzer: analyzer, titleIsPath: options.titlesArePaths, into: &scratch.layout)
    if prepared.query.mode == .substring, prepared.query.syntax == .plain {
      return prepared.substringField(in: text).map { _ in
        RankedRow(score: Score(rawValue: 0), titleLength: 0, row: row)
      }
    }
    guard let cost = prepared.cost(of: &text, scratch: &scratch) else { return nil }
    let score = Score(cost: cost, isAsTyped: prepared.isShown(in: title.span), weight: item.weight)
    return RankedRow(score: score, titleLength: title.count, row: row)
  }
}
