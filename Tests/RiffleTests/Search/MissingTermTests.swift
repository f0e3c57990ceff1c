import Riffle
import RiffleTestSupport
import Testing

/// Hits that lack terms of the query, and when there are none.
@Suite struct MissingTermTests {
  private static let films = ["Casablanca", "The Third Man", "The Third Miracle", "Man of Steel", "Iron Man"]

  private func search(
    _ text: String, _ titles: [String] = films, _ terms: TermDemand = .standard, order: HitOrder = .relevance
  )
    throws -> SearchResults<Item<Int>, Int>
  {
    let items = titles.enumerated().map { Item(id: $0, title: $1) }
    return try SearchIndex(items).snapshot().search(SearchRequest(try Query(text), order: order, terms: terms))
  }

  @Test func aTermTooManyIsLeftOut() throws {
    let found = try search("casablanca full movie")
    #expect(found.map(\.element.title) == ["Casablanca"])
    #expect(found.first?.missingTerms == ["full", "movie"])
    #expect(found.first?.matchedFields == [.title])
  }

  @Test func theDearestTermStays() throws {
    #expect(try search("miracle movie").map(\.missingTerms) == [["movie"]])
  }

  @Test func hitsThatMatchEveryTermComeAlone() throws {
    #expect(try search("third man").map(\.element.title) == ["The Third Man"])
    #expect(try search("third man").first?.missingTerms == [])
  }

  @Test func theOnlyLongTermStays() throws {
    #expect(try search("steel abc").map(\.missingTerms) == [["abc"]])
    #expect(try search("zzzzz man").isEmpty)
    #expect(try search("abc xyz man").isEmpty)
  }

  @Test func threeTermsAreNeverLeftOut() throws {
    #expect(try search("miracle qqqq wwww").count == 1)
    #expect(try search("miracle qqqq wwww xxxx").isEmpty)
  }

  @Test func ofSevenTermsOneIsLeftOutAnywhereAndFiveAtTheEnds() throws {
    let title = ["one two three four five six"]
    #expect(try search("one two three four five six seven", title).first?.missingTerms == ["seven"])
    #expect(try search("one two three eight four five six", title).first?.missingTerms == ["eight"])
    #expect(try search("one two eight three four nine five six", title).isEmpty)
    #expect(
      try search("zero one two three four five seven eight", title).first?.missingTerms == ["zero", "seven", "eight"])
  }

  @Test func aPastedSentenceFindsWhatItNames() throws {
    #expect(
      try search("please show me the third man tonight", MissingTermTests.films).map(\.element.title) == [
        "The Third Man"
      ])
    let found = try search("where is that new iron man film")
    #expect(found.map(\.element.title) == ["Iron Man"])
    #expect(found.first?.missingTerms == ["where", "is", "that", "new", "film"])
    #expect(try search("where is that old new iron man film").isEmpty)
  }

  /// The little words of a sentence stand between the words of a title, too.
  @Test func functionWordsAreLeftOutBetweenTheTermsThatStay() throws {
    let cities = ["East New York, United States", "New York City, United States"]
    for (query, title, missing) in [
      ("the city of new york united states", cities[1], ["the", "of"]),
      ("find me the city of new york united states", cities[1], ["find", "me", "the", "of"]),
    ] {
      let found = try search(query, cities)
      #expect(found.first?.element.title == title && found.first?.missingTerms == missing, "\(query)")
    }
    // Six are too many.
    #expect(try search("please find me the old harbour in the city of boston", ["Harbour City Boston"]).isEmpty)
  }

  @Test func aLongSentenceFindsWhatHoldsMostOfIt() throws {
    let title =
      "a quiet harbour town where fishermen mend their nets at dawn while gulls circle above the lighthouse and children "
      + "race along cobbled lanes towards school past bakeries"
    let found = try search("please find " + title + " for me", [title] + MissingTermTests.films)
    #expect(found.map(\.element.title) == [title])
    #expect(found.first?.missingTerms == ["please", "find", "for", "me"])
  }

  /// A path from the root finds its file in a list that begins at some folder of it.
  @Test(arguments: [
    ("/home/maria/projects/riffle/Sources/Riffle/Hit.swift", "Sources/Riffle/Hit.swift"),
    ("C:\\Users\\maria\\Documents\\work\\notes\\todo.txt", "notes/todo.txt"),
    ("~/a/b/c/d/e.c", "d/e.c"),
  ])
  func theBeginningOfAPathIsLeftOut(query: String, path: String) throws {
    let titles = [
      "Sources/Riffle/HitText.swift", "Sources/Riffle/Hit.swift", "notes/todo.txt", "old/todo.txt", "d/e.c", "e.c",
    ]
    let items = titles.enumerated().map { Item(id: $0, title: $1) }
    let index = try SearchIndex(items, options: IndexOptions(titlesArePaths: true))
    let found = index.snapshot().search(SearchRequest(try Query(query)))
    #expect(found.first?.element.title == path)
  }

  @Test func listOrderNeedsEveryTermUnlessAsked() throws {
    #expect(try search("casablanca movie", order: .list).isEmpty)
    #expect(
      try search("casablanca movie", MissingTermTests.films, .most, order: .list).first?.missingTerms == ["movie"])
    #expect(try search("casablanca movie", MissingTermTests.films, .all).isEmpty)
  }

  @Test func theListInListOrderHoldsEveryHit() throws {
    let found = try search("third movie", MissingTermTests.films, .most, order: .list)
    #expect(found.map(\.element.title) == ["The Third Man", "The Third Miracle"] && found.total == 2)
    #expect(found.part?.count == 2)
  }

  @Test func patternsAndExcludedTextsAreNeverLeftOut() throws {
    let items = MissingTermTests.films.enumerated().map { Item(id: $0, title: $1) }
    let index = try SearchIndex(items)
    func find(_ text: String) throws -> [String] {
      index.snapshot().search(SearchRequest(try Query(text, syntax: .extended))).map(\.element.title)
    }
    #expect(try find("casablanca 'movie").isEmpty)
    #expect(try find("'third movie !mira") == ["The Third Man"])
    #expect(try find("third movie | show").isEmpty)
  }

  @Test func otherModesNeedEveryTerm() throws {
    for mode in QueryMode.allCases where mode != .smart {
      let items = MissingTermTests.films.enumerated().map { Item(id: $0, title: $1) }
      let request = SearchRequest(try Query("casablanca movie", mode: mode), terms: .most)
      #expect(try SearchIndex(items).snapshot().search(request).isEmpty)
    }
  }

  @Test func theExplanationNamesWhatIsMissing() throws {
    let found = try search("casablanca movie")
    let explanation = try #require(found.first?.explanation)
    #expect(explanation.reasons.contains { $0.text == "“movie” is left out" && $0.cost == 22 })
    #expect(explanation.cost == found.first?.score.cost)
  }

  @Test func oneTypoTooManyIsFoundWhereNothingElseIs() throws {
    #expect(try search("stal", ["Steel"]).map(\.element.title) == ["Steel"])
    #expect(try search("stal", ["Steel", "Stale"]).map(\.element.title) == ["Stale"])
    #expect(try search("stal", ["Steel"], .all).isEmpty)
    let found = try #require(try search("stal", ["Steel"]).first)
    #expect(found.explanation?.cost == found.score.cost && found.missingTerms.isEmpty)
  }

  /// Of any item, found or not, by any form of the query.
  @Test(arguments: 1...UInt64(20))
  func explanationsAddUpToTheScore(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let items = random.items(count: 40)
    let snapshot = try random.snapshot(items)
    for _ in 0..<20 {
      guard let query = try? Query(random.query(for: items)), !query.isBlank else { continue }
      let found = snapshot.search(SearchRequest(query, totalLimit: .exact, reach: .unlimited))
      let scores = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
      for item in items {
        let explanation = snapshot.explain(query, id: item.id)
        let hit = scores[item.id]
        #expect(explanation?.cost == hit?.score.cost, "seed \(seed), “\(query.text)”, \(item.title)")
        #expect(hit?.explanation == explanation, "seed \(seed), “\(query.text)”, \(item.title)")
        let sum = explanation?.reasons.reduce(0) { $0 + $1.cost } ?? 0
        #expect(explanation.map { abs($0.cost - sum) < 1e-9 } ?? true)
      }
    }
  }
}
