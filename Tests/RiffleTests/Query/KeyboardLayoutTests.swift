import Riffle
import RiffleTestSupport
import Testing

/// What the same keys give on another keyboard.
@Suite struct KeyboardLayoutTests {
  @Test(arguments: [
    (KeyboardLayout.russian, "ghbdtn", "привет"), (.russian, "vjcrdf", "москва"), (.ukrainian, "rb]d", "київ"),
    (.greek, "auhna", "αθηνα"), (.hebrew, "akuo", "שלום"), (.arabic, "hgrhivm", "القاهرة"),
    (.korean, "dkssud", "안녕"), (.korean, "tjdnf", "서울"), (.korean, "ekfr", "닭"),
    (.korean, "dhkTek", "왔다"), (.korean, "rkqtdl", "값이"), (.korean, "rkqtl", "갑시"),
  ])
  func latinKeysGiveTheLettersOfTheLayout(_ layout: KeyboardLayout, _ typed: String, _ meant: String) {
    #expect(layout.other(typed) == meant)
  }

  @Test(arguments: [
    (KeyboardLayout.russian, "руддщ", "hello"), (.ukrainian, "іщккн", "sorry"), (.greek, "ηελλο", "hello"),
    (.hebrew, "יקךךם", "hello"), (.arabic, "اثممخ", "hello"), (.korean, "ㅗ디ㅣㅐ", "hello"), (.korean, "새과ㅐ", "torhko"),
  ])
  func lettersOfTheLayoutGiveLatinKeys(_ layout: KeyboardLayout, _ typed: String, _ meant: String) {
    #expect(layout.other(typed) == meant)
  }

  @Test(arguments: KeyboardLayout.allCases) func whatHasNoSuchLettersIsLeft(_ layout: KeyboardLayout) {
    #expect(layout.other("42, 東京") == nil)
    #expect(layout.other("") == nil)
  }

  /// Words of a list typed with its own layout come back.
  @Test(arguments: [
    (KeyboardLayout.russian, "санкт петербург"), (.ukrainian, "їжак ґанок"), (.greek, "θεσσαλονικη"),
    (.hebrew, "ירושלים"), (.arabic, "مكتبة"), (.korean, "대한민국 값 왔다 의회"),
  ])
  func keysAndLettersAreInverse(_ layout: KeyboardLayout, _ text: String) throws {
    let typed = try #require(layout.other(text))
    #expect(typed != text && layout.other(typed) == text)
  }

  @Test func aKeyboardNamedOftenIsAskedOnce() throws {
    let layouts = [KeyboardLayout](repeating: .russian, count: 100) + [.greek]
    let search = LineSearch(SearchRequest(try Query("auhna"), layouts: layouts))
    var worker = search.worker()
    worker.read("Αθήνα\n".utf8.span, firstLine: 0)
    #expect(search.results(of: [worker.finish()]).map(\.layout) == [.greek])
  }

  @Test func aQueryTypedOnTheWrongKeyboardFindsWhatWasMeant() throws {
    let titles = ["Привет, мир", "Hello, world", "서울"]
    let snapshot = try SearchIndex(titles.enumerated().map { Item(id: $0, title: $1) }).snapshot()
    func find(_ text: String, _ layouts: [KeyboardLayout]) throws -> SearchResults<Item<Int>, Int> {
      snapshot.search(SearchRequest(try Query(text), layouts: layouts))
    }
    let found = try find("ghbdtn", [.greek, .russian])
    #expect(found.map(\.id) == [0] && found.first?.layout == .russian)
    #expect(found.first?.explanation?.cost == found.first?.score.cost && found.first?.score.cost == 16)
    #expect(try find("руддщ", [.russian]).map(\.id) == [1])
    #expect(try find("tjdnf", [.korean]).map(\.id) == [2])
    #expect(try find("ghbdtn", []).isEmpty)
    #expect(try find("hello", [.russian]).first?.layout == nil)
  }
}
