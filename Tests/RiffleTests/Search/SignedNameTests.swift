import Riffle
import RiffleTestSupport
import Testing

/// Names that have signs beside their letters: `c++`, `.net`.
@Suite struct SignedNameTests {
  private func search(
    _ text: String, _ titles: [String], mode: QueryMode = .smart, syntax: Query.Syntax = .plain,
    _ request: (inout SearchRequest) -> Void = { _ in }
  ) throws -> SearchResults<Item<Int>, Int> {
    let index = try SearchIndex(titles.indices.map { Item(id: $0, title: titles[$0]) })
    var wanted = SearchRequest(try Query(text, mode: mode, syntax: syntax))
    request(&wanted)
    return index.snapshot().search(wanted)
  }

  private static let languages = [
    "C", "protobuf-c-compiler", "c-sig", "GNU C++ compiler, for all who need one", "net-acct",
    "Learning .NET in a year",
    "Objects in C#", "C++", "D flat", "F", "F#", "a b", "A+ grades", "maria", "Contact @maria", "tag", "a #tag here",
    "c", "c--",
  ]

  @Test(
    arguments: [
      ("c++", "C++"), ("c++ compiler", "GNU C++ compiler, for all who need one"), ("c#", "Objects in C#"),
      (".net", "Learning .NET in a year"), ("f#", "F#"), ("a+", "A+ grades"), ("@maria", "Contact @maria"),
      ("#tag", "a #tag here"), ("c--", "c--"), ("C++", "C++"), (".ne", "Learning .NET in a year"), ("c+", "C++"),
      ("compiler c++", "GNU C++ compiler, for all who need one"),
    ], [Query.Syntax.plain, .extended])
  func whatIsTypedWithSignsIsFoundWithThem(_ query: (text: String, title: String), _ syntax: Query.Syntax) throws {
    for mode in [QueryMode.smart, .words] where mode == .smart || query.text != ".ne" && query.text != "c+" {
      let first = try search(query.text, Self.languages, mode: mode, syntax: syntax).first
      #expect(first?.element.title == query.title, "\(mode)")
    }
  }

  @Test func signsCountForMoreThanThePlace() throws {
    let titles = ["C compiler", "something quite long before the one C++ of it, and a compiler"]
    #expect(try search("c++ compiler", titles).map(\.element.id) == [1, 0])
  }

  @Test func whatHasNoSignsIsFoundBehind() throws {
    #expect(try search("c++", ["C", "Objective C"]).map(\.element.id) == [0, 1])
    #expect(try search(".nte", ["ten nets", "net"]).isEmpty == false)
    #expect(try search("notepad++", ["Notepad"]).map(\.element.id) == [0])
    #expect(try search("c++ compiler xyzzy", ["C compiler"]).first?.missingTerms == ["xyzzy"])
  }

  @Test(arguments: [Query.Syntax.plain, .extended]) func withoutSignsBothAreFoundAlike(_ syntax: Query.Syntax) throws {
    let hits = try search("c", ["C++", "C"], syntax: syntax)
    #expect(hits.map(\.score.cost) == [0, 0])
  }

  @Test(arguments: ["foo(bar)", "end.", "wi-fi", "a.b", "1+1", ".5", "x/", "(c)", "it's", "50%"])
  func otherPunctuationOnlyDecidesBetweenEquals(_ text: String) throws {
    let plain = text.map { $0.isLetter || $0.isNumber ? String($0) : " " }.joined()
    #expect(try search(text, [plain]).first?.score.cost == (try search(plain, [plain]).first?.score.cost))
  }

  @Test func signsHoldInAlternatives() throws {
    #expect(
      try search("f# | c#", Self.languages, syntax: .extended).prefix(2).map(\.element.title) == [
        "F#", "Objects in C#",
      ])
  }

  @Test func lettersThatAreSpelledOutKeepTheirSigns() throws {
    #expect(try search("ö#", ["Oe", "Oe#"]).map(\.element.title) == ["Oe#", "Oe"])
    let index = try SearchIndex([Item(id: 0, title: "Oe")])
    let explanation = try #require(try index.snapshot().explain(Query("ö#"), id: 0))
    #expect("\(explanation)".contains("signs are left out"))
  }

  @Test func listOrderHasBoth() throws {
    let hits = try search("c++", ["C", "C++"]) { $0.order = .list }
    #expect(hits.map(\.element.id) == [0, 1])
  }

  @Test func itIsSaidWhatIsMissing() throws {
    let index = try SearchIndex([Item(id: 0, title: "C")])
    let explanation = try #require(try index.snapshot().explain(Query("c++"), id: 0))
    #expect("\(explanation)".contains("signs are left out"))
  }
}
