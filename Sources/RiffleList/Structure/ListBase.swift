internal import HashTreeCollections
import Riffle

/// All of a list at one generation: how it is divided, and its rows, which the index keeps in list order. Nothing that is
/// hidden or filtered is left out of it; what shows is a ``ListView`` of it.
struct ListBase: Sendable {
  let traits: ListTraits
  let divisions: Divisions
  /// The rows that are selected by themselves.
  let selected: SelectedRows
  let generation: UInt64
  /// Two lists with the same one have the same sections, groups and rows, and the same selection.
  let content: Stamp
  let snapshot: Snapshot<AnyRow, RowID>

  var sections: SummedTree<SectionRecord> { divisions.sections }

  /// The group of a row, and the row's index in it; `nil` if there is none.
  /// - Complexity: O(log² *n*).
  func place(of id: RowID) -> (section: SectionRecord, group: GroupRecord, index: Int)? {
    snapshot.position(of: id).flatMap { divisions.group(at: $0) }.map { ($0.section, $0.group, $0.index) }
  }

  /// All of the list.
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

  /// The rows of a group, in order.
  func rows(of group: GroupID) -> [AnyRow]? {
    guard let place = divisions.place(named: group) else { return nil }
    let group = divisions[place]
    return snapshot.elements(offset: divisions.start(of: place), limit: group.rowCount)
  }
}

/// How a list is divided into sections and groups.
struct Divisions: Sendable {
  /// What sections the list makes by itself, and keeps in order.
  var arrangement: ListArrangement?
  private(set) var sections: SummedTree<SectionRecord>
  /// In which section each group is.
  private var homes: TreeDictionary<GroupID, SectionID> = [:]
  /// Of sections that have groups of their own, how many of the first numbers are known to be taken.
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

  /// Where a group stands: the index of its section, and its own among the groups of that.
  struct Place: Sendable, Equatable {
    var section: Int
    var group: Int
  }

  /// - Complexity: O(log *n*), as of all that finds something.
  func section(_ id: SectionID) -> (index: Int, record: SectionRecord)? {
    sections.index(of: id).map { ($0, sections[$0]) }
  }

  func place(of id: GroupID) -> Place? {
    guard let home = homes[id], let (section, record) = section(home), let group = record.groups.index(of: id) else {
      return nil
    }
    return Place(section: section, group: group)
  }

  /// Where the group is that somebody names; where none has the name, the rows are meant that a section of that name has
  /// outside of groups.
  func place(named id: GroupID) -> Place? { place(of: id) ?? place(of: .section(SectionID(id.name))) }

  subscript(place: Place) -> GroupRecord { sections[place.section].groups[place.group] }

  /// How many rows come before those of a group.
  func start(of place: Place) -> Int {
    let (section, before) = sections.found(at: place.section)
    return before.rows + section.groups.sum(before: place.group).rows
  }

  /// The group of the row at a position, and the row's index in it; `nil` if there is none.
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

  /// The groups of which something has changed, as they were and as they are.
  /// - Complexity: O(*c* log *n*) for *c* edits that lie between the two.
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

  /// An id for one more group of a section's own: the first that is free.
  /// - Complexity: O(1) on average where groups have come one after the other.
  func freeOwnID(of section: SectionID) -> GroupID {
    var number = (ownCounts[section] ?? 0) + 1
    while homes[.own(section, number)] != nil { number += 1 }
    return .own(section, number)
  }

  /// Takes note that a group is in a section.
  private mutating func take(_ group: GroupID, in section: SectionID) {
    homes[group] = section
    guard group.isOwn, group.number == (ownCounts[section] ?? 0) + 1 else { return }
    var count = group.number
    while homes[.own(section, count + 1)] != nil { count += 1 }
    ownCounts[section] = count
  }

  /// Takes note that a group has left its section.
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
  /// Checks that everything has an id of its own, but for rows, whose ids the index compares.
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
