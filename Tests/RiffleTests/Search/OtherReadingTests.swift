import RiffleTestSupport
import Testing

@testable import Riffle

/// Titles of Han, looked for by the first reading of their letters and by others.
@Suite struct OtherReadingTests {
  private static let options = IndexOptions(romanizesTitles: true)

  private static func hits(_ query: String, _ titles: String...) throws -> [Hit<Item<Int>, Int>] {
    let items = titles.enumerated().map { Item(id: $0.offset, title: $0.element) }
    return try SearchIndex(items, options: options).search(query).map { $0 }
  }

  @Test(arguments: [
    ("chongqing", "重庆"), ("cq", "重庆"), ("zgf", "曾国藩"), ("shan", "单雄信"), ("changsha", "長沙"), ("xiamen", "厦门"),
    ("yinyue", "音乐"), ("yinhang", "中国银行"), ("bengbu", "蚌埠"), ("chong qing", "重庆"), ("cqyh", "重庆银行"),
    ("iphone chongqing", "iPhone 重庆"),
  ])
  func aTitleIsFoundByItsFirstReading(query: String, title: String) throws {
    let hit = try #require(try OtherReadingTests.hits(query, "Something else", title).first)
    #expect(hit.id == 1 && hit.score.cost <= 3)
  }

  @Test(arguments: [
    ("zhongqing", "重庆"), ("zq", "重庆"), ("cengguofan", "曾国藩"), ("cgf", "曾国藩"), ("danxiongxin", "单雄信"),
    ("zhangsha", "长沙"), ("yinxing", "中国银行"), ("zhong qing", "重庆"), ("zqyh", "重庆银行"), ("zhongqing yinhang", "重庆银行"),
    ("yuetian", "乐天"), ("liuan", "六安"),
  ])
  func aTitleIsFoundByItsOtherReadings(query: String, title: String) throws {
    #expect(try OtherReadingTests.hits(query, "Something else", title).map(\.id) == [1])
  }

  @Test(arguments: [
    ("zhongqing", "重庆", "中情"), ("cengguofan", "曾国藩", "层国藩"), ("yuetian", "乐天", "月天"), ("chonggao", "重高", "崇高"),
  ])
  func theFirstReadingRanksBeforeOthers(query: String, other: String, first: String) throws {
    #expect(try OtherReadingTests.hits(query, other, first).map(\.id) == [1, 0])
  }

  @Test func aHitShowsTheReadingThatItWasFoundBy() throws {
    let hit = try #require(try OtherReadingTests.hits("zhongqing", "重庆").first)
    #expect(marked(hit, .reading) == "ChongQing (CQ, [Zhongqing], ZQ)")
    let first = try #require(try OtherReadingTests.hits("chongqing", "重庆").first)
    #expect(marked(first, .reading) == "[ChongQing] (CQ, Zhongqing, ZQ)" && first.score.cost < hit.score.cost)
  }

  @Test func aReadingOfItsOwnHasNoOthers() throws {
    let items = [Item(id: 0, title: "重庆", reading: "Chóngqìng")]
    let index = try SearchIndex(items, options: OtherReadingTests.options)
    #expect(try index.search("chongqing").map(\.id) == [0])
    #expect(try index.search("zhongqing").allSatisfy { $0.score.cost > 4 })
  }

  /// The index against the exhaustive search, on words of a few letters with several readings.
  @Test(arguments: 1..<13 as Range<UInt64>)
  func foundRowsAreThoseOfTheExhaustiveSearch(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "重", "重庆", "长", "長沙", "曾", "国", "单", "乐", "音乐", "行", "银行", "查", "尉迟", "的", "都", "大", "A", " ", "-", "か",
    ]
    func text(_ count: Int) -> String {
      (0..<count).compactMap { _ in parts.randomElement(using: &random) }.joined()
    }
    let items = (0..<200).map { id in
      Item(
        id: id, title: text(Int.random(in: 1...7, using: &random)), weight: UInt16.random(in: 0...2, using: &random))
    }
    let folding = FoldingOptions(isCaseSensitive: seed % 4 == 0)
    let options = IndexOptions(folding: folding, titlesArePaths: seed % 5 == 0, romanizesTitles: true)
    let snapshot = try SearchIndex(items, options: options).snapshot()
    let oracle = Oracle(items, options: options)
    var romanizer = Romanizer(folding)
    for _ in 0..<40 {
      guard let source = items.randomElement(using: &random)?.title, romanizer.romanize(source.utf8.span) else {
        continue
      }
      let words = String(decoding: romanizer.bytes, as: UTF8.self).split { " ,()".contains($0) }
      guard let word = words.randomElement(using: &random), let second = words.randomElement(using: &random) else {
        continue
      }
      let length = Int.random(in: 1...12, using: &random)
      let text = Bool.random(using: &random) ? String(word.prefix(length)) : "\(word) \(second.prefix(length))"
      let request = SearchRequest(try Query(text.lowercased()), limit: 20)
      let (found, expected) = (snapshot.search(request), oracle.search(request))
      #expect(
        found.map(\.id) == expected.ids && found.map(\.score) == expected.scores, "seed \(seed): \(text)")
    }
  }
}
