/// Rows in which several clauses are found, and what each row costs at least, told by posting lists alone: these lie side
/// by side, while the words of rows lie anywhere in memory, and may be many.
///
/// Clauses are added one after the other. A row that has become too dear is left out at once, so that each clause has fewer
/// rows to look after than the one before.
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

  /// Costs are kept in such steps, rounded down: half of what the beginning of a word costs. Below them are 3 bits of slips:
  /// those that a row has at least where it costs no more.
  private static let step: UInt32 = 100
  private static let slipBits = UInt32(SlipKinds.most)
  /// Of a row in which the clause at hand has not been found, or that is too dear.
  private static let none = UInt16.max
  private static let tooDear = UInt32.max

  /// The rows at first, ascending; one bit each; and how many of them come before each 64 rows of the segment.
  private var rows: [UInt32] = []
  private let firstRows: BitColumn
  private var ranks: [UInt32] = []
  /// Those that are left, one bit each.
  private var members: BitColumn
  /// For each of ``rows`` what it costs at least in all clauses before, and in the clause at hand, in steps.
  private var totals: [UInt32]
  private var costs: [UInt16]
  private let most: UInt32
  private let table: CostTable
  /// What the clauses that are not added yet cost at least.
  private var others: UInt32
  private let tokens: TokenColumn

  /// - Parameters:
  ///   - rows: those in which all clauses are found that are to be added, one bit each.
  ///   - most: what rows may cost at most.
  ///   - floor: what all clauses together cost at least.
  init(_ rows: BitColumn, _ tokens: TokenColumn, most: UInt32, floor: UInt32, _ table: CostTable) {
    self.tokens = tokens
    firstRows = rows
    members = rows
    self.most = most
    others = floor
    self.table = table
    ranks.reserveCapacity(rows.words.count)
    var count = 0
    for word in rows.words {
      ranks.append(UInt32(truncatingIfNeeded: count))
      count += word.nonzeroBitCount
    }
    self.rows = rows.rows
    totals = Array(repeating: 0, count: count)
    costs = Array(repeating: CandidateRows.none, count: count)
  }

  // MARK: - Clauses

  /// Adds what a clause costs, and leaves out the rows that it makes too dear.
  ///
  /// - Parameter floor: what the clause costs at least anywhere.
  mutating func add(_ found: Found, in segment: Segment, floor: UInt32) {
    let words = found.sources.words
    let postings = segment.postings
    for (number, list) in words.enumerated() {
      // Lists of few words lie anywhere in memory.
      let later = number + CandidateRows.listsAhead
      if later < words.count { postings.rows.prefetch(words[later].postings.lowerBound) }
      read(list, of: postings)
    }
    for (runs, isFirstTerm) in found.runs {
      for tier in runs.tiers {
        let steps = runs.places(tier.kind, isFirstTerm: isFirstTerm).map { CandidateRows.steps($0) }
        for (row, place) in zip(tier.rows, tier.places) { lower(row, steps[Place(rawValue: place).regionNumber]) }
      }
    }
    if let unworded = found.sources.unworded { lower(unworded, 0) }
    if let texts = found.texts { lower(texts.rows, CandidateRows.steps(texts.cost)) }
    endClause(floor: floor)
  }

  private static let listsAhead = 12

  /// The rows of a posting list cost the clause at hand no less than the list says.
  private mutating func read(_ list: ClauseSources.Words, of postings: borrowing Postings) {
    // What does not count where it stands costs more than any row may.
    let regions = list.places.map { CandidateRows.steps($0, slips: list.slips) }
    let (memberBits, firstBits, firstRanks) = (members.words, firstRows.words, ranks)
    let members = memberBits.span
    let firstRows = firstBits.span
    let ranks = firstRanks.span
    var ownCosts = take(&costs)
    defer { self.costs = ownCosts }
    var costs = ownCosts.mutableSpan
    postings.forEachPosting(in: list.postings) { row, place in
      let word = Int(row >> 6)
      let bit: UInt64 = 1 << UInt64(row & 63)
      guard members[word] & bit != 0 else { return }
      let index = Int(ranks[word]) + (firstRows[word] & (bit &- 1)).nonzeroBitCount
      costs[index] = min(costs[index], regions[place.regionNumber])
    }
  }

  /// Rows cost the clause at hand no less than so many steps.
  private mutating func lower(_ rows: BitColumn, _ steps: UInt16) {
    for word in members.words.indices {
      var bits = members.words[word] & rows.words[word]
      while bits != 0 {
        lower(UInt32(truncatingIfNeeded: word << 6 | bits.trailingZeroBitCount), steps)
        bits &= bits - 1
      }
    }
  }

  private mutating func lower(_ row: UInt32, _ steps: UInt16) {
    let word = Int(row >> 6)
    let bit: UInt64 = 1 << UInt64(row & 63)
    guard members.words[word] & bit != 0 else { return }
    let index = Int(ranks[word]) + (firstRows.words[word] & (bit &- 1)).nonzeroBitCount
    costs[index] = min(costs[index], steps)
  }

  private static func steps(_ cost: UInt32, slips: Int = 0) -> UInt16 {
    cost == .max ? none : UInt16(min(cost / step, UInt32(none) >> 3 - 1)) << 3 | UInt16(min(slips, SlipKinds.most))
  }

  private mutating func endClause(floor: UInt32) {
    others -= floor
    let limit = (most - min(most, others)) / CandidateRows.step
    let slipBits = CandidateRows.slipBits
    for index in rows.indices where totals[index] != CandidateRows.tooDear {
      let cost = costs[index]
      costs[index] = CandidateRows.none
      let total = totals[index] >> 3 + UInt32(cost >> 3)
      if cost != CandidateRows.none, total <= limit {
        totals[index] = total << 3 | min(slipBits, totals[index] & slipBits + UInt32(cost) & slipBits)
      } else {
        totals[index] = CandidateRows.tooDear
        members.remove(Int(rows[index]))
      }
    }
  }

  // MARK: - Rows

  /// Calls `body` with stretches of rows, those first that can be best as far as their weights do not matter, and with what
  /// they have at least, until it returns `false`.
  /// - Parameter length: of a stretch at most.
  func forEachStretch(
    of length: Int, _ body: (_ rows: ArraySlice<UInt32>, _ least: UInt32, _ slips: Int, _ titleWords: Int32) -> Bool
  ) {
    // Below what rows cost 6 bits: how many words a title has after the first, at most 63.
    let left = rows.indices.filter { totals[$0] != CandidateRows.tooDear }.map { index in
      (row: rows[index], key: Int(totals[index]) << 6 | Int(min(max(0, tokens.titleWords(Int(rows[index])) - 1), 63)))
    }
    // Counting sort: costs are few.
    var ends = [Int](repeating: 0, count: (left.reduce(0) { max($0, $1.key >> 6) } + 1) << 6 + 1)
    for row in left { ends[row.key + 1] += 1 }
    for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
    var next = ends
    var sorted = [UInt32](repeating: 0, count: left.count)
    for row in left {
      sorted[next[row.key]] = row.row
      next[row.key] += 1
    }
    for key in ends.indices.dropLast() where ends[key] < ends[key + 1] {
      let least = UInt32(key >> 9) * CandidateRows.step
      var start = ends[key]
      while start < ends[key + 1] {
        let end = min(start + length, ends[key + 1])
        guard body(sorted[start..<end], least, key >> 6 & SlipKinds.most, Int32(key & 63) + 1) else { return }
        start = end
      }
    }
  }
}
