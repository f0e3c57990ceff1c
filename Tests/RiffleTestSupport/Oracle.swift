package import Riffle

/// The exhaustive search: every item through the scorer, everything sorted. It knows nothing of indexes.
package struct Oracle {
  package struct Answer: Equatable {
    package var ids: [Int]
    package var scores: [Score]
    /// Of each hit, by raw value of ``Field``, as UTF-8 ranges.
    package var highlights: [[[Range<Int>]]]
    package var total: Int

    package init(ids: [Int], scores: [Score], highlights: [[[Range<Int>]]], total: Int) {
      self.ids = ids
      self.scores = scores
      self.highlights = highlights
      self.total = total
    }
  }

  private let items: [Item<Int>]
  private let options: IndexOptions
  private let analyzer: TextAnalyzer

  package init(_ items: [Item<Int>], options: IndexOptions = IndexOptions()) {
    self.items = items
    self.options = options
    analyzer = TextAnalyzer(options.folding)
  }

  package func search(
    _ request: SearchRequest, within: (Item<Int>) -> Bool = { _ in true }
  ) -> Answer {
    let prepared = PreparedQuery(request.query, analyzer: analyzer)
    var matcher = ItemMatcher(prepared, analyzer: analyzer, titlesArePaths: options.titlesArePaths)
    var romanizer = options.romanizesTitles ? Romanizer(options.folding) : nil
    var rows: [(ranked: RankedRow, highlights: [[Range<Int>]])] = []
    for row in items.indices where within(items[row]) {
      if prepared.isEmpty {
        rows.append((RankedRow(score: Score(rawValue: 0), length: 0, row: row), [[], [], []]))
      } else if items[row].isSearchable, let hit = hit(row, &matcher, &romanizer) {
        rows.append(hit)
      }
    }
    if request.query.mode == .smart, request.reach != .unlimited, let least = rows.map(\.ranked.score.units).min() {
      rows.removeAll { Int($0.ranked.score.units) > Int(least) + Int(request.reach.units) }
    }
    if request.order == .relevance { rows.sort { $0.ranked < $1.ranked } }
    let window = rows.dropFirst(max(0, request.offset)).prefix(max(0, request.limit))
    return Answer(
      ids: window.map { items[Int($0.ranked.row)].id }, scores: window.map(\.ranked.score),
      highlights: window.map(\.highlights), total: rows.count)
  }

  private func hit(
    _ row: Int, _ matcher: inout ItemMatcher, _ romanizer: inout Romanizer?
  ) -> (ranked: RankedRow, highlights: [[Range<Int>]])? {
    let item = items[row]
    let titleBytes = Array(item.title.utf8)
    var readingBytes = Array(item.reading.utf8)
    let searchTextBytes = Array(item.searchText.utf8)
    let title = titleBytes.span.extracting(first: ItemText.indexedLength(of: titleBytes.span))
    var isRomanized = false
    if item.reading.isEmpty, romanizer?.romanize(title) == true {
      isRomanized = true
      readingBytes = romanizer?.bytes ?? []
    }
    let reading = readingBytes.span.extracting(first: ItemText.indexedLength(of: readingBytes.span))
    let searchText = searchTextBytes.span.extracting(first: ItemText.indexedLength(of: searchTextBytes.span))
    guard
      let rank = matcher.rank(
        title: title, reading: reading, searchText: searchText, weight: item.weight,
        isRomanized: isRomanized)
    else { return nil }
    return (
      RankedRow(score: rank.score, length: rank.length, row: row),
      matcher.highlights(title: title, reading: reading, searchText: searchText)
    )
  }
}
