import RiffleTestSupport
import Testing

@testable import Riffle

/// What an item of the tail costs at least by its words, against what the scorer charges it.
@Suite struct TailScreenTests {
  @Test(arguments: 1...UInt64(60))
  func noItemCostsLessThanItsBound(seed: UInt64) throws {
    var random = RandomText(seed: seed, mixesScripts: seed % 4 == 0)
    let items = random.items(count: 60)
    let options = IndexOptions(titlesArePaths: seed % 5 == 0)
    let analyzer = TextAnalyzer(options.folding)
    var reader = TailItemReader(options)
    let read = items.map {
      reader.item(ItemFields(title: $0.title, reading: $0.reading, searchText: $0.searchText, weight: $0.weight))
    }
    var hits = 0
    for _ in 0..<40 {
      let syntax: Query.Syntax = random.number(below: 3) == 0 ? .extended : .plain
      let mode = random.number(below: 3) == 0 ? QueryMode.words : .smart
      guard let query = try? Query(random.query(for: items), mode: mode, syntax: syntax), !query.isBlank else {
        continue
      }
      let prepared = PreparedQuery(query, analyzer: analyzer)
      if prepared.isEmpty { continue }
      let screen = TailScreen(prepared, options.folding)
      var matcher = ItemMatcher(prepared, analyzer: analyzer, titlesArePaths: options.titlesArePaths)
      for item in read {
        guard let cost = matcher.rank(item.fields)?.score.units else { continue }
        hits += 1
        let origin = "“\(item.fields.title)” costs \(cost), “\(query.text)”, \(mode), \(syntax), seed \(seed)"
        #expect(screen.leastCost(item, most: cost).map { $0 <= cost } == true, "\(origin)")
      }
    }
    #expect(hits > 0)
  }
}
