internal import HashTreeCollections
import Riffle

/// A list while it is edited: a value, so that a rollback is an assignment of a copy.
///
/// Rows are edited in a draft of the index, and counted in the records of their groups. Each edit is made at once, and sees the
/// result of the one before.
struct Draft {
  let base: ListBase
  let settings: ListSettings
  var traits: ListTraits
  var divisions: Divisions
  var selected: SelectedRows
  var rows: ListDraft<AnyRow, RowID>
  /// The index that ``rows`` are a draft of; a different one from the list's if it has been rebuilt.
  var index: RowIndex
  /// Whether anything has been edited.
  var hasChanged = false { didSet { restored = nil } }
  /// The content of an earlier version that the list has been restored to, if nothing has been edited since.
  var restored: Stamp?
  /// Whether rows are edited by hand after the transaction; `nil` if that does not change.
  var isHandEditing: Bool?
  /// The reason why the index could not be edited: such a draft cannot be published.
  private(set) var failure: ListError?
  /// The number of the journal's notes that belong to this draft: events to send after the transaction, in addition to its
  /// update.
  private var noteCount = 0
  /// The stamp of every edit of this transaction.
  let stamp = Stamp()
  var suspects = Suspects()
  /// The edits to pass to the keeper; `nil` if the list keeps its rows itself.
  var kept: KeptEdits?
  /// Shared with the copies used for rollbacks.
  let journal: Journal

  enum Note {
    case event(ListEvent)
    /// A row has been moved by hand.
    case moved(AnyRow)
    case reconfigured(Reconfigured)
  }

  /// Parts to redraw though they have not been edited.
  enum Reconfigured {
    case rows([RowID])
    case group(GroupID)
    case section(SectionID)
  }

  /// Sections, groups and rows to check at the end, because rows have gone.
  struct Suspects {
    var sections: TreeSet<SectionID> = []
    /// Groups whose selected row may be elsewhere.
    var groups: TreeSet<GroupID> = []
    /// Selected rows that may have gone.
    var rows: TreeSet<RowID> = []
  }

  typealias Place = Divisions.Place

  /// - Parameters:
  ///   - order: the order of rows that are kept elsewhere.
  ///   - other: a draft of the same transaction, whose journal is continued.
  init(
    _ base: ListBase, _ index: RowIndex, _ rows: ListDraft<AnyRow, RowID>, kept order: KeptOrder? = nil,
    after other: Draft? = nil
  ) {
    self.base = base
    journal = other?.journal ?? Journal()
    noteCount = other?.noteCount ?? 0
    kept = order.map { KeptEdits(order: $0) }
    settings = index.settings
    traits = base.traits
    divisions = base.divisions
    selected = base.selected
    self.rows = rows
    self.index = index
  }

  /// The stamp of the list's present content.
  var content: Stamp { restored ?? (hasChanged ? stamp : base.content) }

  /// The list as left by the edits, for reading but not for searching.
  var current: ListBase {
    ListBase(
      traits: traits, divisions: divisions, selected: selected, generation: base.generation, content: content,
      snapshot: rows.snapshot)
  }

  // MARK: - Events

  /// The events to send after the transaction, in addition to the update.
  var notes: [Note] { journal.notes(noteCount) }

  /// Records an event to send when the transaction has ended.
  mutating func note(_ note: Note) {
    journal.note(note, after: noteCount)
    noteCount += 1
  }

  // MARK: - Finding

  /// - Complexity: O(log *n*), like all methods of this section unless stated otherwise.
  func section(_ id: SectionID) throws(ListError) -> (index: Int, record: SectionRecord) {
    guard let found = divisions.section(id) else { throw .unknownID(of: .section, id: id.description) }
    return found
  }

  func group(_ id: GroupID) throws(ListError) -> Place {
    guard let place = divisions.place(named: id) else { throw .unknownID(of: .group, id: id.description) }
    return place
  }

  func row(_ id: RowID) throws(ListError) -> AnyRow {
    guard let row = rows.element(withID: id) else { throw .unknownID(of: .row, id: id.description) }
    return row
  }

  /// Returns the group of a row, its index there and its position in the list.
  /// - Complexity: O(log² *n*).
  func place(of id: RowID) throws(ListError) -> (group: Place, index: Int, position: Int) {
    guard let position = rows.position(of: id), let found = divisions.group(at: position) else {
      throw .unknownID(of: .row, id: id.description)
    }
    return (found.place, found.index, position)
  }

  /// Returns the rows of a group, by index.
  func rows(of place: Place, _ range: Range<Int>) -> [AnyRow] {
    let start = divisions.start(of: place)
    return rows.elements(start + range.lowerBound..<start + range.upperBound)
  }

  func rows(of place: Place) -> [AnyRow] { rows(of: place, 0..<divisions[place].rowCount) }

  // MARK: - Rows

  /// Inserts new rows into a group.
  /// - Throws: ``ListError``; nothing has then changed.
  mutating func insert(_ new: [AnyRow], _ place: Place, at index: Int) throws(ListError) {
    let group = divisions[place]
    guard 0...group.rowCount ~= index else {
      throw .outOfRange(index: index, count: group.rowCount, in: "group “\(group.id)”")
    }
    if new.isEmpty { return }
    if let arrangement = arrangement(ofSection: place.section) { return try insert(new, by: arrangement) }
    try check(new)
    try insertItself(new, place, at: index)
  }

  /// Inserts new rows into a group of any section, without regard to the arrangement.
  mutating func insertItself(_ new: [AnyRow], _ place: Place, at index: Int) throws(ListError) {
    let group = divisions[place]
    let start = divisions.start(of: place)
    if kept != nil {
      for row in new { try checkKept(row, over: base.snapshot.element(withID: row.id)) }
      try checkOrder(new, at: start + index)
      note(new.map(\.id), isPlaced: true)
    }
    journal.keep(new)
    try edit { rows throws(IndexError) in try rows.insert(new, at: start + index) }
    divisions.replaceGroup(
      at: place, with: group.adding(rows: new.count, hidden: new.count { $0.isHidden }, stamp))
  }

  /// Checks that rows have unique ids.
  func check(_ new: [AnyRow]) throws(ListError) {
    var ids: Set<RowID> = []
    for (offset, row) in new.enumerated() {
      let id = row.id
      if id.isEmpty { throw .missingID(of: .row, offset: offset, inSection: nil) }
      if new.count > 1, !ids.insert(id).inserted { throw .duplicateID(of: .row, id: id.description) }
      if rows.contains(id) { throw .duplicateID(of: .row, id: id.description) }
    }
  }

  /// Removes rows of a group.
  mutating func remove(_ place: Place, _ range: Range<Int>) {
    if range.isEmpty { return }
    let group = divisions[place]
    let start = divisions.start(of: place)
    let positions = start + range.lowerBound..<start + range.upperBound
    var hidden = 0
    let gone = rows.elements(positions)
    for row in gone {
      if row.isHidden { hidden += 1 }
      if selected.contains(row.id) { suspects.rows.insert(row.id) }
    }
    note(gone.lazy.map(\.id), isPlaced: false)
    rows.remove(positions)
    hasChanged = true
    suspect(place)
    divisions.replaceGroup(at: place, with: group.adding(rows: -range.count, hidden: -hidden, stamp))
  }

  private mutating func suspect(_ place: Place) {
    let group = divisions[place]
    suspects.sections.insert(divisions.sections[place.section].id)
    if group.traits.style.selected != nil { suspects.groups.insert(group.id) }
  }

  /// Moves a row. The index counts the rows without this one.
  mutating func move(_ id: RowID, _ place: Place, at index: Int) throws(ListError) {
    let old = try self.place(of: id)
    let group = divisions[place]
    let count = group.rowCount - (old.group == place ? 1 : 0)
    guard 0...count ~= index else {
      throw .outOfRange(index: index, count: count, in: "group “\(group.id)”")
    }
    if old.group == place, old.index == index { return }
    let row = try row(id)
    try checkMove(id)
    if selected.contains(id) { suspects.rows.insert(id) }
    if let arrangement = arrangement(ofSection: place.section) {
      return try self.place(row, over: row, by: arrangement)
    }
    let start = divisions.start(of: place)
    // Rows behind the old place move up by one.
    let position = start + index - (start > old.position ? 1 : 0)
    try edit { rows throws(IndexError) in
      rows.remove(old.position..<old.position + 1)
      try rows.insert([row], at: position)
    }
    let hidden = row.isHidden ? 1 : 0
    note(CollectionOfOne(id), isPlaced: true)
    suspect(old.group)
    divisions.replaceGroup(at: old.group, with: divisions[old.group].adding(rows: -1, hidden: -hidden, stamp))
    divisions.replaceGroup(at: place, with: divisions[place].adding(rows: 1, hidden: hidden, stamp))
  }

  /// Replaces the row that has the same id.
  mutating func write(_ row: AnyRow) throws(ListError) {
    let old = try self.row(row.id)
    if old == row { return }
    try write(row, over: old)
  }

  /// - Parameter old: the present row.
  mutating func write(_ row: AnyRow, over old: AnyRow) throws(ListError) {
    try checkKept(row, over: old)
    let place = try place(of: row.id).group
    if let arrangement = arrangement(ofSection: place.section), !arrangement.isSamePlace(old, row) {
      return try self.place(row, over: old, by: arrangement)
    }
    try writeItself(row, over: old, place)
  }

  /// Replaces the row of the same id; it must be in this group.
  mutating func writeItself(_ row: AnyRow, over old: AnyRow, _ place: Place) throws(ListError) {
    journal.keep([row])
    try edit { rows throws(IndexError) in try rows.replace(row) }
    note(CollectionOfOne(row.id), isPlaced: false)
    let hidden = (row.isHidden ? 1 : 0) - (old.isHidden ? 1 : 0)
    divisions.replaceGroup(at: place, with: divisions[place].adding(rows: 0, hidden: hidden, stamp))
  }

  /// Replaces the rows of a group. Rows at both ends that stay the same are not moved.
  /// - Complexity: O(*n*) in the rows before and after.
  mutating func setRows(_ new: [AnyRow], of place: Place) throws(ListError) {
    let old = rows(of: place)
    if let arrangement = arrangement(ofSection: place.section) { return try setRows(new, over: old, by: arrangement) }
    let middle = Middle(old, new)
    for index in middle.kept where old[index.before] != new[index.after] {
      try write(new[index.after], over: old[index.before])
    }
    remove(place, middle.before)
    try insert(Array(new[middle.after]), place, at: middle.before.lowerBound)
  }

  /// Rebuilds the index with these rows.
  mutating func beginAnew(_ sections: [Section]) throws(ListError) {
    for section in sections { for group in section.groups { journal.keep(group.rows) } }
    hasChanged = true
    index = try RowIndex(sections.lazy.flatMap { $0.groups.lazy.flatMap(\.rows) }, settings)
    rows = ListDraft(index.index.snapshot())
    divisions = Divisions(sections, by: arrangement, showsEmpty: settings.emptySections == .kept, stamp)
  }

  mutating func edit(_ body: (inout ListDraft<AnyRow, RowID>) throws(IndexError) -> Void) throws(ListError) {
    hasChanged = true
    do {
      try body(&rows)
    } catch {
      failure = ListError(error)
      throw ListError(error)
    }
  }

  // MARK: - The end

  /// Cleans up after edits: removes sections left empty, and deselects rows that can no longer be selected.
  /// - Throws: ``ListError/tooLarge(what:limit:)``, if an edit has thrown it.
  mutating func settle() throws(ListError) {
    if let failure { throw failure }
    if kept == nil {
      for id in suspects.sections {
        guard let (index, section) = divisions.section(id), section.rowCount == 0, goesEmptied(id) else { continue }
        divisions.removeSection(at: index)
      }
    }
    // Radio groups and accordions do not select a row that is elsewhere.
    for id in suspects.groups {
      guard let place = divisions.place(of: id), let selected = divisions[place].traits.style.selected else { continue }
      if (try? self.place(of: selected).group) == place { continue }
      var traits = divisions[place].traits
      traits.style.select(nil)
      setTraits(traits, of: place)
    }
    let positions = suspects.rows.map { (position: rows.position(of: $0), id: $0) }
    for (position, id) in positions.sorted(by: { $0.position ?? .max < $1.position ?? .max }) {
      guard let position, let place = divisions.group(at: position)?.place else {
        selected.remove(id)
        continue
      }
      // If the group selects one row and has none, it selects this one.
      var traits = divisions[place].traits
      guard traits.style.selectsOne, selected.remove(id), traits.style.selected == nil else { continue }
      traits.style.select(id)
      setTraits(traits, of: place)
    }
  }
}

extension Draft {
  /// Returns whether a section is removed once it has no rows.
  private func goesEmptied(_ id: SectionID) -> Bool {
    if let arrangement, arrangement.owns(id), !arrangement.keepsEmptySections { return true }
    return settings.removesEmptiedSections && base.divisions.section(id).map { $0.record.rowCount > 0 } ?? false
  }
}

extension GroupStyle {
  /// Whether at most one row is selected, by the group.
  var selectsOne: Bool { if case .plain = self { false } else { true } }

  /// Sets the selected row of a group that has one.
  mutating func select(_ id: RowID?) {
    switch self {
    case .plain: break
    case .radio: self = .radio(selected: id)
    case .accordion(_, let isExpanded): self = .accordion(selected: id, isExpanded: isExpanded)
    }
  }
}
