import Riffle
import RiffleTestSupport
import Testing

@Suite struct SearchIndexTests {
  struct City: Sendable {
    var code: String
    var name: String
    var aliases = ""
    var people: UInt16 = 0
    var isClosed = false
  }

  private static let cities = [
    City(code: "got", name: "Göteborg", aliases: "Gothenburg", people: 600), City(code: "nyc", name: "New York"),
    City(code: "yrk", name: "York", people: 200), City(code: "atl", name: "Atlantis", isClosed: true),
  ]

  @Test func elementsOfAnyTypeAreFound() throws {
    let index = try SearchIndex(
      SearchIndexTests.cities.lazy.filter { _ in true }, id: \.code, title: \.name, searchText: \.aliases,
      reading: { "\($0.code) read" }, weight: \.people, isSearchable: { !$0.isClosed })
    #expect(index.snapshot().count == 4)
    let hit = try #require(try index.search("gothenburg").first)
    #expect(hit.id == "got" && hit.element.people == 600 && hit.position == 0)
    #expect(hit.text(of: .title) == "Göteborg" && hit.text(of: .searchText) == "Gothenburg")
    #expect(hit.text(of: .reading) == "got read")
    #expect(hit.matchedFields == [.searchText])
    #expect(try index.search("read").map(\.id) == ["got", "yrk", "nyc"])
    #expect(try index.search("atlantis").isEmpty)
    #expect(try index.search("").map(\.id) == ["got", "nyc", "yrk", "atl"])
  }

  @Test func twoItemsWithOneIDAreAnError() {
    let items = ["a", "b", "c", "b", "a"].map { Item(id: $0, title: $0) }
    #expect(throws: IndexError.duplicateID(id: "b", firstOffset: 1, secondOffset: 3)) { try SearchIndex(items) }
    #expect(
      "\(IndexError.duplicateID(id: "b", firstOffset: 1, secondOffset: 3))"
        == "items 1 and 3 have the same id b: give each item its own")
    // Ids are equal as their type says; strings by what they look like.
    #expect(throws: IndexError.duplicateID(id: "e\u{301}", firstOffset: 0, secondOffset: 1)) {
      try SearchIndex([Item(id: "é", title: ""), Item(id: "e\u{301}", title: "")])
    }
  }

  @Test(arguments: QueryMode.allCases)
  func anEmptyListHasNoHits(mode: QueryMode) throws {
    let snapshot = try SearchIndex([Item<Int>]()).snapshot()
    #expect(snapshot.count == 0 && snapshot.truncatedFields.isEmpty)
    for text in ["", "a", "new york", "東京", "-"] {
      for syntax in [Query.Syntax.plain, .extended] {
        let results = snapshot.search(SearchRequest(try Query(text, mode: mode, syntax: syntax)))
        #expect(results.isEmpty && results.total == 0)
      }
    }
    #expect(snapshot.explain(try Query("a"), id: 0) == nil)
  }

  @Test(arguments: QueryMode.allCases)
  func itemsWithoutTextAreOnlyListed(mode: QueryMode) throws {
    let items = [Item(id: 0, title: ""), Item(id: 1, title: " "), Item(id: 2, title: "a"), Item(id: 3, title: "–")]
    let snapshot = try SearchIndex(items).snapshot()
    #expect(snapshot.search(SearchRequest(try Query("a", mode: mode))).map(\.id) == [2])
    #expect(snapshot.search(SearchRequest(try Query("", mode: mode))).map(\.id) == [0, 1, 2, 3])
    #expect(
      snapshot.search(SearchRequest(try Query("!a", mode: mode, syntax: .extended))).total
        == (mode == .lowercasedSubstring ? 0 : 3))
  }

  @Test(arguments: QueryMode.allCases)
  func unsearchableItemsAreInNoAnswer(mode: QueryMode) throws {
    let items = (0..<200).map { Item(id: $0, title: "York \($0)", isSearchable: $0 % 3 == 0) }
    let snapshot = try SearchIndex(items).snapshot()
    for text in ["york", "yor", "york 1"] {
      let results = snapshot.search(SearchRequest(try Query(text, mode: mode)))
      #expect(!results.isEmpty && results.total == results.count)
      #expect(results.allSatisfy { $0.id % 3 == 0 })
    }
    #expect(
      snapshot.search(SearchRequest(try Query("!rome", mode: mode, syntax: .extended))).allSatisfy { $0.id % 3 == 0 })
    let query = try Query("york", mode: mode)
    #expect(snapshot.explain(query, id: 0) != nil && snapshot.explain(query, id: 1) == nil)
  }

  @Test(arguments: [QueryMode.smart, .words, .subsequence])
  func weightsBreakTies(mode: QueryMode) throws {
    let weights: [UInt16] = [0, 5, .max, 5, 1]
    let items = weights.enumerated().map { Item(id: $0, title: "York", weight: $1) }
    #expect(try SearchIndex(items).search(SearchRequest(Query("york", mode: mode))).map(\.id) == [2, 1, 3, 4, 0])
    #expect(try SearchIndex(items).search(SearchRequest(Query("", mode: mode))).map(\.id) == [0, 1, 2, 3, 4])
  }

  @Test(arguments: [QueryMode.substring, .lowercasedSubstring])
  func substringsComeInListOrder(mode: QueryMode) throws {
    let titles = ["a york", "york", "New York City", "YORK"]
    let items = titles.enumerated().map { Item(id: $0, title: $1, weight: UInt16($0)) }
    #expect(try SearchIndex(items).search(SearchRequest(Query("york", mode: mode))).map(\.id) == [0, 1, 2, 3])
  }

  @Test(arguments: QueryMode.allCases, ["york", "", "rome"])
  func aWindowIsAPartOfTheAnswer(mode: QueryMode, text: String) throws {
    let items = (0..<30).map { Item(id: $0, title: "York" + String(repeating: " x", count: $0 * 7 % 5)) }
    let snapshot = try SearchIndex(items).snapshot()
    let all = try snapshot.search(SearchRequest(Query(text, mode: mode)))
    #expect(all.total == all.count)
    for offset in [0, 1, 5, 29, 30, 31, 10_000, Int.max, -1, Int.min] {
      for limit in [0, 1, 10, 30, 5000, Int.max, -1, Int.min] {
        var request = SearchRequest(try Query(text, mode: mode), offset: offset, limit: limit)
        let window = snapshot.search(request)
        let end = max(0, offset).addingReportingOverflow(max(0, limit))
        let isCounted = text.isEmpty || end.overflow || all.total < end.partialValue
        #expect(window.total == (isCounted ? all.total : min(all.total, end.partialValue)))
        #expect(window.isTotalExact == isCounted || end.partialValue == .max)
        request.totalLimit = .exact
        let exact = snapshot.search(request)
        #expect(exact.total == all.total && exact.isTotalExact)
        #expect(
          window.map(\.id) == Array(all.map(\.id).dropFirst(max(0, offset)).prefix(max(0, limit))), "\(offset) \(limit)"
        )
      }
    }
  }

  @Test func resultsAreACollection() throws {
    let results = try SearchIndex((0..<10).map { Item(id: $0, title: "a") }).search(
      SearchRequest(Query("a"), offset: 2, limit: 5))
    #expect(results.count == 5 && results.indices == 0..<5 && results.total == 7 && !results.isTotalExact)
    #expect(results[1].id == 3 && results.last?.id == 6 && results.dropFirst(4).map(\.id) == [6])
    #expect(results.first?.explanation?.cost == results.first?.score.cost)
  }

  @Test func everyHitSaysWhyInTheSameNumbers() throws {
    var random = RandomText(seed: 11)
    let items = random.items(count: 200)
    let snapshot = try SearchIndex(items).snapshot()
    for _ in 0..<60 {
      guard let query = try? Query(random.query(for: items)) else { continue }
      for hit in snapshot.search(SearchRequest(query, limit: 5)) where hit.explanation?.reasons.isEmpty == false {
        let explanation = try #require(hit.explanation)
        guard !hit.matchedFields.isEmpty else { continue }
        #expect(explanation.cost == hit.score.cost)
        let sum = explanation.reasons.reduce(0) { $0 + $1.cost }
        #expect(abs(sum - explanation.cost) < 0.001)
        #expect(snapshot.explain(query, id: hit.id) == explanation)
      }
    }
  }

  @Test func manyThreadsGetTheSameAnswers() async throws {
    var random = RandomText(seed: 12)
    let items = random.items(count: 300)
    let index = try SearchIndex(items)
    let queries = (0..<40).compactMap { _ in try? Query(random.query(for: items)) }
    let answers = queries.map {
      index.snapshot().search(SearchRequest($0, limit: 10)).map { [$0.id, $0.utf8Highlights(in: .title).count] }
    }
    await withTaskGroup(of: Bool.self) { group in
      for start in 0..<16 {
        group.addTask {
          queries.indices.allSatisfy { place in
            let number = (place + start * 5) % queries.count
            let found = index.snapshot().search(SearchRequest(queries[number], limit: 10))
            return found.map { [$0.id, $0.utf8Highlights(in: .title).count] } == answers[number]
          }
        }
      }
      for await isEqual in group { #expect(isEqual) }
    }
  }
}
