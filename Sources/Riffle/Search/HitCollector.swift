/// A collector of the best hits of a search, with the limit and ceiling for further rows.
struct HitCollector {
  private var top: TopK<RankedRow>
  /// The reach in ``CostTable/unit``s.
  private let reach: UInt32
  /// The cost of the best hit so far, of all parts of the list; `UInt32.max` if there is none.
  private(set) var least: UInt32
  /// Whether a row has been seen that matches, but costs too much.
  private(set) var hasTurnedDown = false
  /// The best so far must cost no more, whatever the window.
  private let most: UInt32
  /// The worth of the highest weight in ``CostTable/unit``s, and the highest weight.
  private let worth: UInt32
  private let bestWeight: UInt16
  /// Whether any title may show accents and punctuation as they were typed.
  var mayShowMarks = true
  /// The segment whose rows are collected, by their ordinals; `nil` for others.
  var segment: Segment?
  /// The end of the ordinals that may be better than a worst row of the same cost, once computed; see ``end(for:)``.
  private var knownEnd: (worst: RankedRow, ordinal: Int)?

  /// - Parameters:
  ///   - worst: the row that others must be better than to be kept.
  ///   - least: the cost of the best hit of other parts.
  ///   - most: the highest cost of a hit in any case.
  ///   - worth: what the highest weight is worth, in ``CostTable/unit``s.
  ///   - bestWeight: no row has a higher one.
  init(
    capacity: Int, reach: UInt32, worst: RankedRow? = nil, least: UInt32 = .max, most: UInt32 = .max,
    worth: UInt32 = 0, bestWeight: UInt16 = .max
  ) {
    self.worth = worth
    self.bestWeight = bestWeight
    self.reach = reach
    self.least = least
    self.most = most
    top = TopK(capacity: max(1, capacity), worst: worst)
  }

  /// The highest cost of a hit, as far as is known.
  var limit: UInt32 { min(most, HitCollector.limit(least: least, reach: reach)) }

  static func limit(least: UInt32, reach: UInt32) -> UInt32 { least.addingClamped(reach) }

  /// The row that others must be better than to enter, if the window is full.
  var worst: RankedRow? { top.worst }

  /// The highest cost of a row that can enter.
  var ceiling: UInt32 { min(limit, top.worst?.score.orderedUnits ?? .max) }

  @inline(__always)
  func admits(_ best: RankedRow) -> Bool { best.score.units <= limit && top.admits(best) }

  /// Returns whether a row that costs no less than `bound` can still enter.
  /// - Parameters:
  ///   - slips: a lower bound of its slips if it costs just the bound; see ``SlipKinds``.
  ///   - titleWords: its title has no fewer.
  @inline(__always)
  func admits(_ bound: UInt32, slips: Int = 0, titleWords: Int32 = 1) -> Bool {
    bound <= limit
      && admits(
        RankedRow(
          score: Score(
            cost: bound, worth: worth, showsMarks: mayShowMarks, slips: slips, weight: bestWeight,
            titleWords: titleWords, isAsTyped: true),
          length: 0,
          row: 0))
  }

  /// Returns whether a row of ``segment``, or any after it, can still enter.
  @inline(__always)
  mutating func admits(_ bound: UInt32, slips: Int = 0, ordinal: Int) -> Bool {
    guard bound <= limit else { return false }
    guard let worst = top.worst else { return true }
    let best = Score(
      cost: bound, worth: worth, showsMarks: mayShowMarks, slips: slips, weight: bestWeight, isAsTyped: true)
    if best.beforeWeight != worst.score.beforeWeight { return best.beforeWeight < worst.score.beforeWeight }
    return ordinal < worst.row || ordinal < end(for: worst)
  }

  /// Where the ordinals end of rows that may be better than another one of the same cost, in a title of equal length perhaps because
  /// that shows the query exactly as it was typed.
  private mutating func end(for worst: RankedRow) -> Int {
    if let knownEnd, knownEnd.worst == worst, knownEnd.worst.score.isAsTyped == worst.score.isAsTyped {
      return knownEnd.ordinal
    }
    let end = segment?.end(ofOrdinalsBefore: worst) ?? .max
    knownEnd = (worst, end)
    return end
  }

  /// Records the cost of a row that does not enter.
  mutating func note(_ cost: UInt32) {
    if cost <= limit { least = min(least, cost) } else { hasTurnedDown = true }
  }

  mutating func insert(_ row: RankedRow) {
    guard row.score.units <= limit else {
      hasTurnedDown = true
      return
    }
    least = min(least, row.score.units)
    top.insert(row)
  }

  /// Whether no row is rejected because others are better.
  var keepsAll: Bool { top.keepsAll }

  /// Returns the rows within reach, best first; the cost of the best hit; and whether rows have been left out that match but
  /// cost too much, `nil` if unknown.
  consuming func finish() -> (rows: [RankedRow], least: UInt32, isCutByReach: Bool?) {
    let (limit, least, hasTurnedDown) = (limit, least, hasTurnedDown)
    let all = top.sorted()
    let rows = all.filter { $0.score.units <= limit }
    return (rows, least, hasTurnedDown || rows.count < all.count ? true : limit == .max ? false : nil)
  }
}

/// A counter of the hits of one part of a list, up to a limit.
struct HitCounter {
  private let limit: Int
  private(set) var count = 0
  private(set) var rows: BitColumn

  init(rowCount: Int, limit: Int) {
    self.limit = limit
    rows = BitColumn(count: rowCount)
  }

  /// Whether the count exceeds the limit.
  var isDone: Bool { count > limit }

  @inline(__always)
  func contains(_ row: Int) -> Bool { rows[row] }

  mutating func insert(_ row: Int) {
    if rows[row] { return }
    rows.insert(row)
    count += 1
  }

  /// Whether so many more are counted.
  func hasRoom(for more: Int) -> Bool { more <= limit - count }

  /// Inserts the rows of postings that are certain hits, and appends those that may be hits to `open`.
  mutating func insert(
    _ range: Range<Int>, of postings: Postings, _ verdicts: PostingVerdicts, within allowed: BitColumn?,
    open: inout [UInt32]
  ) {
    var added = 0
    let bits = allowed?.words
    let column = postings.places
    let places = column.span(toRead: range)
    rows.update { words in
      postings.rows.forEach(in: range) { posting, row in
        let word = Int(row >> 6)
        let bit: UInt64 = 1 << UInt64(row & 63)
        guard bit & ~words[word] & (bits?[word] ?? .max) != 0 else { return }
        let place = places[posting]
        if verdicts.isCertain(place) {
          words[word] |= bit
          added += 1
        } else if verdicts.isOpen(place) {
          open.append(row)
        }
      }
    }
    count += added
  }

  mutating func insert(_ found: borrowing BitColumn) {
    rows.formUnion(found)
    count = rows.setCount
  }
}

extension Segment {
  /// Where the ordinals end of rows that have no less weight, no more words in their titles and no longer ones than a row of this
  /// segment, by its ordinal, or of another part of the list. If that shows the query as it was typed, it is better than those that
  /// come after it.
  fileprivate func end(ofOrdinalsBefore worst: RankedRow) -> Int {
    let key = StaticOrder.key(of: worst)
    var range = 0..<count
    if worst.row < count {
      let start = Int(worst.row)
      if worst.score.isAsTyped { return start }
      var step = 1
      while start + step < count, staticKey(start + step) <= key { step *= 2 }
      range = start + step / 2..<min(start + step, count)
    }
    return range.partitioningIndex { staticKey($0) > key }
  }

  private func staticKey(_ ordinal: Int) -> UInt64 {
    let row = order.row(ordinal)
    return StaticOrder.key(
      weight: weight(row), titleWords: tokens.titleWords(ordinal), titleLength: titles.indexedRange(row).count)
  }
}

extension StaticOrder {
  fileprivate static func key(of row: RankedRow) -> UInt64 {
    key(weight: row.score.weight, titleWords: row.score.titleWords, titleLength: Int(row.length))
  }
}
