import Riffle
import RiffleTestSupport
import Testing

/// An index of a list, and the exhaustive search of the same.
struct OracleComparison {
  private let snapshot: Snapshot<Item<Int>, Int>
  private let oracle: Oracle
  private let analyzer: TextAnalyzer

  init(_ items: [Item<Int>], _ options: IndexOptions, _ random: inout RandomText) throws {
    snapshot = try random.snapshot(items, options)
    oracle = Oracle(items, options: options)
    analyzer = TextAnalyzer(options.folding)
  }

  /// Searches for a query with a random window, order, reach and more.
  func expectEqualAnswers(
    to query: Query, layouts: [KeyboardLayout] = [], _ random: inout RandomText, _ origin: String
  ) {
    let limit = random.oneIn(2) ? 10 : .max
    let offset = random.oneIn(3) ? 3 : 0
    let counted = random.oneIn(2) ? random.number(below: 30) : .max
    let order = random.oneIn(4) ? HitOrder.list : .relevance
    let request = SearchRequest(
      query, order: order, offset: offset, limit: limit, totalLimit: counted == .max ? .exact : .upTo(counted),
      reach: random.reach(), terms: random.terms(), layouts: layouts, weightWorth: random.weightWorth(),
      threadCount: random.oneIn(2) ? 1 : 3)
    var expected = oracle.search(request)
    let end = offset.addingReportingOverflow(limit).overflow ? .max : offset + limit
    let counts = max(counted, end)
    let isBlank = PreparedQuery(query, analyzer: analyzer).isEmpty
    let isExact = order == .list || isBlank || expected.total <= counts
    if !isExact { expected.total = counts }
    let found = snapshot.search(request)
    // Who counts no further than the window cannot know that it just holds all.
    let isKnown = counts > end || found.total < end || order == .list || end == .max || isBlank
    #expect(found.isTotalExact == (isExact && isKnown), "\(origin), \(query), total \(found.total)")
    let answer = answer(found)
    // Thousands of hits would be printed as values of the expectation.
    let isEqual = answer == expected
    #expect(
      isEqual,
      """
      \(origin), \(query): \(answer.difference(from: expected)); \(found.prefix(20).map(\.id)) of \(found.total), expected \
      \(expected.ids.prefix(20)) of \(expected.total)
      """)
  }

  private func answer(_ results: SearchResults<Item<Int>, Int>) -> Oracle.Answer {
    Oracle.Answer(
      ids: results.map(\.id), scores: results.map(\.score),
      highlights: results.map { hit in Field.allCases.map { hit.utf8Highlights(in: $0) } },
      missing: results.map(\.missingTerms), total: results.total)
  }
}
