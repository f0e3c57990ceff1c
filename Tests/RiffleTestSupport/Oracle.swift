package import Riffle

/// The exhaustive search: every item through the scorer, everything sorted. It knows nothing of indexes.
package struct Oracle {
  package struct Answer: Equatable {
    package var ids: [Int]
    package var scores: [Score]
    /// Of each hit, by raw value of ``Field``, as UTF-8 ranges.
    package var highlights: [[[Range<Int>]]]
    /// The terms that each hit lacks.
    package var missing: [[String]]
    package var total: Int

    package init(
      ids: [Int], scores: [Score], highlights: [[[Range<Int>]]], missing: [[String]], total: Int
    ) {
      self.ids = ids
      self.scores = scores
      self.highlights = highlights
      self.missing = missing
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
    let forms = PreparedQuery.forms(
      of: request.query, isStrict: request.isStrict, layouts: request.layouts, analyzer: analyzer,
      costs: request.costs)
    var matchers = forms.map { ItemMatcher($0, analyzer: analyzer, titlesArePaths: options.titlesArePaths) }
    var romanizer = options.romanizesTitles ? Romanizer(options.folding) : nil
    var rows: [Found] = []
    for row in items.indices where within(items[row]) {
      if forms[0].isEmpty {
        rows.append(Found(ranked: RankedRow(score: Score(rawValue: 0), length: 0, row: row)))
        continue
      }
      guard items[row].isSearchable else { continue }
      var best: Found?
      for form in forms.indices {
        guard var found = hit(row, &matchers[form], &romanizer) else { continue }
        found.ranked = RankedRow(
          score: found.ranked.score.adding(Int64(forms[form].price)), length: Int(found.ranked.length), row: row)
        found.missing = forms[form].form.missingTerms
        if best.map({ found.ranked.score < $0.ranked.score }) ?? true { best = found }
      }
      if let best { rows.append(best) }
    }
    if request.query.mode == .smart, request.reach != .unlimited, let least = rows.map(\.ranked.score.units).min() {
      rows.removeAll { Int($0.ranked.score.units) > Int(least) + Int(request.reach.units) }
    }
    if request.order == .relevance { rows.sort { $0.ranked < $1.ranked } }
    let window = rows.dropFirst(max(0, request.offset)).prefix(max(0, request.limit))
    return Answer(
      ids: window.map { items[Int($0.ranked.row)].id }, scores: window.map(\.ranked.score),
      highlights: window.map(\.highlights), missing: window.map(\.missing), total: rows.count)
  }

  private struct Found {
    var ranked: RankedRow
    var highlights: [[Range<Int>]] = [[], [], []]
    var missing: [String] = []
  }

  private func hit(
    _ row: Int, _ matcher: inout ItemMatcher, _ romanizer: inout Romanizer?
  ) -> Found? {
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
    return Found(
      ranked: RankedRow(score: rank.score, length: rank.length, row: row),
      highlights: matcher.highlights(title: title, reading: reading, searchText: searchText))
  }
}
