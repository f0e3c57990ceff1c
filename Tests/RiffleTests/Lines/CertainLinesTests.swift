import RiffleTestSupport
import Testing

@testable import Riffle

/// The lines that workers keep in list order. RIFFLE_SEED sets where random lists begin.
struct CertainLinesTests {
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  @Test(arguments: ["", "berlin"]) func aWorkerKeepsOnlyTheLinesOfTheWindowAndBeforeIt(query: String) throws {
    let lines = (0..<5000).map { "berlin \($0)\n" }.joined()
    let search = LineSearch(SearchRequest(try Query(query), order: .list, offset: 3, limit: 7))
    var worker = search.worker()
    worker.read(lines.utf8.span, firstLine: 0)
    let part = worker.finish()
    #expect(part.lines.count == 10 && part.text.count == 80)
    let found = search.results(of: [part])
    #expect(found.map(\.lineNumber) == Array(3..<10) && found.total == 5000)
  }

  @Test func chunksMayBeReadInAnyOrder() throws {
    let search = LineSearch(SearchRequest(try Query("berlin"), order: .list, limit: 2))
    var worker = search.worker()
    for line in [7, 5, 6, 0, 3] { worker.read("berlin\n".utf8.span, firstLine: line) }
    #expect(search.results(of: [worker.finish()]).map(\.lineNumber) == [0, 3])
  }

  @Test func theFirstCertainHitsAreThoseOfASearchForAll() throws {
    for seed in Self.firstSeed..<Self.firstSeed + UInt64(setting("RIFFLE_CASES") ?? 60) {
      var random = RandomText(seed: seed)
      let items = random.items(count: random.oneIn(3) ? 300 : 40)
      guard let query = try? Query(random.query(for: items)) else { continue }
      let reach = [0, 0.3, 1, 9, 30][random.number(below: 5)]
      let search = LineSearch(SearchRequest(query, order: .list, limit: .max, reach: .cost(reach)))
      let count = random.number(below: 20)
      func found(_ search: LineSearch) -> LineResults {
        var workers = [search.worker(), search.worker()]
        for (line, item) in items.enumerated() {
          workers[line / 7 % 2].read(
            item.title.utf8.span, number: line, title: item.title.utf8.span, reading: Span(), searchText: Span(),
            weight: item.weight)
        }
        return search.results(of: workers.map { $0.finish() })
      }
      let (all, few) = (found(search.forAll), found(search.forAll(upToCertain: count)))
      func isCertain(_ hit: LineHit) -> Bool { hit.score.units <= Reach.cost(reach).units }
      let certain = all.filter(isCertain).map(\.lineNumber)
      let what = "seed \(seed): “\(query.text)”, reach \(reach), \(count)"
      #expect(few.total == all.total && all.total == all.count, "\(what)")
      #expect(few.filter(isCertain).map(\.lineNumber).prefix(count) == certain.prefix(count), "\(what)")
      if certain.count < count { #expect(few.map(\.lineNumber) == all.map(\.lineNumber), "\(what)") }
    }
  }
}
