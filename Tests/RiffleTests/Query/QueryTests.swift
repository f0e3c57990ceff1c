import Riffle
import Testing

@Suite struct QueryTests {
  private static let modes = QueryMode.allCases

  @Test(arguments: modes)
  func queriesHave256ScalarsAtMost(mode: QueryMode) throws {
    for letter in ["a", "é", "e\u{301}", "𝒳", "\u{200D}", "\u{0}"] {
      let text = String(repeating: letter, count: 256 / letter.unicodeScalars.count)
      #expect(try Query(text, mode: mode).text == text)
      for syntax in [Query.Syntax.plain, .extended] {
        #expect(throws: QueryError.tooLong(scalars: 257, limit: 256)) {
          try Query(text + "a", mode: mode, syntax: syntax)
        }
      }
    }
    #expect(throws: QueryError.tooLong(scalars: 100_000, limit: 256)) {
      try Query(String(repeating: "a", count: 100_000), mode: mode)
    }
  }

  @Test(arguments: [QueryMode.smart, .words])
  func queriesHave32TermsAtMost(mode: QueryMode) throws {
    let most = (10..<42).map(String.init).joined(separator: " ")
    #expect(try Query(most, mode: mode).text == most)
    #expect(try Query(most + " - …", mode: mode).text.hasSuffix("…"))
    for text in [most + " q", most + "-q", most + " 東"] {
      #expect(throws: QueryError.tooManyTerms(terms: 33, limit: 32)) { try Query(text, mode: mode) }
    }
    // What says nothing new is no term.
    #expect(try Query(String(repeating: "a b ", count: 60), mode: mode).text.hasPrefix("a b a b"))
    // Of Han and kana every second pair is a term.
    let pairs = "東京大阪京都奈良神戸横浜札幌仙台広島福岡長崎熊本金沢新潟静岡岡山千葉青森秋田山形水戸前橋甲府長野岐阜大津鳥取松江高松徳島松山高知"
    #expect(try Query(pairs, mode: mode).text == pairs)
    #expect(throws: QueryError.tooManyTerms(terms: 33, limit: 32)) { try Query(pairs + "都", mode: mode) }
  }

  @Test func whatIsOneTermOfAModeIsCountedOnce() throws {
    let many = (10..<48).map(String.init).joined(separator: " ")
    #expect(try Query(many, mode: .substring).text == many)
    #expect(try Query(many, mode: .lowercasedSubstring).text == many)
    #expect(throws: QueryError.tooManyTerms(terms: 38, limit: 32)) { try Query(many, mode: .subsequence) }
    #expect(throws: QueryError.tooManyTerms(terms: 38, limit: 32)) {
      try Query(many, mode: .substring, syntax: .extended)
    }
    #expect(throws: QueryError.tooManyTerms(terms: 33, limit: 32)) {
      try Query("!a b 'c " + (10..<40).map(String.init).joined(separator: " "), syntax: .extended)
    }
  }

  @Test func errorsSayWhatToDo() {
    #expect(
      "\(QueryError.tooLong(scalars: 300, limit: 256))" == "the query has 300 characters; the limit is 256: shorten it")
    #expect(
      "\(QueryError.tooManyTerms(terms: 33, limit: 32))" == "the query has 33 terms; the limit is 32: leave some out")
  }

  @Test(arguments: modes, [Query.Syntax.plain, .extended])
  func aQueryWithoutTermsIsNoFilter(mode: QueryMode, syntax: Query.Syntax) throws {
    let items = [
      Item(id: "b", title: "b"), Item(id: "a", title: "a", weight: 9), Item(id: "", title: ""),
      Item(id: "hidden", title: "hidden", isSearchable: false),
    ]
    let snapshot = try SearchIndex(items).snapshot()
    let blank = ["", " ", " \t\n "]
    let wordless = ["\u{301}", "\u{200D}", "\u{3000}"]
    let punctuation = mode == .words ? ["-", "…!?"] : []
    let isPlainWords = syntax == .plain && (mode == .smart || mode == .words)
    for text in isPlainWords ? blank + wordless + punctuation : blank {
      let query = try Query(text, mode: mode, syntax: syntax)
      let results = snapshot.search(SearchRequest(query))
      #expect(results.map(\.id) == items.map(\.id), "“\(text)”")
      #expect(results.total == 4)
      #expect(results.allSatisfy { $0.highlights(in: .title).isEmpty && $0.matchedFields.isEmpty })
      #expect(snapshot.search(SearchRequest(query, offset: 1, limit: 2)).map(\.id) == ["a", ""])
      #expect(snapshot.explain(query, id: "hidden") != nil)
    }
  }

  @Test(arguments: [Query.Syntax.plain, .extended])
  func aQueryOfPunctuationIsFoundAsItStands(syntax: Query.Syntax) throws {
    let titles = ["f() -> Int", "a - b > c", "->", "arrow", "x=>y", "C++", "- >", "naïve…"]
    let index = try SearchIndex(titles, id: \.self, title: \.self)
    let expected = ["->": ["->", "f() -> Int"], "++": ["C++"], "=>": ["x=>y"], "…": ["naïve…"], "::": []]
    for (text, found) in expected {
      let request = SearchRequest(try Query(text, syntax: syntax))
      let results = index.search(request)
      #expect(results.map(\.element) == found, "\(text)")
      for hit in results { #expect(hit.highlights(in: .title).map { hit.text(of: .title)[$0] } == [text[...]]) }
      var worker = LineSearch(request).worker()
      worker.read(Array(titles.joined(separator: "\n").utf8).span, firstLine: 0)
      #expect(LineSearch(request).results(of: [worker.finish()]).map(\.text) == found, "\(text)")
    }
  }

  @Test func queriesAreValues() throws {
    #expect(try Query("a") == Query("a"))
    #expect(try Query("a") != Query("a", mode: .words))
    #expect(try Query("a") != Query("a", syntax: .extended))
    #expect(try Set([Query("a"), Query("a"), Query("b")]).count == 2)
  }
}
