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
    let listCount = OracleTests.caseCount / OracleTests.queriesPerList / 8
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
          found.map(\.id) == expected.ids && found.map(\.score) == expected.scores && found.total == expected.total,
          "seed \(seed), query “\(text)”: \(found.map(\.id)) of \(found.total), expected \(expected.ids) of \(expected.total)")
      }
    }
  }
}
