internal import HashTreeCollections
import Riffle

/// Edits of sections and groups.
extension Draft {
  mutating func insert(_ section: Section, at index: Int) throws(ListError) {
    try check(section.rows)
    suspects.sections.insert(section.traits.id)
    if let arrangement, arrangement.owns(section.traits.id), !section.rows.isEmpty {
      var empty = section
      for group in empty.groups.indices { empty.groups[group].rows = [] }
      try insert(empty, at: index)
      return try insert(section.rows, by: arrangement)
    }
    let start = divisions.sections.sum(before: index).rows
    let new = section.rows
    journal.keep(new)
    try edit { rows throws(IndexError) in try rows.insert(new, at: start) }
    for group in section.groups where group.traits.style.selected != nil { suspects.groups.insert(group.traits.id) }
    let groups = SummedTree(section.groups.map { GroupRecord($0, stamp) })
    divisions.insert(
      SectionRecord(section.traits, groups, showsEmpty: settings.emptySections == .kept), at: index)
  }

  mutating func removeSection(at index: Int) {
    for group in 0..<divisions.sections[index].groups.count {
      let place = Place(section: index, group: group)
      remove(place, 0..<divisions[place].rowCount)
    }
    divisions.removeSection(at: index)
    hasChanged = true
  }

  /// - Parameter index: the new index of the section.
  mutating func moveSection(from old: Int, to index: Int) throws(ListError) {
    let (section, before) = divisions.sections.found(at: old)
    divisions.removeSection(at: old)
    let start = divisions.sections.sum(before: index).rows
    try edit { rows throws(IndexError) in
      try rows.move(before.rows..<before.rows + section.rowCount, to: start)
    }
    // A new object, because its position differs.
    divisions.insert(section.with(section.traits), at: index)
  }

  mutating func insert(_ group: RowGroup, at place: Place) throws(ListError) {
    try check(group.rows)
    if group.traits.style.selected != nil { suspects.groups.insert(group.traits.id) }
    divisions.insert(GroupRecord(RowGroup(group.traits), stamp), at: place)
    hasChanged = true
    try insert(group.rows, place, at: 0)
  }

  mutating func removeGroup(at place: Place) {
    remove(place, 0..<divisions[place].rowCount)
    divisions.removeGroup(at: place)
    hasChanged = true
  }

  /// - Parameter new: the new place of the group.
  mutating func moveGroup(from old: Place, to new: Place) throws(ListError) {
    if old.section != new.section, let arrangement = arrangement(ofSection: new.section) {
      let rows = rows(of: old)
      remove(old, 0..<rows.count)
      if !rows.isEmpty {
        try moveGroup(from: old, to: new)
        return try insert(rows, by: arrangement)
      }
    }
    let group = divisions[old]
    let id =
      group.id.isOwn && old.section != new.section
      ? divisions.freeOwnID(of: divisions.sections[new.section].id) : group.id
    let positions = divisions.start(of: old)..<divisions.start(of: old) + group.rowCount
    suspects.sections.insert(divisions.sections[old.section].id)
    // It may have lost its selected row, under its old id.
    if group.traits.style.selected != nil { suspects.groups.insert(id) }
    divisions.removeGroup(at: old)
    divisions.insert(group.moved(as: id, stamp), at: new)
    let start = divisions.start(of: new)
    if old.section == new.section {
      try edit { rows throws(IndexError) in try rows.move(positions, to: start) }
    } else {
      // Written anew even where their position is the same, so that the change of section is detected.
      let moved = rows.elements(positions)
      try edit { rows throws(IndexError) in
        rows.remove(positions)
        try rows.insert(moved, at: start)
      }
    }
  }

  mutating func setTraits(_ traits: SectionTraits, ofSection index: Int) {
    divisions.replaceSection(at: index, with: divisions.sections[index].with(traits))
    hasChanged = true
  }

  mutating func setTraits(_ traits: GroupTraits, of place: Place) {
    // At most one of the rows selected individually stays selected.
    if traits.style.selectsOne, !divisions[place].traits.style.selectsOne { suspects.rows.formUnion(selected.ids) }
    divisions.replaceGroup(at: place, with: divisions[place].with(traits))
    if traits.style.selected != nil { suspects.groups.insert(traits.id) }
    hasChanged = true
  }
}
