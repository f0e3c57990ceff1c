/// One search with a ``SearchPredicate``.
struct PredicateSearch<Element: Sendable, ID: Hashable & Sendable> {
  /// A test of up to 64 elements; see ``SearchPredicate``.
  typealias Test = (_ elements: ArraySlice<Element>, _ mask: UInt64, _ query: String) -> UInt64
  typealias Results = SearchResults<Element, ID>

  private let snapshot: Snapshot<Element, ID>
  private let request: SearchRequest
  private var asker: PredicateAsker
  /// The rows of each part that may be tested; `nil` for all.
  private let candidates: [BitColumn?]
  private let budget: SearchBudget

  init(
    _ snapshot: Snapshot<Element, ID>, _ request: SearchRequest, _ options: PredicateOptions, _ budget: SearchBudget
  ) {
    self.budget = budget
    self.snapshot = snapshot
    self.request = request
    asker = PredicateAsker(options)
    candidates = snapshot.candidates(includesUnsearchable: options.includesUnsearchable)
  }

  /// The number of rows to find: no more than are shown, because a predicate may be arbitrarily slow.
  private var wanted: Int { request.totalLimit == .exact ? .max : request.window.upperBound }

  // MARK: - Kinds

  mutating func replace(_ test: Test) -> Results {
    let found = scan(candidates, wanting: wanted, test)
    let kept = snapshot.state.placed(shown(found), score: Score(rawValue: 0))
    return results(keptHits(kept, snapshot.wholeListAnswer(request)), inListOrder: found)
  }

  mutating func narrow(_ test: Test) -> Results {
    guard request.order == .list else { return narrowRanked(test, wanting: wanted) }
    // The cheapest hit is among the best rows, unless the predicate keeps none of them.
    let best = bestKept(test)
    if asker.hasEnded { return results(keptUntilNow(best), inListOrder: Found(rows: best.kept)) }
    let matched = MatchedRows(request.unlimited.all, in: snapshot, most: best.most ?? .max, budget)
    if matched.isWholeList { return narrowWholeList(matched, wanted, test) }
    guard best.most != nil else { return narrowUnranked(matched, best, wanting: wanted, test) }
    let found = scan(
      matched.inListOrder ?? snapshot.state.none, adding: best.kept, leavingOut: best.asked, wanting: wanted, test)
    return results(matched.hits(matched.scored(shown(found))), inListOrder: found)
  }

  /// The best row that a predicate keeps, if it is among the first few.
  private struct BestKept {
    /// The highest cost of a hit; `nil` if unknown.
    var most: UInt32?
    /// A lower bound of the cost of the other rows.
    var least: UInt32 = 0
    /// The rows that have been tested, and the row that was kept.
    var asked, kept: [BitColumn]
  }

  private mutating func bestKept(_ test: Test) -> BestKept {
    var best = BestKept(asked: snapshot.state.none, kept: snapshot.state.none)
    guard request.query.mode == .smart, request.reach != .unlimited else {
      best.most = .max
      return best
    }
    var cheapest = request.unlimited.best(8)
    // Reach depends on costs alone.
    cheapest.weightWorth = 0
    for row in MatchedRows(cheapest, in: snapshot, budget).ranked {
      guard asker.take(1) == 1 else { break }
      let (part, index) = (Int(row.place.part), Int(row.place.row))
      best.asked[part].insert(index)
      best.least = row.score.units
      guard test(snapshot.state.elements(from: row.place), 1, request.query.text) != 0 else { continue }
      best.kept[part].insert(index)
      best.most = HitCollector.limit(least: row.score.units, reach: request.reach.units)
      break
    }
    return best
  }

  /// Tests matches in list order and drops those beyond the reach of the cheapest that is kept.
  private mutating func narrowUnranked(
    _ matched: MatchedRows<Element, ID>, _ best: BestKept, wanting target: Int, _ test: Test
  ) -> Results {
    let (reach, list) = (request.reach.units, snapshot.state.rows)
    func within(_ found: Found) -> [PlacedRow] {
      let places = list.window(of: found.rows.map { .chosen(RankedBits($0)) }, offset: 0, limit: .max)
      let rows = matched.scored(places)
      let most = HitCollector.limit(least: rows.map(\.score.units).min() ?? .max, reach: reach)
      return rows.filter { $0.score.units <= most }
    }
    // Rows that cost no more are within reach, regardless of later hits.
    let sure = HitCollector.limit(least: best.least, reach: reach)
    var next = target
    var first: [PlacedRow]?
    let found = scan(
      matched.inListOrder ?? snapshot.state.none, leavingOut: best.asked,
      until: { found in
        guard found.count >= next else { return false }
        // Checked whenever the number of kept rows has doubled: at most twice the work in all.
        next = max(1, found.count) * 2
        let rows = within(found).prefix(target)
        guard rows.count == target, rows.allSatisfy({ $0.score.units <= sure }) else { return false }
        first = Array(rows)
        return true
      }, test)
    let rows = first ?? within(found)
    var kept = Found(rows: snapshot.state.none)
    for row in rows { kept.rows[Int(row.place.part)].insert(Int(row.place.row)) }
    kept.count = rows.count
    kept.isComplete = found.isComplete
    return results(matched.hits(request.window(of: rows)), inListOrder: kept)
  }

  private func keptUntilNow(_ best: BestKept) -> [Hit<Element, ID>] {
    let matched = MatchedRows(request.unlimited.best(0), in: snapshot, budget)
    return matched.hits(matched.scored(shown(Found(rows: best.kept))))
  }

  private mutating func narrowWholeList(
    _ matched: MatchedRows<Element, ID>, _ target: Int, _ test: Test
  ) -> Results {
    let found = scan(candidates, wanting: target, test)
    return results(matched.hits(matched.scored(shown(found))), inListOrder: found)
  }

  private mutating func narrowRanked(_ test: Test, wanting target: Int) -> Results {
    let matched = MatchedRows(request.unlimited.best(target), in: snapshot, budget)
    if matched.isWholeList { return narrowWholeList(matched, target, test) }
    var kept: [PlacedRow] = []
    var most = UInt32.max
    var isBeyondReach = false
    let hasReach = request.query.mode == .smart
    let isComplete = matched.forEachRanked { row in
      if hasReach, row.score.units > most {
        isBeyondReach = true
        return false
      }
      guard kept.count < target, asker.take(1) == 1 else { return false }
      guard test(snapshot.state.elements(from: row.place), 1, request.query.text) != 0 else { return true }
      if kept.isEmpty { most = HitCollector.limit(least: row.score.units, reach: request.reach.units) }
      kept.append(row)
      return true
    }
    return results(
      matched.hits(request.window(of: kept)), total: kept.count,
      isTotalExact: isComplete || isBeyondReach)
  }

  mutating func widen(_ test: Test) -> Results {
    let matched = MatchedRows(request, in: snapshot, budget)
    if matched.isWholeList {
      let all = Found(rows: snapshot.state.all(candidates))
      return results(matched.hits(matched.scored(shown(all))), inListOrder: all)
    }
    if let rows = matched.inListOrder {
      let found = scan(candidates, adding: rows, wanting: wanted, test)
      return results(hits(shown(found), matched, rows), inListOrder: found)
    }
    let first = matched.hits(request.window(of: matched.ranked))
    if request.totalLimit != .exact, matched.ranked.count >= request.window.upperBound {
      return results(first, total: matched.answer.total, isTotalExact: false)
    }
    let rows = MatchedRows(request.all, in: snapshot, budget).inListOrder ?? snapshot.state.none
    let count = rows.reduce(0) { $0 + $1.setCount }
    let found = scan(candidates, leavingOut: rows, wanting: max(0, wanted - count), test)
    let others = shown(
      found, offset: max(0, request.window.lowerBound - count), limit: request.window.count - first.count)
    return results(
      first + keptHits(snapshot.state.placed(others, score: .none), matched.answer), total: count + found.count,
      isTotalExact: found.isComplete)
  }

  mutating func rank(_ bound: ExtraCostBound, _ extra: @Sendable (Element, String) -> Double) -> Results {
    let matched = MatchedRows(request, in: snapshot, budget)
    var ranked: [PlacedRow] = []
    if request.order == .list {
      let rows = Found(rows: matched.inListOrder ?? snapshot.state.all(candidates))
      for row in matched.scored(shown(rows)) {
        guard let shifted = shifted(row, bound, extra) else { break }
        ranked.append(shifted)
      }
    } else {
      // Checking whether a row is admitted costs less than testing its element.
      var best = TopK<PlacedRow>(capacity: request.window.upperBound, largestHeap: .max)
      // Later rows are no better than this one with the least addition.
      func ask(_ row: PlacedRow) -> Bool {
        guard best.admits(row), let shifted = shifted(row, bound, extra) else { return false }
        best.insert(shifted)
        return true
      }
      if matched.isWholeList {
        _ = snapshot.state.forEachRow(of: snapshot.state.all(candidates)) { place in
          ask(PlacedRow(place, snapshot.state.rows.label(place)))
        }
      } else {
        _ = matched.forEachRanked(ask)
      }
      ranked = Array(request.window(of: best.sorted()))
    }
    let total = matched.isWholeList ? Found(rows: snapshot.state.all(candidates)).count : matched.answer.total
    return results(
      matched.hits(ranked.map { $0.with(bound.score(ofShifted: $0.score)) }).map { $0.with(.rankedByPredicate) },
      total: total, isTotalExact: matched.answer.isTotalExact)
  }

  /// Returns the row with the addition of the predicate, above the least; `nil` if no more elements may be tested.
  private mutating func shifted(
    _ row: PlacedRow, _ bound: ExtraCostBound, _ extra: @Sendable (Element, String) -> Double
  ) -> PlacedRow? {
    guard let element = snapshot.state.elements(from: row.place).first, asker.take(1) == 1 else { return nil }
    return row.with(row.score.adding(asker.steps(extra(element, request.query.text), within: bound)))
  }

  // MARK: - Scans

  /// The rows of each part that a scan keeps.
  private struct Found {
    var rows: [BitColumn]
    var count: Int
    /// `false` if there may be more rows.
    var isComplete = true

    init(rows: [BitColumn]) {
      self.rows = rows
      count = rows.reduce(0) { $0 + $1.setCount }
    }
  }

  /// Tests rows in list order.
  ///
  /// - Parameters:
  ///   - sure: rows to keep untested.
  ///   - others: rows to skip.
  ///   - limit: the number of rows to find.
  private mutating func scan(
    _ candidates: [BitColumn?], adding sure: [BitColumn]? = nil, leavingOut others: [BitColumn]? = nil,
    wanting limit: Int, _ test: Test
  ) -> Found {
    scan(candidates, adding: sure, leavingOut: others, until: { $0.count >= limit }, test)
  }

  /// Tests rows in list order until `isEnough` returns `true`.
  private mutating func scan(
    _ candidates: [BitColumn?], adding sure: [BitColumn]? = nil, leavingOut others: [BitColumn]? = nil,
    until isEnough: (Found) -> Bool, _ test: Test
  ) -> Found {
    var found = Found(rows: snapshot.state.none)
    for (part, rows) in ListStretches(snapshot.state.rows) {
      for word in rows.lowerBound >> 6..<(rows.upperBound + 63) >> 6 {
        if isEnough(found) { return ended(found, isEnough: true) }
        let first = word << 6
        let reach =
          BitColumn.mask(min(64, rows.upperBound - first)) & ~BitColumn.mask(max(0, rows.lowerBound - first))
        var asked = (candidates[part]?.words[word] ?? .max) & reach
        if let others { asked &= ~others[part].words[word] }
        var kept = (sure?[part].words[word] ?? 0) & reach
        asked &= ~kept
        if asked != 0 { kept |= ask(asked, from: first, of: part, test) }
        if kept != 0 {
          found.rows[part].insert(kept, atWord: word)
          found.count += kept.nonzeroBitCount
        }
        if asker.hasEnded, sure == nil { return ended(found, isEnough: isEnough(found)) }
      }
    }
    return asker.hasEnded ? ended(found, isEnough: isEnough(found)) : found
  }

  /// Returns the rows of a scan that ended before all rows were tested.
  private mutating func ended(_ found: Found, isEnough: Bool) -> Found {
    if isEnough { asker.finish() }
    var found = found
    found.isComplete = false
    return found
  }

  /// Tests the elements of rows from `first` on whose bits are set, within the budget.
  private mutating func ask(_ mask: UInt64, from first: Int, of part: Int, _ test: Test) -> UInt64 {
    let count = mask.nonzeroBitCount
    let taken = asker.take(count)
    var left = mask
    for _ in taken..<count { left &= ~(1 << UInt64(63 - left.leadingZeroBitCount)) }
    var kept: UInt64 = 0
    while left != 0 {
      let bit = left.trailingZeroBitCount
      let run = snapshot.state.elements(from: ListRow(part: part, row: first + bit))
      guard !run.isEmpty else { break }
      let reach = BitColumn.mask(min(64 - bit, run.count))
      kept |= test(run, left >> UInt64(bit) & reach, request.query.text) << UInt64(bit)
      left &= ~(reach << UInt64(bit))
    }
    return kept
  }

  // MARK: - Results

  private func shown(_ found: Found) -> [ListRow] {
    shown(found, offset: request.window.lowerBound, limit: request.window.count)
  }

  private func shown(_ found: Found, offset: Int, limit: Int) -> [ListRow] {
    snapshot.state.rows.window(of: found.rows.map { .chosen(RankedBits($0)) }, offset: offset, limit: limit)
  }

  private func keptHits(_ rows: [PlacedRow], _ answer: ListAnswer) -> [Hit<Element, ID>] {
    snapshot.hits(rows, answer).map { $0.with(.keptByPredicate) }
  }

  /// Returns the hits at places, of which the query matches some.
  private func hits(
    _ places: [ListRow], _ matched: MatchedRows<Element, ID>, _ matchedRows: [BitColumn]
  ) -> [Hit<Element, ID>] {
    var scored = matched.scored(places.filter { matchedRows[Int($0.part)][Int($0.row)] })[...]
    let state = snapshot.state.rows
    let rows = places.map { place -> (row: PlacedRow, isFound: Bool) in
      guard let next = scored.first, next.place == place else {
        return (PlacedRow(place, state.label(place), score: .none), false)
      }
      scored.removeFirst()
      return (next, true)
    }
    return zip(matched.hits(rows.map(\.row)), rows).map { hit, row in row.isFound ? hit : hit.with(.keptByPredicate) }
  }

  private func results(_ hits: [Hit<Element, ID>], inListOrder found: Found) -> Results {
    var found = found
    found.isComplete = found.isComplete && !asker.hasEnded && !budget.isSpent
    return Results(
      hits: hits, total: found.count, isTotalExact: found.isComplete,
      view: found.isComplete ? .filtered(found.rows.map { RankedBits($0) }) : .ranked, content: snapshot.content,
      predicateReport: asker.report, work: budget.work, ending: budget.ending)
  }

  private func results(_ hits: [Hit<Element, ID>], total: Int, isTotalExact: Bool) -> Results {
    Results(
      hits: hits, total: total, isTotalExact: isTotalExact && !budget.isSpent, view: .ranked, content: snapshot.content,
      predicateReport: asker.report, work: budget.work, ending: budget.ending)
  }
}

extension BitColumn {
  /// Returns a mask of the lowest `count` bits, at most 64.
  fileprivate static func mask(_ count: Int) -> UInt64 { count >= 64 ? .max : (1 << UInt64(max(0, count))) - 1 }
}
