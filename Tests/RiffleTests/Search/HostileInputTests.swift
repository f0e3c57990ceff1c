import Riffle
import RiffleTestSupport
import Testing

/// Input that nobody types and no list holds. It is answered as by the exhaustive search, and the counted work grows no
/// faster than the input.
/// The sizes grow with RIFFLE_CASES.
@Suite struct HostileInputTests {
  private static let size = min(20, max(1, (setting("RIFFLE_CASES") ?? 3000) / 3000))

  private static func cycle(_ words: [String], _ count: Int, separator: String = " ") -> String {
    (0..<count).map { words[$0 % words.count] }.joined(separator: separator)
  }

  private static func titles(_ size: Int) -> [String] {
    [
      cycle(["aaaa", "aaa", "aa"], 25 * size),
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
  }

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
    let items = HostileInputTests.titles(HostileInputTests.size).enumerated().map { row, title in
      Item(id: row, title: title, searchText: row % 5 == 0 ? title : "")
    }
    try compare(items, syntax == .plain ? HostileInputTests.queries : HostileInputTests.extendedQueries, mode, syntax)
  }

  /// Queries whose lengths grow with a number.
  private static let growingQueries: [@Sendable (Int) -> String] = [
    { String(repeating: "a", count: 16 * $0) }, { String(repeating: "a", count: 16 * $0 - 1) + "b" },
    { cycle(["a"], $0) }, { cycle(["ab", "a"], $0) }, { cycle(["aaaaaaaa"], $0) },
    { cycle(["a", "b"], 4 * $0, separator: "") }, { cycle(["aB"], 4 * $0, separator: "") },
    { String(repeating: "東京都", count: $0) }, { String(repeating: "\u{301}", count: 16 * $0) },
    { cycle(["'a", "|"], 6 * $0) }, { cycle(["!b", "'aa"], $0) },
    { (1...$0).map { String(repeating: "a", count: $0) }.joined(separator: " ") },
    { (0..<$0).map { "\(UnicodeScalar(UInt8(97 + $0)))" }.joined(separator: " ") },
  ]

  /// Twice as long titles, twice as many rows, or a query twice as long may take twice the work; a square would take four
  /// times as much. Below these sizes, longer titles match queries that shorter ones do not.
  @Test(arguments: QueryMode.allCases, [Query.Syntax.plain, .extended])
  func workGrowsNoFasterThanTheInput(mode: QueryMode, syntax: Query.Syntax) throws {
    let (short, long) = (HostileInputTests.titles(8), HostileInputTests.titles(16))
    let list = try HostileInputTests.snapshot(short)
    let longer = try HostileInputTests.snapshot(long)
    let larger = try HostileInputTests.snapshot(short + short)
    func check(_ query: Query, _ other: Query, in others: Snapshot<Item<Int>, Int>...) {
      let steps = HostileInputTests.steps(query, list)
      for list in others {
        let more = HostileInputTests.steps(other, list)
        #expect(2 * more <= 5 * steps, "“\(query.text)” of \(list.count) rows: \(more) steps, not \(steps)")
      }
    }
    for text in syntax == .plain ? HostileInputTests.queries : HostileInputTests.extendedQueries {
      guard let query = try? Query(text, mode: mode, syntax: syntax) else { continue }
      check(query, query, in: longer, larger)
    }
    for text in HostileInputTests.growingQueries {
      let query = try Query(text(8), mode: mode, syntax: syntax)
      check(query, try Query(text(16), mode: mode, syntax: syntax), in: list)
    }
  }

  private static func snapshot(_ titles: [String]) throws -> Snapshot<Item<Int>, Int> {
    try SearchIndex(
      titles.enumerated().map { row, title in
        Item(id: row, title: title, searchText: row % 5 == 0 ? title : "")
      }
    ).snapshot()
  }

  /// What a search that counts all hits counts of its work.
  private static func steps(_ query: Query, _ snapshot: Snapshot<Item<Int>, Int>) -> Int {
    snapshot.search(SearchRequest(query, totalLimit: .exact, reach: .unlimited)).work.steps
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
