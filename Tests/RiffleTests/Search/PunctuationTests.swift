import RiffleTestSupport
import Testing

@testable import Riffle

/// Queries of punctuation alone. RIFFLE_CASES sets how many (list, query) pairs are compared with the exhaustive search,
/// RIFFLE_SEED where they begin.
@Suite struct PunctuationTests {
  private static let caseCount = setting("RIFFLE_CASES") ?? 1000
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  private static let marks = [
    "/", ".", "-", "(", ")", "'", "\"", "_", "@", "&", "+", ",", ";", ":", "#", "*", "!", "?", "\\", "//", "..", "--",
    "./", "- -", "\u{2014}", "\u{AB}", "\u{2019}", "\u{2026}",
  ]

  /// A title with punctuation in all kinds of places.
  private static func title(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "usr", "share", "Doc", "x86", "fooBar", "ABc", "a", "B", "7", "3", "HTTPServer", "\u{E9}t\u{E9}",
      "\u{5317}\u{4EAC}", "\u{AC00}\u{B098}", "\u{1F44D}", "\u{301}", "\u{BD}", "\u{2105}", "I", "\u{2014}", "\u{2019}",
      "\u{5D0}", " ", "  ",
    ]
    var title = ""
    for _ in 0..<Int.random(in: 0...7, using: &random) {
      if Int.random(in: 0...2, using: &random) > 0 { title += pieces.randomElement(using: &random) ?? "a" }
      if Int.random(in: 0...2, using: &random) > 0 { title += marks.randomElement(using: &random) ?? "-" }
    }
    return title
  }

  @Test(arguments: QueryMode.allCases, [Query.Syntax.plain, .extended])
  func hitsAreThoseOfTheExhaustiveSearch(mode: QueryMode, syntax: Query.Syntax) throws {
    let queryCount = 20
    let listCount = UInt64(PunctuationTests.caseCount / queryCount / QueryMode.allCases.count)
    for seed in PunctuationTests.firstSeed..<PunctuationTests.firstSeed + listCount {
      var random = SeededGenerator(seed: seed)
      var texts = RandomText(seed: seed)
      let hasSearchTexts = Bool.random(using: &random)
      let isASCII = Int.random(in: 0..<3, using: &random) == 0
      let items = (0..<Int.random(in: 1...200, using: &random)).map { id in
        func text(_ isThere: Bool) -> String {
          let text = isThere ? PunctuationTests.title(&random) : ""
          return isASCII ? String(decoding: text.utf8.filter { $0 < 0x80 }, as: UTF8.self) : text
        }
        return Item(
          id: id, title: text(true), searchText: text(hasSearchTexts),
          reading: text(Int.random(in: 0..<6, using: &random) == 0),
          weight: Bool.random(using: &random) ? 0 : UInt16.random(in: 0...3, using: &random),
          isSearchable: Int.random(in: 0..<12, using: &random) > 0)
      }
      var options = IndexOptions(
        folding: FoldingOptions(
          isCaseSensitive: texts.oneIn(6), keepsAccents: texts.oneIn(6), language: seed % 7 == 0 ? .turkic : .any),
        titlesArePaths: texts.oneIn(2), romanizesTitles: texts.oneIn(6))
      options.efforts = texts.efforts()
      let comparison = try OracleComparison(items, options, &texts)
      for _ in 0..<queryCount {
        var text = PunctuationTests.marks.randomElement(using: &random) ?? "/"
        if syntax == .extended {
          text = (["'", "^", ""].randomElement(using: &random) ?? "") + text
          if texts.oneIn(3) { text += "$" }
        }
        guard let query = try? Query(text, mode: mode, syntax: syntax) else { continue }
        comparison.expectEqualAnswers(to: query, &texts, "seed \(seed)")
      }
    }
  }

  // MARK: - Work

  private static let rowCount = 5000

  /// Lists whose rows all hold punctuation: none of them, or nearly all, are hits that cost nothing.
  enum List: CaseIterable {
    case paths, relativePaths, titles, accents, descriptions
    /// Each row is better than all before.
    case rising, shrinking

    func item(_ row: Int) -> Item<Int> {
      switch self {
      case .paths: Item(id: row, title: "/usr/share/doc-\(row % 97)/lib.foo_\(row)/(it's) #\(row).txt")
      case .relativePaths: Item(id: row, title: "documentation/share/doc-\(row % 97)/lib.foo_\(row)/(it's).txt")
      case .titles: Item(id: row, title: "Foo-bar's ete (\(row)), vol. \(row)/2")
      case .accents: Item(id: row, title: "Foo bar's \u{E9}t\u{E9} (\(row)), vol-\u{E9}. \(row)/2")
      case .descriptions: Item(id: row, title: "Foo \(row)", searchText: "It's/was (not) a foo-bar, no. \(row)")
      case .rising: Item(id: row, title: "a/ b-.('", weight: UInt16(row * 3))
      case .shrinking: Item(id: row, title: "(a)/'-." + String(repeating: " b", count: 40 - row / 125))
      }
    }
  }

  @Test(arguments: List.allCases)
  func theFirstKeystrokeScoresFewRows(list: List) throws {
    var options = IndexOptions(titlesArePaths: list == .paths || list == .relativePaths)
    // Every search is the first one.
    options.efforts.fewestRowsKept = .max
    let snapshot = try SearchIndex((0..<PunctuationTests.rowCount).map(list.item), options: options).snapshot()
    // Beyond ASCII, rows that hold the characters of a text may hold the text.
    let isASCII = list != .accents
    for text in ["/", ".", "-", "(", "'", "#", "~"] + (isASCII ? ["//", "/ -"] : []) {
      try expectLittleWork(Query(text), totalLimits: isASCII ? [.standard, .exact] : [.standard], in: snapshot)
    }
    for mode in [QueryMode.smart, .words, .substring] {
      for text in ["'/", "'.", "^/", "^(", "/$", "^/$"] {
        let query = try Query(text, mode: mode, syntax: .extended)
        expectLittleWork(query, totalLimits: isASCII ? [.standard, .exact] : [.standard], in: snapshot)
      }
    }
  }

  private func expectLittleWork(_ query: Query, totalLimits: [TotalLimit], in snapshot: Snapshot<Item<Int>, Int>) {
    for totalLimit in totalLimits {
      let work = snapshot.search(SearchRequest(query, limit: 10, totalLimit: totalLimit)).work
      let perRow = Double(work.steps) / Double(PunctuationTests.rowCount)
      #expect(work.scored <= 100 && perRow <= 20, "\(query), \(totalLimit): \(work)")
    }
  }
}
