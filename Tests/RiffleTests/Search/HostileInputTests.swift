import Riffle
import RiffleTestSupport
import Testing

/// Input that nobody types and no list holds. It has to be answered like any other, by the exhaustive search's
/// answer, and before anyone looks at the clock: a cost that grows with a square or worse would show.
/// The sizes grow with RIFFLE_CASES.
@Suite struct HostileInputTests {
  private static let size = min(20, max(1, (setting("RIFFLE_CASES") ?? 3000) / 3000))

  private static func cycle(_ words: [String], _ count: Int, separator: String = " ") -> String {
    (0..<count).map { words[$0 % words.count] }.joined(separator: separator)
  }

  private static let repeated = cycle(["aaaa", "aaa", "aa"], 25 * size)

  private static let titles = [
    repeated,
    cycle(["a", "b"], 80 * size),
    cycle(["a"], 60 * size, separator: "-"),
    cycle(["a1", "bA"], 50 * size, separator: "_"),
    cycle(["aB"], 80 * size, separator: ""),
    String(repeating: "a", count: 400 * size),
    String(repeating: "a", count: 300) + "b" + String(repeating: "a", count: 300),
    String(repeating: "東京都", count: 40 * size),
    String(repeating: "ა", count: 300) + " " + cycle(["აა", "ააა"], 50 * size),
    String(repeating: "\u{301}", count: 300), String(repeating: "\u{200D}", count: 300),
    String(repeating: "\u{0}", count: 300), String(repeating: "-", count: 300), "\u{0}a\u{0}", "a\u{301}\u{302}",
    "👨‍👩‍👧" + String(repeating: "\u{1F3FD}", count: 500), "a" + String(repeating: "\u{20DD}", count: 500),
    "", " ", "a",
  ]

  private static let queries = [
    String(repeating: "a", count: 256), String(repeating: "a", count: 255) + "b",
    cycle([String(repeating: "a", count: 15)], 16), cycle(["aaaaaaaa"], 16), cycle(["a"], 16), cycle(["ab", "a"], 16),
    cycle(["a", "b"], 63, separator: ""), cycle(["aB"], 64, separator: ""), cycle(["a1"], 20, separator: ""),
    String(repeating: "ა", count: 256), String(repeating: "ა", count: 200) + "b", String(repeating: "東京都", count: 10),
    String(repeating: "\u{301}", count: 256), "a" + String(repeating: "\u{301}", count: 255),
    String(repeating: "\u{200D}", count: 256), String(repeating: "\u{0}", count: 256), "\u{0}", "-", "'", "\u{FEFF}",
    String(repeating: "ﷺ", count: 10), String(repeating: "㍿", count: 16), "\u{1F3FD}", "a\u{20DD}",
  ]

  private static let extendedQueries = [
    String(repeating: "a", count: 255) + "b", cycle(["ab", "a"], 16), "'aa", "aa$", "^aa",
    "'" + String(repeating: "a", count: 255), cycle(["'a", "|"], 100), cycle(["!b", "'aa"], 16), "\\", "\\ ", "a | | !",
  ]

  @Test(arguments: QueryMode.allCases, [Query.Syntax.plain, .extended])
  func everythingIsAnsweredAsByTheExhaustiveSearch(mode: QueryMode, syntax: Query.Syntax) throws {
    let items = HostileInputTests.titles.enumerated().map { row, title in
      Item(id: row, title: title, searchText: row % 5 == 0 ? title : "")
    }
    try compare(items, syntax == .plain ? HostileInputTests.queries : HostileInputTests.extendedQueries, mode, syntax)
  }

  /// As long as titles get.
  @Test func longTitlesAreAnsweredToo() throws {
    let titles = [
      HostileInputTests.cycle(["aaaa", "aaa", "aa"], min(17_000, 2000 * HostileInputTests.size)),
      (0..<min(30_000, 5000 * HostileInputTests.size)).map { "w\($0 % 100)" }.joined(separator: " "),
      HostileInputTests.cycle(["a"], min(32_000, 3000 * HostileInputTests.size), separator: "-"),
      String(repeating: "東", count: 20_000),
    ]
    let queries = [String(repeating: "a", count: 20), "aaaaaaaaaaab", "w99 w98 ww", "w 99", "'aa !b", "東東東東"]
    let items = titles.enumerated().map { Item(id: $0, title: $1) }
    try compare(items, queries, .smart, .extended)
  }

  private func compare(_ items: [Item<Int>], _ queries: [String], _ mode: QueryMode, _ syntax: Query.Syntax) throws {
    let snapshot = try SearchIndex(items).snapshot()
    let oracle = Oracle(items)
    for text in queries {
      guard let query = try? Query(text, mode: mode, syntax: syntax) else { continue }
      let found = snapshot.search(SearchRequest(query))
      let expected = oracle.search(SearchRequest(query))
      let isEqual = found.map(\.id) == expected.ids && found.map(\.score) == expected.scores
      #expect(isEqual, "“\(text)”: \(found.map(\.id)), expected \(expected.ids)")
      #expect(found.map { hit in Field.allCases.map { hit.utf8Highlights(in: $0) } } == expected.highlights)
    }
  }
}
