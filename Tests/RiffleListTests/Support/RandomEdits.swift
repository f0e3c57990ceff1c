import RiffleTestSupport

@testable import RiffleList

/// Edits a list and a plain one alike.
extension RandomLists {
  /// Makes up one edit.
  /// - Throws: what the list throws, which is then as it was; the plain one too.
  mutating func edit(_ editor: ListEditor, _ plain: inout PlainList) throws(ListError) {
    let rows = plain.rows
    let groups = plain.groups
    switch random.number(below: 26) {
    case 0..<5: try insertRows(editor, &plain, groups)
    case 5..<7:
      guard let row = pick(rows) else { return }
      try editor.remove(row.id)
      take(row.id, from: &plain)
    case 7..<9:
      guard let old = pick(rows) else { return }
      let new = row(old.id)
      try editor.replace(new)
      if let (section, group, index) = plain.place(of: old.id) {
        plain.sections[section].groups[group].rows[index] = new
      }
    case 9..<13: try moveRow(editor, &plain, rows, groups)
    case 13:
      guard let group = pick(groups) else { return }
      let new = self.rows(below: 5) + group.rows.filter { _ in random.oneIn(2) }.reversed()
      try editor.setRows(new, of: group.traits.id)
      if let (section, place) = plain.group(group.traits.id) { plain.sections[section].groups[place].rows = new }
    case 14, 15: try changeSections(editor, &plain)
    case 16, 17: try changeGroups(editor, &plain, groups)
    case 18, 19: try changeSelection(editor, &plain, rows)
    case 20: try setContents(editor, &plain)
    case 23: try removeSeveral(editor, &plain, rows)
    case 24: try moveSeveral(editor, &plain, rows, groups)
    case 25:
      guard let group = pick(groups), let (section, place) = plain.group(group.traits.id) else { return }
      try editor.removeAll(of: group.traits.id)
      plain.sections[section].groups[place].rows = []
    default: try changeVisibility(editor, &plain, groups)
    }
  }

  /// In the order of the list, or in another.
  private mutating func removeSeveral(
    _ editor: ListEditor, _ plain: inout PlainList, _ rows: [AnyRow]
  ) throws(ListError) {
    let ids = rows.map(\.id).filter { _ in random.oneIn(3) }
    try editor.remove(random.oneIn(2) ? ids : ids.reversed())
    for id in ids { take(id, from: &plain) }
  }

  private mutating func moveSeveral(
    _ editor: ListEditor, _ plain: inout PlainList, _ rows: [AnyRow], _ groups: [PlainList.Group]
  ) throws(ListError) {
    guard let group = pick(groups), let (section, place) = plain.group(group.traits.id) else { return }
    let moved = rows.filter { _ in random.oneIn(3) }
    try editor.move(moved.map(\.id), to: .groupEnd(group.traits.id))
    for row in moved { take(row.id, from: &plain) }
    plain.sections[section].groups[place].rows += moved
  }

  private mutating func changeSelection(
    _ editor: ListEditor, _ plain: inout PlainList, _ rows: [AnyRow]
  ) throws(ListError) {
    guard let row = pick(rows), let (section, group, _) = plain.place(of: row.id) else { return }
    let style = plain.sections[section].groups[group].traits.style
    if random.oneIn(3) {
      try editor.deselect(row.id)
      plain.selected.remove(row.id)
      guard style.selected == row.id else { return }
      plain.sections[section].groups[group].traits.style = style.selecting(nil, isExpanded: nil)
    } else {
      try editor.select(row.id)
      if case .plain = style {
        plain.selected.insert(row.id)
      } else {
        plain.sections[section].groups[group].traits.style = style.selecting(row.id, isExpanded: false)
      }
    }
  }

  /// Mostly the contents that there are, with some rows changed, gone or come.
  private mutating func setContents(_ editor: ListEditor, _ plain: inout PlainList) throws(ListError) {
    var new = plain
    if random.oneIn(4) {
      new.sections = PlainList(contents()).sections
    } else {
      for section in new.sections.indices {
        for group in new.sections[section].groups.indices where random.oneIn(3) {
          var rows = new.sections[section].groups[group].rows
          if !rows.isEmpty, random.oneIn(2) { rows.remove(at: random.number(below: rows.count)) }
          if let old = pick(rows), let index = rows.firstIndex(of: old), random.oneIn(2) { rows[index] = row(old.id) }
          rows.insert(contentsOf: self.rows(below: 3), at: random.number(below: rows.count + 1))
          new.sections[section].groups[group].rows = rows
        }
      }
    }
    try editor.setContents(
      ListContents(
        sections: new.sections.map { section in
          Section(section.traits, groups: section.groups.map { RowGroup($0.traits, rows: $0.rows) })
        }))
    plain.sections = new.sections
    plain.forgetLostSelectionsOfGroups()
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[random.number(below: elements.count)]
  }

  private func take(_ id: RowID, from plain: inout PlainList) {
    if let (section, group, index) = plain.place(of: id) {
      plain.sections[section].groups[group].rows.remove(at: index)
    }
  }

  private mutating func insertRows(
    _ editor: ListEditor, _ plain: inout PlainList, _ groups: [PlainList.Group]
  ) throws(ListError) {
    guard let group = pick(groups), let (section, place) = plain.group(group.traits.id) else { return }
    let rows = rows(below: 4)
    let index = random.number(below: group.rows.count + 1)
    if random.oneIn(3), index > 0 {
      try editor.insert(rows, at: .after(group.rows[index - 1].id))
    } else if random.oneIn(3), index < group.rows.count {
      try editor.insert(rows, at: .before(group.rows[index].id))
    } else {
      try editor.insert(rows, at: .index(index, in: group.traits.id))
    }
    plain.sections[section].groups[place].rows.insert(contentsOf: rows, at: index)
  }

  private mutating func moveRow(
    _ editor: ListEditor, _ plain: inout PlainList, _ rows: [AnyRow], _ groups: [PlainList.Group]
  ) throws(ListError) {
    guard let row = pick(rows), let group = pick(groups) else { return }
    let others = group.rows.filter { $0.id != row.id }
    let index = random.number(below: others.count + 1)
    if random.oneIn(4), index > 0 {
      try editor.move(row.id, to: .after(others[index - 1].id))
    } else if random.oneIn(4), index < others.count {
      try editor.move(row.id, to: .before(others[index].id))
    } else {
      try editor.move(row.id, to: .index(index, in: group.traits.id))
    }
    take(row.id, from: &plain)
    if let (section, place) = plain.group(group.traits.id) {
      plain.sections[section].groups[place].rows.insert(row, at: index)
    }
  }

  private mutating func changeSections(_ editor: ListEditor, _ plain: inout PlainList) throws(ListError) {
    let count = plain.sections.count
    switch random.number(below: 4) {
    case 0:
      let section = section()
      let index = random.number(below: count + 1)
      try editor.insert(section, at: index)
      plain.sections.insert(PlainList(ListContents(sections: [section])).sections[0], at: index)
    case 1:
      guard let section = pick(plain.sections) else { return }
      try editor.removeSection(section.traits.id)
      plain.sections.removeAll { $0.traits.id == section.traits.id }
    default:
      guard let section = pick(plain.sections) else { return }
      let index = random.number(below: count)
      try editor.moveSection(section.traits.id, to: index)
      plain.sections.removeAll { $0.traits.id == section.traits.id }
      plain.sections.insert(section, at: index)
    }
  }

  private mutating func changeGroups(
    _ editor: ListEditor, _ plain: inout PlainList, _ groups: [PlainList.Group]
  ) throws(ListError) {
    guard !plain.sections.isEmpty else { return }
    let section = random.number(below: plain.sections.count)
    let id = plain.sections[section].traits.id
    switch random.number(below: 5) {
    case 4:
      guard let group = pick(groups), let (section, place) = plain.group(group.traits.id) else { return }
      let style = [GroupStyle.plain, .radio(selected: nil), .accordion(selected: nil, isExpanded: false)][
        random.number(below: 3)]
      try editor.updateGroup(group.traits.id) { $0.style = style }
      plain.sections[section].groups[place].traits.style = style
    case 0:
      let group = group()
      let index = random.number(below: plain.sections[section].groups.count + 1)
      try editor.insert(group, in: id, at: index)
      plain.sections[section].groups.insert(PlainList.Group(traits: group.traits, rows: group.rows), at: index)
    case 1:
      guard let group = pick(groups), let (section, place) = plain.group(group.traits.id) else { return }
      try editor.removeGroup(group.traits.id)
      plain.sections[section].groups.remove(at: place)
    default:
      guard let group = pick(groups), let (old, place) = plain.group(group.traits.id) else { return }
      let count = plain.sections[section].groups.count - (old == section ? 1 : 0)
      let index = random.number(below: count + 1)
      try editor.moveGroup(group.traits.id, to: index, in: id)
      var moved = plain.sections[old].groups.remove(at: place)
      if old != section, moved.traits.id.isOwn {
        moved.traits.id = (1...).lazy.map { GroupID.own(id, $0) }.first { plain.group($0) == nil } ?? moved.traits.id
      }
      plain.sections[section].groups.insert(moved, at: index)
    }
  }

  private mutating func changeVisibility(
    _ editor: ListEditor, _ plain: inout PlainList, _ groups: [PlainList.Group]
  ) throws(ListError) {
    let isHidden = random.oneIn(2)
    if random.oneIn(3) {
      guard !plain.sections.isEmpty else { return }
      let section = random.number(below: plain.sections.count)
      try editor.setHidden(isHidden, section: plain.sections[section].traits.id)
      plain.sections[section].traits.isHidden = isHidden
      return
    }
    guard let group = pick(groups), let (section, place) = plain.group(group.traits.id) else { return }
    if random.oneIn(2), let row = pick(group.rows), let index = group.rows.firstIndex(of: row) {
      try editor.setHidden(isHidden, row: row.id)
      plain.sections[section].groups[place].rows[index] = row.with { $0.isHidden = isHidden }
    } else if random.oneIn(2) {
      try editor.setHidden(isHidden, group: group.traits.id)
      plain.sections[section].groups[place].traits.isHidden = isHidden
    } else {
      try editor.setExpanded(isHidden, group: group.traits.id)
      if case .accordion(let selected, _) = group.traits.style {
        plain.sections[section].groups[place].traits.style = .accordion(selected: selected, isExpanded: isHidden)
      }
    }
  }
}

extension GroupStyle {
  /// - Parameter isExpanded: whether an accordion is then expanded; `nil` if it stays as it is.
  func selecting(_ id: RowID?, isExpanded: Bool?) -> GroupStyle {
    switch self {
    case .plain: .plain
    case .radio: .radio(selected: id)
    case .accordion(_, let wasExpanded): .accordion(selected: id, isExpanded: isExpanded ?? wasExpanded)
    }
  }
}
