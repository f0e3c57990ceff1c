@testable import Riffle

/// One item, read from its text, to be asked how well it matches.
struct ScoredItem {
  var item = ItemText()
  var layout = ItemLayout()
  private let analyzer = TextAnalyzer()

  init(title: String, searchText: String = "", reading: String = "", titleIsPath: Bool = false) {
    read(title: title, searchText: searchText, reading: reading, titleIsPath: titleIsPath)
  }

  mutating func read(title: String, searchText: String, reading: String, titleIsPath: Bool = false) {
    item.read(
      title: title.utf8.span, reading: reading.utf8.span, searchText: searchText.utf8.span, analyzer: analyzer,
      titleIsPath: titleIsPath, into: &layout)
  }

  /// The cost in units, and what each term was found by; `nil` if the item is no hit.
  func score(_ query: Query, costs: CostTable = .standard) -> (cost: UInt32, ways: [Way])? {
    let prepared = PreparedQuery(query, analyzer: analyzer, costs: costs)
    let isExcluded = prepared.excluded.contains { texts in
      texts.allSatisfy { $0.bestMatch(in: item, layout: layout, costs: costs) != nil }
    }
    if isExcluded { return nil }
    var scorer = RowScorer(prepared.scorer)
    var words = ItemWords(prepared.scorer)
    words.item.read(item.letters, layout)
    let tokens = words.item.tokens
    let patterns = prepared.scorer.patterns.map { $0.bestMatch(in: item, layout: layout, costs: costs) }
    let cost = scorer.cost(
      of: tokens.span, ItemTraits(lastComponent: layout.lastComponent), words: &words, patterns: patterns)
    return cost.map { ($0, scorer.assignments.map(\.way)) }
  }
}

extension [UInt8] {
  /// The same as text between quotation marks, to be printed.
  var asText: String { "“\(String(decoding: self, as: UTF8.self))”" }
}
