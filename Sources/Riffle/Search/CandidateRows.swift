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
    func marked(in segment: Segment) -> BitColumn {
      var rows = texts?.rows ?? BitColumn(count: segment.count)
      for words in sources.words { segment.postings.rows.insert(words.postings, into: &rows) }
      for (runs, _) in runs { for tier in runs.tiers { rows.insert(tier.rows[...]) } }
      if let unworded = sources.unworded { rows.formUnion(unworded) }
      return rows
    }
  }

  /// Costs are kept in such steps, rounded down: a quarter of what the beginning of a word costs. Below them are 3 bits of slips:
  /// those that a row has at least where it costs no more.
  static let step: UInt32 = 50
  private static let slipBits = UInt32(SlipKinds.most)
  /// Of a row in which the clause at hand has not been found, or that is too dear.
  private static let none: UInt32 = 0xFFFF

  /// Where the entry of a row is.
  private enum Numbering {
    /// One for each row of the segment.
    case byRow
    /// One for each of some rows, ascending: with a bit for each of them, and how many come before each 64 rows.
    case byRank(bits: [UInt64], ranks: [UInt32])
  }

  private let numbering: Numbering
  /// The rows at first.
  private let firstRows: BitColumn
  /// What each row costs at least in all clauses before, in steps and with slips.
  private var totals: [UInt16]
  /// The same for the clause at hand, in 16 bits; above them the ``Spot`` in this clause, and in the clause before.
  private var entries: [UInt32]
  private var lastClause = -1
  private let most: UInt32
  private let spotCosts: SpotCosts
  /// What the clauses that are not added yet cost at least.
  private var others: UInt32

  /// - Parameters:
  ///   - rows: those in which all clauses are found that are to be added, one bit each.
  ///   - isDense: whether to have an entry for every row of the segment: more, which are found sooner.
  ///   - most: what rows may cost at most.
  ///   - floor: what all clauses together cost at least.
  ///   - startsPath: whether the first clause pays for its place unless it begins the path.
  init(
    _ rows: BitColumn, isDense: Bool, most: UInt32, floor: UInt32, startsPath: Bool, _ table: CostTable
  ) {
    firstRows = rows
    self.most = most
    others = floor
    spotCosts = SpotCosts(table, startsPath: startsPath)
    if isDense {
      numbering = .byRow
      var totals = [UInt16](repeating: UInt16(CandidateRows.none), count: rows.count)
      rows.forEachRow { totals[$0] = 0 }
      self.totals = totals
    } else {
      var ranks: [UInt32] = []
      ranks.reserveCapacity(rows.words.count)
      var count = 0
      for word in rows.words {
        ranks.append(UInt32(truncatingIfNeeded: count))
        count += word.nonzeroBitCount
      }
      numbering = .byRank(bits: rows.words, ranks: ranks)
      totals = Array(repeating: 0, count: count)
    }
    entries = Array(repeating: CandidateRows.none, count: totals.count)
  }

  // MARK: - Clauses

  /// Adds what a clause costs, and leaves out the rows that it makes too dear.
  ///
  /// - Parameters:
  ///   - floor: what the clause costs at least anywhere.
  ///   - isLast: whether it is the last one of the query.
  mutating func add(_ found: Found, in segment: Segment, floor: UInt32, isLast: Bool) {
    if found.clause != lastClause + 1 { for index in entries.indices { entries[index] = CandidateRows.none } }
    lastClause = found.clause
    read(found.sources.words, of: segment.postings, isFirst: found.clause == 0, isLast: isLast)
    for (runs, isFirstTerm) in found.runs {
      for tier in runs.tiers {
        let steps = runs.places(tier.kind, isFirstTerm: isFirstTerm).map { CandidateRows.steps($0) }
        for (row, place) in zip(tier.rows, tier.places) { lower(row, steps[Place(rawValue: place).regionNumber]) }
      }
    }
    if let unworded = found.sources.unworded { unworded.forEachRow { lower(UInt32($0), 0) } }
    if let texts = found.texts {
      let steps = CandidateRows.steps(texts.cost)
      texts.rows.forEachRow { lower(UInt32($0), steps) }
    }
    endClause(floor: floor)
  }

  private static let listsAhead = 12
  /// The entries of so many rows are fetched together.
  private static let postingsAhead = 64

  /// The rows of posting lists cost the clause at hand no less than the lists say.
  private mutating func read(
    _ lists: [ClauseSources.Words], of postings: borrowing Postings, isFirst: Bool, isLast: Bool
  ) {
    var own = take(&entries)
    defer { entries = own }
    var entries = own.mutableSpan
    let spotCosts = spotCosts
    switch numbering {
    case .byRow:
      for number in lists.indices {
        let reader = reader(of: number, in: lists, postings, isFirst: isFirst, isLast: isLast)
        let range = lists[number].postings
        var start = range.lowerBound
        while start < range.upperBound {
          let few = start..<min(start + CandidateRows.postingsAhead, range.upperBound)
          if few.count > 1 { postings.rows.forEach(in: few) { entries.prefetch(Int($1)) } }
          postings.forEachSpot(in: few) { row, place, spot in
            reader.lower(&entries[Int(row)], place, spot, spotCosts)
          }
          start = few.upperBound
        }
      }
    case .byRank(let bits, let ranks):
      let (bits, ranks) = (bits.span, ranks.span)
      for number in lists.indices {
        let reader = reader(of: number, in: lists, postings, isFirst: isFirst, isLast: isLast)
        postings.forEachSpot(in: lists[number].postings) { row, place, spot in
          let word = Int(row >> 6)
          let bit: UInt64 = 1 << UInt64(row & 63)
          guard bits[word] & bit != 0 else { return }
          let index = Int(ranks[word]) + (bits[word] & (bit &- 1)).nonzeroBitCount
          reader.lower(&entries[index], place, spot, spotCosts)
        }
      }
    }
  }

  @inline(__always)
  private func reader(
    of number: Int, in lists: [ClauseSources.Words], _ postings: borrowing Postings, isFirst: Bool, isLast: Bool
  ) -> SpotReader {
    // Lists of few words lie anywhere in memory.
    let later = number + CandidateRows.listsAhead
    if later < lists.count { postings.rows.prefetch(lists[later].postings.lowerBound) }
    // What does not count where it stands costs more than any row may.
    let list = lists[number]
    return SpotReader(
      regions: list.places.map { CandidateRows.steps($0, slips: list.slips) }, haveSpots: list.haveSpots,
      leastOfParts: Spot.leastValue(withFirstPart: list.beginning),
      isFirst: isFirst, isLast: isLast)
  }

  /// Lowers the entries of rows in which a word stands.
  private struct SpotReader {
    let regions: InlineArray<8, UInt32>
    let haveSpots: Bool
    /// See ``Spot/ofBeginning(_:)``.
    let leastOfParts: UInt16
    let isFirst: Bool
    let isLast: Bool

    @inline(__always)
    func lower(_ entry: inout UInt32, _ place: Place, _ spot: Spot, _ costs: SpotCosts) {
      var own = haveSpots ? spot.ofBeginning(leastOfParts) : .unknown
      var cost = regions[place.regionNumber]
      if isFirst {
        cost = min(cost &+ costs.start(at: own) << 3, CandidateRows.none)
      } else {
        let before = Spot(rawValue: UInt8(truncatingIfNeeded: entry >> 24))
        let (steps, kept) = costs.steps(from: before, to: own, isLast: isLast)
        cost = min(cost &+ steps << 3, CandidateRows.none)
        own = kept
      }
      let known = entry & CandidateRows.none
      if known != CandidateRows.none { own = own.or(Spot(rawValue: UInt8(truncatingIfNeeded: entry >> 16))) }
      entry = entry & 0xFF00_0000 | UInt32(own.rawValue) << 16 | min(known, cost)
    }
  }

  /// A row costs the clause at hand no less than so many steps, wherever it is found.
  private mutating func lower(_ row: UInt32, _ steps: UInt32) {
    var index = Int(row)
    if case .byRank(let bits, let ranks) = numbering {
      let word = Int(row >> 6)
      let bit: UInt64 = 1 << UInt64(row & 63)
      guard bits[word] & bit != 0 else { return }
      index = Int(ranks[word]) + (bits[word] & (bit &- 1)).nonzeroBitCount
    }
    entries[index] = entries[index] & 0xFF00_0000 | min(entries[index] & CandidateRows.none, steps)
  }

  private static func steps(_ cost: UInt32, slips: Int = 0) -> UInt32 {
    cost == .max ? none : min(cost / step, none >> 3 - 1) << 3 | UInt32(min(slips, SlipKinds.most))
  }

  private mutating func endClause(floor: UInt32) {
    others -= floor
    let limit = min((most - min(most, others)) / CandidateRows.step, CandidateRows.none >> 3 - 1)
    let (slipBits, none) = (CandidateRows.slipBits, CandidateRows.none)
    var (ownTotals, ownEntries) = (take(&self.totals), take(&self.entries))
    defer { (self.totals, self.entries) = (ownTotals, ownEntries) }
    var totals = ownTotals.mutableSpan
    var entries = ownEntries.mutableSpan
    for index in entries.indices {
      let (entry, before) = (entries[index], UInt32(totals[index]))
      let cost = entry & none
      let total = before >> 3 &+ cost >> 3
      let isLeft = before != none && cost != none && total <= limit
      let slips = min(slipBits, before & slipBits &+ cost & slipBits)
      totals[index] = UInt16(truncatingIfNeeded: isLeft ? total << 3 | slips : none)
      entries[index] = entry << 8 & 0xFF00_0000 | none
    }
  }

  // MARK: - Rows

  private static let firstStretch = 32

  /// Calls `body` with stretches of rows, those first that cost least, each stretch ascending, and with what they have at least,
  /// until it returns `false`.
  /// - Parameter most: of the rows of a stretch; the first ones are shorter, because they decide which others matter.
  func forEachStretch(
    ofAtMost most: Int, _ body: (_ rows: ArraySlice<UInt32>, _ least: UInt32, _ slips: Int) -> Bool
  ) {
    var left: [(row: UInt32, total: Int)] = []
    var rank = 0
    firstRows.forEachRow { row in
      let total: UInt16
      if case .byRow = numbering { total = totals[row] } else { total = totals[rank] }
      rank += 1
      if total != UInt16(CandidateRows.none) { left.append((UInt32(truncatingIfNeeded: row), Int(total))) }
    }
    // Counting sort: costs are few.
    var ends = [Int](repeating: 0, count: left.reduce(0) { max($0, $1.total) } + 2)
    for row in left { ends[row.total + 1] += 1 }
    for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
    var next = ends
    var sorted = [UInt32](repeating: 0, count: left.count)
    for row in left {
      sorted[next[row.total]] = row.row
      next[row.total] += 1
    }
    var length = CandidateRows.firstStretch
    for total in ends.indices.dropLast() where ends[total] < ends[total + 1] {
      let least = UInt32(total >> 3) * CandidateRows.step
      var start = ends[total]
      while start < ends[total + 1] {
        let end = min(start + min(length, most), ends[total + 1])
        length = min(2 * length, most)
        guard body(sorted[start..<end], least, total & SlipKinds.most) else { return }
        start = end
      }
    }
  }
}
