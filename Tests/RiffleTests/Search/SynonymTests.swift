import Riffle
import RiffleTestSupport
import Testing

/// Words and phrases of queries that stand for others.
@Suite struct SynonymTests {
  private static let text = """
    # cities
    nyc, New York City, the Big Apple
    St, Saint, Sankt
    St, Street
    notebook => laptop
    """

  private static let titles = [
    "New York City Hall", "St. Louis", "Saint Petersburg", "Sankt Gallen", "Main Street", "Laptop bag",
    "Notebook paper",
    "NYC Marathon", "Saintes",
  ]

  private static func found(
    _ query: String, mode: QueryMode = .smart, order: HitOrder = .relevance
  ) throws -> [(title: String, cost: Double)] {
    var options = IndexOptions()
    options.synonyms = try Synonyms(text)
    let items = titles.enumerated().map { Item(id: $0.offset, title: $0.element) }
    let request = SearchRequest(try Query(query, mode: mode), order: order, terms: .all)
    return try SearchIndex(items, options: options).search(request).map { ($0.element.title, $0.score.cost) }
  }

  @Test(arguments: [
    ("nyc", "NYC Marathon", "New York City Hall"), ("new york city", "New York City Hall", "NYC Marathon"),
    ("st louis", "St. Louis", nil), ("saint louis", "St. Louis", nil), ("st petersburg", "Saint Petersburg", nil),
    ("main st", "Main Street", nil), ("main st.", "Main Street", nil), ("notebook", "Notebook paper", "Laptop bag"),
    ("sankt louis", "St. Louis", nil), ("the big apple hall", "New York City Hall", nil),
  ])
  func phrasesStandForOthers(query: String, first: String?, second: String?) throws {
    let titles = try Self.found(query).map(\.title)
    #expect(titles.first == first)
    if let second { #expect(titles.dropFirst().first == second) }
  }

  /// A hit is counted, whether or not the window shows it.
  @Test(arguments: [1, 2, 10]) func hitsBySynonymsAreCounted(limit: Int) throws {
    var options = IndexOptions()
    options.synonyms = try Synonyms("ana, ee")
    let items = ["ana", "ee", "of the eeinbsa"].enumerated().map { Item(id: $0.offset, title: $0.element) }
    let request = SearchRequest(try Query("ana"), limit: limit, totalLimit: .exact, terms: .all)
    #expect(try SearchIndex(items, options: options).search(request).total == 3)
  }

  @Test func aGroupThatPointsOneWayIsNotReadTheOtherWay() throws {
    #expect(try Self.found("laptop").map(\.title) == ["Laptop bag"])
  }

  @Test func aSynonymCostsHalfMoreThanTheWord() throws {
    let cost = { (query: String, title: String) throws in
      try #require(try Self.found(query).first { $0.title == title }).cost
    }
    #expect(try cost("saint louis", "St. Louis") == cost("st louis", "St. Louis") + 0.5)
    #expect(try cost("nyc hall", "New York City Hall") == cost("new york city hall", "New York City Hall") + 0.5)
  }

  @Test func meaningsAreFoundWithoutTypos() throws {
    #expect(try Self.found("st gallen").map(\.title) == ["Sankt Gallen"])
    // “boulevard” is a typo away from “boulevart”, but only a meaning of “blvd”.
    var options = IndexOptions()
    options.synonyms = try Synonyms("blvd, boulevard")
    let items = [Item(id: 0, title: "Sunset Boulevart"), Item(id: 1, title: "Sunset Boulevard")]
    let index = try SearchIndex(items, options: options)
    func count(_ query: String) throws -> Int {
      index.search(SearchRequest(try Query(query), reach: .unlimited, terms: .all)).count
    }
    #expect(try count("sunset blvd") == 1)
    #expect(try count("sunset boulevard") == 2)
  }

  @Test(arguments: [QueryMode.words, .smart], [HitOrder.relevance, .list])
  func modesByWordsAndListOrderKnowSynonyms(mode: QueryMode, order: HitOrder) throws {
    #expect(try Self.found("saint louis", mode: mode, order: order).map(\.title) == ["St. Louis"])
  }

  @Test(arguments: [QueryMode.substring, .lowercasedSubstring, .subsequence])
  func modesByTextDoNot(mode: QueryMode) throws {
    #expect(try Self.found("saint louis", mode: mode).isEmpty)
  }

  @Test func theExplanationNamesTheSynonym() throws {
    var options = IndexOptions()
    options.synonyms = try Synonyms(Self.text)
    let index = try SearchIndex([Item(id: 0, title: "New York City Hall")], options: options)
    let hit = try #require(try index.search("nyc hall").first)
    #expect(hit.explanation?.description.contains("“nyc” stands for “New York City”") == true)
    #expect(marked(hit, .title) == "[New] [York] [City] [Hall]")
  }

  @Test func anIndexWithOtherSynonymsAnswersAsANewOne() throws {
    for seed in 1...UInt64(setting("RIFFLE_CASES") ?? 12) {
      var random = RandomText(seed: seed)
      let items = random.items(count: 60)
      var options = IndexOptions()
      options.synonyms = random.synonyms(for: items)
      let index = try SearchIndex(items, options: options)
      let session = index.session()
      for step in 0..<6 {
        let (before, former) = (index.snapshot(), try SearchIndex(items, options: options))
        options.synonyms = step == 3 ? Synonyms() : random.synonyms(for: items)
        try index.setSynonyms(options.synonyms)
        // A change of the list keeps them.
        if step % 2 == 0 { try index.update { $0.upsert(items[step]) } }
        let new = try SearchIndex(items, options: options)
        #expect(index.snapshot().generation > before.generation)
        for _ in 0..<10 {
          guard let query = try? Query(random.withPhrase(random.query(for: items), of: options.synonyms)) else {
            continue
          }
          let request = SearchRequest(query, limit: 10)
          func rows(_ results: SearchResults<Item<Int>, Int>) -> [String] { results.map { "\($0.id) \($0.score)" } }
          let what = "seed \(seed), step \(step): “\(query.text)”"
          #expect(rows(index.search(request)) == rows(new.search(request)), "\(what)")
          #expect(rows(session.search(request)) == rows(new.search(request)), "\(what)")
          #expect(rows(before.search(request)) == rows(former.search(request)), "\(what)")
        }
      }
    }
  }

  @Test func pagesOfASessionFollowTheSynonyms() async throws {
    let index = try SearchIndex([Item(id: 0, title: "New York City Hall")])
    let session = index.session()
    session.request.terms = .all
    session.type("gotham hall")
    var pages = session.pages.makeAsyncIterator()
    #expect(try await pages.next()?.results.get().count == 0)
    try index.setSynonyms(try Synonyms("gotham, new york city"))
    #expect(try await pages.next()?.results.get().map(\.id) == [0])
  }

  @Test func linesKnowSynonyms() throws {
    var options = IndexOptions()
    options.synonyms = try Synonyms(Self.text)
    let search = LineSearch(SearchRequest(try Query("saint louis"), terms: .all), options: options)
    var worker = search.worker()
    worker.read(Self.titles.map { $0 + "\n" }.joined().utf8.span, firstLine: 0)
    #expect(search.results(of: [worker.finish()]).map(\.position) == [1])
  }

  @Test(arguments: [
    ("a", "line 1 of the synonyms, “a”"), ("a, b\n\nc,", "line 3 of the synonyms, “c,”"),
    ("a => b => c", "line 1"), ("=> a", "line 1"), ("a, , b", "line 1"),
    ((0..<17).map { "w\($0)" }.joined(separator: ","), "line 1 of the synonyms has more than 16 texts"),
    ("x, " + String(repeating: "y", count: 65), "a text of 65 characters"),
    (String(repeating: "a, b\n", count: 10_001), "more than 10000 lines"),
  ])
  func linesThatAreNoGroupsAreRefused(text: String, message: String) {
    let error = #expect(throws: SynonymError.self) { try Synonyms(text) }
    #expect(error?.description.contains(message) == true)
  }

  @Test func aQueryOfManyPhrasesHasFewReadings() throws {
    var options = IndexOptions()
    let words = (0..<16).map { "w\($0)" }
    options.synonyms = try Synonyms(words.joined(separator: ", "))
    let index = try SearchIndex([Item(id: 0, title: words.joined(separator: " "))], options: options)
    #expect(try index.search(words.joined(separator: " ")).map(\.id) == [0])
  }
}
