internal import HashTreeCollections
import Riffle

/// Lists whose rows are kept elsewhere: edits of rows are passed to the keeper, and the kept rows are taken over.
extension Draft {
  /// Edits of rows that have not been passed to the keeper yet.
  struct KeptEdits {
    let order: KeptOrder
    /// The edited rows.
    var touched: TreeSet<RowID> = []
    /// The rows whose place may have changed.
    var placed: TreeSet<RowID> = []
  }

  // MARK: - Checking

  /// Checks that the list itself may change sections and groups.
  func checkOwnsStructure() throws(ListError) { if kept != nil { throw .keptRows(.structure) } }

  /// Checks that the keeper can store a row.
  /// - Parameter old: the present row; `nil` if it is new.
  func checkKept(_ row: AnyRow, over old: AnyRow? = nil) throws(ListError) {
    guard kept != nil else { return }
    var known = old ?? row.with { $0 = RowTraits(id: row.id, title: "") }
    known = known.with { traits in
      (traits.title, traits.searchText, traits.reading) = (row.traits.title, row.traits.searchText, row.traits.reading)
      (traits.weight, traits.isSearchable) = (row.traits.weight, row.traits.isSearchable)
    }
    guard known.traits == row.traits, old == nil || known == row else {
      throw .keptRows(.content(row: row.id.description))
    }
  }

  /// Checks that rows may be inserted at a position.
  func checkOrder(_ rows: [AnyRow], at position: Int) throws(ListError) {
    guard case .arrival? = kept?.order, position < self.rows.count, let row = rows.first else { return }
    throw .keptRows(.order(row: row.id.description))
  }

  /// Checks that a row may be moved.
  func checkMove(_ id: RowID) throws(ListError) {
    if case .arrival? = kept?.order { throw .keptRows(.order(row: id.description)) }
  }

  mutating func note(_ rows: some Sequence<RowID>, isPlaced: Bool) {
    guard kept != nil else { return }
    for row in rows {
      kept?.touched.insert(row)
      if isPlaced { kept?.placed.insert(row) }
    }
  }

  // MARK: - Passing edits to the keeper

  /// The edits to pass to the keeper.
  var changes: RowChanges {
    var changes = RowChanges()
    guard let kept else { return changes }
    var places: [(position: Int, row: AnyRow, isNew: Bool)] = []
    for id in kept.touched.sorted() {
      let (old, new) = (base.snapshot.element(withID: id), rows.element(withID: id))
      guard let new else {
        if old != nil { changes.deleted.append(id) }
        continue
      }
      if let old, old != new { changes.updated.append(new) }
      let isPlaced = old == nil || kept.order != .alphabet && kept.placed.contains(id)
      if isPlaced, let position = rows.position(of: id) { places.append((position, new, old == nil)) }
    }
    places.sort { $0.position < $1.position }
    var rest = places[...]
    while let first = rest.first {
      guard let place = divisions.group(at: first.position)?.place else { break }
      let end = divisions.start(of: place) + divisions[place].rowCount
      let rows = rest.enumerated().prefix { $1.position == first.position + $0 && $1.position < end }.map(\.element)
      changes.placed.append(stretch(rows.map { ($0.row, $0.isNew) }, at: first.position, place))
      rest.removeFirst(rows.count)
    }
    return changes
  }

  private func stretch(
    _ stretch: [(row: AnyRow, isNew: Bool)], at position: Int, _ place: Place
  ) -> RowChanges.Stretch {
    let start = divisions.start(of: place)
    let (end, behind) = (start + divisions[place].rowCount, position + stretch.count)
    func ids(_ range: Range<Int>) -> [RowID] { rows.elements(range.clamped(to: start..<end)).map(\.id) }
    return RowChanges.Stretch(
      section: divisions.sections[place.section].id, rows: stretch,
      before: { offset, limit in ids(max(0, position - offset - limit)..<max(0, position - offset)).reversed() },
      behind: { offset, limit in ids(behind + offset..<behind + offset + limit) })
  }

  // MARK: - Taking over kept rows

  /// Takes over the traits of sections and groups from a draft of the same list.
  mutating func show(_ other: Draft) {
    for section in other.divisions.sections.differences(from: divisions.sections).come.lazy.map(\.element) {
      guard let (index, old) = divisions.section(section.id) else { continue }
      if section.traits != old.traits { setTraits(section.traits, ofSection: index) }
      for group in section.groups.elements {
        guard let place = divisions.place(of: group.id), divisions[place].traits != group.traits else { continue }
        setTraits(group.traits, of: place)
      }
    }
  }

  /// Takes over the rows as they are kept now.
  mutating func follow(_ kept: any KeptRows) throws {
    let (before, after) = (base.snapshot, kept.snapshot)
    rows = ListDraft(after)
    guard !before.isPartial, !after.isPartial else {
      // A list that is still being read is taken over whole, without finding its new rows.
      suspects.rows.formUnion(selected.ids)
      hasChanged = true
      return divide(try kept.sections(), nil)
    }
    // The same rows at other addresses.
    if after.generation == before.generation { return }
    let (gone, come) = after.difference(0..<after.count, from: before, 0..<before.count)
    if !gone.ranks.isEmpty || !come.ranks.isEmpty { hasChanged = true }
    if !selected.isEmpty { suspects.rows.formUnion(gone.ids.filter(selected.contains)) }
    let changes = KeptDifference(gone: gone.ranks, come: come.ranks)
    // Looking up the section of a row takes about as long as finding one section among all.
    if let written = after.written(since: before, atMost: divisions.sections.count / 8) {
      let known = divisions
      if try count(changes, gone.ids, written, kept) { return }
      divisions = known
    }
    divide(try kept.sections(), changes)
  }

  /// The positions of removed rows, before, and of inserted rows, after: ascending.
  private struct KeptDifference {
    let gone: [Int]
    let come: [Int]

    /// Returns whether two ranges, one before and one after, have the same rows.
    func areSame(_ before: Range<Int>, _ after: Range<Int>) -> Bool {
      func count(_ positions: [Int], before end: Int) -> Int { positions.partitioningIndex { $0 >= end } }
      let (lost, won) = (count(gone, before: before.lowerBound), count(come, before: after.lowerBound))
      return before.count == after.count && before.lowerBound - lost == after.lowerBound - won
        && count(gone, before: before.upperBound) == lost && count(come, before: after.upperBound) == won
    }
  }

  /// Replaces the sections of the list by these. Sections that the list already has keep their traits.
  /// - Parameter changes: the positions of removed and inserted rows; `nil` if they are unknown.
  private mutating func divide(_ sections: [KeptSection], _ changes: KeptDifference?) {
    let old = divisions
    let known = Set(sections.map(\.traits.id))
    for (index, section) in old.sections.elements.enumerated().reversed() where !known.contains(section.id) {
      divisions.removeSection(at: index)
      hasChanged = true
    }
    var start = 0
    for (index, section) in sections.enumerated() {
      let rows = start..<start + section.rowCount
      start = rows.upperBound
      guard let (place, record) = old.section(section.traits.id) else {
        divisions.insert(SectionRecord(section, stamp, showsEmpty: settings.emptySections == .kept), at: index)
        hasChanged = true
        continue
      }
      // A different order of sections requires new divisions.
      guard index < divisions.sections.count, divisions.sections[index].id == section.traits.id else {
        return divideAnew(sections, old)
      }
      let before = old.sections.sum(before: place).rows
      if changes?.areSame(before..<before + record.rowCount, rows) != true { setRowCount(section.rowCount, at: index) }
    }
  }

  private mutating func divideAnew(_ sections: [KeptSection], _ old: Divisions) {
    divisions = Divisions(
      sections.map { section in
        let record = SectionRecord(section, stamp, showsEmpty: settings.emptySections == .kept)
        guard let known = old.section(section.traits.id)?.record else { return record }
        return known.with(SummedTree(record.groups.elements.map { $0.with(known.groups[0].traits) }))
      }, by: old.arrangement)
    suspects.groups.formUnion(sections.map { GroupID.section($0.traits.id) })
    hasChanged = true
  }

  /// Counts rows that have gone and come, and rows that have been written into another section.
  /// - Parameter written: all rows that have been written, and possibly others.
  /// - Returns: `false` if the counts do not fit the existing sections.
  private mutating func count(
    _ changes: KeptDifference, _ gone: [RowID], _ written: [RowID], _ kept: any KeptRows
  ) throws -> Bool {
    let (before, after) = (base.snapshot, kept.snapshot)
    let sections = try kept.sections(of: written)
    guard sections.count == written.count else { return false }
    var differences: [SectionID: Int] = [:]
    func section(before position: Int) -> SectionID? { divisions.group(at: position)?.section.id }
    for position in changes.gone { if let id = section(before: position) { differences[id] = 0 } }
    for id in gone where after.position(of: id) == nil {
      guard let section = before.position(of: id).flatMap(section(before:)) else { return false }
      differences[section, default: 0] -= 1
    }
    let come = Set(changes.come)
    var new: [SectionID: (section: KeptSection, start: Int)] = [:]
    var places: [(position: Int, section: SectionID)] = []
    for (id, traits) in zip(written, sections) {
      guard let position = after.position(of: id) else { return false }
      let old = before.position(of: id).flatMap(section(before:))
      if old == traits.id, !come.contains(position) { continue }
      places.append((position, traits.id))
      if let old { differences[old, default: 0] -= 1 }
      if divisions.section(traits.id) != nil {
        differences[traits.id, default: 0] += 1
      } else {
        let known = new[traits.id]
        new[traits.id] = (
          KeptSection(traits, rowCount: (known?.section.rowCount ?? 0) + 1), min(known?.start ?? .max, position)
        )
      }
    }
    for (id, difference) in differences {
      guard let (index, record) = divisions.section(id), record.rowCount + difference >= 0 else { return false }
      if !kept.hasEmptySections, record.rowCount + difference == 0 {
        divisions.removeSection(at: index)
      } else {
        setRowCount(record.rowCount + difference, at: index)
      }
      hasChanged = true
    }
    for (section, start) in new.values.sorted(by: { $0.start < $1.start }) {
      let next = divisions.sections.first(where: \.rows, exceeds: start)
      guard next.map({ $0.before.rows == start }) ?? (divisions.sections.sum.rows == start) else { return false }
      divisions.insert(
        SectionRecord(section, stamp, showsEmpty: settings.emptySections == .kept),
        at: next?.index ?? divisions.sections.count)
      hasChanged = true
    }
    // Checks the result, which may be wrong if two sections are alike.
    return divisions.sections.sum.rows == after.count
      && places.allSatisfy { divisions.group(at: $0.position)?.section.id == $0.section }
  }

  /// Replaces the row count of the only group of a section.
  private mutating func setRowCount(_ count: Int, at index: Int) {
    let place = Place(section: index, group: 0)
    let group = divisions[place]
    hasChanged = true
    if group.traits.style.selected != nil { suspects.groups.insert(group.id) }
    divisions.replaceGroup(at: place, with: group.adding(rows: count - group.rowCount, hidden: 0, stamp))
  }
}

extension Divisions {
  /// Creates the divisions of rows that are kept elsewhere.
  init(_ sections: [KeptSection], by arrangement: ListArrangement?, showsEmpty: Bool, _ stamp: Stamp) {
    self.init(sections.map { SectionRecord($0, stamp, showsEmpty: showsEmpty) }, by: arrangement)
  }
}

extension SectionRecord {
  fileprivate convenience init(_ section: KeptSection, _ stamp: Stamp, showsEmpty: Bool) {
    let group = GroupRecord(
      GroupTraits(id: .section(section.traits.id)), rowCount: section.rowCount, hiddenCount: 0, rowsStamp: stamp,
      placeStamp: stamp)
    self.init(section.traits, SummedTree([group]), showsEmpty: showsEmpty)
  }
}
