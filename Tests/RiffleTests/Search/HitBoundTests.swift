import Riffle
import RiffleTestSupport
import Testing

@Suite struct HitBoundTests {
  /// Items that are turned away unscored must not be among the best, however small the window.
  @Test(arguments: [
    // The first pair of letters stands at the start of the title, though it is not its first token.
    ["京都 a b c", "東京都", "北京都市"], ["ナカ x y", "カタカナカ", "ナカ"],
    ["foo a b c", "getFooBar", "foo-bar-1x foo", "qt6-base foo", "FooBar"],
    ["foo/a/b", "a/foo", "b/c/foo bar", "foo"],
  ])
  func everyWindowIsThatOfTheWholeAnswer(titles: [String]) throws {
    let items = titles.enumerated().map { Item(id: $0, title: $1, reading: $0 == 2 ? titles[0] : "") }
    for titlesArePaths in [false, true] {
      let options = IndexOptions(titlesArePaths: titlesArePaths)
      let index = try SearchIndex(items, options: options)
      let oracle = Oracle(items, options: options)
      for title in titles {
        for length in 1...title.count {
          for text in [String(title.prefix(length)), String(title.suffix(length))] {
            let query = try Query(text)
            let expected = oracle.search(SearchRequest(query)).ids
            for limit in 1...titles.count {
              let found = index.snapshot().search(SearchRequest(query, limit: limit)).map(\.id)
              #expect(found == Array(expected.prefix(limit)), "“\(text)”, the first \(limit)")
            }
          }
        }
      }
    }
  }
}
