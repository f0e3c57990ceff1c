import Riffle
import RiffleTestSupport
import Synchronization
import Testing

/// Every kind of predicate against the exhaustive answer.
@Suite struct PredicateSearchTests {
  private typealias Results = SearchResults<Item<Int>, Int>

  /// A list, what it is asked, and what is left of it to be asked.
  private struct Case {
    let seed: UInt64
    let items: [Item<Int>]
    let snapshot: Snapshot<Item<Int>, Int>
    let oracle: Oracle
    let isIn: (Int) -> Bool
    var query: Query
    var order = HitOrder.relevance
    var offset = 0
    var limit = Int.max
    var isExact = false
    var includesUnsearchable = false
    var divisor = 1
    var weightWorth = 0.0

    /// Positions that may be asked.
    var candidates: [Int] { items.indices.filter { isIn($0) && (includesUnsearchable || items[$0].isSearchable) } }
    var hasTerms: Bool { !PreparedQuery(query, analyzer: TextAnalyzer()).isEmpty }
    /// What words find, best first or in list order.
    /// - Parameter isKept: what a predicate leaves of it.
    func hits(isKept: (Int) -> Bool = { _ in true }, reach: Reach = .standard) -> [(id: Int, score: Score)] {
      let answer = oracle.search(SearchRequest(query, order: order, reach: reach, weightWorth: weightWorth)) {
        isIn($0.id) && isKept($0.id)
      }
      return zip(answer.ids, answer.scores).filter { id, _ in
        isIn(id) && (hasTerms || includesUnsearchable || items[id].isSearchable)
      }.map { ($0, $1) }
    }
    var options: PredicateOptions { PredicateOptions(includesUnsearchable: includesUnsearchable) }
    var name: Comment { "seed \(seed), “\(query.text)” of every \(divisor), \(order), \(offset) + \(limit)" }

    func search(_ predicate: SearchPredicate<Item<Int>>, _ options: PredicateOptions? = nil) -> Results {
      let request = SearchRequest(
        query, order: order, offset: offset, limit: limit, totalLimit: isExact ? .exact : .standard,
        weightWorth: weightWorth)
      return snapshot.search(request, applying: predicate, options: options ?? self.options)
    }

    func check(_ found: Results, _ all: [Int]) {
      let window = Array(all.dropFirst(offset).prefix(limit))
      #expect(found.map(\.id) == window, name)
      #expect(found.total <= all.count && (!found.isTotalExact || found.total == all.count), name)
      #expect(!isExact || found.isTotalExact, name)
      #expect(
        found.total >= min(all.count, offset.addingReportingOverflow(limit).overflow ? .max : offset + limit), name)
      #expect(found.predicateReport?.ending == .complete, name)
    }
  }

  private static func forEachCase(_ seed: UInt64, _ body: (Case, inout RandomText) throws -> Void) throws {
    var random = RandomText(seed: seed)
    let items = random.items(count: random.oneIn(3) ? 400 : random.oneIn(4) ? 64 : 40)
    var options = IndexOptions()
    options.upkeep = random.upkeep()
    let index = try SearchIndex(
      items, id: \.id, title: \.title, searchText: \.searchText, reading: \.reading, weight: \.weight,
      isSearchable: \.isSearchable, scopes: ["third": { $0.id % 3 == 0 }], options: options)
    if random.oneIn(2) { try random.scatter(index, items) }
    for _ in 0..<10 {
      guard let query = try? Query(random.oneIn(6) ? "" : random.query(for: items)) else { continue }
      let isPart = random.oneIn(3)
      var next = Case(
        seed: seed, items: items,
        snapshot: isPart ? try index.snapshot().restricted(to: .scope("third")) : index.snapshot(),
        oracle: Oracle(items), isIn: { !isPart || $0 % 3 == 0 }, query: query)
      next.order = random.oneIn(3) ? .list : .relevance
      next.offset = random.oneIn(3) ? random.number(below: 6) : 0
      next.limit = random.oneIn(3) ? .max : random.number(below: 14)
      next.isExact = random.oneIn(3)
      next.includesUnsearchable = random.oneIn(3)
      next.divisor = 1 + random.number(below: 9)
      try body(next, &random)
    }
  }

  @Test(arguments: 1...UInt64(20))
  func replaceKeepsTheElementsForWhichItIsTrue(seed: UInt64) throws {
    try PredicateSearchTests.forEachCase(seed) { next, _ in
      let divisor = next.divisor
      let found = next.search(.replace { element, _ in element.id % divisor == 0 })
      next.check(found, next.candidates.filter { $0 % divisor == 0 })
      #expect(
        found.allSatisfy { $0.score.cost == 0 && $0.utf8Highlights(in: .title).isEmpty && $0.matchedFields.isEmpty })
    }
  }

  @Test(arguments: 1...UInt64(20))
  func andKeepsTheHitsForWhichItIsTrue(seed: UInt64) throws {
    try PredicateSearchTests.forEachCase(seed) { next, _ in
      let divisor = next.divisor
      let all = next.hits { $0 % divisor == 0 }.filter { $0.id % divisor == 0 }
      let found = next.search(.and { element, _ in element.id % divisor == 0 })
      next.check(found, all.map(\.id))
      #expect(found.map(\.score) == all.dropFirst(next.offset).prefix(next.limit).map(\.score), next.name)
    }
  }

  /// In list order, what a hit may cost depends on rows that may stand anywhere.
  @Test(arguments: 1...UInt64(20))
  func andInListOrderKeepsWhatIsWithinReachOfTheCheapestThatIsKept(seed: UInt64) throws {
    try PredicateSearchTests.forEachCase(seed) { next, random in
      var next = next
      (next.order, next.weightWorth) = (.list, random.weightWorth())
      let divisor = 1 + random.number(below: 40)
      let rest = random.number(below: divisor)
      let all = next.hits { $0 % divisor == rest }.filter { $0.id % divisor == rest }
      let found = next.search(.and { element, _ in element.id % divisor == rest })
      next.check(found, all.map(\.id))
      #expect(found.map(\.score) == all.dropFirst(next.offset).prefix(next.limit).map(\.score), next.name)
      if found.isTotalExact { #expect(found.part?.count == all.count, next.name) }
    }
  }

  /// A predicate that keeps no match, or only the last one, takes the work of one search and of one for the best eight.
  @Test(arguments: ["row", "row 7", "rw", "r 1 9"])
  func andInListOrderTakesTheWorkOfOneSearch(text: String) throws {
    let items = (0..<20_000).map { Item(id: $0, title: "row \($0)") }
    let snapshot = try SearchIndex(items).snapshot()
    var request = SearchRequest(try Query(text), order: .list, limit: 10, totalLimit: .exact, terms: .all)
    let all = snapshot.search(request)
    request.limit = .max
    let last = try #require(snapshot.search(request).last?.id)
    let best = snapshot.search(SearchRequest(request.query, limit: 8, reach: .unlimited, terms: .all))
    let most = 3 * all.work.steps / 2 + best.work.steps
    let none = snapshot.search(request, applying: .and { _, _ in false })
    #expect(none.isEmpty && none.total == 0 && none.isTotalExact)
    #expect(all.work.steps / 2...most ~= none.work.steps, "\(none.work.steps) steps, not \(most)")
    #expect(none.predicateReport?.askedCount ?? 0 >= all.total)
    let one = snapshot.search(request) { $0.id == last }
    #expect(one.map(\.id) == [last] && one.isTotalExact)
    #expect(one.work.steps <= most, "\(one.work.steps) steps, not \(most)")
  }

  /// Best first, matches are ranked again for more of them, and all at once where that takes hardly more work.
  @Test(arguments: ["row", "row 7", "rw", "r 1 9"])
  func andTakesTheWorkOfAFewSearches(text: String) throws {
    let items = (0..<20_000).map { Item(id: $0, title: "row \($0)") }
    let snapshot = try SearchIndex(items).snapshot()
    var request = SearchRequest(try Query(text), limit: 10, reach: .unlimited)
    let none = snapshot.search(request, applying: .and { _, _ in false })
    request.limit = .max
    let all = snapshot.search(request)
    #expect(none.isEmpty && none.isTotalExact && none.predicateReport?.askedCount == all.count)
    #expect(
      all.work.steps...7 * all.work.steps / 2 ~= none.work.steps, "\(none.work.steps) steps, not \(all.work.steps)")
  }

  @Test(arguments: 1...UInt64(20))
  func orKeepsHitsAndTheElementsForWhichItIsTrue(seed: UInt64) throws {
    try PredicateSearchTests.forEachCase(seed) { next, _ in
      let divisor = next.divisor
      let hits = next.hits()
      let known = Set(hits.map(\.id))
      let others = next.candidates.filter { !known.contains($0) && $0 % divisor == 0 }
      let all = next.order == .list ? (hits.map(\.id) + others).sorted() : hits.map(\.id) + others
      let found = next.search(.or { element, _ in element.id % divisor == 0 })
      next.check(found, all)
      for hit in found {
        #expect(hits.first { $0.id == hit.id }.map { $0.score == hit.score } ?? (hit.score == Score.none), next.name)
        #expect(hit.explanation?.cost == hit.score.cost)
      }
    }
  }

  @Test(arguments: 1...UInt64(20))
  func scoreRanksHits(seed: UInt64) throws {
    try PredicateSearchTests.forEachCase(seed) { next, random in
      let divisor = next.divisor
      let bound = [0.0...3, -2...0, -1...1, 0...0, -0.5...40][random.number(below: 5)]
      let extra = { @Sendable (id: Int) in
        bound.lowerBound + (bound.upperBound - bound.lowerBound) * Double(id % divisor) / Double(divisor)
      }
      let unit = Double(CostTable.unit)
      func steps(_ id: Int) -> Int64 { Int64((extra(id) * unit).rounded()) }
      func shifted(_ hit: (id: Int, score: Score)) -> (Int64, Int, Int, Int) {
        (
          Int64(hit.score.rawValue & ~1) + steps(hit.id) << Score.costShift,
          next.hasTerms ? next.items[hit.id].title.utf8.count : 0, hit.score.isAsTyped ? 0 : 1, hit.id
        )
      }
      let hits = next.hits()
      let all = next.order == .list ? hits : hits.sorted { shifted($0) < shifted($1) }
      let found = next.search(.score(within: bound) { element, _ in extra(element.id) })
      let window = all.dropFirst(next.offset).prefix(next.limit)
      #expect(found.map(\.id) == window.map(\.id), next.name)
      #expect(found.map(\.score) == window.map { $0.score.adding(steps($0.id)) }, next.name)
      #expect(!next.isExact || found.total == all.count && found.isTotalExact, next.name)
      #expect(found.predicateReport?.clampedCount == 0 && found.predicateReport?.ending == .complete)
      for hit in found.prefix(3) { #expect(abs((hit.explanation?.cost ?? -1) - hit.score.cost) < 0.001) }
    }
  }

  /// As far as the budget goes, the answer is that to a list of the elements that were asked.
  @Test(arguments: 1...UInt64(20))
  func aBudgetEndsTheSearchAndSaysSo(seed: UInt64) throws {
    try PredicateSearchTests.forEachCase(seed) { next, random in
      let divisor = next.divisor
      var options = next.options
      let budget = random.number(below: 100)
      options.budget = budget
      let asked = Mutex<[Int]>([])
      let test = { @Sendable (element: Item<Int>, _: String) in
        asked.withLock { $0.append(element.id) }
        return element.id % divisor == 0
      }
      // Best first, hits are asked as far as they are within reach of the first that is kept.
      let matches = next.hits(reach: .unlimited)
      let most = matches.first { $0.id % divisor == 0 }.map { $0.score.cost + 12 }
      let reached = matches.filter { !next.hasTerms || next.order == .list || $0.score.cost <= most ?? .infinity }
      for (predicate, candidates, isNarrowed) in [
        (SearchPredicate.replace(test), next.candidates, false), (.and(test), reached.map(\.id), next.hasTerms),
      ] {
        asked.withLock { $0.removeAll() }
        let found = next.search(predicate, options)
        let report = try #require(found.predicateReport)
        let order = asked.withLock { $0 }
        #expect(report.askedCount == order.count && order.count <= budget && Set(order).count == order.count, next.name)
        // In list order the best hit is looked for first, for what it says of the others.
        if isNarrowed, next.order == .list { continue }
        #expect(order == Array(candidates.prefix(order.count)), next.name)
        let all = candidates.prefix(order.count).filter { $0 % divisor == 0 }
        #expect(found.map(\.id) == Array(all.dropFirst(next.offset).prefix(next.limit)), next.name)
        let isFilled = !next.isExact && next.limit < .max && all.count >= next.offset + next.limit
        let isSpent = order.count == budget && candidates.count > budget && !isFilled
        #expect(report.ending == (isSpent ? .budgetSpent : .complete), next.name)
        #expect(!isSpent || !found.isTotalExact, next.name)
      }
    }
  }

  @Test func noElementIsAskedTwice() throws {
    let items = (0..<3000).map { Item(id: $0, title: "row \($0)") }
    let snapshot = try SearchIndex(items).snapshot()
    let asked = Mutex<[Int: Int]>([:])
    let test = { @Sendable (element: Item<Int>, _: String) in
      asked.withLock { $0[element.id, default: 0] += 1 }
      return element.id % 100 == 7
    }
    for predicate in [
      SearchPredicate.replace(test), .and(test), .or(test), .score(within: 0...2) { test($0, $1) ? 0 : 2 },
    ] {
      asked.withLock { $0.removeAll() }
      _ = try snapshot.search("row", limit: 12, applying: predicate)
      #expect(asked.withLock { $0.values.allSatisfy { $0 == 1 } })
    }
  }

  @Test func elementsAreAskedOnlyAsFarAsTheWindowNeeds() throws {
    let items = (0..<20_000).map { Item(id: $0, title: "row \($0)") }
    let snapshot = try SearchIndex(items).snapshot()
    func asked(_ query: String, _ predicate: SearchPredicate<Item<Int>>) throws -> Int {
      try snapshot.search(query, limit: 10, applying: predicate).predicateReport?.askedCount ?? -1
    }
    #expect(try asked("row", .replace { _, _ in true }) == 64)
    #expect(try asked("row", .and { _, _ in true }) == 10)
    #expect(try asked("", .and { _, _ in true }) == 64)
    #expect(try asked("row", .or { _, _ in true }) == 0)
    #expect(try asked("row 77", .or { _, _ in false }) < 20_000)
    // All hits cost the same: any of them can be the best by what is added …
    #expect(try asked("row", .score(within: 0...1) { element, _ in element.id == 19_999 ? 0 : 1 }) == 20_000)
    // … unless the window is full of those to which the least is added.
    #expect(try asked("row", .score(within: 0...1) { _, _ in 0 }) < 50)
  }

  @Test func scoresBeyondTheBoundAreClampedAndCounted() throws {
    let items = (0..<5).map { Item(id: $0, title: "row") }
    let extras = [Double.nan, 9, -9, .infinity, 1]
    let found = try SearchIndex(items).snapshot().search(
      "row", applying: .score(within: 0...2) { element, _ in extras[element.id] })
    #expect(found.map(\.id) == [2, 4, 0, 1, 3] && found.map(\.score.cost) == [0, 1, 2, 2, 2])
    #expect(found.predicateReport?.clampedCount == 4)
    let wide = try SearchIndex(items).snapshot().search(
      "row", limit: 1, applying: .score(within: -.infinity ... .infinity) { element, _ in -Double(element.id) * 1e300 })
    #expect(wide.count == 1 && wide[0].score.cost == 0)
    let bonus = try SearchIndex(items).snapshot().search(
      "ro", applying: .score(within: -5...0) { element, _ in -Double(element.id) })
    #expect(bonus.map(\.id) == [4, 3, 2, 1, 0] && bonus.map(\.score.cost) == [0, 0, 0, 0, 1])
    #expect(bonus[0].explanation?.cost == 0)
  }

  @Test func aCancelledSearchGivesWhatItHasFound() async throws {
    let items = (0..<10_000).map { Item(id: $0, title: "row \($0)") }
    let snapshot = try SearchIndex(items).snapshot()
    let polls = Mutex(0)
    let options = PredicateOptions(isCancelled: {
      polls.withLock {
        $0 += 1
        return $0 > 3
      }
    })
    let found = try snapshot.search("row", applying: .replace { element, _ in element.id % 2 == 0 }, options: options)
    #expect(found.predicateReport?.ending == .cancelled && found.predicateReport?.askedCount == 768)
    #expect(found.count == 384 && found.total == 384 && !found.isTotalExact)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try snapshot.search("row", applying: .and { _, _ in true })
    }
    let cancelled = try await task.value
    #expect(cancelled.isEmpty && cancelled.predicateReport?.ending == .cancelled && !cancelled.isTotalExact)
  }

  /// What words find needs no asking, so it is given whatever happens.
  @Test(arguments: HitOrder.allCases)
  func hitsOutliveTheEndOfAnOrSearch(order: HitOrder) throws {
    let items = (0..<1000).map { Item(id: $0, title: $0 % 10 == 9 ? "needle" : "hay") }
    let found = try SearchIndex(items).snapshot().search(
      SearchRequest(Query("needle"), order: order), applying: .or { _, _ in true },
      options: PredicateOptions(budget: 20))
    #expect(found.count == 120 && found.count { $0.element.title == "needle" } == 100 && !found.isTotalExact)
    #expect(found.predicateReport?.ending == .budgetSpent && found.predicateReport?.askedCount == 20)
    #expect(order == .list || found.prefix(100).allSatisfy { $0.element.title == "needle" })
    let kept = try #require(found.first { $0.element.title == "hay" })
    #expect(kept.explanation?.reasons.map(\.text) == ["a predicate keeps it, whatever the query"])
  }

  @Test func theQueryIsHandedOn() throws {
    let items = ["Göteborg", "Gothenburg"].enumerated().map { Item(id: $0.offset, title: $0.element) }
    let found = try SearchIndex(items).snapshot().search(
      "burg", applying: .replace { element, query in element.title.hasSuffix(query) })
    #expect(found.map(\.id) == [1])
  }

  @Test func aFilteredAlphabetHasItsJumplist() throws {
    let names = ["Anna", "Bo", "Beta", "Carl"]
    let index = try SearchIndex(names, order: .alphabet(ListAlphabet(locales: ["en"])), id: { $0 }, title: { $0 })
    let found = index.snapshot().search(
      SearchRequest(totalLimit: .exact), applying: .replace { name, _ in name.count > 3 })
    #expect(
      found.jumplist(Jumplist.Options(showsEmpty: false, hidesWhileFiltering: false))?.entries.map(\.count) == [
        1, 1, 1,
      ])
    #expect(found.jumplist(Jumplist.Options(hidesWhileFiltering: true)) == nil)
  }

  @Test func predicatesHaveNames() throws {
    var registry = PredicateRegistry<Item<Int>>(["even": .and { element, _ in element.id % 2 == 0 }])
    registry.register("all", .replace { _, _ in true })
    let snapshot = try SearchIndex((0..<4).map { Item(id: $0, title: "row") }).snapshot()
    #expect(try snapshot.search("row", applying: registry.predicate(named: "even")).map(\.id) == [0, 2])
    #expect(registry.names == ["all", "even"])
    let error = PredicateError.unknownPredicate("odd", known: ["all", "even"])
    #expect(throws: error) { try registry.predicate(named: "odd") }
    #expect("\(error)" == "there is no predicate “odd”: name one of “all”, “even”")
    #expect("\(PredicateError.unknownPredicate("x", known: []))" == "there is no predicate “x”: none is registered")
  }

  @Test(arguments: [-1, 0, 5, Int.min, Int.max], [-1, 0, 3, Int.min, Int.max])
  func anyWindowIsAPartOfTheAnswer(offset: Int, limit: Int) throws {
    let items = (0..<70).map { Item(id: $0, title: $0 % 2 == 0 ? "even" : "odd") }
    let snapshot = try SearchIndex(items).snapshot()
    let test = { @Sendable (element: Item<Int>, _: String) in element.id % 5 == 0 }
    for predicate in [
      SearchPredicate.replace(test), .and(test), .or(test), .score(within: 0...1) { test($0, $1) ? 0 : 1 },
    ] {
      for order in HitOrder.allCases {
        for text in ["even", "", "zzz"] {
          var request = SearchRequest(try Query(text), order: order)
          let all = snapshot.search(request, applying: predicate).map(\.id)
          (request.offset, request.limit) = (offset, limit)
          let part = snapshot.search(request, applying: predicate).map(\.id)
          #expect(part == Array(all.dropFirst(max(0, offset)).prefix(max(0, limit))), "\(text) \(order)")
        }
      }
    }
    let none = try SearchIndex([Item<Int>]()).snapshot()
    #expect(try none.search(SearchRequest(Query("x"), offset: offset, limit: limit), applying: .or(test)).isEmpty)
  }
}
