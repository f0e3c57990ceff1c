import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct RomanizerTests {
  private static func romanized(_ title: String, _ options: FoldingOptions = FoldingOptions()) -> String? {
    var romanizer = Romanizer(options)
    return romanizer.romanize(title.utf8.span) ? String(decoding: romanizer.bytes, as: UTF8.self) : nil
  }

  @Test(arguments: [
    ("Москва", "Moskva"), ("Война и мир", "Voyna i mir"), ("Чехов", "Chekhov"), ("ЩУКА", "SHCHUKA"),
    ("Санкт-Петербург", "Sankt-Peterburg"), ("Харків", "Kharkiv"), ("Ђорђе", "Dorde"), ("Қазақстан", "Kazakstan"),
    ("Αθήνα", "Athina"), ("Θεσσαλονίκη", "Thessaloniki"),
    ("北京", "BeiJing (BJ)"), ("北京大学", "BeiJing-DaXue (BJDX)"), ("北", "Bei"), ("人々", "RenRen (RR)"),
    ("北京 上海", "BeiJing ShangHai (BJSH)"), ("東京都渋谷区", "DongJing-Du-SeGu-Qu (DJDSGQ, Douseguqu)"),
    ("トマト", "Tomato"), ("ﾄﾏﾄ", "Tomato"), ("コーヒー", "Kohi"), ("すっぱ", "Suppa"), ("すっぱり", "Suppari"), ("ちょっと", "Chotto"),
    ("東京タワー", "DongJingTawa (DJT)"),
    ("서울", "seoul"), ("한국어 사전", "hangug-eo sajeon"), ("हिन्दी", "hindi"), ("ภาษาไทย", "phasa thiy"),
    ("القاهرة", "alqahrt"), ("תל אביב", "tl byb"), ("Հայաստան", "Hayastan"), ("თბილისი", "tbilisi"),
  ])
  func scriptsAreWrittenInLatinLetters(title: String, reading: String) {
    #expect(RomanizerTests.romanized(title) == reading)
  }

  @Test(arguments: [
    ("iPhone 手机", "ShouJi (SJ)"), ("Tシャツ", "T-Shatsu"), ("第3章", "Di-3-Zhang (DZ)"),
    ("COVID-вирус 19", "COVID-virus"), ("《红楼梦》第三回 (1)", "HongLouMeng DiSan-Hui (HLMDSH)"),
    ("Москва → 北京", "Moskva BeiJing (MBJ)"), ("a β c", "v"), ("👍🏽 да", "da"),
  ])
  func onlyWordsThatNeedItAreWritten(title: String, reading: String) {
    #expect(RomanizerTests.romanized(title) == reading)
  }

  @Test(arguments: [
    "", "plain", "Göteborg – São Paulo", "naïve Ｗｉｄｅ ½ ﬁ", "👍🏽 🇸🇪", "1 € 2", "\u{301}\u{308}",
    "\u{E000}\u{10FFFF}\u{378}", "ᏣᎳᎩ", "་།", "´`ʹʺ", "٣",
  ])
  func otherTitlesAreLeftAlone(title: String) {
    #expect(RomanizerTests.romanized(title) == nil)
  }

  @Test func spellingsOfOneTextAreOne() {
    for (a, b) in [("Йод", "И\u{306}од"), ("がっこう", "か\u{3099}っこう"), ("서울", "서울")] {
      #expect(RomanizerTests.romanized(a) == RomanizerTests.romanized(b))
    }
  }

  /// Where capitals count, nobody can know which to type; and a Turkic `I` would become another letter.
  @Test(arguments: [FoldingOptions(isCaseSensitive: true), FoldingOptions(language: .turkic)])
  func capitalsAreLeftOutWhereTheyWouldDoHarm(options: FoldingOptions) {
    #expect(RomanizerTests.romanized("Иваново", options) == "ivanovo")
    #expect(RomanizerTests.romanized("北京大学", options) == "bei-jing-da-xue (bjdx)")
  }

  @Test func longWordsEndSomewhere() throws {
    let reading = try #require(RomanizerTests.romanized(String(repeating: "北京大学", count: 8)))
    let words = reading.split(separator: " ")
    #expect(words.dropLast().allSatisfy { $0.count { $0.isUppercase } <= 8 } && words.last?.count == 18)
  }

  /// What is remembered changes nothing.
  @Test func aRomanizerSaysTheSameAgain() {
    var random = SeededGenerator(seed: 5)
    var titles: [String] = []
    for _ in 0..<400 {
      titles.append(TrickyText.string(TrickyText.scalars(from: TrickyText.tricky, upTo: 30, using: &random)))
    }
    var romanizer = Romanizer(FoldingOptions())
    for title in titles + titles.reversed() {
      let reading = romanizer.romanize(title.utf8.span) ? String(decoding: romanizer.bytes, as: UTF8.self) : nil
      #expect(reading == RomanizerTests.romanized(title), "\(title)")
    }
  }

  @Test(arguments: ["я", "北", "ก", "あ", "к\u{301}", "ע\u{5B0}", "𠮷", "\u{301}я", "-я", "я "])
  func longTitlesTakeTimeInProportion(letters: String) {
    let title = String(repeating: letters, count: 65_536 / letters.utf8.count)
    let clock = ContinuousClock()
    let time = clock.measure { _ = RomanizerTests.romanized(title) }
    #expect(time < .seconds(10))
  }
}
