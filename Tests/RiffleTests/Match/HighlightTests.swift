import Riffle
import RiffleTestSupport
import Testing

/// What is shown as matched, in brackets. ``marked(_:_:)`` holds the three kinds of ranges to each other.
@Suite struct HighlightTests {
  struct Fixture: Sendable, CustomTestStringConvertible {
    var query: String
    /// The title, with brackets around what is to be highlighted.
    var marked: String
    var mode = QueryMode.smart
    var syntax = Query.Syntax.plain

    var testDescription: String { "\(query): \(marked)" }
    var title: String { String(String.UnicodeScalarView(marked.unicodeScalars.filter { $0 != "[" && $0 != "]" })) }
  }

  private static func extended(_ query: String, _ marked: String, _ mode: QueryMode = .smart) -> Fixture {
    Fixture(query: query, marked: marked, mode: mode, syntax: .extended)
  }

  private func check(_ fixture: Fixture) throws {
    let query = try Query(fixture.query, mode: fixture.mode, syntax: fixture.syntax)
    let index = try SearchIndex([Item(id: 0, title: fixture.title, searchText: "hidden", reading: "read")])
    let hit = try #require(index.search(SearchRequest(query)).first)
    // Scalar by scalar: composed and decomposed letters are to be told apart.
    #expect(Array(marked(hit, .title).unicodeScalars) == Array(fixture.marked.unicodeScalars))
    #expect(hit.highlights(in: .searchText).isEmpty && hit.highlights(in: .reading).isEmpty)
  }

  @Test(
    arguments: [
      // Exact and prefix.
      ("york", "New [York]"), ("yo", "New [Yo]rk"), ("new york", "[New] [York]"), ("york new", "[New] [York]"),
      ("new york", "[New]-[York]"), ("foo", "get[Foo]Bar"), ("getfo", "[getFo]oBar"), ("getfoobar", "[getFooBar]"),
      // Infix.
      ("tab", "Da[tab]ase"), ("obar", "getFo[oBar]"), ("base", "Data[base]s"),
      // Typos: the whole word, or the beginning that is meant.
      ("manogement", "[Management]"), ("yokr", "New [York]"), ("manoge", "[Manage]ment"), ("gotebarg", "[Göteborg]s"),
      ("amnage", "[Manage]ment"), ("the cot", "[The] [Cat]"), ("the co", "[The] [Ca]t"),
      // Skeletons: the letters.
      ("mngmnt", "[M]a[n]a[g]e[m]e[nt]"), ("kfr grhrd", "[K]ie[f]e[r], [G]e[rh]a[rd]"),
      // Initials and chunks.
      ("nyc", "[N]ew [Y]ork [C]ity"), ("gfb", "[g]et[F]oo[B]ar"), ("newyo", "[New] [Yo]rk"),
      ("sanfranc", "[San] [Franc]isco"), ("geba", "[ge]t[Ba]rBaz"), ("nyork", "[N]ew [York]"),
      // Joined and split.
      ("data base", "[Database]"), ("data ba", "[Databa]se"), ("newyork", "[New] [York]"), ("wi fi", "[WiFi] net"),
      // A compound with punctuation, found by the whole of it or its beginning.
      ("wifi", "[Wi]-[Fi] net"), ("wif", "[Wi]-[F]i net"), ("obrien", "[O]'[Brien]"), ("ifine", "W[i]-[Fi]-[Ne]t"),
      ("wofi", "[Wi]-[Fi] net"), ("qt6base", "[qt6]-[base]"), ("wfn", "[W]i-[F]i [N]et"), ("win", "[Wi]-Fi [N]et"),
      ("rcknrll", "[R]o[ck]'[n]'[R]o[ll]"), ("3 14", "[3].[14]"),
      // Words taken twice are marked once, and neighbours are one range.
      ("york york", "New [York]"), ("foo bar", "get[FooBar]"),
    ].map { Fixture(query: $0, marked: $1) })
  func everyWayOfMatchingShowsItsLetters(fixture: Fixture) throws { try check(fixture) }

  @Test(
    arguments: [
      // Composed and decomposed.
      ("goteborg", "[Göteborg] x"), ("goteborg", "[Go\u{308}teborg] x"), ("gote", "[Go\u{308}te]borg"),
      ("got", "[Go\u{308}t]eborg"), ("go", "[Go\u{308}]teborg"), ("g", "[G]o\u{308}teborg"),
      ("teborg", "Go\u{308}[teborg]"), ("cafe", "[Cafe\u{301}] x"), ("nn", "[n\u{303}n\u{303}]"),
      ("sao paulo", "[São] [Paulo]"), ("łodz", "[Łódź]"),
      // One letter that folds to several is shown as a whole.
      ("strasse", "[Straße] x"), ("stras", "[Straß]e x"), ("aether", "[Æther]"), ("a", "[Æ]ther"), ("sse", "Stra[ße]"),
      ("ffi", "[ﬃ]x"), ("f", "[ﬃ]x"), ("1 2", "[½]"), ("viii", "[Ⅷ]"),
      // Full width, soft hyphens, zero-width joiners, direction marks.
      ("foo", "[Ｆｏｏ] x"), ("fo", "[Ｆｏ]ｏ x"), ("coop", "[co\u{AD}op] x"), ("coo", "[co\u{AD}o]p x"),
      ("frmwrk", "[f\u{AD}r]a[m]e[w]o[rk] x"), ("foo bar", "get[Foo\u{AD}Bar]"),
      // Other scripts.
      ("москва", "[Москва] x"), ("мос", "[Мос]ква"), ("воина", "[Война] и мир"), ("αθηνα", "[Αθήνα]"),
      ("שלום", "[שָׁלוֹם] x"), ("ไทย", "ภาษา[ไทย]"), ("हिन्दी", "[हिन्दी] x"), ("한국", "대한민국 [한국]어"),
      ("東京", "[東京]都"), ("京都", "東[京都]"), ("東京都", "[東京都]"), ("京", "[京]東都"),
      ("タナ", "カ[タナ]カ"), ("がく", "[か\u{3099}く]せい"), ("ﾄﾏ", "[トマ]ト"), ("トマ", "[ﾄﾏ]ﾄ"), ("ガ", "[ｶﾞ]ス"),
      ("あ゙あ", "[あ゙あ]い"), ("nhk 交響", "[NHK交響]楽団"), ("3月", "[3月]の本"),
      // Beside and among emoji and flags.
      ("york", "👨‍👩‍👧[York]👍🏽"), ("york", "New👍[York]🇸🇪x"), ("👍🏽", "a[👍🏽]b"), ("🇸🇪", "🇳🇴[🇸🇪]🇫🇮"), ("x", "👩‍👩‍👧‍👦[x]"),
      // Marks that stay belong to their letters.
      ("क", "[क]"), ("x y", "[x\u{20DD}] [y]"), ("ab", "[a\u{200D}b]"), ("a", "[a\u{20DD}]"),
    ].map { Fixture(query: $0, marked: $1) })
  func wholeCharactersOfTheOriginalAreShown(fixture: Fixture) throws { try check(fixture) }

  @Test(arguments: [
    extended("'ork", "New Y[ork]"), extended("^new", "[New] York"), extended("york$", "New [York]"),
    extended("^new\\ york$", "[New York]"), extended("'w\\ y", "Ne[w Y]ork"), extended("'i-f", "W[i-F]i"),
    extended("york !old", "New [York]"), extended("old | york", "New [York]"), extended("'ss", "Stra[ß]e"),
    extended("'e", "Caf[e\u{301}]"), extended("'- york", "New [-] [York]"), extended("ork 'new", "[New] Y[ork]"),
    extended("'東", "[東]京"), extended("!old", "New York"),
    extended("york", "New [York]", .words),
    extended("'w\\ y", "Ne[w Y]ork", .words),
    Fixture(query: "w y", marked: "Ne[w Y]ork", mode: .substring),
    Fixture(query: "ss", marked: "Stra[ß]e", mode: .substring),
    Fixture(query: " e ", marked: "Caf[e\u{301}] e", mode: .substring),
    Fixture(query: "京", marked: "東[京]都", mode: .substring),
    extended("w\\ y", "Ne[w Y]ork", .substring),
    Fixture(query: "nyk", marked: "[N]ew [Y]or[k]", mode: .subsequence),
    Fixture(query: "cfe", marked: "[C]a[fe\u{301}]", mode: .subsequence),
  ])
  func patternsAndOtherModesShowWhatTheyFound(fixture: Fixture) throws { try check(fixture) }

  @Test func everyFieldShowsItsOwn() throws {
    let item = Item(id: 0, title: "New York", searchText: "Big Äpple, NYC", reading: "Nyū Yōku")
    let snapshot = try SearchIndex([item]).snapshot()
    for (text, title, searchText, reading, fields) in [
      ("york apple", "New [York]", "Big [Äpple], NYC", "Nyū Yōku", [Field.title, .searchText]),
      ("nyu big", "New York", "[Big] Äpple, NYC", "[Nyū] Yōku", [.reading, .searchText]),
      ("nyc", "New York", "Big Äpple, [NYC]", "Nyū Yōku", [.searchText]),
      ("bigapple new", "[New] York", "[Big] [Äpple], NYC", "Nyū Yōku", [.searchText, .title]),
      ("big apple york", "New [York]", "[Big] [Äpple], NYC", "Nyū Yōku", [.searchText, .searchText, .title]),
    ] {
      let hit = try #require(try snapshot.search(text).first)
      #expect(marked(hit, .title) == title)
      #expect(marked(hit, .searchText) == searchText)
      #expect(marked(hit, .reading) == reading)
      #expect(hit.matchedFields == fields)
    }
    let joined = try #require(try snapshot.search("yo rk").first)
    #expect(joined.matchedFields == [.title, .title])
  }

  /// Whatever the text and however it is asked: ``marked(_:_:)`` expects whole characters, in order.
  @Test(arguments: 1...UInt64(6))
  func randomTextShowsWholeCharacters(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabets = [TrickyText.punctuated, TrickyText.dense, TrickyText.tricky]
    let texts = (0..<30).map { number in
      TrickyText.scalars(from: alphabets[number % 3], upTo: 14, using: &random)
    }
    let index = try SearchIndex(
      texts.enumerated().map {
        Item(id: $0, title: TrickyText.string($1), searchText: TrickyText.string($1.reversed()))
      })
    for text in texts where !text.isEmpty {
      let start = Int.random(in: 0..<text.count, using: &random)
      let part = text[start..<Int.random(in: start...text.count, using: &random)]
      for mode in QueryMode.allCases {
        for syntax in [Query.Syntax.plain, .extended] {
          guard let query = try? Query(TrickyText.string(Array(part)), mode: mode, syntax: syntax) else { continue }
          for hit in index.snapshot().search(SearchRequest(query, limit: 5)) {
            for field in Field.allCases { _ = marked(hit, field) }
          }
        }
      }
    }
  }

  @Test func offsetsCountTheUnitsTheySay() throws {
    let hit = try #require(try SearchIndex([Item(id: 0, title: "👍é東 York")]).search("york").first)
    #expect(hit.utf8Highlights(in: .title) == [10..<14])
    #expect(hit.utf16Highlights(in: .title) == [5..<9])
    let text = hit.text(of: .title)
    #expect(hit.highlights(in: .title).map { text.distance(from: text.startIndex, to: $0.lowerBound) } == [4])
  }
}
