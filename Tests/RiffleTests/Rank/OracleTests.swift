import Riffle
import RiffleTestSupport
import Testing

/// The index against the exhaustive search. RIFFLE_CASES sets how many (list, query) pairs are tried,
/// RIFFLE_SEED where they begin.
struct OracleTests {
  private static let caseCount = setting("RIFFLE_CASES") ?? 3000
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  private static let queriesPerList = 20

  @Test(arguments: QueryMode.allCases, [Query.Syntax.plain, .extended])
  func indexGivesTheExhaustiveAnswer(mode: QueryMode, syntax: Query.Syntax) throws {
    let listCount = OracleTests.caseCount / OracleTests.queriesPerList / (2 * QueryMode.allCases.count)
    for seed in OracleTests.firstSeed..<OracleTests.firstSeed + UInt64(listCount) {
      var random = RandomText(seed: seed)
      let items = random.items(count: random.oneIn(4) ? 400 : 40)
      let options = IndexOptions(titlesArePaths: random.oneIn(5))
      let snapshot = try SearchIndex(items, options: options).snapshot()
      let oracle = Oracle(items, options: options)
      for _ in 0..<OracleTests.queriesPerList {
        let text = random.query(for: items)
        let query: Query
        do { query = try Query(text, mode: mode, syntax: syntax) } catch .tooManyTerms { continue }
        let limit = random.oneIn(2) ? 10 : .max
        let offset = random.oneIn(3) ? 3 : 0
        let expected = oracle.search(query, offset: offset, limit: limit)
        let found = snapshot.search(query, offset: offset, limit: limit)
        #expect(
          OracleTests.answer(found) == expected,
          "seed \(seed), query “\(text)”: \(found.map(\.id)) of \(found.total), expected \(expected.ids) of \(expected.total)")
      }
    }
  }

  private static func answer(_ results: SearchResults<Item<Int>, Int>) -> Oracle.Answer {
    Oracle.Answer(
      ids: results.map(\.id), scores: results.map(\.score),
      highlights: results.map { hit in Field.allCases.map { hit.utf8Highlights(in: $0) } }, total: results.total)
  }
}
