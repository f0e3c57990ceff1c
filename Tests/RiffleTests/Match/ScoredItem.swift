@testable import Riffle

/// One item, read from its text, to be asked how well it matches.
struct ScoredItem {
  var item = ItemText()
  var scratch = ScorerScratch()
  private let analyzer = TextAnalyzer()

  init(title: String, searchText: String = "", reading: String = "", titleIsPath: Bool = false) {
    read(title: title, searchText: searchText, reading: reading, titleIsPath: titleIsPath)
  }

  mutating func read(title: String, searchText: String, reading: String, titleIsPath: Bool = false) {
    item.read(
      title: title.utf8.span, reading: reading.utf8.span, searchText: searchText.utf8.span, analyzer: analyzer,
      titleIsPath: titleIsPath, into: &scratch.layout)
  }

  /// The cost in units, and what each term was found by; `nil` if the item is no hit.
  mutating func score(_ query: Query, costs: CostTable = .standard) -> (cost: UInt32, ways: [Way])? {
    let prepared = PreparedQuery(query, analyzer: analyzer, costs: costs)
    for pattern in prepared.excluded {
      if pattern.bestMatch(in: item, layout: scratch.layout, costs: costs) != nil { return nil }
    }
    item.match(prepared.scorer, scratch: &scratch)
    let letters = item.letters
    return prepared.scorer.cost(letters: letters.span, scratch: &scratch).map { ($0, scratch.assignments.map(\.way)) }
  }
}
