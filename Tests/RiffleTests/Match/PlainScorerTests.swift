import RiffleTestSupport
import Testing

@testable import Riffle

/// ``RowScorer`` against ``PlainScorer``: the same cost, assignments and score of random items.
///
/// RIFFLE_CASES sets how many random lists there are, RIFFLE_SEED where they begin.
@Suite struct PlainScorerTests {
  private static let firstSeed = UInt64(setting("RIFFLE_SEED") ?? 1)
  private static let seeds = firstSeed..<firstSeed + UInt64(setting("RIFFLE_CASES") ?? 40)
  private static let queriesPerList = 6

  private let analyzer = TextAnalyzer()

  @Test(arguments: seeds)
  func scoresAreThoseOfThePlainScorer(seed: UInt64) {
    var random = RandomText(seed: seed, mixesScripts: seed % 2 == 0)
    let titlesArePaths = random.oneIn(4)
    var items = random.items(count: 5)
    // Titles that a term matches in more ways than count.
    if random.oneIn(8) { items[0].title = (0..<60).map { _ in random.title() }.joined(separator: " ") }
    for _ in 0..<PlainScorerTests.queriesPerList {
      // Too long a query is none.
      let synonyms = random.synonyms(for: items)
      guard let query = try? randomQuery(&random, items, synonyms) else { continue }
      let layouts = random.layouts()
      let isStrict = random.oneIn(3)
      let forms = PreparedQuery.forms(
        of: query, isStrict: isStrict, layouts: layouts, synonyms: SynonymTable(synonyms, analyzer), analyzer: analyzer)
      for form in forms {
        for item in items { compare(form, item, titleIsPath: titlesArePaths, seed) }
      }
    }
  }

  private func randomQuery(
    _ random: inout RandomText, _ items: [Item<Int>], _ synonyms: Synonyms
  ) throws -> Query {
    let text = random.withPhrase(random.query(for: items, romanizes: true), of: synonyms)
    let mode: QueryMode = random.oneIn(6) ? .words : .smart
    guard random.oneIn(5) else { return try Query(text, mode: mode) }
    return try Query(random.marked(text), mode: mode, syntax: .extended)
  }

  private func compare(_ form: PreparedQuery, _ item: Item<Int>, titleIsPath: Bool, _ seed: UInt64) {
    guard case .words = form.way, !form.isEmpty else { return }
    var readingBytes = Array(item.reading.utf8)
    var romanizer = Romanizer(FoldingOptions())
    let isRomanized = readingBytes.isEmpty && romanizer.romanize(item.title.utf8.span)
    if isRomanized { readingBytes = romanizer.bytes }
    let (title, reading, searchText) = (item.title.utf8.span, readingBytes.span, item.searchText.utf8.span)

    let plain = PlainItem(
      title: title, reading: reading, searchText: searchText, isRomanized: isRomanized, analyzer: analyzer,
      titleIsPath: titleIsPath)
    let way = plain.way(form)
    var matcher = ItemMatcher(form, analyzer: analyzer, titlesArePaths: titleIsPath)
    let rank = matcher.rank(
      title: title, reading: reading, searchText: searchText, weight: item.weight, isRomanized: isRomanized)
    let fast = fastWay(form, plain)

    let context: Comment = """
      seed \(seed): \(form.query), \(form.form) on title “\(item.title)”, reading “\(item.reading)”, \
      search text “\(item.searchText)”\(titleIsPath ? ", a path" : "")
      """
    let score = way.map {
      plain.score($0, form, title: title, reading: reading, searchText: searchText, weight: item.weight)
    }
    #expect(rank?.score == score, context)
    if way != nil {
      #expect(fast?.cost == way?.cost, context)
      #expect(fast?.assignments == way?.assignments, context)
    }
  }

  /// What the scorer of indexes finds.
  private func fastWay(_ form: PreparedQuery, _ item: PlainItem) -> PlainWay? {
    var scorer = RowScorer(form.scorer)
    var words = ItemWords(form.scorer)
    words.item.read(item.text.letters, item.layout)
    let tokens = words.item.tokens
    let patterns = form.scorer.patterns.map {
      $0.bestMatch(in: item.text, layout: item.layout, costs: form.scorer.costs)
    }
    let traits = ItemTraits(lastComponent: item.layout.lastComponent, isRomanized: item.layout.isRomanized)
    let cost = scorer.cost(of: tokens.span, traits, words: &words, patterns: patterns)
    return cost.map { PlainWay(cost: $0, assignments: scorer.assignments) }
  }
}
