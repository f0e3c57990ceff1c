/// Labels for new items, and room for them.
extension ListRows {
  /// A label between those of two places, after others have made room if there was none.
  mutating func label(between neighbours: Neighbours) -> OrderLabel {
    while true {
      let lower = neighbours.lower.map { label($0) }
      var upper = neighbours.upper.map { label($0) }
      // An order that contradicts itself, as where numbers are not: then what comes before decides.
      if let lower, let last = upper, last <= lower { upper = next(after: lower) }
      if let label = OrderLabel(after: lower, before: upper) { return label }
      makeRoom(around: lower ?? upper ?? .first)
    }
  }

  /// So many new items that stand one after another come between two rows that do.
  struct Gap {
    let neighbours: Neighbours
    var count: Int
  }

  /// Labels for the new items of several gaps, after others have made room where there was none.
  ///
  /// - Parameter gaps: in list order.
  /// - Returns: those of one gap after the other; `nil` if the gaps contradict one another, as in an order that does.
  mutating func labels(in gaps: [Gap]) -> [OrderLabel]? {
    // Where two rows stand to one another no label changes: to make room between them would be in vain.
    guard gaps.allSatisfy({ !contradictsItself($0) }) else { return nil }
    // What makes room for one gap may take some of another one's.
    for _ in 0..<ListRows.mostRounds {
      var labels: [OrderLabel] = []
      var crowded: [Gap] = []
      for gap in gaps {
        guard let room = room(in: gap) else {
          crowded.append(gap)
          continue
        }
        for number in 0..<UInt64(truncatingIfNeeded: gap.count) {
          labels.append(OrderLabel(rawValue: room.first.rawValue + number * room.spacing))
        }
      }
      if crowded.isEmpty { return zip(labels, labels.dropFirst()).allSatisfy { $0 < $1 } ? labels : nil }
      for gap in crowded {
        guard let place = gap.neighbours.lower ?? gap.neighbours.upper else { return nil }
        makeRoom(around: label(place), for: gap.count)
      }
    }
    return nil
  }

  private static let mostRounds = 64

  private func contradictsItself(_ gap: Gap) -> Bool {
    guard let lower = gap.neighbours.lower, let upper = gap.neighbours.upper else { return false }
    return label(upper) <= label(lower)
  }

  private func room(in gap: Gap) -> (first: OrderLabel, spacing: UInt64)? {
    OrderLabel.room(
      for: gap.count, after: gap.neighbours.lower.map { label($0) }, before: gap.neighbours.upper.map { label($0) })
  }

  /// The least label that is greater than another.
  private func next(after label: OrderLabel) -> OrderLabel? {
    guard label.rawValue < .max else { return nil }
    var least: OrderLabel?
    for part in 0...tailPart {
      let row = rank(of: OrderLabel(rawValue: label.rawValue + 1), inPart: part)
      if row < rowCount(ofPart: part) {
        let found = self.label(ListRow(part: part, row: row))
        least = least.map { min($0, found) } ?? found
      }
    }
    return least
  }

  /// Spreads labels evenly over the smallest range around one that is not too full, where the larger a range is, the less
  /// of it may be taken: M. A. Bender et al., Two Simplified Algorithms for Maintaining Order in a List (2002). An item
  /// is then moved O(log *n*) times on average, however items are inserted.
  ///
  /// - Parameter newCount: how many items are to come directly after the label.
  private mutating func makeRoom(around label: OrderLabel, for newCount: Int = 1) {
    let reserved = newCount - 1
    var mostItems = 1.0
    for bits in UInt64(1)...64 {
      mostItems *= 4.0 / 3.0
      let size = bits == 64 ? UInt64.max : 1 << bits
      let start = bits == 64 ? 0 : label.rawValue & ~(size - 1)
      let rows = (0...tailPart).map { self.rows(ofPart: $0, from: start, size) }
      let count = rows.reduce(reserved) { $0 + $1.count }
      let step = size / UInt64(count + 1)
      // Less than a step of 4 would not last.
      guard bits == 64 || Double(count) < mostItems && step >= 4 else { continue }
      var next = start
      var isAfter = false
      for place in inOrder(rows) {
        if !isAfter, self.label(place) > label {
          isAfter = true
          next += step * UInt64(truncatingIfNeeded: reserved)
        }
        next += step
        setLabel(place, OrderLabel(rawValue: next))
      }
      break
    }
    didRelabel()
  }

  /// The rows of a part whose labels are in a range.
  private func rows(ofPart part: Int, from start: UInt64, _ size: UInt64) -> Range<Int> {
    let first = rank(of: OrderLabel(rawValue: start), inPart: part)
    let (end, isLast) = start.addingReportingOverflow(size)
    return first..<(isLast || size == .max ? rowCount(ofPart: part) : rank(of: OrderLabel(rawValue: end), inPart: part))
  }

  /// The rows of some range of each part, by label.
  private func inOrder(_ rows: [Range<Int>]) -> [ListRow] {
    var places: [(label: OrderLabel, place: ListRow)] = []
    for part in rows.indices {
      for row in rows[part] {
        let place = ListRow(part: part, row: row)
        places.append((label(place), place))
      }
    }
    places.sort { $0.label < $1.label }
    return places.map(\.place)
  }
}
