import RiffleTestSupport
import Testing

@testable import Riffle

/// What rows cost at least, as words and posting lists tell it, against what the scorer charges them.
@Suite struct RowBoundTests {
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  @Test(arguments: 0..<UInt64(40))
  func rowsCostNoLessThanListsAndPairsTell(_ offset: UInt64) throws {
    let seed = RowBoundTests.firstSeed + offset
    var random = RandomText(seed: seed, mixesScripts: offset % 4 == 0)
    // Where there is nothing but titles, the words of these say more.
    let items = random.items(count: 60).map { offset % 2 == 0 ? $0 : Item(id: $0.id, title: $0.title) }
    var options = IndexOptions(titlesArePaths: offset % 3 == 0)
    options.efforts = random.efforts()
    let segment = try SearchIndex(items, options: options).snapshot().segments[0]
    for _ in 0..<25 {
      guard let query = try? Query(random.query(for: items)), !query.isBlank else { continue }
      let prepared = PreparedQuery(query, analyzer: segment.analyzer)
      guard prepared.isAskedByWords, !prepared.isEmpty else { continue }
      var evaluator = Evaluator(
        segment, prepared, within: nil, collector: HitCollector(capacity: items.count, reach: .max))
      var costs: [UInt32: UInt32] = [:]
      var whole = WholeRows(prepared, in: segment)
      for row in 0..<segment.count {
        let (cost, assignments) = whole.score(row)
        let bound = cost.map { UInt32(random.number(below: Int($0) + 1)) } ?? 0
        #expect(evaluator.examiner.cost(row, bound: bound) == cost, "“\(query.text)”, row \(row), seed \(seed)")
        let most = UInt32(random.number(below: 6000))
        let isHit = evaluator.examiner.isHit(row, upTo: most)
        #expect(isHit == (cost ?? .max <= most), "“\(query.text)”, row \(row), \(most), seed \(seed)")
        // As if it was asked for the first time.
        evaluator.examiner = RowExaminer(prepared, in: segment)
        #expect(evaluator.examiner.cost(row) == cost, "“\(query.text)”, row \(row), seed \(seed)")
        guard let cost else { continue }
        #expect(evaluator.examiner.assignments == assignments, "“\(query.text)”, row \(row), seed \(seed)")
        costs[UInt32(row)] = cost
        // What is not asked for is not found out, and does not change the cost of what is.
        #expect(evaluator.examiner.cost(row, upTo: cost) == cost, "“\(query.text)”, seed \(seed)")
        if cost > 0 { #expect(evaluator.examiner.cost(row, upTo: cost - 1) == nil, "“\(query.text)”, seed \(seed)") }
      }
      expectRuns(of: &evaluator, costs, "“\(query.text)”, seed \(seed)")
      expectClasses(of: &evaluator, "“\(query.text)”, seed \(seed)")
      expectCandidates(of: &evaluator, costs, random.number(below: 20) * 400, "“\(query.text)”, seed \(seed)")
      expectCounts(of: &evaluator, prepared, costs, random.number(below: 40) * 100, "“\(query.text)”, seed \(seed)")
    }
  }

  @Test(arguments: [
    "lib l", "l lib", "lib lib", "lib li l", "l l", "lib lic", "lic lib", "usr lib l", "sr usr", "libfoo l",
  ])
  func termsThatShareWordsAreCountedAsTheScorerSays(_ text: String) throws {
    let titles = [
      "lib/liblua", "lib/x", "lib", "lib/lib", "x/lib-l", "li-b/x", "l/i/b", "lib-foo/l10n", "usr/lib", "usr/lib/lic",
      "u/s/r",
      "usr/share/ruby", "libFoo", "libFoo/license", "LibFooBar.so.1", "l-i-b-l", "usr/lib/x86_64/libl.so", "src/usr",
    ]
    let items = titles.enumerated().map { Item(id: $0, title: $1) }
    for arePaths in [false, true] {
      let segment = try SearchIndex(items, options: IndexOptions(titlesArePaths: arePaths)).snapshot().segments[0]
      let prepared = PreparedQuery(try Query(text), analyzer: segment.analyzer)
      var evaluator = Evaluator(segment, prepared, within: nil, collector: HitCollector(capacity: 1, reach: .max))
      var costs: [UInt32: UInt32] = [:]
      for row in 0..<segment.count {
        costs[UInt32(row)] = evaluator.examiner.cost(row)
      }
      for most in stride(from: 0, through: 6000, by: 50) {
        expectCounts(of: &evaluator, prepared, costs, most, "“\(text)”")
        expectCandidates(of: &evaluator, costs, most, "“\(text)”")
      }
    }
  }

  /// A count that is cancelled while other threads ask rows is not taken for all.
  @Test func aCountCancelledAmongThreadsIsGivenUp() throws {
    var options = IndexOptions(titlesArePaths: true)
    options.efforts.fewestForThread = 1
    let items = (0..<40).map { Item(id: $0, title: "usr/share/x\($0)/ruby") }
    let segment = try SearchIndex(items, options: options).snapshot().segments[0]
    let cancellation = Cancellation()
    let budget = SearchBudget(cancellation: cancellation, threadCount: 2)
    #expect(!budget.isSpent)
    cancellation.cancel()
    var evaluator = Evaluator(
      segment, PreparedQuery(try Query("usr sr"), analyzer: segment.analyzer), within: nil,
      collector: HitCollector(capacity: 1, reach: .max), budget)
    let counter = evaluator.count(HitCounter(rowCount: segment.count, limit: .max), upTo: 6000)
    #expect(counter.count < items.count)
    #expect(budget.isSpent)
  }

  /// Four terms and more may be a whole phrase of the search text, which costs less than a beginning of a word of the title.
  @Test func termsOfTheTitleMayBeAWholePhrase() throws {
    let items = [Item(id: 0, title: "abx", searchText: "ab b c d"), Item(id: 1, title: "ab b c d")]
    let segment = try SearchIndex(items).snapshot().segments[0]
    var evaluator = Evaluator(
      segment, PreparedQuery(try Query("ab b c d"), analyzer: segment.analyzer), within: nil,
      collector: HitCollector(capacity: 1, reach: .max))
    expectClasses(of: &evaluator, "“ab b c d”")
  }

  /// No class of rows that hold all terms literally costs more than its rows do.
  private func expectClasses(of evaluator: inout Evaluator, _ origin: String) {
    let areTerms = evaluator.scorer.clauses.allSatisfy { clause in
      if case .term? = clause.onlyAlternative { true } else { false }
    }
    guard areTerms, evaluator.scorer.clauses.count > 1 else { return }
    let classes = evaluator.classes(of: evaluator.rowsHoldingAllLiterally())
    for kind in classes.classes {
      for row in classes.rows(of: kind).rows {
        let cost = evaluator.examiner.cost(Int(row)) ?? .max
        // Words that are two terms are looked for beside, and what costs as much as a run is found by later levels.
        let isJoined = evaluator.examiner.assignments.contains { $0.way == .joined || $0.way == .joinedPrefix }
        let isNoMore = isJoined || kind.cost <= cost || cost >= evaluator.examiner.floors.cheapestAlone
        #expect(isNoMore, "a class of \(kind.cost), row \(row) of \(cost), \(origin)")
      }
    }
  }

  /// One term of two letters may be two words, and these the whole of a phrase of the search text.
  @Test func twoWordsOfOneLetterMayBeAWholePhrase() throws {
    let segment = try SearchIndex([Item(id: 0, title: "x", searchText: "s t")]).snapshot().segments[0]
    var evaluator = Evaluator(
      segment, PreparedQuery(try Query("st"), analyzer: segment.analyzer), within: nil,
      collector: HitCollector(capacity: 1, reach: .max))
    let cost = evaluator.examiner.cost(0)
    expectCandidates(of: &evaluator, [0: try #require(cost)], 1200, "“st”")
  }

  /// Through a compound of compounds there are ways of fewer words than it has.
  @Test(arguments: ["fooBar-bazQux", "ab-cd/ef.gh/iJ-kL", "a1b-c2d/e3", "xY.zW-vU/tS"])
  func initialsOfAnyWayThroughATitleAreFound(_ title: String) throws {
    let segment = try SearchIndex([Item(id: 0, title: title)], options: IndexOptions(titlesArePaths: true))
      .snapshot().segments[0]
    var layout = ItemLayout()
    segment.layOut(0, into: &layout)
    #expect(layout.words.contains { $0.kind == .inner })
    let letters = segment.dictionary.bytes
    var ways = layout.words.indices.filter { layout.words[$0].startsPhrase && $0 > 0 }.map { [$0] }
    var asked = 0
    while let way = ways.popLast() {
      let last = layout.words[way[way.count - 1]]
      if last.endsPhrase {
        let initials = way.map { UnicodeScalar(letters[Int(layout.words[$0].start)]) }
        let query = try Query(String(String.UnicodeScalarView(initials)))
        var evaluator = Evaluator(
          segment, PreparedQuery(query, analyzer: segment.analyzer), within: nil,
          collector: HitCollector(capacity: 1, reach: .max))
        guard way.count > 1, let cost = evaluator.examiner.cost(0) else { continue }
        asked += 1
        expectRuns(of: &evaluator, [0: cost], "“\(query.text)”")
      } else {
        var next = Int(last.next)
        ways.append(way + [next])
        while layout.words[next].kind == .inner {
          next += 1
          ways.append(way + [next])
        }
      }
    }
    #expect(asked > 0)
  }

  /// All rows that hold the only term as a run are found, and none is said to cost more than it does.
  private func expectRuns(of evaluator: inout Evaluator, _ costs: [UInt32: UInt32], _ origin: String) {
    guard let term = evaluator.onlyTerm, evaluator.examiner.floors.cheapestRuns[term] < .max else { return }
    var bounds: [UInt32: UInt32] = [:]
    for group in evaluator.runRows(of: term, upTo: .max).rows.groups(isFirstTerm: evaluator.scorer.paysForStart(0)) {
      for row in group.rows { bounds[row] = min(bounds[row] ?? .max, group.bound) }
    }
    for (row, cost) in costs {
      guard evaluator.examiner.cost(Int(row)) != nil, evaluator.examiner.assignments[0].way.isRun else { continue }
      #expect(bounds[row].map { $0 <= cost } == true, "run in row \(row) costs \(cost), \(origin)")
    }
  }

  /// The rows that cost no more than `most` are counted, and no others.
  private func expectCounts(
    of evaluator: inout Evaluator, _ prepared: PreparedQuery, _ costs: [UInt32: UInt32], _ most: Int, _ origin: String
  ) {
    let most = UInt32(most)
    let hits = costs.filter { $0.value <= most }.keys.sorted()
    let all = BitColumn(count: evaluator.segment.count, repeating: true)
    for within in [nil, SearchedRows(all, in: evaluator.segment)] {
      var counting = Evaluator(
        evaluator.segment, prepared, within: within, collector: HitCollector(capacity: 1, reach: .max))
      let expected = hits.filter { counting.isAllowed(Int($0)) }
      let counter = counting.count(HitCounter(rowCount: evaluator.segment.count, limit: .max), upTo: most)
      #expect(counter.rows.rows == expected, "hits of \(most), \(origin)")
      #expect(counter.count == expected.count)
      // As soon as there are more than anyone wants counted, the rest is left out.
      var few = Evaluator(
        evaluator.segment, prepared, within: within, collector: HitCollector(capacity: 1, reach: .max))
      let limit = Int(most) % (expected.count + 2)
      let counted = few.count(HitCounter(rowCount: evaluator.segment.count, limit: limit), upTo: most)
      #expect(min(counted.count, limit + 1) == min(expected.count, limit + 1), "\(limit) hits of \(most), \(origin)")
      #expect(Set(counted.rows.rows).isSubset(of: expected), "\(limit) hits of \(most), \(origin)")
    }
  }

  /// All rows that cost no more than `most` are candidates, and none is said to cost more than it does.
  private func expectCandidates(
    of evaluator: inout Evaluator, _ costs: [UInt32: UInt32], _ most: Int, _ origin: String
  ) {
    let most = UInt32(most)
    let floors = evaluator.examiner.floors.floors
    let floor = floors.reduce(UInt32(0)) { $0.addingClamped($1) }
    guard floor <= most else { return #expect(costs.values.allSatisfy { $0 > most }, "\(origin)") }
    let found = floors.indices.map { clause in
      let sources = evaluator.sources(
        ofClause: clause, from: floors[clause], upTo: most - (floor - floors[clause]))
      return CandidateRows.Found(
        clause: clause, sources: sources, runs: sources.runs.map { ($0.rows, $0.isFirstTerm) },
        texts: sources.texts.map { (rows: evaluator.textRows(ofClause: clause), cost: $0) })
    }
    var shared = SharedRows(rowCount: evaluator.segment.count, within: nil)
    for found in found { shared.add(found.marked(in: evaluator.segment, &evaluator.work)) }
    var candidates = CandidateRows(shared.rows, most: most, floor: floor, evaluator.spotCosts)
    // Clauses that too many rows hold are left out: any one of them, or none.
    let leftOut = Int(most / 400) % (found.count + 1)
    for found in found where found.clause != leftOut || floors.count == 1 {
      _ = candidates.add(
        found, read: evaluator.lane(of: found, areMany: most % 800 == 0), in: evaluator.segment,
        floor: floors[found.clause], isLast: found.clause == floors.count - 1)
    }
    var bounds: [UInt32: UInt32] = [:]
    candidates.forEachStretch(ofAtMost: 1024) { rows, least, _ in
      for row in rows { bounds[row] = least }
      return true
    }
    for (row, cost) in costs where cost <= most {
      #expect(bounds[row].map { $0 <= cost } == true, "candidate \(row) costs \(cost) of \(most), \(origin)")
    }
  }
}

/// Scores rows by all of their words.
private struct WholeRows {
  private let segment: Segment
  private var scorer: RowScorer
  private var words: SegmentWords

  init(_ prepared: PreparedQuery, in segment: Segment) {
    self.segment = segment
    scorer = RowScorer(prepared.scorer)
    words = SegmentWords(
      prepared.scorer.rows.map {
        TermProbe($0, isAnchorable: prepared.scorer.clauses.count > 1, in: segment.dictionary)
      }, admitsRuns: prepared.scorer.admitsRuns, in: segment.dictionary)
  }

  mutating func score(_ row: Int) -> (cost: UInt32?, assignments: [Assignment]) {
    let traits = segment.traits(ofOrdinal: row)
    let tokens = segment.tokens.tokens(of: row)
    let cost = scorer.cost(of: tokens.span, traits, words: &words)
    return (cost, cost == nil ? [] : scorer.assignments)
  }
}
