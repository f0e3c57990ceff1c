import Riffle
import RiffleTestSupport
import Testing

/// The index against the exhaustive search. RIFFLE_CASES sets how many (list, query) pairs are tried,
/// RIFFLE_SEED where they begin.
struct OracleTests {
  private static let caseCount = setting("RIFFLE_CASES") ?? 1500
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  private static let queriesPerList = 20

  @Test(arguments: QueryMode.allCases, [Query.Syntax.plain, .extended])
  func indexGivesTheExhaustiveAnswer(mode: QueryMode, syntax: Query.Syntax) throws {
    let listCount = OracleTests.caseCount / OracleTests.queriesPerList / (2 * QueryMode.allCases.count)
    for seed in OracleTests.firstSeed..<OracleTests.firstSeed + UInt64(listCount) {
      let romanizes = seed % 3 == 0
      var random = RandomText(seed: seed, mixesScripts: romanizes)
      let items = random.items(count: random.oneIn(4) ? 400 : 40)
      let folding = FoldingOptions(isCaseSensitive: random.oneIn(6), keepsAccents: random.oneIn(6))
      var options = IndexOptions(
        folding: folding, titlesArePaths: random.oneIn(5), romanizesTitles: romanizes)
      options.efforts = random.efforts()
      options.synonyms = random.synonyms(for: items)
      try compare(items, options, &random, queryCount: OracleTests.queriesPerList, mode, syntax, "seed \(seed)")
    }
  }

  @Test(arguments: Sample.allCases, QueryMode.allCases)
  func indexGivesTheExhaustiveAnswerOnRealLists(sample: Sample, mode: QueryMode) throws {
    let seed = OracleTests.firstSeed
    var random = RandomText(seed: seed)
    let all = try sample.items()
    let items = (0..<OracleTests.realItemCount).map { _ in all[random.number(below: all.count)] }
      .enumerated().map { row, item in Item(id: row, title: item.title, searchText: item.searchText) }
    let queryCount = max(10, OracleTests.caseCount / 500)
    for syntax in [Query.Syntax.plain, .extended] {
      var options = IndexOptions()
      options.efforts = random.efforts()
      try compare(items, options, &random, queryCount: queryCount, mode, syntax, "\(sample), seed \(seed)")
    }
  }

  private static let realItemCount = 1000

  /// Literal only in the search text, a term may be cheaper as a run in the title: no bound of literal words says so.
  @Test(arguments: [0, 4096])
  func dearLiteralWordsHideNoCheaperRun(fewLiteralRows: Int) throws {
    var items = (0..<50).map { Item(id: $0, title: "newyorker y z w", searchText: "hotels") }
    items.append(Item(id: 50, title: "New York hotel", searchText: "newyorker hotels"))
    var options = IndexOptions()
    options.efforts.fewLiteralRows = fewLiteralRows
    let found = try SearchIndex(items, options: options).search("newyork hot", limit: 10)
    let expected = Oracle(items).search(SearchRequest(try Query("newyork hot"), limit: 10))
    #expect(found.map(\.id) == expected.ids && expected.ids.first == 50)
  }

  /// Each term is a whole word of a phrase that is no name, so the way with a typo stays, and its slips count.
  @Test func aPhraseThatIsNoNameHidesNoSlips() throws {
    let items = [
      Item(id: 0, title: "maritima", searchText: "Maria base"), Item(id: 1, title: "mariat", searchText: "Maria base"),
    ]
    let request = SearchRequest(try Query("maria maria"))
    let found = try SearchIndex(items).snapshot().search(request)
    let expected = Oracle(items).search(request)
    #expect(found.map(\.id) == expected.ids && found.map(\.score) == expected.scores)
    #expect(found.count == 2)
  }

  /// A row at a worse place may cost no more than one at a better place, and weigh more.
  @Test(arguments: [0, 4096])
  func weightCountsAmongPlacesOfEqualCost(fewLiteralRows: Int) throws {
    var items = [
      Item(id: 0, title: "xfoo-ba z", reading: "q foo", weight: 1), Item(id: 1, title: "foo"),
      Item(id: 2, title: "foo-ba zed", weight: 2),
    ]
    for id in 3..<8 { items.append(Item(id: id, title: "ba")) }
    for id in 8..<13 { items.append(Item(id: id, title: "z")) }
    var options = IndexOptions()
    options.efforts.fewLiteralRows = fewLiteralRows
    let found = try SearchIndex(items, options: options).search("foo-ba z", limit: 1)
    #expect(
      found.map(\.id) == Oracle(items).search(SearchRequest(try Query("foo-ba z"), limit: 1)).ids
        && found.map(\.id) == [2])
  }

  private func compare(
    _ items: [Item<Int>], _ options: IndexOptions, _ random: inout RandomText, queryCount: Int,
    _ mode: QueryMode, _ syntax: Query.Syntax, _ origin: String
  ) throws {
    let comparison = try OracleComparison(items, options, &random)
    for _ in 0..<queryCount {
      let layouts = random.layouts()
      var text = random.mistyped(random.query(for: items, romanizes: options.romanizesTitles), layouts)
      text = random.withPhrase(text, of: options.synonyms)
      if syntax == .extended { text = random.marked(text) }
      guard let query = try? Query(text, mode: mode, syntax: syntax) else { continue }
      comparison.expectEqualAnswers(to: query, layouts: layouts, &random, origin)
    }
  }
}
