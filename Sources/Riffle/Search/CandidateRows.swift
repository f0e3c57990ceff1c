/// Rows in which several clauses are found, and what each row costs at least, told by posting lists alone: these lie side
/// by side, while the words of rows lie anywhere in memory, and may be many.
///
/// Clauses are added in the order of the query, because it costs something if the words of two do not stand side by side; see
/// ``SpotCosts``. A row that has become too dear is left out for good.
struct CandidateRows {
  /// Where a clause is found.
  struct Found {
    let clause: Int
    let sources: ClauseSources
    /// The rows that may hold terms of the clause as runs, at least those that are left, and whether these pay for their places.
    let runs: [(rows: RunRows, isFirstTerm: Bool)]
    /// The rows in which patterns of the clause may be found by their texts, and what these cost at least.
    let texts: (rows: BitColumn, cost: UInt32)?

    var postingCount: Int { sources.words.reduce(0) { $0 + $1.postings.count } }

    /// The rows, one bit each.
    func marked(in segment: Segment, _ work: inout SearchWork) -> BitColumn {
      var rows = texts?.rows ?? BitColumn(count: segment.count)
      for words in sources.words { work.postings += segment.postings.insertRows(of: words.words, into: &rows) }
      for (runs, _) in runs { for tier in runs.tiers { rows.insert(tier.rows[...]) } }
      if let unworded = sources.unworded { rows.formUnion(unworded) }
      return rows
    }
  }

  /// What a row costs at least, in steps of ``ClauseBound/step`` and, in 3 bits below them, with its slips: those that it has at
  /// least where it costs no more.
  fileprivate static let none: UInt16 = 0xFFFF
  fileprivate static let slipBits = UInt16(SlipKinds.most)

  /// The rows at first, and how many of them come before each 64 rows.
  private let rows: BitColumn
  private let ranks: [UInt32]
  /// What each of the rows costs at least in all clauses so far.
  private var totals: [UInt16]
  /// Where the words of the clause before stand.
  private var spots: [Spot]
  private var lastClause = -1
  private let most: UInt32
  private let spotCosts: SpotCosts
  /// What the clauses that are not added yet cost at least.
  private var others: UInt32

  /// - Parameters:
  ///   - rows: those in which all clauses are found that are to be added, one bit each.
  ///   - most: what rows may cost at most.
  ///   - floor: what all clauses together cost at least.
  init(_ rows: BitColumn, most: UInt32, floor: UInt32, _ spotCosts: SpotCosts) {
    self.rows = rows
    self.most = most
    others = floor
    self.spotCosts = spotCosts
    var ranks: [UInt32] = []
    ranks.reserveCapacity(rows.words.count)
    var count = 0
    for word in rows.words {
      ranks.append(UInt32(truncatingIfNeeded: count))
      count += word.nonzeroBitCount
    }
    self.ranks = ranks
    totals = Array(repeating: 0, count: count)
    spots = Array(repeating: .unknown, count: count)
  }

  // MARK: - Clauses

  /// Adds what a clause costs, and leaves out the rows that it makes too dear.
  ///
  /// - Parameters:
  ///   - lane: the lists of the clause that have been read before.
  ///   - floor: what the clause costs at least anywhere.
  ///   - isLast: whether it is the last one of the query.
  /// - Returns: the number of postings read.
  mutating func add(
    _ found: Found, read lane: ClauseLane?, in segment: Segment, floor: UInt32, isLast: Bool
  ) -> Int {
    others -= floor
    let clause = found.clause
    if clause != lastClause + 1 { for rank in spots.indices { spots[rank] = .unknown } }
    lastClause = clause
    let sources = found.sources
    if let lane, found.runs.isEmpty, sources.unworded == nil, found.texts == nil,
      sources.words.allSatisfy({ lane.holds($0, of: sources) })
    {
      settle(clause, isLast: isLast, lane.entries, areOfAll: true)
      return 0
    }
    var entries = [ClauseEntry](repeating: .none, count: totals.count)
    lane?.copy(rows, to: &entries)
    let read = read(sources, except: lane, of: segment.postings, to: &entries)
    for (runs, isFirstTerm) in found.runs {
      for tier in runs.tiers {
        let places = runs.places(tier.kind, isFirstTerm: isFirstTerm).map { ClauseBound($0) }
        for (row, place) in zip(tier.rows, tier.places) {
          add(places[Place(rawValue: place).regionNumber], to: &entries, row)
        }
      }
    }
    if let unworded = found.sources.unworded {
      unworded.forEachRow { add(ClauseBound(0), to: &entries, UInt32(truncatingIfNeeded: $0)) }
    }
    if let texts = found.texts {
      let bound = ClauseBound(texts.cost)
      texts.rows.forEachRow { add(bound, to: &entries, UInt32(truncatingIfNeeded: $0)) }
    }
    settle(clause, isLast: isLast, entries, areOfAll: false)
    return read
  }

  private static let listsAhead = 12

  private func read(
    _ sources: ClauseSources, except lane: ClauseLane?, of postings: borrowing Postings,
    to entries: inout [ClauseEntry]
  ) -> Int {
    let (bits, ranks, lists) = (rows.words.span, ranks.span, sources.words.span)
    let readers = sources.ways.map { PostingReader($0) }
    var entries = entries.mutableSpan
    var read = 0
    for number in lists.indices {
      // Lists of few words lie anywhere in memory.
      let later = number + CandidateRows.listsAhead
      if later < lists.count { postings.rows.prefetch(lists[later].postings.lowerBound) }
      let list = lists[number]
      if let lane, lane.holds(list, of: sources) { continue }
      read += list.postings.count
      let reader = readers[list.way]
      postings.forEachSpot(in: list.postings) { row, place, spot in
        if let rank = CandidateRows.rank(row, bits, ranks) { entries[rank].add(reader.bound(place, spot)) }
      }
    }
    return read
  }

  private func add(_ bound: ClauseBound, to entries: inout [ClauseEntry], _ row: UInt32) {
    if let rank = CandidateRows.rank(row, rows.words.span, ranks.span) { entries[rank].add(bound) }
  }

  /// The number of a row among those with their bit set; `nil` if it is none of them.
  @inline(__always)
  private static func rank(_ row: UInt32, _ bits: Span<UInt64>, _ ranks: Span<UInt32>) -> Int? {
    let word = Int(row >> 6)
    let bit: UInt64 = 1 << UInt64(row & 63)
    guard bits[word] & bit != 0 else { return nil }
    return Int(ranks[word]) + (bits[word] & (bit &- 1)).nonzeroBitCount
  }

  /// Adds what a clause costs.
  /// - Parameters:
  ///   - entries: those of all rows of the segment, or of ``rows`` only.
  ///   - areOfAll: whether they are of all.
  private mutating func settle(_ clause: Int, isLast: Bool, _ entries: [ClauseEntry], areOfAll: Bool) {
    let limit = min((most - min(most, others)) / ClauseBound.step, UInt32(CandidateRows.none >> 3 - 1))
    let settling = Settling(spotCosts: spotCosts, limit: limit, isFirst: clause == 0, isLast: isLast)
    var (ownTotals, ownSpots) = (take(&self.totals), take(&self.spots))
    defer { (self.totals, self.spots) = (ownTotals, ownSpots) }
    var totals = ownTotals.mutableSpan
    var spots = ownSpots.mutableSpan
    let entries = entries.span
    if areOfAll {
      var rank = 0
      rows.forEachRow { row in
        settling.add(entries[row], to: &totals[rank], &spots[rank])
        rank += 1
      }
    } else {
      for rank in entries.indices { settling.add(entries[rank], to: &totals[rank], &spots[rank]) }
    }
  }

  /// Adds what a clause costs to what a row costs in all clauses before.
  private struct Settling {
    let spotCosts: SpotCosts
    /// In ``ClauseBound/step``s.
    let limit: UInt32
    let isFirst, isLast: Bool

    @inline(__always)
    func add(_ entry: ClauseEntry, to total: inout UInt16, _ spot: inout Spot) {
      if total == CandidateRows.none { return }
      let cheapest = bound(entry.cheapest, after: total, spot)
      if entry.others.isNone {
        (total, spot) = cheapest
        return
      }
      let others = bound(entry.others, after: total, spot)
      // A way that makes the row too dear has no spot.
      spot =
        others.total == CandidateRows.none
        ? cheapest.spot : cheapest.total == CandidateRows.none ? others.spot : cheapest.spot.or(others.spot)
      total = min(cheapest.total, others.total)
    }

    /// Returns the total with one of the bounds, and the spot for the next clause.
    @inline(__always)
    private func bound(_ own: ClauseBound, after before: UInt16, _ spotBefore: Spot) -> (total: UInt16, spot: Spot) {
      if own.isNone { return (CandidateRows.none, .unknown) }
      var (steps, spot) = (own.steps, own.spot)
      if isFirst {
        steps += spotCosts.start(at: spot)
      } else {
        let pair = spotCosts.steps(from: spotBefore, to: spot, isLast: isLast)
        (steps, spot) = (steps + pair.steps, pair.kept)
      }
      let total = UInt32(before >> 3) + steps
      if total > limit { return (CandidateRows.none, .unknown) }
      let slips = min(CandidateRows.slipBits, before & CandidateRows.slipBits &+ own.slips)
      return (UInt16(truncatingIfNeeded: total << 3) | slips, spot)
    }
  }

  // MARK: - Rows

  private static let firstStretch = 32
  /// The number of stretches to put in order at first, and the factor by which it grows.
  private static let firstSorted = 4
  private static let growth = 8

  /// Calls `body` with stretches of rows, those first that cost least, each stretch ascending, and with what they have at least,
  /// until it returns `false`.
  /// - Parameter most: of the rows of a stretch; the first ones are shorter, because they decide which others matter.
  func forEachStretch(
    ofAtMost most: Int, _ body: (_ rows: ArraySlice<UInt32>, _ least: UInt32, _ slips: Int) -> Bool
  ) {
    // Costs are few.
    let dearest = totals.reduce(-1) { $1 == CandidateRows.none ? $0 : max($0, Int($1)) }
    var counts = [Int](repeating: 0, count: dearest + 1)
    for total in totals where total != CandidateRows.none { counts[Int(total)] += 1 }
    var length = CandidateRows.firstStretch
    /// Passes on rows of equal cost, until `body` returns `false`.
    func pass(_ rows: ArraySlice<UInt32>, _ total: Int) -> Bool {
      var start = rows.startIndex
      while start < rows.endIndex {
        let end = min(start + min(length, most), rows.endIndex)
        length = min(2 * length, most)
        let least = UInt32(total >> 3) * ClauseBound.step
        guard body(rows[start..<end], least, total & SlipKinds.most) else { return false }
        start = end
      }
      return true
    }
    var atOnce = CandidateRows.firstSorted * most
    var total = 0
    // The search mostly ends among the first ones, and the others need no order.
    while let first = counts[total...].firstIndex(where: { $0 > 0 }) {
      var ends: [Int] = []
      var count = 0
      total = first
      while total < counts.count, count < atOnce {
        count += counts[total]
        ends.append(count)
        total += 1
      }
      let sorted = rows(costing: first..<total, ends: ends)
      var start = 0
      for (number, end) in ends.enumerated() where start < end {
        guard pass(sorted[start..<end], first + number) else { return }
        start = end
      }
      atOnce *= CandidateRows.growth
    }
  }

  /// The rows of some totals, the cheapest first, each ascending.
  /// - Parameter ends: for each total, where the rows end that cost no more.
  private func rows(costing range: Range<Int>, ends: [Int]) -> [UInt32] {
    var next = [0] + ends.dropLast()
    var sorted = [UInt32](repeating: 0, count: ends.last ?? 0)
    let totals = totals.span
    var rank = 0
    rows.forEachRow { row in
      let total = Int(totals[rank])
      rank += 1
      guard range.contains(total) else { return }
      sorted[next[total - range.lowerBound]] = UInt32(truncatingIfNeeded: row)
      next[total - range.lowerBound] += 1
    }
    return sorted
  }
}
