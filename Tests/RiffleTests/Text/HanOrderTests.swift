import RiffleTestSupport
import Testing

@testable import Riffle

/// Titles of Han in an alphabet by pinyin.
@Suite struct HanOrderTests {
  private static func letter(_ title: String, in alphabet: AlphabetBuckets) -> String {
    alphabet.labels[alphabet.bucket(for: title)].text
  }

  private static func initial(_ title: String) -> String? {
    var romanizer = Romanizer(FoldingOptions())
    guard romanizer.romanize(title.utf8.span) else { return nil }
    return romanizer.bytes.first.map { String(Unicode.Scalar($0 & ~0x20)) }
  }

  @Test(arguments: [
    ("重庆", "C"), ("重要", "Z"), ("曾国藩", "Z"), ("曾经", "C"), ("单雄信", "S"), ("单词", "D"), ("长沙", "C"), ("长大", "Z"),
    ("厦门", "X"), ("大厦", "D"), ("尉迟恭", "Y"), ("重慶", "C"), ("單雄信", "S"), ("解缙", "X"), ("仇英", "Q"), ("区志伟", "O"),
    ("“重庆”", "C"), ("  長沙", "C"), ("地图", "D"), ("谁", "S"), ("㐀", "Q"), ("北京", "B"), ("重庆 Bank", "C"),
  ])
  func aTitleIsFiledUnderItsReading(title: String, letter: String) throws {
    let alphabet = try AlphabetBuckets(locales: ["zh"])
    #expect(HanOrderTests.letter(title, in: alphabet) == letter && HanOrderTests.initial(title) == letter)
  }

  /// Every ordinary letter of Han that has a reading, alone and in front of another, is filed under the letter that romanisation
  /// begins with.
  @Test(arguments: ["", "庆", "国藩", "A", "の"])
  func jumplistsAndRomanisationAgree(rest: String) throws {
    let alphabet = try AlphabetBuckets(locales: ["zh", "en"])
    var romanizer = Romanizer(FoldingOptions())
    var differing: [String] = []
    for scalar in (UInt32(0x4E00)...0x9FA5).compactMap(Unicode.Scalar.init) {
      let title = String(scalar) + rest
      guard romanizer.romanize(String(scalar).utf8.span), romanizer.romanize(title.utf8.span),
        let first = romanizer.bytes.first,
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
      else { continue }
      if HanOrderTests.letter(title, in: alphabet) != String(Unicode.Scalar(first)) { differing.append(title) }
    }
    #expect(differing.isEmpty, "\(differing.prefix(20))")
  }

  @Test(arguments: 1..<21 as Range<UInt64>)
  func randomTitlesAreFiledUnderTheirReadings(seed: UInt64) throws {
    let alphabet = try AlphabetBuckets(locales: ["zh"])
    let parts = ["重", "庆", "长", "曾", "国", "单", "乐", "音", "行", "银", "查", "尉", "迟", "慶", "-", " ", "a", "々", "1", "·"]
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let first = ["重", "长", "曾", "单", "查", "尉", "都", "朝"].randomElement(using: &random) ?? "重"
      let count = Int.random(in: 0...6, using: &random)
      let title = first + (0..<count).compactMap { _ in parts.randomElement(using: &random) }.joined()
      #expect(
        HanOrderTests.letter(title, in: alphabet) == HanOrderTests.initial(title),
        "seed \(seed): \(title)")
    }
  }

  @Test func titlesOfALetterStandInTheOrderOfTheirReadings() throws {
    let alphabet = try ListAlphabet(locales: ["zh"])
    let titles = ["重庆", "陈", "长沙", "查询", "曾经", "重要", "曾国藩", "查良镛", "中国", "Zoe", "Cuba", "床"]
    let (order, starts) = alphabet.order(of: titles)
    let sorted = order.map { titles[$0] }
    #expect(sorted == ["曾经", "查询", "长沙", "陈", "重庆", "床", "Cuba", "曾国藩", "查良镛", "中国", "重要", "Zoe"])
    #expect(starts.last == titles.count)
    // One after another in the order of a list that is inserted into, too.
    for bucket in zip(starts, starts.dropFirst()) where bucket.0 < bucket.1 {
      let titles = sorted[bucket.0..<bucket.1]
      #expect(zip(titles, titles.dropFirst()).allSatisfy { !alphabet.isOrdered($1, before: $0) })
    }
  }

  /// Strokes, Japanese, Korean and English have other orders of Han, or none.
  @Test(arguments: ["zh-Hant", "ja", "ko", "en", "zh-u-co-zhuyin", "zh-u-co-stroke"])
  func otherAlphabetsFileHanAsBefore(locale: String) throws {
    let alphabet = try ListAlphabet(locales: [locale])
    #expect(!alphabet.buckets.isPinyin)
    for title in ["重庆", "曾国藩", "单雄信", "東京"] {
      #expect(alphabet.buckets.bucket(for: title) == alphabet.buckets.bucket(asOrdered: title.utf8.span))
      #expect(
        alphabet.isOrdered(title, before: "長沙") == alphabet.collation.isOrdered(title, before: "長沙"))
    }
  }

  @Test func aListIsFiledByReadingsWhateverChanges() throws {
    let alphabet = try ListAlphabet(locales: ["zh"])
    let index = try SearchIndex(
      [Item(id: 0, title: "重庆"), Item(id: 1, title: "重要")], order: .alphabet(alphabet))
    try index.update { batch in
      batch.upsert(Item(id: 2, title: "长沙"))
      batch.upsert(Item(id: 3, title: "曾国藩"))
      batch.upsert(Item(id: 4, title: "東京", reading: "Cho"))
    }
    let snapshot = index.snapshot()
    #expect(snapshot.elements(offset: 0, limit: .max).map(\.id) == [2, 0, 4, 3, 1])
    let entries = try #require(snapshot.jumplist(Jumplist.Options(showsEmpty: false))).entries
    #expect(entries.map(\.label) == ["C", "Z"] && entries.map(\.count) == [3, 2])
  }
}
