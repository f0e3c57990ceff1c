import RiffleTestSupport
import Testing

@testable import Riffle

/// The rule of ProMotion's table screen: title, newline and search text, lower-cased, hold the query,
/// lower-cased and trimmed.
@Suite struct LowercasedHaystackTests {
  private static let list = [
    Item(id: 0, title: "New York", searchText: "Big Apple"),
    Item(id: 1, title: "São Paulo", searchText: "new world"),
    Item(id: 2, title: "ÅRE", searchText: ""),
    Item(id: 3, title: "", searchText: "york"),
    Item(id: 4, title: "new york", searchText: "big", isSearchable: false),
    Item(id: 5, title: "İzmir ẞ", searchText: "Ǆ"),
    Item(id: 6, title: "york", searchText: "big", reading: "reading"),
  ]

  @Test(arguments: [
    ("york", [0, 3, 6]), ("YORK", [0, 3, 6]), ("  york \t\n", [0, 3, 6]),
    // The words have to stand as they were typed.
    ("new york", [0]), ("york new", []), ("new  york", []), ("w y", [0]),
    // Only capitals are folded.
    ("são", [1]), ("sao", []), ("åre", [2]), ("are", []), ("ẞ", [5]), ("ß", [5]), ("ss", []), ("ǆ", [5]),
    ("i\u{307}z", [5]), ("iz", []),
    // Composed and decomposed letters are the same.
    ("sa\u{303}o", [1]), ("A\u{30A}re", [2]),
    // Title and search text are one text with a newline between them.
    ("york\nbig", [0, 6]), ("york big", []), ("\nbig", [0, 6]), ("paulo\nnew w", [1]),
    ("york\n", [0, 3, 6]),
    // A reading is not in it.
    ("reading", []),
    // List order, whatever fits better.
    ("y", [0, 3, 6]), ("w", [0, 1]),
  ])
  func whatIsFoundIsThere(query: String, expected: [Int]) throws {
    let index = try SearchIndex(LowercasedHaystackTests.list)
    #expect(try index.search(SearchRequest(Query(query, mode: .lowercasedSubstring))).map(\.id) == expected)
  }

  @Test(arguments: ["", "  ", "\n"])
  func nothingIsNoFilter(query: String) throws {
    let index = try SearchIndex(LowercasedHaystackTests.list)
    #expect(try index.search(SearchRequest(Query(query, mode: .lowercasedSubstring))).map(\.id) == Array(0...6))
  }

  @Test(arguments: [
    ("york", "New York", "x", "New [York]", "x"),
    ("apple", "New York", "Big Apple", "New York", "Big [Apple]"),
    ("ork\nbi", "New York", "Big Apple", "New Y[ork]", "[Bi]g Apple"),
    ("york\nbig", "YORK", "BIG", "[YORK]", "[BIG]"),
    // The capital has another length than the small letter; whole characters are marked.
    ("i\u{307}zm", "İzmir", "", "[İzm]ir", ""),
    ("\u{307}z", "İzmir", "", "[İz]mir", ""),
    ("café", "Cafe\u{301} x", "", "[Cafe\u{301}] x", ""),
    ("cafe\u{301} x", "Café x", "", "[Café x]", ""),
    ("caf", "Cafe\u{301} x", "", "[Caf]e\u{301} x", ""),
    ("👩", "a👩‍👩‍👧b", "", "a[👩‍👩‍👧]b", ""),
    ("é\né", "é", "e\u{301}x", "[é]", "[e\u{301}]x"),
  ])
  func whatIsFoundIsMarked(query: String, title: String, searchText: String, markedTitle: String, markedText: String)
    throws
  {
    let index = try SearchIndex([Item(id: 0, title: title, searchText: searchText)])
    let hit = try #require(try index.search(SearchRequest(Query(query, mode: .lowercasedSubstring))).first)
    #expect(marked(hit, .title) == markedTitle)
    #expect(marked(hit, .searchText) == markedText)
    #expect(hit.highlights(in: .reading).isEmpty)
  }
}
