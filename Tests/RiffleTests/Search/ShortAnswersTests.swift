import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct ShortAnswersTests {
  private struct Request: Hashable {
    var text: String
    var mode = QueryMode.smart
    var syntax = Query.Syntax.plain
    var limit = 10
    var totalLimit = TotalLimit.standard
    var order = HitOrder.relevance

    func answer(_ answers: ShortAnswers, find: () -> Int) throws -> Int {
      let query = try Query(text, mode: mode, syntax: syntax)
      let request = HitRequest(SearchRequest(query, order: order, limit: limit, totalLimit: totalLimit))
      func search(_ request: HitRequest) -> PartAnswer { PartAnswer(rows: [], least: UInt32(find())) }
      return Int((answers.answer(query, request, find: search) ?? search(request)).least)
    }
  }

  /// More queries than are kept, so that it begins anew.
  @Test func eachQueryHasAnAnswerOfItsOwn() throws {
    var random = SeededGenerator(seed: 3)
    let answers = ShortAnswers()
    var numbers: [Request: Int] = [:]
    var foundCount = 0
    let letters = (0..<60).map { String(UnicodeScalar(UInt8(0x40 + $0))) }
    for step in 0..<12_000 {
      var request = Request(text: letters[step / 200] + letters[Int.random(in: 0..<60, using: &random)])
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: request.limit = Int.random(in: 0...4, using: &random)
      case 2: request.totalLimit = .upTo(Int.random(in: 11...13, using: &random))
      case 3: request.mode = .words
      case 4: request.syntax = .extended
      default: break
      }
      let number = numbers[request] ?? numbers.count
      numbers[request] = number
      let found = try request.answer(answers) {
        foundCount += 1
        return number
      }
      if found != number { Issue.record("\(request)") }
    }
    #expect(numbers.count > 4096 && foundCount < 12_000)
  }

  @Test func shortQueriesAreFoundOnce() throws {
    let answers = ShortAnswers()
    for (number, text) in ["a", "ab", "b", "é", "東京"].enumerated() {
      #expect(try Request(text: text).answer(answers) { number } == number)
      #expect(try Request(text: text).answer(answers) { -1 } == number)
    }
    let others = [
      Request(text: "abc"), Request(text: "e\u{301}\u{323}"), Request(text: "a", totalLimit: .exact),
      Request(text: "a", limit: 33), Request(text: "a", order: .list),
    ]
    for request in others {
      #expect(try request.answer(answers) { 8 } == 8)
      #expect(try request.answer(answers) { 9 } == 9)
    }
  }

  /// The second time as the first, highlights included.
  @Test(arguments: 1...UInt64(4))
  func shortQueriesAreAnsweredAsByTheExhaustiveSearch(_ seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let items = random.items(count: 60)
    let snapshot = try SearchIndex(items).snapshot()
    let session = snapshot.session()
    let oracle = Oracle(items)
    let texts = (0..<12).map { _ in String(random.query(for: items).prefix(1 + random.number(below: 2))) }
    for step in 0..<150 {
      let mode = QueryMode.allCases[random.number(below: QueryMode.allCases.count)]
      let syntax = random.oneIn(3) ? Query.Syntax.extended : .plain
      let query = try Query(texts[random.number(below: texts.count)], mode: mode, syntax: syntax)
      let order = random.oneIn(5) ? HitOrder.list : .relevance
      let offset = random.oneIn(3) ? 3 : 0
      let limit = [0, 4, 10, .max][random.number(below: 4)]
      let totalLimit = [TotalLimit.upTo(0), .upTo(20), .standard, .exact][random.number(below: 4)]
      let request = SearchRequest(query, order: order, offset: offset, limit: limit, totalLimit: totalLimit)
      let found = random.oneIn(3) ? session.search(request) : snapshot.search(request)
      let expected = oracle.search(request)
      let isEqual =
        found.map(\.id) == expected.ids && found.map(\.score) == expected.scores
        && found.map { hit in Field.allCases.map { hit.utf8Highlights(in: $0) } } == expected.highlights
        && (found.isTotalExact ? found.total == expected.total : found.total <= expected.total)
        && (found.isTotalExact || totalLimit != .exact)
      #expect(isEqual, "“\(query.text)”, \(mode), \(syntax), step \(step), seed \(seed)")
    }
  }

  /// Kept answers are those of all rows, whatever has become of these since.
  @Test(arguments: 1...UInt64(6))
  func changedListsAreAnsweredAsByTheExhaustiveSearch(_ seed: UInt64) throws {
    var random = RandomText(seed: seed)
    var items = random.items(count: 120)
    var options = IndexOptions()
    options.efforts.fewestRowsKept = 0
    let index = try SearchIndex(items, options: options)
    for step in 0..<80 {
      if random.oneIn(3) {
        let place = random.number(below: items.count)
        try index.delete(id: items[place].id)
        items.remove(at: place)
      }
      let text = String(random.query(for: items).prefix(1 + random.number(below: 2)))
      guard let query = try? Query(text) else { continue }
      let request = SearchRequest(query, limit: [1, 3, 10][random.number(below: 3)], reach: random.reach())
      let expected = Oracle(items).search(request)
      let found = index.search(request)
      #expect(found.map(\.id) == expected.ids, "“\(text)”, step \(step), seed \(seed)")

    }
  }

  /// A kept answer takes no work, so a limit that the search would have exceeded does not end it.
  @Test(arguments: ["e", "s", "!a"])
  func aKeptAnswerIsCompleteWithinAnyWorkLimit(text: String) throws {
    var random = RandomText(seed: 5)
    var options = IndexOptions()
    options.efforts.fewestRowsKept = 0
    let index = try SearchIndex(random.items(count: 2000), options: options)
    var request = SearchRequest(try Query(text, syntax: .extended), limit: 5, reach: .unlimited)
    let first = index.search(request)
    #expect(first.count == 5 && first.ending == .complete && first.work.steps > 1)
    request.workLimit = 1
    let kept = index.search(request)
    #expect(kept.ending == .complete && kept.map(\.id) == first.map(\.id) && kept.work == SearchWork())
    // A row that is gone leaves enough of those that are kept.
    try index.delete(id: #require(first.last?.id))
    let left = index.search(request)
    #expect(left.ending == .complete && left.prefix(4).map(\.id) == first.prefix(4).map(\.id) && left.count == 5)
  }

  /// Strings are equal that are spelt with other scalars, but what was typed ranks by its bytes, and some modes fold
  /// nothing.
  @Test(arguments: QueryMode.allCases)
  func spellingsThatLookAlikeAreToldApart(mode: QueryMode) throws {
    let titles = ["caf\u{E9}", "cafe\u{301}", "\u{E9}", "e\u{301}", "e", "a\u{E9}"]
    let items = titles.enumerated().map { Item(id: $0, title: $1) }
    let snapshot = try SearchIndex(items).snapshot()
    let session = snapshot.session()
    let oracle = Oracle(items)
    for text in ["\u{E9}", "e\u{301}", "\u{E9}", "caf\u{E9}", "cafe\u{301}", "caf\u{E9}"] {
      let query = try Query(text, mode: mode)
      let request = SearchRequest(query, limit: 10)
      let expected = oracle.search(request)
      for found in [snapshot.search(request), session.search(request)] {
        let isEqual = found.map(\.id) == expected.ids && found.map(\.score) == expected.scores
        #expect(isEqual, "\(Array(text.unicodeScalars)): \(found.map(\.id)), expected \(expected.ids)")
      }
    }
  }
}
