import Testing

@testable import Riffle

@Suite struct ItemLayoutTests {
  /// The words of a title, each as `letters counted units >next`; ranges where there are several.
  private static func layout(_ title: String, titleIsPath: Bool = false) -> [String] {
    let item = ScoredItem(title: title, titleIsPath: titleIsPath)
    return item.layout.words.map { word in
      let letters = String(decoding: item.item.letters[word.range], as: UTF8.self)
      let counted =
        word.lastCounted > word.firstCounted ? "\(word.firstCounted)-\(word.lastCounted)" : "\(word.firstCounted)"
      let units = word.endUnit - word.firstUnit
      return "\(letters) \(counted) \(word.firstUnit)+\(units) >\(word.endsPhrase ? "" : "\(word.next)")"
    }
  }

  @Test(arguments: [
    ("", []),
    ("- –", []),
    ("new york", ["new 0 0+1 >1", "york 1 1+1 >"]),
    // A compound is one counted word, and as many units as it has parts; a run goes on after it.
    (
      "new wi-fi net",
      ["new 0 0+1 >1", "wifi 1 1+2 >4", "wi 1 1+1 >3", "fi 1 2+1 >4", "net 2 3+1 >"]
    ),
    // A title of one compound counts its parts.
    ("getFooBar", ["getfoobar 0-2 0+3 >", "get 0 0+1 >2", "foo 1 1+1 >3", "bar 2 2+1 >"]),
    (
      "qt6-base",
      ["qt6base 0-2 0+3 >", "qt6 0-1 0+2 >4", "qt 0 0+1 >3", "6 1 1+1 >4", "base 2 2+1 >"]
    ),
    (
      "a qt6-base b",
      [
        "a 0 0+1 >1", "qt6base 1 1+3 >6", "qt6 1 1+2 >5", "qt 1 1+1 >4", "6 1 2+1 >5", "base 1 3+1 >6",
        "b 2 4+1 >",
      ]
    ),
    (
      "base-x2y",
      [
        "basex2y 0-3 0+4 >", "base 0 0+1 >2", "x2y 1-3 1+3 >", "x 1 1+1 >4", "2 2 2+1 >5", "y 3 3+1 >",
      ]
    ),
    // Extras are never counted and take nothing; one that reaches into the next word touches both.
    ("東京都", ["东京 0 0+1 >2", "京都 0-1 0+0 >2", "都 1 1+1 >"]),
  ])
  func wordsKnowWhereTheyStand(title: String, expected: [String]) {
    #expect(ItemLayoutTests.layout(title) == expected)
  }

  @Test func fieldsAreCountedApart() {
    let item = ScoredItem(title: "new york", searchText: "big apple ny-c", reading: "nu")
    let layout = item.layout
    let end = ItemLayout.Word.none
    #expect(layout.words.map(\.field) == [.title, .title, .reading] + Array(repeating: .searchText, count: 5))
    #expect(layout.words.map(\.firstCounted) == [0, 1, 0, 0, 1, 2, 2, 2])
    #expect(layout.words.map(\.firstUnit) == [0, 1, 0, 0, 1, 2, 2, 3])
    #expect(layout.words.map(\.next) == [1, end, end, 4, 5, end, 7, end])
    #expect(layout.titleCount == 2)
  }

  @Test func whatWasLaidOutBeforeIsForgotten() {
    var item = ScoredItem(title: "getFooBar", searchText: "x y z", reading: "q")
    item.read(title: "", searchText: "", reading: "r s")
    let layout = item.layout
    #expect(layout.words.map(\.firstUnit) == [0, 1])
    #expect(layout.titleCount == 0)
  }

  @Test(arguments: [
    ("src/lib/readme", 2), ("src/lib/read-me", 2), ("src-code/read-me.md", 2), ("readme", 0), ("/readme", 0),
    ("src/lib/", 1), ("src/lib// ", 1), ("//", 0), ("", 0), ("a b/c d", 2), ("src/…", 0), ("東京/京都府", 1),
  ])
  func aPathStartsAtItsLastComponent(title: String, unit: Int32) {
    #expect(ScoredItem(title: title, titleIsPath: true).layout.titleStart == unit)
    #expect(ScoredItem(title: title).layout.titleStart == 0)
  }

  @Test(arguments: [
    ("readme.md", 1), ("a/readme-old.md", 1), ("a.b/readme", 0), ("a/.gitignore", 0), ("a/x.tar.gz", 1), ("a/x.7z", 2),
    ("a/x.md/", 1), ("a/x.", 0), ("", 0), ("..", 0),
  ])
  func theLastDotOfAPathBeginsItsExtension(title: String, units: Int32) throws {
    let component = try #require(ScoredItem(title: title, titleIsPath: true).layout.lastComponent)
    #expect(component.extensionUnits == units)
    #expect(LastComponent(packed: component.packed) == component)
  }
}
