/// Rows in which several clauses are found, and what each row costs at least, told by posting lists alone: these lie side
/// by side, while the words of rows lie anywhere in memory, and may be many.
///
/// Clauses are added one after the other. Only the rows of the first one are kept, and a row that has become too dear is
/// left out at once, so that each clause has fewer rows to look after than the one before.
struct CandidateRows {
  /// Costs are kept in such steps, rounded down: half of what the beginning of a word costs.
  private static let step: UInt32 = 100
  /// Of a row in which the clause at hand has not been found.
  private static let none = UInt8.max

  /// The rows of the first clause, ascending.
  private var rows: [UInt32] = []
  /// Those that are left, one bit each; and how many of the first clause's rows come before each 64 rows of the segment.
  private var members: BitColumn
  private var ranks: [UInt32] = []
  /// For each of ``rows`` what it costs at least in all clauses before, and in the clause at hand, in steps.
  private var totals: [UInt16] = []
  private var costs: [UInt8] = []
  /// How many words the title of each has after the first, at most 63.
  private var titleWords: [UInt8] = []
  /// The rows of the first clause, one bit each.
  private var firstRows: BitColumn
  private var isFirst = true
  /// How many rows are left.
  private(set) var count = 0
  private let most: UInt32
  private let table: CostTable
  /// What the clauses that are not added yet cost at least.
  private var others: UInt32

  /// The rows that may be hits; `nil` for all.
  private let within: BitColumn?
  private let tokens: TokenColumn

  /// - Parameters:
  ///   - within: the rows that may be hits; `nil` for all.
  ///   - most: what rows may cost at most.
  ///   - floor: what all clauses together cost at least.
  init(_ tokens: TokenColumn, within: BitColumn?, most: UInt32, floor: UInt32, _ table: CostTable) {
    self.tokens = tokens
    self.within = within
    members = BitColumn(count: tokens.count)
    firstRows = members
    self.most = most
    others = floor
    self.table = table
  }

  // MARK: - Clauses

  /// Leaves out the rows in which a clause is not found, and those that it makes too dear.
  ///
  /// - Parameters:
  ///   - sources: where the clause is found.
  ///   - runs: the rows that hold terms of the clause as runs, at least those that are left.
  ///   - texts: the rows in which patterns of the clause may be found by their texts, and what these cost at least.
  ///   - isFirstTerm: only the first one pays for not standing at the start.
  ///   - floor: what the clause costs at least anywhere.
  mutating func add(
    _ sources: ClauseSources, _ runs: [RunRows], _ texts: (rows: BitColumn, cost: UInt32)?,
    of postings: borrowing Postings, isFirstTerm: Bool, floor: UInt32
  ) {
    if isFirst { begin(sources, runs, texts?.rows, postings) }
    for (number, words) in sources.words.enumerated() {
      // Lists of few words lie anywhere in memory.
      let later = number + CandidateRows.listsAhead
      if later < sources.words.count { postings.rows.prefetch(sources.words[later].postings.lowerBound) }
      read(words, of: postings, isFirstTerm)
    }
    for runs in runs { read(runs, upTo: sources.most) }
    if let texts { read(texts.rows, cost: texts.cost) }
    endClause(floor: floor)
  }

  private static let listsAhead = 12

  private mutating func begin(
    _ sources: ClauseSources, _ runs: [RunRows], _ texts: BitColumn?, _ postings: borrowing Postings
  ) {
    isFirst = false
    for words in sources.words { postings.rows.insert(words.postings, into: &firstRows) }
    for runs in runs { firstRows.insert(runs.rows[...]) }
    if let texts { firstRows.formUnion(texts) }
    if let within { firstRows.formIntersection(within) }
    ranks.reserveCapacity(firstRows.words.count)
    for word in firstRows.words {
      ranks.append(UInt32(truncatingIfNeeded: count))
      count += word.nonzeroBitCount
    }
    rows.reserveCapacity(count)
    titleWords.reserveCapacity(count)
    firstRows.forEachRow { row in
      rows.append(UInt32(truncatingIfNeeded: row))
      titleWords.append(UInt8(truncatingIfNeeded: min(max(0, tokens.titleWords(row) - 1), 63)))
    }
    members = firstRows
    totals = Array(repeating: 0, count: count)
    costs = Array(repeating: CandidateRows.none, count: count)
  }

  /// Whether a row is not left out yet.
  @inline(__always)
  func contains(_ row: UInt32) -> Bool { isFirst || members[Int(row)] }

  /// The rows of a posting list cost the clause at hand no less than the list says.
  private mutating func read(_ list: ClauseSources.Words, of postings: borrowing Postings, _ isFirstTerm: Bool) {
    let isFirstTerm = isFirstTerm && list.isBeginning
    let elsewhere = isFirstTerm ? min(table.notAtStart, table.inReading) : 0
    let hidden =
      list.hidden.map { CandidateRows.steps($0 + table.inSearchText + (isFirstTerm ? table.notAtStart : 0)) }
      ?? CandidateRows.none
    let regions: InlineArray<4, UInt8> = [
      CandidateRows.steps(list.cost), CandidateRows.steps(list.cost + elsewhere), hidden, hidden,
    ]
    let rows = postings.rows
    let places = postings.places.span
    let (memberBits, firstBits, firstRanks) = (members.words, firstRows.words, ranks)
    let members = memberBits.span
    let firstRows = firstBits.span
    let ranks = firstRanks.span
    var ownCosts = take(&costs)
    defer { self.costs = ownCosts }
    var costs = ownCosts.mutableSpan
    rows.forEach(in: list.postings) { posting, row in
      let word = Int(row >> 6)
      let bit: UInt64 = 1 << UInt64(row & 63)
      guard members[word] & bit != 0 else { return }
      let index = Int(ranks[word]) + (firstRows[word] & (bit &- 1)).nonzeroBitCount
      costs[index] = min(costs[index], regions[Int(places[posting] >> 6)])
    }
  }

  /// Rows hold a term of the clause at hand as a run; those count that cost no more than `most`.
  private mutating func read(_ runs: RunRows, upTo most: UInt32) {
    for (row, cost) in zip(runs.rows, runs.costs) where cost <= most && members[Int(row)] {
      let word = Int(row >> 6)
      let index = Int(ranks[word]) + (firstRows.words[word] & (1 << UInt64(row & 63) &- 1)).nonzeroBitCount
      costs[index] = min(costs[index], CandidateRows.steps(cost))
    }
  }

  /// Rows hold a pattern of the clause at hand, which costs so much at least.
  private mutating func read(_ texts: BitColumn, cost: UInt32) {
    let steps = CandidateRows.steps(cost)
    for word in members.words.indices {
      var bits = members.words[word] & texts.words[word]
      while bits != 0 {
        let bit = bits & (0 &- bits)
        bits &= bits - 1
        let index = Int(ranks[word]) + (firstRows.words[word] & (bit &- 1)).nonzeroBitCount
        costs[index] = min(costs[index], steps)
      }
    }
  }

  private static func steps(_ cost: UInt32) -> UInt8 { UInt8(min(cost / step, UInt32(none) - 1)) }

  private mutating func endClause(floor: UInt32) {
    others -= floor
    let limit = Int(min(most - min(most, others), UInt32(UInt16.max) * CandidateRows.step) / CandidateRows.step)
    count = 0
    for index in rows.indices where totals[index] != UInt16.max {
      let cost = costs[index]
      costs[index] = CandidateRows.none
      let total = Int(totals[index]) + Int(cost)
      if cost != CandidateRows.none, total <= limit {
        totals[index] = UInt16(truncatingIfNeeded: total)
        count += 1
      } else {
        totals[index] = .max
        members.remove(Int(rows[index]))
      }
    }
  }

  // MARK: - Rows

  /// Calls `body` with stretches of rows, those first that cost least, and with what they cost at least, until it
  /// returns `false`.
  func forEachStretch(_ body: (_ rows: ArraySlice<UInt32>, _ least: UInt32) -> Bool) {
    let left = rows.indices.filter { totals[$0] != .max }
    func key(_ index: Int) -> Int { Int(totals[index]) << 6 | Int(titleWords[index]) }
    // Counting sort: costs are few.
    var ends = [Int](repeating: 0, count: (left.reduce(0) { max($0, Int(totals[$1])) } + 1) << 6 + 1)
    for index in left { ends[key(index) + 1] += 1 }
    for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
    var next = ends
    var sorted = [UInt32](repeating: 0, count: left.count)
    for index in left {
      sorted[next[key(index)]] = rows[index]
      next[key(index)] += 1
    }
    for key in ends.indices.dropLast() where ends[key] < ends[key + 1] {
      let least = UInt32(key >> 6) * CandidateRows.step + table.cost(ofTitleWords: Int32(key & 63) + 1)
      var start = ends[key]
      while start < ends[key + 1] {
        let end = min(start + CandidateRows.stretchLength, ends[key + 1])
        guard body(sorted[start..<end], least) else { return }
        start = end
      }
    }
  }

  private static let stretchLength = 1024
}
