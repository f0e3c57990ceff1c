import Riffle

extension ListView {
  /// Returns the changes from an earlier view of the list, or a view through another filter, to this one: see ``ChangeSet``.
  ///
  /// - Complexity: O(*c* log² *n*) for *c* edits, and sections and rows that come, go or change between the two. If either is
  ///   filtered, also O(*n* / 64 + sections). If either is sorted, O(rows) of both.
  public func changes(since earlier: ListView) throws(ListError) -> ChangeSet {
    let isWhole = if case (.whole, .whole) = (layout, earlier.layout) { true } else { false }
    var input = DiffInput(afterCount: sectionCount)
    input.sectionID = { section(at: $0)?.id }
    input.rowID = { row(at: $0)?.id }
    if isWhole {
      compareDivisions(earlier, &input)
    } else if filter.sort != nil || earlier.filter.sort != nil {
      input.before = earlier.allSections
      input.after = allSections
    } else {
      compareParts(earlier, &input)
    }
    var changes = try ChangeSet(input, sectionCount: earlier.sectionCount, rowCount: earlier.count)
    let selection = SelectionChange(from: earlier.base, to: base)
    changes.selected = selection.selected.map(\.id)
    changes.deselected = selection.deselected.map(\.id)
    return changes
  }

  /// All sections with all rows, to be compared with those of a view in another order.
  private var allSections: [DiffSection] {
    let rows = rows()
    return layout.sections.map { section in
      DiffSection(
        traits: section.record.traits, position: section.number, count: section.count,
        rows: Array(rows[section.start..<section.start + section.count]))
    }
  }

  /// A section with those of its rows to compare, by their places in it.
  fileprivate struct Candidate {
    let section: ViewLayout.Shown
    var rows: [(place: Int, row: AnyRow)] = []

    var diffSection: DiffSection {
      let isAll = rows.count == section.count
      return DiffSection(
        traits: section.record.traits, position: section.number, count: section.count, rows: rows.map(\.row),
        places: isAll ? nil : rows.map(\.place))
    }
  }

  // MARK: - Without a filter

  /// Compares sections and groups whose records have changed.
  private func compareDivisions(_ earlier: ListView, _ input: inout DiffInput) {
    let (gone, come) = base.sections.differences(from: earlier.base.sections)
    var before = gone.filter(\.element.isShown).map { Candidate(section: ViewLayout.Shown($0.element, $0.before)) }
    var after = come.filter(\.element.isShown).map { Candidate(section: ViewLayout.Shown($0.element, $0.before)) }
    let old = Dictionary(uniqueKeysWithValues: before.indices.map { (before[$0].section.record.id, $0) })
    var isWhole = (before: before.map { _ in true }, after: after.map { _ in true })
    var pairs: [GroupPair] = []
    for number in after.indices {
      guard let other = old[after[number].section.record.id] else { continue }
      isWhole.before[other] = false
      isWhole.after[number] = false
      compareGroups(earlier, &before[other], &after[number], &pairs, (other, number))
    }
    comparePairs(earlier, pairs, &before, &after)
    // Rows of groups that have come or gone as a whole lie between those of others.
    for number in before.indices { before[number].rows.sort { $0.place < $1.place } }
    for number in after.indices { after[number].rows.sort { $0.place < $1.place } }
    earlier.fill(&before, where: isWhole.before)
    fill(&after, where: isWhole.after)
    input.before = before.map(\.diffSection)
    input.after = after.map(\.diffSection)
  }

  /// Adds all their rows to sections; those of adjacent sections are read together.
  private func fill(_ candidates: inout [Candidate], where isWhole: [Bool]) {
    var first = 0
    while first < candidates.count {
      guard isWhole[first] else {
        first += 1
        continue
      }
      let start = candidates[first].section.start
      var (end, next) = (start, first)
      while next < candidates.count, isWhole[next], candidates[next].section.start == end {
        end += candidates[next].section.count
        next += 1
      }
      let rows = rows(offset: start, limit: end - start)
      for number in first..<next {
        let section = candidates[number].section
        candidates[number].rows = (0..<section.count).map { ($0, rows[section.start - start + $0]) }
      }
      first = next
    }
  }

  /// Compares groups of a section whose records have changed.
  private func compareGroups(
    _ earlier: ListView, _ old: inout Candidate, _ new: inout Candidate, _ pairs: inout [GroupPair],
    _ number: (Int, Int)
  ) {
    let (gone, come) = new.section.record.groups.differences(from: old.section.record.groups)
    let after = Dictionary(uniqueKeysWithValues: come.map { ($0.element.id, $0) })
    var isKept: Set<GroupID> = []
    for group in gone {
      let ranks = group.element.shownRanks(from: old.section.before.ownShown + group.before.ownShown, in: earlier.part)
      guard let other = after[group.element.id], other.element.placeStamp == group.element.placeStamp else {
        earlier.addRows(ranks, at: group.before.shown, to: &old)
        continue
      }
      isKept.insert(group.element.id)
      let otherRanks = other.element.shownRanks(from: new.section.before.ownShown + other.before.ownShown, in: part)
      let showsAll = group.element.showsAll && other.element.showsAll
      if group.element.rowsStamp == other.element.rowsStamp, showsAll { continue }
      pairs.append(
        GroupPair(
          before: .init(section: number.0, ranks: ranks, place: group.before.shown),
          after: .init(section: number.1, ranks: otherRanks, place: other.before.shown), showsAll: showsAll))
    }
    for group in come where !isKept.contains(group.element.id) {
      let ranks = group.element.shownRanks(from: new.section.before.ownShown + group.before.ownShown, in: part)
      addRows(ranks, at: group.before.shown, to: &new)
    }
  }

  private func addRows(_ ranks: Range<Int>, at place: Int, to candidate: inout Candidate) {
    let rows = part.elements(offset: ranks.lowerBound, limit: ranks.count)
    for (offset, row) in rows.enumerated() { candidate.rows.append((place + offset, row)) }
  }

  /// A group whose rows, or whose visible rows, have changed.
  fileprivate struct GroupPair {
    struct Side {
      let section: Int
      let ranks: Range<Int>
      /// The place in the section where the group begins.
      let place: Int
    }

    let before, after: Side
    /// Whether on both sides all rows show that are not hidden themselves.
    let showsAll: Bool
  }

  /// Compares the rows of groups. A group takes some 50 µs; if there are many, all rows between the first and the last are
  /// compared at once.
  private func comparePairs(
    _ earlier: ListView, _ pairs: [GroupPair], _ before: inout [Candidate], _ after: inout [Candidate]
  ) {
    let whole = pairs.filter(\.showsAll)
    let isMany = whole.count > 64
    for pair in pairs where !isMany || !pair.showsAll {
      let (gone, come) = part.difference(pair.after.ranks, from: earlier.part, pair.before.ranks)
      gone.add(to: &before, [pair.before])
      come.add(to: &after, [pair.after])
    }
    guard isMany else { return }
    let sides = (
      before: whole.map(\.before).sorted { $0.ranks.lowerBound < $1.ranks.lowerBound },
      after: whole.map(\.after).sorted { $0.ranks.lowerBound < $1.ranks.lowerBound }
    )
    let ranks = sides.after[0].ranks.lowerBound..<sides.after[whole.count - 1].ranks.upperBound
    let earlierRanks = sides.before[0].ranks.lowerBound..<sides.before[whole.count - 1].ranks.upperBound
    let (gone, come) = part.difference(
      SectionedRanks(ranks, base.sections), from: earlier.part, SectionedRanks(earlierRanks, earlier.base.sections))
    gone.add(to: &before, sides.before)
    come.add(to: &after, sides.after)
  }

  // MARK: - With a filter

  /// Compares rows that are in only one of the parts.
  private func compareParts(_ earlier: ListView, _ input: inout DiffInput) {
    let (ownPart, otherPart) = (shownPart, earlier.shownPart)
    let (gone, come) = ownPart.difference(
      SectionedRanks(ownPart.count, layout), from: otherPart, SectionedRanks(otherPart.count, earlier.layout))
    var (before, after) = (earlier.candidates(gone), candidates(come))
    let (touched, kept) = sectionsTouched(since: earlier)
    for number in touched.before where before[number] == nil {
      before[number] = earlier.layout.section(number).map { Candidate(section: $0) }
    }
    for number in touched.after where after[number] == nil {
      after[number] = layout.section(number).map { Candidate(section: $0) }
    }
    // A section that is compared must be included on both sides.
    let (olds, news) = (Array(before.keys), Array(after.keys))
    for number in olds {
      guard let other = kept.after(number), after[other] == nil else { continue }
      after[other] = layout.section(other).map { Candidate(section: $0) }
    }
    for number in news {
      guard let other = kept.before(number), before[other] == nil else { continue }
      before[other] = earlier.layout.section(other).map { Candidate(section: $0) }
    }
    input.before = before.sorted { $0.key < $1.key }.map(\.value.diffSection)
    input.after = after.sorted { $0.key < $1.key }.map(\.value.diffSection)
  }

  /// The visible rows only.
  var shownPart: Snapshot<AnyRow, RowID> {
    guard case .whole(let divisions) = layout, divisions.sections.sum.reduced > 0 else { return part }
    var others: [Range<Int>] = []
    var end = 0
    for stretch in layout.stretches(of: 0..<count, in: part) {
      if stretch.lowerBound > end { others.append(end..<stretch.lowerBound) }
      end = stretch.upperBound
    }
    if end < part.count { others.append(end..<part.count) }
    return part.without(others)
  }

  /// Returns candidates of visible rows, by number of their section.
  private func candidates(_ rows: Snapshot<AnyRow, RowID>.LooseRows) -> [Int: Candidate] {
    var candidates: [Int: Candidate] = [:]
    var current: Candidate?
    for (rank, row) in zip(rows.ranks, rows.elements) {
      if current.map({ rank >= $0.section.start + $0.section.count }) ?? true {
        if let current { candidates[current.section.number] = current }
        current = layout.section(holding: rank).map { Candidate(section: $0) }
      }
      let start = current?.section.start ?? 0
      current?.rows.append((rank - start, row))
    }
    if let current { candidates[current.section.number] = current }
    return candidates
  }

  /// Returns the numbers of sections that show in only one of two views or have other records, and those of all others, as
  /// stretches.
  private func sectionsTouched(
    since earlier: ListView
  ) -> (touched: (before: [Int], after: [Int]), kept: [Stretch]) {
    let (gone, come) = base.sections.differences(from: earlier.base.sections)
    let (old, new) = (earlier.layout.sectionIndices, layout.sectionIndices)
    var touched: (before: [Int], after: [Int]) = ([], [])
    var kept: [Stretch] = []
    // Untouched sections are in the same order in both lists: their indices among these are the same.
    var (i, j, goneBefore, comeBefore) = (0, 0, 0, 0)
    func isTouched(_ index: Int, _ loose: [SummedTree<SectionRecord>.Loose], _ before: inout Int) -> Bool {
      while before < loose.count, loose[before].index < index { before += 1 }
      return before < loose.count && loose[before].index == index
    }
    while i < old.count || j < new.count {
      if i < old.count, isTouched(old[i], gone, &goneBefore) {
        touched.before.append(i)
        i += 1
      } else if j < new.count, isTouched(new[j], come, &comeBefore) {
        touched.after.append(j)
        j += 1
      } else {
        let (a, b) = (i < old.count ? old[i] - goneBefore : .max, j < new.count ? new[j] - comeBefore : .max)
        if a == b { kept.append(joining: Stretch(before: i, after: j, count: 1)) }
        if a < b { touched.before.append(i) }
        if b < a { touched.after.append(j) }
        (i, j) = (a <= b ? i + 1 : i, b <= a ? j + 1 : j)
      }
    }
    return (touched, kept)
  }
}

extension [Stretch] {
  fileprivate func after(_ number: Int) -> Int? {
    let place = partitioningIndex { $0.before > number } - 1
    guard place >= 0, number < self[place].before + self[place].count else { return nil }
    return self[place].after + number - self[place].before
  }

  fileprivate func before(_ number: Int) -> Int? {
    let place = partitioningIndex { $0.after > number } - 1
    guard place >= 0, number < self[place].after + self[place].count else { return nil }
    return self[place].before + number - self[place].after
  }
}

extension Snapshot<AnyRow, RowID>.LooseRows {
  /// Adds the rows of groups to their sections.
  /// - Parameter groups: in order.
  fileprivate func add(to sections: inout [ListView.Candidate], _ groups: [ListView.GroupPair.Side]) {
    var group = 0
    for (rank, row) in zip(ranks, elements) {
      while group < groups.count, groups[group].ranks.upperBound <= rank { group += 1 }
      guard group < groups.count else { return }
      let side = groups[group]
      if side.ranks.contains(rank) {
        sections[side.section].rows.append((side.place + rank - side.ranks.lowerBound, row))
      }
    }
  }
}

extension GroupRecord {
  fileprivate var showsAll: Bool { sum.shown == sum.ownShown }
}

extension ListUpdate {
  /// Returns the changes of the visible rows and sections, and of the selection; see ``ListView/changes(since:)``.
  public func changes() throws(ListError) -> ChangeSet { try after.changes(since: before) }
}
