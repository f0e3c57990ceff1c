import MadeUpLists
import Testing

@testable import RiffleBench

@Suite struct QueryGeneratorTests {
  private static let titles: [String] = {
    var random = SeededRandom(seed: 42)
    let syllables = ["ka", "lö", "Mi", "ron", "tse", "vi", "du", "par", "énà", "gri", "St", "oth", "ил", "wen"]
    return (0..<4000).map { number in
      let words = (0..<1 + random.below(6)).map { _ in
        (0..<1 + random.below(4)).map { _ in syllables[random.below(syllables.count)] }.joined()
      }
      return words.joined(separator: number % 7 == 0 ? ", " : " ") + (number % 5 == 0 ? " \(number % 90)" : "")
    }
  }()

  private static let items = try? list(titles.enumerated().map { "\($0)\t\($1)\n" }.joined())

  private func generate(seed: UInt64 = 1, count: Int = 200) throws -> [GeneratedQuery] {
    var generator = QueryGenerator(try #require(Self.items), seed: seed)
    return generator.generate(count: count)
  }

  private func sharing(_ beginning: String) -> Int {
    Self.titles.count { $0.lowercased().hasPrefix(beginning) }
  }

  @Test func sameSeedSameQueries() throws {
    #expect(try generate() == generate())
    #expect(try generate() != generate(seed: 2))
  }

  @Test func countsAreThoseOfThePlan() throws {
    let queries = try generate()
    let counts = QueryKind.allCases.map { kind in queries.count { $0.kind == kind } }
    #expect(counts == [100, 50, 25, 25])
    #expect(
      try generate(count: 8).map(\.kind) == [.prefix, .prefix, .prefix, .prefix, .typo1, .typo1, .typo2, .abbrev])
    #expect(try generate(count: 0).isEmpty)
  }

  @Test func queriesAreLowerCaseAndDifferent() throws {
    let queries = try generate(count: 400)
    #expect(queries.allSatisfy { $0.text == $0.text.lowercased() })
    #expect(Set(queries.map(\.text)).count == queries.count)
    #expect(Set(queries.map(\.id)).count == queries.count)
    #expect(Set(queries.map(\.target)).count == queries.count)
  }

  @Test func prefixesAreRareBeginningsThatReachTheSecondWord() throws {
    for query in try generate() where query.kind == .prefix {
      let title = TitleWords(Self.titles[query.target])
      #expect(String(title.characters).hasPrefix(query.text))
      #expect(8...24 ~= query.text.count)
      #expect(query.text.count > title.words[1].lowerBound)
      #expect(sharing(query.text) <= 5)
    }
  }

  @Test func typosAreAsManyAsTheKindSays() throws {
    for query in try generate() {
      let edits = query.kind == .typo1 ? 1 : query.kind == .typo2 ? 2 : 0
      guard edits > 0 else { continue }
      let title = TitleWords(Self.titles[query.target])
      let typed = Array(query.text)
      #expect(EditDistance(typed, title.characters).toAPrefix == edits)
      let lengths = query.kind == .typo1 ? 10...24 : 12...28
      #expect(lengths.lowerBound - edits...lengths.upperBound + edits ~= typed.count)
    }
  }

  @Test func oneInFiveTyposIsInAFirstLetter() {
    let groups = QueryPlan(count: 200).groups[.typo1] ?? []
    #expect(groups.map(\.count) == [40, 10])
  }

  @Test func aListThatCannotFillAKindGivesFewer() throws {
    var generator = QueryGenerator(try list("0\tAbidjan\n1\tSan Francisco\n2\tNew York City\n"), seed: 1)
    let queries = generator.generate(count: 200)
    #expect(!queries.isEmpty)
    #expect(queries.allSatisfy { $0.target != 0 })
    #expect(queries.count <= 3)
  }

  @Test(arguments: [0, 1, 2, 3, 5, 7, 25, 199, 200, 201, 1000])
  func sharesAddUp(count: Int) {
    let plan = QueryPlan(count: count)
    #expect(QueryKind.allCases.reduce(0) { $0 + plan.count($1) } == count)
  }

  @Test func abbreviationsOf25() {
    #expect(QueryPlan(count: 200).groups[.abbrev]?.map(\.count) == [8, 9, 8])
  }
}
