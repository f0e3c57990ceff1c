import RiffleTestSupport
import Testing

@testable import Riffle

/// Runs that are told by the numbers of words alone, against those that ``RunMatcher`` finds in their letters.
@Suite struct RunScreenTests {
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  /// Words that begin alike, so that a term can be cut in many ways; the first of them are never cut themselves.
  private static let words = [
    "a", "b", "ab", "aa", "ba", "aab", "abab", "é", "aé", "b1", "ж", "aB", "aAb", "a-b", "ab-aB", "1a-b", "東京",
  ]
  private static let simpleWordCount = 9

  /// Items whose words are all simple ones, but for those of every third seed.
  private struct List {
    let segment: Segment
    let hasOnlyTitles: Bool
    var layouts: [ItemLayout] = []

    init(
      _ count: Int, hasCompounds: Bool, hasOnlyTitles: Bool = false, _ random: inout SeededGenerator
    ) throws {
      let words = RunScreenTests.words.prefix(hasCompounds ? .max : RunScreenTests.simpleWordCount)
      func text(upTo count: Int) -> String {
        (0..<Int.random(in: 0...count, using: &random))
          .map { _ in words.randomElement(using: &random) ?? "a" }.joined(separator: " ")
      }
      let items = (0..<count).map { row -> Item<Int> in
        let title = text(upTo: row % 40 == 0 ? 70 : 5)
        if hasOnlyTitles { return Item(id: row, title: title) }
        return Item(id: row, title: title, searchText: text(upTo: 3), reading: text(upTo: 3))
      }
      self.hasOnlyTitles = hasOnlyTitles
      var options = IndexOptions()
      options.efforts.fewPairPostings = Int.random(in: 0..<3, using: &random) * 20
      segment = try SearchIndex(items, options: options).snapshot().segments[0]
      for row in items.indices {
        var layout = ItemLayout()
        segment.layOut(row, into: &layout)
        layouts.append(layout)
      }
    }

    func tokens(_ row: Int) -> [UInt32] { segment.tokens.tokens(of: row) }

    /// What the cheapest run costs in a row; `nil` if there is none.
    func cheapestRun(of term: Term, _ costs: CostTable, in row: Int) -> UInt32? {
      let matcher = RunMatcher(term, costs: costs)
      let letters = segment.dictionary.bytes
      var memo = RunMemo()
      return layouts[row].words.indices.compactMap { index -> UInt32? in
        let field = costs.cost(of: layouts[row].words[index].field)
        return matcher.match(at: index, in: layouts[row], letters: letters.span, memo: &memo).map { $0.cost + field }
      }.min()
    }

    /// The beginnings of some neighbouring words, or letters that may be none.
    func term(_ random: inout SeededGenerator) -> Term? {
      let longest = Int.random(in: 0..<8, using: &random) == 0 ? 70 : 5
      let words = layouts.randomElement(using: &random)?.words ?? []
      var scalars: [UInt32] = []
      for word in words.dropFirst(Int.random(in: 0...words.count, using: &random)).prefix(longest) {
        let letters = String(decoding: segment.dictionary.bytes[word.range], as: UTF8.self).unicodeScalars.map(\.value)
        scalars += letters.prefix(Int.random(in: 1...letters.count, using: &random))
      }
      if words.isEmpty || Int.random(in: 0..<4, using: &random) == 0 {
        scalars += TrickyText.scalars(from: "aabbé1".unicodeScalars.map(\.value), upTo: 4, using: &random)
      }
      return scalars.isEmpty ? nil : Term(scalars.utf8Text)
    }
  }

  @Test(arguments: 0..<UInt64(9))
  func numbersOfWordsTellRuns(_ offset: UInt64) throws {
    let seed = RunScreenTests.firstSeed + offset
    var random = SeededGenerator(seed: seed)
    let list = try List(80, hasCompounds: offset % 3 == 0, &random)
    for _ in 0..<40 {
      guard let term = list.term(&random) else { continue }
      let costs = Bool.random(using: &random) ? CostTable.standard : .ofFixtures
      guard RunMatcher.canMatch(term) else { continue }
      let screen = RunScreen(term, costs, in: list.segment.dictionary)
      for row in list.layouts.indices {
        let tokens = list.tokens(row)
        let cost = list.cheapestRun(of: term, costs, in: row)
        let isSimple = tokens.allSatisfy { TokenColumn.kind($0) == .simple }
        let told = screen.leastCost(tokens.span)
        if told ?? .max > cost ?? .max || isSimple && (told == nil) != (cost == nil) {
          Issue.record(
            "“\(term.bytes.asText)” in row \(row), \(list.segment.string(.title, row)): \(String(describing: told)), expected \(String(describing: cost)), seed \(seed)"
          )
        }
      }
    }
  }

  @Test(arguments: 0..<UInt64(12))
  func everyRowThatHoldsARunIsFound(_ offset: UInt64) throws {
    let seed = RunScreenTests.firstSeed + offset
    var random = SeededGenerator(seed: seed)
    let list = try List(300, hasCompounds: offset % 3 == 0, hasOnlyTitles: offset % 2 == 1, &random)
    for _ in 0..<30 {
      guard let term = list.term(&random), RunMatcher.canMatch(term) else { continue }
      let holding = list.layouts.indices.filter { list.cheapestRun(of: term, .standard, in: $0) != nil }
      var work = SearchWork()
      let screen = RunScreen(term, .standard, in: list.segment.dictionary)
      let finder = RunFinder(term, .standard, screen, in: list.segment)
      let found = finder.rows(&work)
      var bounds: [UInt32: UInt32] = [:]
      expect(found.rows, holding, list, term, "seed \(seed)")
      for (row, cost) in zip(found.rows, found.costs) {
        guard let least = list.cheapestRun(of: term, .standard, in: Int(row)) else { continue }
        #expect(cost <= least, "“\(term.bytes.asText)” in row \(row), seed \(seed)")
      }
      let groups = finder.groups(&work)
      for group in groups {
        for row in group.rows { bounds[row] = min(bounds[row] ?? .max, group.bound) }
      }
      for row in holding {
        guard let least = list.cheapestRun(of: term, .standard, in: row), list.hasOnlyTitles else { continue }
        let dearest = least + CostTable.standard.notAtStart
        #expect(bounds[UInt32(row)].map { $0 <= dearest } == true, "“\(term.bytes.asText)” in row \(row), seed \(seed)")
      }
      #expect(groups.map(\.bound) == groups.map(\.bound).sorted())
      #expect(Set(groups.flatMap(\.rows)).isSuperset(of: holding.map(UInt32.init)), "seed \(seed)")
    }
  }

  /// Other rows are found only where their words leave it to the scorer.
  private func expect(_ rows: [UInt32], _ holding: [Int], _ list: List, _ term: Term, _ origin: String) {
    let found = Set(rows.map(Int.init))
    let others = found.subtracting(holding).filter { row in
      list.tokens(row).allSatisfy { TokenColumn.kind($0) == .simple }
    }
    #expect(found.isSuperset(of: holding) && others.isEmpty, "“\(term.bytes.asText)”, \(origin)")
  }
}
