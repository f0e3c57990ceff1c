import RiffleTestSupport
import Testing

@testable import Riffle

/// What decides between hits that cost the same, on lists so small that a reader sees it.
@Suite struct OrderOfHitsTests {
  private func titles(_ query: String, of items: [Item<Int>], weightWorth: Double = 0) throws -> [String] {
    let index = try SearchIndex(items)
    let hits = index.search(SearchRequest(try Query(query), weightWorth: weightWorth))
    return hits.map { items[$0.id].title }
  }

  private func items(_ titles: String...) -> [Item<Int>] {
    titles.enumerated().map { Item(id: $0, title: $1) }
  }

  @Test(arguments: [
    ("kānūru", ["Kanuru", "Kānūru"], "Kānūru"), ("KĀNŪRU", ["Kanuru", "Kānūru"], "Kānūru"),
    ("c++", ["C", "C#", "C++ Primer"], "C++ Primer"), ("c#", ["C", "C++", "C# in Depth"], "C# in Depth"),
    (".net", ["Net", ".NET Core"], ".NET Core"), ("node.js", ["Node JS", "Node.js"], "Node.js"),
    ("gtk+", ["gtk", "gtk+ bindings"], "gtk+ bindings"), ("Ærø", ["Aero", "Ærø Museum"], "Ærø Museum"),
  ])
  func accentsAndPunctuationCountAsTyped(query: String, list: [String], first: String) throws {
    let items = list.enumerated().map { Item(id: $0, title: $1) }
    #expect(try titles(query, of: items).first == first)
  }

  @Test func marksOfTheExtendedSyntaxAreNoPartOfAName() throws {
    let index = try SearchIndex(items("x 'net", "'net"))
    let hits = index.search(SearchRequest(try Query("'net", syntax: .extended)))
    #expect(hits.map(\.id) == [1, 0])
  }

  @Test func capitalsDecideLast() throws {
    #expect(try titles("Paris", of: items("paris", "Paris", "Paris x")) == ["Paris", "paris", "Paris x"])
  }

  @Test func aPartOfACompoundIsNotTheWholeWord() throws {
    #expect(
      try titles("san fran", of: items("San-Nicolao, France", "San Francisco, US"))
        == ["San Francisco, US", "San-Nicolao, France"])
    #expect(
      try titles("san nicolao", of: items("Nicolao, San-Remo", "San-Nicolao, France")).first == "San-Nicolao, France")
    let hit = try #require(try SearchIndex(items("San-Nicolao, France")).search("san").first)
    #expect(hit.score.cost == 0.5 && hit.explanation?.cost == 0.5)
    let whole = try #require(try SearchIndex(items("San-Nicolao, France")).search("san nicol").first)
    #expect(whole.score.cost == 1)
  }

  @Test func theWordItselfComesBeforeACompound() throws {
    #expect(
      try titles("gimp", of: items("gimp-data", "gimp", "the gimp-data x")) == ["gimp", "gimp-data", "the gimp-data x"])
  }

  @Test(arguments: [
    ("readme", ["x/readme-old.md", "a/b/c/d/README.md"], "a/b/c/d/README.md"),
    ("hit", ["HitText.swift", "Sources/Riffle/Deep/Hit.swift"], "Sources/Riffle/Deep/Hit.swift"),
    ("riffle hit.swift", ["Riffle-Bench/Hit.swift", "Sources/Riffle/Hit.swift"], "Sources/Riffle/Hit.swift"),
    ("hit.swift", ["HitText.swift", "Sources/Riffle/Hit.swift"], "Sources/Riffle/Hit.swift"),
    ("x86_64", ["x86_64-linux-gnu/a", "usr/lib/share/x86_64/a"], "usr/lib/share/x86_64/a"),
    ("swift", ["a/b.swift", "a/b/c/swift/x"], "a/b/c/swift/x"),
  ])
  func wholeComponentsOfPathsComeFirst(query: String, paths: [String], first: String) throws {
    let items = paths.enumerated().map { Item(id: $0, title: $1) }
    let index = try SearchIndex(items, options: IndexOptions(titlesArePaths: true))
    #expect(try index.search(query).first.map { paths[$0.id] } == first)
  }

  @Test(arguments: [
    ("data base", ["data-base-x", "database"]), ("libre office", ["office-libre-kit", "libreoffice"]),
    ("data base", ["data-based", "database"]), ("note book", ["booking note", "notebook"]),
  ])
  func twoTermsThatAreOneWordFindIt(query: String, list: [String]) throws {
    let items = list.enumerated().map { Item(id: $0, title: $1) }
    let found = try titles(query, of: items)
    #expect(list[0] == "data-base-x" ? found == list : found.first == list[1])
  }

  @Test func slipsOfTheHandComeBeforeFewerWords() throws {
    #expect(try titles("goteborrg", of: items("Gotebarrg", "Goteborg Central")).first == "Goteborg Central")
  }

  @Test func weightsComeBeforeFewerWords() throws {
    let items = [Item(id: 0, title: "Paris"), Item(id: 1, title: "Paris, France", weight: 9)]
    #expect(try titles("paris", of: items) == ["Paris, France", "Paris"])
  }

  @Test func weightsAreWorthWhatTheRequestSays() throws {
    let items = [
      Item(id: 0, title: "Lond"), Item(id: 1, title: "London", weight: .max),
      Item(id: 2, title: "New Lond", weight: 20_000),
    ]
    #expect(try titles("lond", of: items) == ["Lond", "New Lond", "London"])
    #expect(try titles("lond", of: items, weightWorth: 2) == ["London", "New Lond", "Lond"])
    #expect(try titles("lond", of: items, weightWorth: 0.5) == ["Lond", "New Lond", "London"])
    #expect(try titles("lond", of: items, weightWorth: -.infinity) == ["Lond", "New Lond", "London"])
    #expect(try titles("lond", of: items, weightWorth: .nan) == ["Lond", "New Lond", "London"])
    #expect(try titles("lond", of: items, weightWorth: .infinity).first == "London")
  }

  @Test func whatWeightsAreWorthDoesNotChangeWhatIsWithinReach() throws {
    var random = RandomText(seed: 77)
    let items = (0..<60).map { Item(id: $0, title: random.title(), weight: UInt16(random.number(below: 65_536))) }
    let index = try SearchIndex(items)
    for text in ["a", "st", "new", "berlin x"] {
      let plain = index.search(SearchRequest(try Query(text)))
      let weighed = index.search(SearchRequest(try Query(text), weightWorth: 40))
      #expect(Set(plain.map(\.id)) == Set(weighed.map(\.id)), "“\(text)”")
      let costs = Dictionary(uniqueKeysWithValues: plain.map { ($0.id, $0.score.cost) })
      for hit in weighed { #expect(hit.score.cost == costs[hit.id], "“\(text)”") }
    }
  }
}
