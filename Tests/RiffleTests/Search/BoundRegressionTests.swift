import RiffleTestSupport
import Testing

@testable import Riffle

/// Rows that were once lost, or counted, because a bound was wrong.
@Suite struct BoundRegressionTests {
  private func check(
    _ items: [Item<Int>], _ text: String, _ options: IndexOptions = IndexOptions(), syntax: Query.Syntax = .plain,
    expecting ids: [Int]
  ) throws {
    let query = try Query(text, syntax: syntax)
    let snapshot = try SearchIndex(items, options: options).snapshot()
    let expected = Oracle(items, options: options).search(SearchRequest(query))
    #expect(expected.ids == ids)
    for limit in 1...items.count {
      #expect(
        snapshot.search(SearchRequest(query, limit: limit)).map(\.id) == Array(expected.ids.prefix(limit)),
        "the first \(limit)")
    }
    #expect(snapshot.search(SearchRequest(query, limit: 0, totalLimit: .exact)).total == expected.total)
    #expect(snapshot.search(SearchRequest(query, order: .list)).map(\.id) == expected.ids.sorted())
  }

  @Test func aRunInAReadingPaysForNoPlaceInTheTitle() throws {
    try check(
      [
        Item(id: 0, title: "X New York"), Item(id: 1, title: "Big Apple", reading: "New York"),
      ], "newyork", expecting: [1, 0])
  }

  @Test func twoWordsOfALetterPayForThePlaceOfTheFirst() throws {
    var options = IndexOptions()
    (options.efforts.fewRows, options.efforts.fewAskedRows) = (0, 0)
    let items = [Item(id: 0, title: "a b cd"), Item(id: 1, title: "abcd y z w v")]
    try check(items, "ab cd", options, expecting: [1, 0])
    let hits = try SearchIndex(Array(items.prefix(1)), options: options).snapshot().search(
      SearchRequest(Query("ab cd"), order: .list, reach: .cost(0)))
    #expect(hits.map(\.id) == [0])
  }

  @Test func initialsOfPhrasesAreOfAnyScript() throws {
    try check([Item(id: 0, title: "x", searchText: "a, Нью Йорк Сити, b")], "нйс", expecting: [0])
    try check([Item(id: 0, title: "x", searchText: "Émile Über Ökar")], "éuo", expecting: [0])
    try check([Item(id: 0, title: "x", searchText: "Zażółć Żółw łoś")], "zżł", expecting: [0])
  }

  @Test func longTermsAreTwoWordsOfASearchTextToo() throws {
    try check(
      [Item(id: 0, title: "x", searchText: "საქართველოს პარლამენტარიზმი")], "საქართველოსპარლამენტარიზმი",
      expecting: [0])
  }

  @Test func aGuessIsNoCertainHit() throws {
    let items = [
      Item(id: 0, title: "Devyat Sem Pyat Tri Odin"),
      Item(id: 1, title: "Один два три четыре пять шесть семь восемь девять"),
    ]
    try check(items, "devyat sem pyat tri odin", IndexOptions(romanizesTitles: true), expecting: [0])
  }

  @Test func whatIsExcludedIsNotCounted() throws {
    let items = [
      Item(id: 0, title: "New York City"), Item(id: 1, title: "York City"), Item(id: 2, title: "City of York"),
    ]
    try check(items, "york city !new", syntax: .extended, expecting: [1, 2])
    try check(items, "city !new york", syntax: .extended, expecting: [2, 1])
    try check(items, "york !new", syntax: .extended, expecting: [1, 2])
    try check(items, "yo ci !ne", syntax: .extended, expecting: [1, 2])
  }

  /// A mark of the answer that it is not all that matches.
  @Test func anAnswerKnowsWhetherReachHasCutIt() throws {
    let snapshot = try SearchIndex(
      ["Berlin", "Berlinale", "Merlin"].enumerated().map { Item(id: $0.offset, title: $0.element) }
    ).snapshot()
    let query = try Query("berlin")
    #expect(snapshot.search(SearchRequest(query, reach: .cost(5))).map(\.id) == [0, 1])
    #expect(snapshot.search(SearchRequest(query, reach: .cost(5))).isCutByReach != false)
    #expect(snapshot.search(SearchRequest(query, reach: .unlimited)).isCutByReach == false)
    #expect(snapshot.search(SearchRequest(query, reach: .cost(12))).map(\.id) == [0, 1, 2])
  }
}
