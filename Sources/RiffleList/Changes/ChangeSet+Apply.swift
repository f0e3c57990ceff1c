extension ChangeSet {
  /// Returns the new snapshot, made from the old one: `changes.apply(to: before) == after`.
  ///
  /// Everything that a change names must be at its place, and the numbers of sections and rows must match. Rows that no change
  /// names are not checked.
  /// - Complexity: O(*s* + *m* + *c* log *c*) for *s* sections, *m* rows of the sections that change and *c* changes.
  public func apply(to before: ListSnapshot) throws(ChangeSetError) -> ListSnapshot {
    try checkCounts(of: before)
    var kept = before.sections
    for update in sections.updates {
      try check(update.id, at: update.from, kept)
      kept[update.from].traits = update.value
    }
    for update in rows.updates {
      try check(update.id, at: update.from, kept)
      kept[update.from.section].rows[update.from.row] = update.value
    }
    var arrivals = rows.inserts.map { Arrival(id: $0.id, to: $0.at, row: $0.value) }
    var departures = rows.deletes.map(\.at)
    for delete in rows.deletes { try check(delete.id, at: delete.at, kept) }
    for move in rows.moves {
      try check(move.id, at: move.from, kept)
      arrivals.append(Arrival(id: move.id, to: move.to, row: kept[move.from.section].rows[move.from.row]))
      departures.append(move.from)
    }
    departures.sort()
    arrivals.sort { $0.to < $1.to }
    for stretch in departures.sections(\.self) {
      kept[departures[stretch.lowerBound].section].rows.removeAll(at: departures[stretch].map(\.row))
    }
    var result = try arranged(kept)
    for stretch in arrivals.sections(\.to) {
      let section = arrivals[stretch.lowerBound].to.section
      guard result.indices.contains(section) else { throw arrivals[stretch.lowerBound].misfit(count: 0) }
      try result[section].rows.insert(arrivals[stretch])
    }
    return ListSnapshot(sections: result)
  }

  /// A row that arrives at a place.
  fileprivate struct Arrival {
    let id: RowID
    let to: RowPath
    let row: AnyRow

    func misfit(count: Int) -> ChangeSetError { .noPlace(for: id, at: to, count: count) }
  }

  private func checkCounts(of before: ListSnapshot) throws(ChangeSetError) {
    guard before.sections.count == sectionCount else {
      throw .sectionCount(expected: sectionCount, found: before.sections.count)
    }
    let count = before.sections.reduce(0) { $0 + $1.rows.count }
    guard count == rowCount else { throw .rowCount(expected: rowCount, found: count) }
  }

  private func check(_ id: SectionID, at position: Int, _ sections: [SectionSnapshot]) throws(ChangeSetError) {
    let found = sections.indices.contains(position) ? sections[position].id : nil
    guard found == id else { throw .otherSection(at: position, expected: id, found: found) }
  }

  private func check(_ id: RowID, at path: RowPath, _ sections: [SectionSnapshot]) throws(ChangeSetError) {
    var found: RowID?
    if sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row) {
      found = sections[path.section].rows[path.row].id
    }
    guard found == id else { throw .otherRow(at: path, expected: id, found: found) }
  }

  /// Returns the sections in their new order.
  private func arranged(_ kept: [SectionSnapshot]) throws(ChangeSetError) -> [SectionSnapshot] {
    var isLeaving = kept.map { _ in false }
    var arrivals = sections.inserts.map { (to: $0.at, section: SectionSnapshot($0.value)) }
    for delete in sections.deletes {
      try check(delete.id, at: delete.at, kept)
      if let row = kept[delete.at].rows.first {
        throw .otherRow(at: RowPath(section: delete.at, row: 0), expected: nil, found: row.id)
      }
      isLeaving[delete.at] = true
    }
    for move in sections.moves {
      try check(move.id, at: move.from, kept)
      arrivals.append((move.to, kept[move.from]))
      isLeaving[move.from] = true
    }
    arrivals.sort { $0.to < $1.to }
    var result: [SectionSnapshot] = []
    result.reserveCapacity(kept.count - sections.deletes.count + sections.inserts.count)
    var next = arrivals[...]
    for (section, isLeaving) in zip(kept, isLeaving) where !isLeaving {
      while let arrival = next.first, arrival.to == result.count {
        result.append(arrival.section)
        next.removeFirst()
      }
      result.append(section)
    }
    return result + next.map(\.section)
  }
}

extension Array {
  /// Returns the ranges of consecutive elements in one section.
  fileprivate func sections(_ path: (Element) -> RowPath) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for position in indices
    where position + 1 == count || path(self[position]).section != path(self[position + 1]).section {
      result.append(start..<position + 1)
      start = position + 1
    }
    return result
  }
}

extension [AnyRow] {
  /// - Parameter positions: ascending; each is the position of a row.
  fileprivate mutating func removeAll(at positions: [Int]) {
    guard let first = positions.first else { return }
    var result = Array(self[..<first])
    result.reserveCapacity(count - positions.count)
    var next = first + 1
    for position in positions.dropFirst() where position >= next {
      result += self[next..<position]
      next = position + 1
    }
    self = result + self[next...]
  }

  /// - Parameter arrivals: in the order of their new places.
  fileprivate mutating func insert(_ arrivals: ArraySlice<ChangeSet.Arrival>) throws(ChangeSetError) {
    var result: [AnyRow] = []
    result.reserveCapacity(count + arrivals.count)
    var next = 0
    for arrival in arrivals {
      let gap = arrival.to.row - result.count
      guard gap >= 0, next + gap <= count else { throw arrival.misfit(count: count + arrivals.count) }
      result += self[next..<next + gap]
      next += gap
      result.append(arrival.row)
    }
    self = result + self[next...]
  }
}
