/// Rows in which several clauses are found, and what each row costs at least, told by posting lists alone: these lie side
/// by side, while the words of rows lie anywhere in memory, and may be many.
///
/// Clauses are added one after the other. A row that has become too dear is left out at once, so that each clause has
/// fewer rows to look after than the one before.
struct CandidateRows {
  /// Costs are kept in such steps, rounded down: half of what the beginning of a word costs.
  private static let step: UInt32 = 100
  /// Of a row in which the clause at hand has not been found.
  private static let none: UInt16 = 0xFF

  private(set) var rows: [UInt32] = []
  /// What each of the rows costs at least, in steps.
  private var totals: [UInt16] = []
  private var isFirst = true
  /// The same rows, one bit each.
  private var members: BitColumn
  /// By row of the segment, what the clause at hand costs at least in the lower byte, and in the upper one how many words
  /// the title has after the first, at most 63, as far as a posting has said so. Only those of ``rows`` count.
  private var costs: [UInt16]
  private let most: UInt32
  private let table: CostTable
  /// What the clauses that are not added yet cost at least.
  private var others: UInt32

  /// - Parameters:
  ///   - most: what rows may cost at most.
  ///   - floor: what all clauses together cost at least.
  init(rowCount: Int, most: UInt32, floor: UInt32, _ table: CostTable) {
    costs = Array(repeating: CandidateRows.none, count: rowCount)
    members = BitColumn(count: rowCount)
    self.most = most
    others = floor
    self.table = table
  }

  /// The rows of a posting list cost the clause at hand no less than `cost`, and where the word is in the search text only
  /// no less than `hidden`; `nil` if it does not count there.
  ///
  /// - Parameter isFirstTerm: only the first one pays for not standing at the start.
  mutating func take(
    _ list: Range<Int>, of postings: borrowing Postings, cost: UInt32, hidden: UInt32?, isFirstTerm: Bool
  ) {
    let elsewhere = isFirstTerm ? min(table.notAtStart, table.inReading) : 0
    let hidden =
      hidden.map { CandidateRows.steps($0 + table.inSearchText + (isFirstTerm ? table.notAtStart : 0)) }
      ?? CandidateRows.none
    let regions: InlineArray<4, UInt16> = [
      CandidateRows.steps(cost), CandidateRows.steps(cost + elsewhere), hidden, hidden,
    ]
    let rows = postings.rows.span
    let places = postings.places.span
    var costs = costs.mutableSpan
    for posting in list {
      let row = Int(rows[posting])
      let known = costs[row]
      costs[row] = UInt16(places[posting] & 63) << 8 | min(known & 0xFF, regions[Int(places[posting] >> 6)])
    }
  }

  /// Whether a row is not left out yet.
  @inline(__always)
  func contains(_ row: UInt32) -> Bool { isFirst || members[Int(row)] }

  /// Rows cost the clause at hand no less than `cost`.
  mutating func take(_ rows: [UInt32], cost: UInt32) {
    let cost = CandidateRows.steps(cost)
    for row in rows {
      let known = costs[Int(row)]
      costs[Int(row)] = known & 0xFF00 | min(known & 0xFF, cost)
    }
  }

  private static func steps(_ cost: UInt32) -> UInt16 { UInt16(min(cost / step, UInt32(none) - 1)) }

  /// Ends the clause at hand, and leaves out the rows that it makes too dear, or that it is not found in.
  /// - Parameter floor: what the clause costs at least anywhere.
  mutating func endClause(floor: UInt32) {
    others -= floor
    let limit = Int(min(most - min(most, others), UInt32(UInt16.max) * CandidateRows.step) / CandidateRows.step)
    if isFirst {
      isFirst = false
      for row in costs.indices where costs[row] & 0xFF != CandidateRows.none {
        if Int(costs[row] & 0xFF) <= limit {
          rows.append(UInt32(truncatingIfNeeded: row))
          totals.append(costs[row] & 0xFF)
        }
        costs[row] |= CandidateRows.none
      }
      members.insert(rows[...])
      return
    }
    var kept = 0
    for index in rows.indices {
      let row = Int(rows[index])
      let cost = costs[row] & 0xFF
      costs[row] |= CandidateRows.none
      guard cost != CandidateRows.none, Int(totals[index]) + Int(cost) <= limit else {
        members.remove(row)
        continue
      }
      rows[kept] = rows[index]
      totals[kept] = totals[index] + cost
      kept += 1
    }
    rows.removeSubrange(kept...)
    totals.removeSubrange(kept...)
  }

  /// Calls `body` with stretches of rows, those first that cost least, and with what they cost at least, until it
  /// returns `false`.
  func forEachStretch(_ body: (_ rows: ArraySlice<UInt32>, _ least: UInt32) -> Bool) {
    func key(_ index: Int) -> Int { Int(totals[index]) << 6 | Int(costs[Int(rows[index])] >> 8) }
    // Counting sort: costs are few.
    var ends = [Int](repeating: 0, count: (Int(totals.max() ?? 0) + 1) << 6 + 1)
    for index in rows.indices { ends[key(index) + 1] += 1 }
    for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
    var next = ends
    var sorted = rows
    for index in rows.indices {
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
