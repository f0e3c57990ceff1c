import RiffleTestSupport
import Testing

@testable import Riffle

/// Titles of other scripts, looked for in Latin letters.
@Suite struct RomanizedSearchTests {
  private static let options = IndexOptions(romanizesTitles: true)

  private static func hits(_ query: String, _ titles: String...) throws -> [Hit<Item<Int>, Int>] {
    let items = titles.enumerated().map { Item(id: $0.offset, title: $0.element) }
    return try SearchIndex(items, options: options).search(query).map { $0 }
  }

  private static func cost(_ query: String, _ title: String) throws -> Double? {
    try hits(query, title).first?.score.cost
  }

  @Test(arguments: [
    ("moskva", "Москва"), ("voyna i mir", "Война и мир"), ("vim", "Война и мир"), ("chekhov", "Чехов"),
    ("athina", "Αθήνα"), ("beijing", "北京"), ("bei jing", "北京"), ("bj", "北京"), ("seoul", "서울"),
    ("beijing", "北京大学"), ("daxue", "北京大学"), ("beijingdaxue", "北京大学"), ("bjdx", "北京大学"),
    ("beijing daxue", "北京大学"), ("shouji", "iPhone 手机"), ("dongjing", "東京"),
    ("ramen", "ラーメン"), ("hindi", "हिन्दी"), ("phasa", "ภาษาไทย"),
  ])
  func aTitleIsFoundByItsLatinForm(query: String, title: String) throws {
    #expect(try RomanizedSearchTests.hits(query, "Something else", title).map(\.id) == [1])
    #expect(try SearchIndex([Item(id: 0, title: title)]).search(query).isEmpty)
  }

  /// A guess comes just behind what is certain: the word behind a beginning, the beginning behind that.
  @Test(arguments: [
    ("moskva", "Москва", 1.5), ("moskv", "Москва", 2.5), ("beijing", "北京", 1.5), ("bei", "北京", 1.5),
    ("jing", "北京", 2), ("bj", "北京", 2), ("beij", "北京", 2.5), ("beijing", "北京大学", 1.5),
    ("beijingdaxue", "北京大学", 1.5), ("daxue", "北京大学", 2), ("bjdx", "北京大学", 2),
    ("bjd", "北京大学", 3), ("beida", "北京大学", 9.5), ("vim", "Война и мир", 4.5),
  ])
  func aGuessCostsLittleMoreThanABeginning(query: String, title: String, cost: Double) throws {
    #expect(try RomanizedSearchTests.cost(query, title) == cost)
  }

  /// Two slips in five letters, and words that do not follow each other, are as far away as in any text.
  @Test(arguments: [("masko", "Москва"), ("tokyo", "東京"), ("xb", "北京大学"), ("jingbj", "北京")])
  func whatIsNotMeantIsFarAway(query: String, title: String) throws {
    let cost = try RomanizedSearchTests.cost(query, title)
    #expect(cost.map { $0 > 15 } ?? true, "\(cost ?? 0)")
  }

  @Test func slipsAndShorteningsAreForgiven() throws {
    #expect(try RomanizedSearchTests.hits("mosvka", "Москва").count == 1)
    #expect(try RomanizedSearchTests.hits("bjing", "北京").count == 1)
    #expect(try RomanizedSearchTests.hits("peterbrg", "Санкт-Петербург").count == 1)
  }

  @Test func literalTitlesComeFirst() throws {
    let ids = try RomanizedSearchTests.hits("beijing", "北京", "Beijinger Küche", "Hotel Beijing", "Beijing").map(\.id)
    #expect(ids == [3, 2, 1, 0])
    #expect(try RomanizedSearchTests.hits("bj", "北京", "Björk").map(\.id) == [1, 0])
  }

  @Test func aHitShowsTheLatinForm() throws {
    let hit = try #require(try RomanizedSearchTests.hits("daxue", "北京大学").first)
    #expect(hit.text(of: .title) == "北京大学" && hit.text(of: .reading) == "BeiJing-DaXue (BJDX)")
    #expect(marked(hit, .reading) == "BeiJing-[DaXue] (BJDX)" && hit.highlights(in: .title).isEmpty)
    #expect(hit.matchedFields == [.reading] && hit.explanation?.cost == hit.score.cost)
    #expect(hit.explanation?.reasons.contains { $0.text == "“daxue” is found in the title in Latin letters" } == true)
    let initials = try #require(try RomanizedSearchTests.hits("bjd", "北京大学").first)
    #expect(marked(initials, .reading) == "BeiJing-DaXue ([BJD]X)")
    let mixed = try #require(try RomanizedSearchTests.hits("iphone shou", "iPhone 手机").first)
    #expect(mixed.matchedFields == [.title, .reading] && marked(mixed, .title) == "[iPhone] 手机")
    #expect(marked(mixed, .reading) == "[Shou]Ji (SJ)")
  }

  @Test func aReadingOfItsOwnWins() throws {
    let items = [Item(id: 0, title: "東京", reading: "Tōkyō"), Item(id: 1, title: "東京")]
    let snapshot = try SearchIndex(items, options: RomanizedSearchTests.options).snapshot()
    #expect(try snapshot.search("tokyo").map(\.id) == [0])
    #expect(try snapshot.search("tokyo").first?.score.cost == 0.5)
    #expect(try snapshot.search("dongjing").map(\.id) == [1])
    #expect(try snapshot.search("tokyo").first?.text(of: .reading) == "Tōkyō")
  }

  @Test func latinTitlesAreUntouched() throws {
    let items = ["Göteborg", "naïve", "", "3.14", "👍🏽", "x86_64"].enumerated().map {
      Item(id: $0.offset, title: $0.element)
    }
    let romanized = try SearchIndex(items, options: RomanizedSearchTests.options).snapshot().segments[0].columns
    let plain = try SearchIndex(items).snapshot().segments[0].columns
    #expect(romanized.map(\.name) == plain.map(\.name) && romanized.map(\.bytes) == plain.map(\.bytes))
  }

  @Test(arguments: [1, 3])
  func onlySomeItemsHaveReadings(threadCount: Int) throws {
    let titles = ["Latin", "Москва", "北京", "", "Latin", "서울"]
    let items = (0..<20_000).map { Item(id: $0, title: titles[$0 % 6], reading: $0 % 7 == 0 ? "given \($0)" : "") }
    let segment = try SearchIndex(items, options: RomanizedSearchTests.options, threadCount: threadCount).snapshot()
      .segments[0]
    let made = ["", "Moskva", "BeiJing (BJ)", "", "", "seoul"]
    #expect(items.indices.allSatisfy { segment.string(.reading, $0) == ($0 % 7 == 0 ? "given \($0)" : made[$0 % 6]) })
  }

  @Test func whatIsTooLongInLatinLettersIsReported() throws {
    let items = [
      Item(id: 0, title: "北京"), Item(id: 1, title: String(repeating: "上海", count: 9000)),
      Item(id: 2, title: String(repeating: "北京", count: 20_000)),
    ]
    let snapshot = try SearchIndex(items, options: RomanizedSearchTests.options).snapshot()
    #expect(
      snapshot.truncatedFields.map(\.id) == [2, 1, 2]
        && snapshot.truncatedFields.map(\.field) == [.title, .reading, .reading])
    #expect(try snapshot.search("shang").map(\.id) == [1] && snapshot.search("bei").map(\.id) == [0, 2])
  }

  @Test func hostileTitlesAreReadToo() throws {
    var random = SeededGenerator(seed: 3)
    var items: [Item<Int>] = []
    for id in 0..<300 {
      items.append(
        Item(id: id, title: TrickyText.string(TrickyText.scalars(from: TrickyText.tricky, upTo: 40, using: &random))))
    }
    items.append(Item(id: 300, title: "\u{301}\u{302}"))
    items.append(Item(id: 301, title: "\u{378}я\u{10FFFF}"))
    let snapshot = try SearchIndex(items, options: RomanizedSearchTests.options).snapshot()
    let oracle = Oracle(items, options: RomanizedSearchTests.options)
    for text in ["a", "ya", "o", "ng", "k", "shi", "an i", "'a", "bj"] {
      let query = try Query(text)
      #expect(snapshot.search(SearchRequest(query)).map(\.id) == oracle.search(SearchRequest(query)).ids, "\(text)")
    }
  }
}
