package import Riffle

/// The exhaustive search: every item through a plain scorer, everything sorted. It knows nothing of indexes, nor of the scorer
/// that these use.
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

    /// Describes the first difference from another answer.
    package func difference(from other: Answer) -> String {
      if total != other.total { return "a total of \(total), not \(other.total)" }
      if ids.count != other.ids.count { return "\(ids.count) hits, not \(other.ids.count)" }
      for place in ids.indices {
        let (own, others) = (hit(place), other.hit(place))
        if own != others { return "hit \(place): \(own), not \(others)" }
      }
      return "no difference"
    }

    private func hit(_ place: Int) -> String {
      "\(ids[place]), \(scores[place]), \(highlights[place]), without \(missing[place])"
    }
  }

  private let items: [Item<Int>]
  private let options: IndexOptions
  private let analyzer: TextAnalyzer
  /// The items as they are read; `nil` for those that no query finds.
  private let read: [(fields: Fields, plain: PlainItem)?]

  package init(_ items: [Item<Int>], options: IndexOptions = IndexOptions()) {
    self.items = items
    self.options = options
    let analyzer = TextAnalyzer(options.folding)
    self.analyzer = analyzer
    var romanizer = options.romanizesTitles ? Romanizer(options.folding) : nil
    read = items.map { item in
      guard item.isSearchable else { return nil }
      let fields = Fields(item, &romanizer)
      let plain = PlainItem(
        title: fields.title.span, reading: fields.reading.span, searchText: fields.searchText.span,
        isRomanized: fields.isRomanized, analyzer: analyzer, titleIsPath: options.titlesArePaths)
      return (fields, plain)
    }
  }

  package func search(
    _ request: SearchRequest, within: (Item<Int>) -> Bool = { _ in true }
  ) -> Answer {
    let forms = PreparedQuery.forms(
      of: request.query, isStrict: request.isStrict, layouts: request.layouts,
      synonyms: SynonymTable(options.synonyms, analyzer), analyzer: analyzer, costs: request.costs)
    var matchers = forms.map { ItemMatcher($0, analyzer: analyzer, titlesArePaths: options.titlesArePaths) }
    var rows: [Found] = []
    for row in items.indices where within(items[row]) {
      if forms[0].isEmpty {
        rows.append(Found(ranked: RankedRow(score: Score(rawValue: 0), length: 0, row: row)))
        continue
      }
      guard read[row] != nil else { continue }
      var best: Found?
      for form in forms.indices {
        guard var found = hit(row, forms[form], &matchers[form]) else { continue }
        found.ranked = RankedRow(
          score: found.ranked.score.adding(Int64(forms[form].price)), length: Int(found.ranked.length), row: row)
        found.form = form
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
      highlights: window.map { highlights($0, forms[$0.form], &matchers[$0.form]) },
      missing: window.map { forms[$0.form].form.missingTerms }, total: rows.count)
  }

  private struct Found {
    var ranked: RankedRow
    var form = 0
    /// What the terms take; `nil` where the query does not go word by word.
    var assignments: [Assignment]?
  }

  /// The fields of an item, as far as they are indexed.
  private struct Fields {
    let title: [UInt8]
    let reading: [UInt8]
    let searchText: [UInt8]
    let isRomanized: Bool

    init(_ item: Item<Int>, _ romanizer: inout Romanizer?) {
      let title = Fields.indexed(Array(item.title.utf8))
      var reading = Array(item.reading.utf8)
      var isRomanized = false
      if reading.isEmpty, romanizer?.romanize(title.span) == true {
        isRomanized = true
        reading = romanizer?.bytes ?? []
      }
      self.title = title
      self.reading = Fields.indexed(reading)
      searchText = Fields.indexed(Array(item.searchText.utf8))
      self.isRomanized = isRomanized
    }

    private static func indexed(_ utf8: [UInt8]) -> [UInt8] {
      Array(utf8.prefix(ItemText.indexedLength(of: utf8.span)))
    }
  }

  private func hit(_ row: Int, _ form: PreparedQuery, _ matcher: inout ItemMatcher) -> Found? {
    guard let (fields, plain) = read[row] else { return nil }
    let weight = items[row].weight
    switch form.way {
    case .words:
      guard let way = plain.way(form) else { return nil }
      let score = plain.score(
        way, form, title: fields.title.span, reading: fields.reading.span, searchText: fields.searchText.span,
        weight: weight)
      return Found(
        ranked: RankedRow(score: score, length: form.length(of: fields.title.span), row: row),
        assignments: way.assignments)
    case .subsequence(_, let isFiltered):
      if isFiltered, plain.way(form) == nil { return nil }
    case .substring, .lowercasedSubstring: break
    }
    return rank(row, form, &matcher).map {
      Found(ranked: RankedRow(score: $0.score, length: $0.length, row: row))
    }
  }

  /// What decides the place of an item where the query does not go word by word.
  private func rank(
    _ row: Int, _ form: PreparedQuery, _ matcher: inout ItemMatcher
  ) -> (score: Score, length: Int)? {
    guard let fields = read[row]?.fields else { return nil }
    let weight = items[row].weight
    if case .subsequence = form.way { return matcher.subsequenceRank(title: fields.title.span, weight: weight) }
    return matcher.rank(
      title: fields.title.span, reading: fields.reading.span, searchText: fields.searchText.span, weight: weight,
      isRomanized: fields.isRomanized)
  }

  private func highlights(_ found: Found, _ form: PreparedQuery, _ matcher: inout ItemMatcher) -> [[Range<Int>]] {
    guard !form.isEmpty, let fields = read[Int(found.ranked.row)]?.fields else { return [[], [], []] }
    let (title, reading, searchText) = (fields.title.span, fields.reading.span, fields.searchText.span)
    guard let assignments = found.assignments else {
      _ = rank(Int(found.ranked.row), form, &matcher)
      return matcher.highlights(title: title, reading: reading, searchText: searchText)
    }
    return matcher.highlights(
      of: assignments, title: title, reading: reading, searchText: searchText, isRomanized: fields.isRomanized)
  }
}
