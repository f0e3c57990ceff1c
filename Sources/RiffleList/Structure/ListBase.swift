internal import HashTreeCollections
import Riffle

/// All of a list at one generation: its divisions, and its rows, which the index keeps in list order. It includes hidden and
/// filtered rows; a ``ListView`` of it is the visible part.
struct ListBase: Sendable {
  let traits: ListTraits
  let divisions: Divisions
  /// The rows that are selected individually.
  let selected: SelectedRows
  let generation: UInt64
  /// The stamp of the content. Lists with the same one have the same sections, groups, rows and selection.
  let content: Stamp
  let snapshot: Snapshot<AnyRow, RowID>

  var sections: SummedTree<SectionRecord> { divisions.sections }

  /// Returns the group of a row, and the row's index in it; `nil` if there is none.
  /// - Complexity: O(log² *n*).
  func place(of id: RowID) -> (section: SectionRecord, group: GroupRecord, index: Int)? {
    snapshot.position(of: id).flatMap { divisions.group(at: $0) }.map { ($0.section, $0.group, $0.index) }
  }

  /// The contents of the list.
  /// - Complexity: O(*n*).
  var contents: ListContents {
    let rows = snapshot.elements(offset: 0, limit: .max)
    var start = 0
    var contents = ListContents(
      sections: sections.elements.map { section in
        Section(
          section.traits,
          groups: section.groups.elements.map { group in
            defer { start += group.rowCount }
            return RowGroup(group.traits, rows: Array(rows[start..<start + group.rowCount]))
          })
      })
    contents.traits = traits
    return contents
  }

  /// Returns the rows of a group, in order.
  func rows(of group: GroupID) -> [AnyRow]? {
    guard let place = divisions.place(named: group) else { return nil }
    let group = divisions[place]
    return snapshot.elements(offset: divisions.start(of: place), limit: group.rowCount)
  }
}

/// The division of a list into sections and groups.
struct Divisions: Sendable {
  /// The sections that the list makes by itself and keeps sorted.
  var arrangement: ListArrangement?
  private(set) var sections: SummedTree<SectionRecord>
  /// The section of each group.
  private var homes: TreeDictionary<GroupID, SectionID> = [:]
  /// For sections that have groups of their own, the number of leading numbers known to be in use.
  private var ownCounts: TreeDictionary<SectionID, Int> = [:]

  /// - Complexity: O(groups).
  init(_ sections: [Section], by arrangement: ListArrangement?, showsEmpty: Bool, _ stamp: Stamp) {
    self.arrangement = arrangement
    self.sections = SummedTree(
      sections.map { section in
        SectionRecord(
          section.traits, SummedTree(section.groups.map { GroupRecord($0, stamp) }), showsEmpty: showsEmpty)
      })
    for section in sections { for group in section.groups { take(group.traits.id, in: section.traits.id) } }
  }

  /// - Complexity: O(sections).
  init(_ records: [SectionRecord], by arrangement: ListArrangement?) {
    self.arrangement = arrangement
    sections = SummedTree(records)
    for record in records {
      record.groups.visit { group, _, _ in
        take(group.id, in: record.id)
        return true
      }
    }
  }

  // MARK: - Finding

  /// The place of a group: the index of its section, and its own among the groups of the section.
  struct Place: Sendable, Equatable {
    var section: Int
    var group: Int
  }

  /// - Complexity: O(log *n*), like all lookups.
  func section(_ id: SectionID) -> (index: Int, record: SectionRecord)? {
    sections.index(of: id).map { ($0, sections[$0]) }
  }

  func place(of id: GroupID) -> Place? {
    guard let home = homes[id], let (section, record) = section(home), let group = record.groups.index(of: id) else {
      return nil
    }
    return Place(section: section, group: group)
  }

  /// Returns the place of the group that a caller has named. If no group has the name, it is the own group of the section of that
  /// name.
  func place(named id: GroupID) -> Place? { place(of: id) ?? place(of: .section(SectionID(id.name))) }

  subscript(place: Place) -> GroupRecord { sections[place.section].groups[place.group] }

  /// Returns the number of rows before those of a group.
  func start(of place: Place) -> Int {
    let (section, before) = sections.found(at: place.section)
    return before.rows + section.groups.sum(before: place.group).rows
  }

  /// Returns the group of the row at a position, and the row's index in it; `nil` if there is none.
  func group(
    at position: Int
  ) -> (place: Place, section: SectionRecord, group: GroupRecord, index: Int)? {
    guard position >= 0, let section = sections.first(where: \.rows, exceeds: position),
      let group = section.element.groups.first(where: \.rows, exceeds: position - section.before.rows)
    else { return nil }
    return (
      Place(section: section.index, group: group.index), section.element, group.element,
      position - section.before.rows - group.before.rows
    )
  }

  /// Returns the changed groups, as they were and as they are.
  /// - Complexity: O(*c* log *n*) for *c* edits between the two.
  func changedGroups(since earlier: Divisions) -> (gone: [GroupRecord], come: [GroupRecord]) {
    let (goneSections, comeSections) = sections.differences(from: earlier.sections)
    var old = Dictionary(uniqueKeysWithValues: goneSections.map { ($0.element.id, $0.element) })
    var (gone, come): ([GroupRecord], [GroupRecord]) = ([], [])
    for section in comeSections.lazy.map(\.element) {
      if let before = old.removeValue(forKey: section.id) {
        let groups = section.groups.differences(from: before.groups)
        gone += groups.gone.map(\.element)
        come += groups.come.map(\.element)
      } else {
        come += section.groups.elements
      }
    }
    for section in old.values { gone += section.groups.elements }
    return (gone, come)
  }

  /// Returns an id for one more group of a section's own: the first that is free.
  /// - Complexity: O(1) on average if groups have been added one after the other.
  func freeOwnID(of section: SectionID) -> GroupID {
    var number = (ownCounts[section] ?? 0) + 1
    while homes[.own(section, number)] != nil { number += 1 }
    return .own(section, number)
  }

  /// Records that a group is in a section.
  private mutating func take(_ group: GroupID, in section: SectionID) {
    homes[group] = section
    guard group.isOwn, group.number == (ownCounts[section] ?? 0) + 1 else { return }
    var count = group.number
    while homes[.own(section, count + 1)] != nil { count += 1 }
    ownCounts[section] = count
  }

  /// Records that a group has left its section.
  private mutating func free(_ group: GroupID) {
    homes[group] = nil
    let section = SectionID(group.name)
    guard group.isOwn, let count = ownCounts[section], group.number <= count else { return }
    ownCounts[section] = group.number > 1 ? group.number - 1 : nil
  }

  // MARK: - Editing

  mutating func replaceSection(at index: Int, with section: SectionRecord) {
    sections.replace(at: index, with: section)
  }

  mutating func insert(_ section: SectionRecord, at index: Int) {
    section.groups.visit { group, _, _ in
      take(group.id, in: section.id)
      return true
    }
    sections.insert(section, at: index)
  }

  mutating func removeSection(at index: Int) {
    sections[index].groups.visit { group, _, _ in
      free(group.id)
      return true
    }
    sections.remove(at: index)
  }

  mutating func replaceGroup(at place: Place, with group: GroupRecord) {
    editGroups(ofSection: place.section) { $0.replace(at: place.group, with: group) }
  }

  mutating func insert(_ group: GroupRecord, at place: Place) {
    take(group.id, in: sections[place.section].id)
    editGroups(ofSection: place.section) { $0.insert(group, at: place.group) }
  }

  mutating func removeGroup(at place: Place) {
    free(self[place].id)
    editGroups(ofSection: place.section) { $0.remove(at: place.group) }
  }

  private mutating func editGroups(ofSection index: Int, _ edit: (inout SummedTree<GroupRecord>) -> Void) {
    let section = sections[index]
    var groups = section.groups
    edit(&groups)
    sections.replace(at: index, with: section.with(groups))
  }
}

extension ListContents {
  /// Checks that sections and groups have unique ids. The index checks the ids of rows.
  /// - Throws: ``ListError/missingID(of:offset:inSection:)``, ``ListError/duplicateID(of:id:)``.
  func checkIDs() throws(ListError) {
    var sectionIDs: Set<SectionID> = []
    var groupIDs: Set<GroupID> = []
    for (offset, section) in sections.enumerated() {
      let id = section.traits.id
      if id.isEmpty { throw .missingID(of: .section, offset: offset, inSection: nil) }
      if !sectionIDs.insert(id).inserted { throw .duplicateID(of: .section, id: id.description) }
      for (offset, group) in section.groups.enumerated() {
        if group.traits.id.isEmpty { throw .missingID(of: .group, offset: offset, inSection: id) }
        if group.traits.id.isOwn, group.traits.id.name != id.name {
          throw .groupOfAnother(section: SectionID(group.traits.id.name))
        }
        if !groupIDs.insert(group.traits.id).inserted {
          throw .duplicateID(of: .group, id: group.traits.id.description)
        }
        for (offset, row) in group.rows.enumerated() where row.id.isEmpty {
          throw .missingID(of: .row, offset: offset, inSection: id)
        }
      }
    }
  }
}
