import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct QueryTermsTests {
  private static func terms(_ query: String) -> [String] {
    Riffle.terms(of: query, TextAnalyzer()).map(\.text)
  }

  @Test(arguments: [
    ("", []), ("  \t\n", []), ("- … !?", []), ("\u{301}\u{200D}\u{0}", []),
    ("New  York", ["new", "york"]),
    // At punctuation, but not at capitals and digits.
    ("wi-fi", ["wi", "fi"]), ("O'Brien", ["o", "brien"]), ("snake_case", ["snake", "case"]),
    ("3.14", ["3", "14"]), ("a/b\\c", ["a", "b", "c"]), ("libfoo-dev", ["libfoo", "dev"]),
    ("getFooBar", ["getfoobar"]), ("python3", ["python3"]), ("x86_64", ["x86", "64"]),
    ("qt6-base-x2y3", ["qt6", "base", "x2y3"]), ("HTTPServer2.getURL", ["httpserver2", "geturl"]),
    // Han and kana in pairs: every second one, and the last.
    ("東", ["东"]), ("東京", ["东京"]), ("東京都", ["东京", "京都"]), ("東京都庁", ["东京", "都庁"]),
    ("トマトケチャップ", ["とま", "とけ", "ちゃ", "っぷ"]), ("学生のトマト", ["学生", "のと", "まと"]),
    ("東京 都庁", ["东京", "都庁"]), ("東 京", ["东", "京"]), ("々々々", ["々々", "々々"]),
    // A mark belongs to its letter, also where the two do not compose.
    ("あ゙あ゙あ", ["あ゙あ゙", "あ゙あ"]), ("か\u{3099}か\u{3099}か", ["がが", "がか"]),
    // What is beside Han and kana keeps to itself.
    ("NHK交響楽", ["nhk", "交响", "响楽"]), ("3月", ["3", "月"]), ("東京a都", ["东京", "a", "都"]),
    ("👍東京", ["👍", "东京"]), ("Ｔシャツ", ["t", "しゃ", "ゃつ"]), ("K팝", ["k", "팝"]),
    // Other scripts without spaces are cut by their dictionaries; Bopomofo has letters and words.
    ("ภาษาไทย", ["ภาษา", "ไทย"]), ("ㄅㄆㄇ", ["ㄅㄆㄇ"]), ("대한민국", ["대한민국"]),
  ])
  func queriesAreCutIntoTerms(query: String, expected: [String]) {
    #expect(QueryTermsTests.terms(query) == expected)
  }

  /// Terms are cut as items are: who types a title in full finds it, as words.
  @Test(arguments: 1...UInt64(20))
  func everyTitleIsFoundByItself(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var text = RandomText(seed: seed)
    var titles = (0..<20).map { _ in text.title() }
    for alphabet in [TrickyText.punctuated, TrickyText.cased, TrickyText.dense, TrickyText.tricky] {
      for _ in 0..<10 { titles.append(TrickyText.string(TrickyText.scalars(from: alphabet, upTo: 12, using: &random))) }
    }
    let index = try SearchIndex(titles.enumerated().map { Item(id: $0, title: $1) })
    for (id, title) in titles.enumerated() {
      guard let query = try? Query(title, mode: .words) else { continue }
      let isFound = index.snapshot().search(SearchRequest(query)).contains { $0.id == id }
      if !isFound {
        Issue.record(
          "“\(title)” \(TrickyText.describe(title.unicodeScalars.map(\.value))): \(QueryTermsTests.terms(title))")
      }
    }
  }
}
