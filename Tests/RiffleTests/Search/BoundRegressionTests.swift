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

  /// What must not be found is an alternative to what may, and to what must not.
  @Test(arguments: [QueryMode.smart, .words, .substring, .subsequence])
  func whatIsNotThereIsAnAlternative(mode: QueryMode) throws {
    let items = ["a", "b", "ab", "c", "a c", "xyz"].enumerated().map { Item(id: $0, title: $1) }
    for (text, expected) in [
      ("!'a | c", [1, 3, 4, 5]), ("c | !a", [1, 3, 4, 5]), ("!a | !b", [0, 1, 3, 4, 5]), ("!a | ^a$", [0, 1, 3, 5]),
      ("!a | c !^x", [1, 3, 4]), ("!a | a", [0, 1, 2, 3, 4, 5]), ("!a | !a", [1, 3, 5]), ("!^a | c$", [1, 3, 4, 5]),
    ] {
      let query = try Query(text, mode: mode, syntax: .extended)
      let request = SearchRequest(query)
      let found = try SearchIndex(items).snapshot().search(request)
      #expect(found.map(\.id).sorted() == expected, "\(mode) \(text)")
      #expect(found.map(\.id) == Oracle(items).search(request).ids, "\(mode) \(text)")
      var worker = LineSearch(request).worker()
      worker.read(items.map { $0.title + "\n" }.joined().utf8.span, firstLine: 0)
      let lines = LineSearch(request).results(of: [worker.finish()])
      #expect(lines.map(\.position) == found.map(\.id), "\(mode) \(text)")
    }
    let hits = try SearchIndex(items).snapshot().search(SearchRequest(Query("!ab | c", mode: mode, syntax: .extended)))
    let hit = try #require(hits.first { $0.id == 0 })
    #expect(hit.highlights(in: .title).isEmpty)
    #expect(mode == .subsequence || hit.matchedFields.isEmpty)
  }

  /// A blank behind a backslash is a part of the text.
  @Test(arguments: [QueryMode.smart, .words, .substring, .subsequence])
  func anEscapedBlankIsDemanded(mode: QueryMode) throws {
    let items = ["foobar", "foo bar", "foo-bar", "foo", "xfoo y"].enumerated().map { Item(id: $0, title: $1) }
    for (text, expected) in [
      ("foo\\ bar", [1]), ("foo\\ ", [1, 4]), ("\\ ", [1, 4]), ("!\\ ", [0, 2, 3]), ("'o\\ b", [1]), ("^foo\\ ", [1]),
      ("\\ bar | foo-bar", [1, 2]), ("o\\  bar", [1]),
    ] {
      let request = SearchRequest(try Query(text, mode: mode, syntax: .extended))
      let found = try SearchIndex(items).snapshot().search(request)
      #expect(found.map(\.id).sorted() == expected, "\(mode) \(text)")
      #expect(found.map(\.id) == Oracle(items).search(request).ids, "\(mode) \(text)")
      var worker = LineSearch(request).worker()
      worker.read(items.map { $0.title + "\n" }.joined().utf8.span, firstLine: 0)
      #expect(LineSearch(request).results(of: [worker.finish()]).map(\.position) == found.map(\.id))
    }
  }

  /// Where costs alone are compared, equal hits come in list order as soon as weights give it.
  @Test func costsAloneDecideWhereTheyAreAllThatIsCompared() throws {
    let titles = ["cafe x", "café", "Cafe", "cafés", "cafw", "cagé"]
    let items = titles.enumerated().map { Item(id: $0, title: $1, weight: UInt16(titles.count - $0)) }
    for text in ["café", "cafe", "cafd", "caf"] {
      var request = SearchRequest(try Query(text))
      request.comparesCostsOnly = true
      let found = try SearchIndex(items).snapshot().search(request)
      #expect(found.map(\.id) == found.sorted { ($0.score.cost, $0.id) < ($1.score.cost, $1.id) }.map(\.id), "\(text)")
      #expect(found.map(\.id) == Oracle(items).search(request).ids, "\(text)")
    }
  }

  /// What only excludes makes no hit better than another.
  @Test(arguments: [QueryMode.smart, .words, .substring, .subsequence], ["!bad", "!bad !zz", "!bad | !zz"])
  func aQueryOfNegationsAloneKeepsListOrder(mode: QueryMode, text: String) throws {
    let titles = ["aaaaa", "b", "ccc", "BAD zz", "x b"]
    let items = titles.enumerated().map { Item(id: $0, title: $1, weight: UInt16($0)) }
    let query = try Query(text, mode: mode, syntax: .extended)
    for request in [SearchRequest(query), SearchRequest(query, weightWorth: 8), SearchRequest(query, order: .list)] {
      #expect(try SearchIndex(items).snapshot().search(request).map(\.id) == [0, 1, 2, 4])
      #expect(Oracle(items).search(request).ids == [0, 1, 2, 4])
      var worker = LineSearch(request).worker()
      worker.read(titles.map { $0 + "\n" }.joined().utf8.span, firstLine: 0)
      #expect(LineSearch(request).results(of: [worker.finish()]).map(\.position) == [0, 1, 2, 4])
    }
    #expect(try SearchIndex(items).snapshot().search(SearchRequest(query, offset: 1, limit: 2)).map(\.id) == [1, 2])
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

  // MARK: - Rows that need not be scored

  /// How many rows are scored to find ten of some thousand paths.
  private func scored(_ query: String, _ titles: [String]) throws -> Int {
    let items = titles.enumerated().map { Item(id: $0, title: $1) }
    var options = IndexOptions(titlesArePaths: true)
    (options.efforts.fewRows, options.efforts.fewLiteralRows, options.efforts.fewAskedRows) = (10, 10, 10)
    let index = try SearchIndex(items, options: options)
    let results = index.snapshot().search(SearchRequest(try Query(query), limit: 10))
    let expected = Oracle(items, options: options).search(SearchRequest(try Query(query), limit: 10))
    #expect(results.map(\.id) == expected.ids)
    return results.work.scored
  }

  /// One word is not taken for two terms.
  @Test func rowsThatHoldATermOnceAreLeftOutWhereItIsTypedTwice() throws {
    let once = (0..<3000).map { "usr/lib/x\($0)/y\($0 % 7)" }
    let twice = (0..<20).map { "usr/lib/lib\($0 % 9)z/y\($0)" }
    #expect(try scored("usr/lib/lib", once + twice) < 300)
  }

  /// The extension of a file counts for no other compound of its path.
  @Test func aPartOfAFolderIsToldFromAllOfIt() throws {
    let parts = (0..<3000).map { "usr/lib/python3/x\($0).so" }
    let all = (0..<20).map { "usr/lib/python/x\($0).so" }
    #expect(try scored("usr/lib/python", parts + all) < 300)
  }

  /// A folder that is typed first pays for its place unless it begins the path, as the lists say.
  @Test(arguments: ["share/", "sharee/", "share/do", "share/doc", "doc/x"])
  func rowsOfAFolderThatDoesNotBeginThePathAreLeftOut(_ query: String) throws {
    let elsewhere = (0..<3000).map { "usr/share/doc/x\($0)" }
    #expect(try scored(query, elsewhere) < 300)
    // Those that it begins come first, however late they are in the static order.
    let begun = (0..<9).map { "share/doc/a/long/way/down/to/y\($0)/x" } + ["shared/doc/x", "sharee/share/doc/x"]
    #expect(try scored(query, elsewhere + begun) < 600)
  }

  /// What begins a compound, and ends within its first part, is only a part of it.
  @Test func rowsWithTheBeginningOfACompoundAreLeftOut() throws {
    #expect(try scored("usr/lib/dis", (0..<3000).map { "usr/lib/dist-packages/x\($0)" }) < 300)
  }

  /// Rows of which a term is left out are asked by what the others cost.
  @Test func ofRowsThatLackATermTheBestComeFirst() throws {
    let far = (0..<3000).map { "usr/x\($0)/include/y\($0 % 7)" }
    let near = (0..<20).map { "usr/include/x\($0)" }
    #expect(try scored("usr/include/qqwwzz", far + near) < 1000)
  }
}
