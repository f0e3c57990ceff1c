import Riffle

/// Puts the pages that a ``PagedLoader`` loads into a list: a feed. A list may have several.
///
///     let loader = PagedLoader(source: source, target: list.pages(in: "feed"))
///
/// Pages of sections make up the whole list. Pages of rows go into one group, and leave alone what else the list has: a
/// row that somebody has moved out of the group, or added elsewhere, stays where it is, and gets what a page says of it.
///
/// What belongs to the feed, and so decides on its phase, are the rows of its group, whoever has put them there. What is
/// looked at of it is what ``ListModel/viewport(_:)`` says: then, and when the list or its filter changes, its loader loads
/// what is near.
public struct ListPages: PageTarget {
  let list: ListModel
  /// Where pages of rows go; `nil` for pages of sections, which are the whole list.
  let group: GroupID?

  public func apply(_ change: PageChange) throws -> PageOutcome {
    var added = 0
    try list.transaction { editor in
      func new(_ rows: [AnyRow]) -> [AnyRow] {
        added += rows.count
        return rows
      }
      func new(_ sections: [Section]) -> [Section] {
        added += sections.reduce(0) { $0 + $1.rows.count }
        return sections
      }
      let group = group ?? GroupID("pages")
      switch change {
      case .replace(.rows(let rows)):
        let group = try editor.makeGroup(group)
        try editor.setRows(new(editor.arriving(rows) { $0 != group }), of: group)
      case .replace(.sections(let sections)):
        try editor.setContents(ListContents(sections: new(sections)))
      case .append(.rows(let rows), let leaving):
        let group = try editor.makeGroup(group)
        try editor.leave(leaving, group)
        try editor.insert(new(editor.arriving(rows)), at: .groupEnd(group))
      case .append(.sections(let sections), let leaving):
        try editor.leave(leaving)
        try editor.append(new(editor.arriving(sections)))
      case .prepend(.rows(let rows), let leaving):
        let group = try editor.makeGroup(group)
        try editor.leave(leaving, group)
        try editor.insert(new(editor.arriving(rows)), at: .groupStart(group))
      case .prepend(.sections(let sections), let leaving):
        try editor.leave(leaving)
        try editor.prepend(new(editor.arriving(sections)))
      }
    }
    return PageOutcome(rowCount: rowCount, added: added)
  }
}

extension ListModel {
  /// Where pages of rows go.
  ///
  /// - Parameter group: if the list has none of that id, the first page adds it, in the section of the same name, or, if
  ///   there is none, in a new one at the end.
  public func pages(in group: GroupID) -> ListPages { ListPages(list: self, group: group) }

  /// Where pages of sections go, which are the whole list; pages of rows go into a group `pages` of it.
  public func pages() -> ListPages { ListPages(list: self, group: nil) }
}

extension ListEditor {
  /// - Returns: the id of the group, which may be that of a section of this name.
  fileprivate func makeGroup(_ id: GroupID) throws(ListError) -> GroupID {
    if let place = try? draft.group(id) { return draft.divisions[place].id }
    let section = SectionID(id.name)
    if (try? groupIDs(of: section)) == nil { try insert(Section(SectionTraits(id: section))) }
    try insert(RowGroup(GroupTraits(id: id)), in: section)
    return id
  }

  /// Gives the rows that the list has already what a page says of them, where they are.
  ///
  /// - Parameter isElsewhere: whether rows of a group count as such.
  /// - Returns: the others.
  fileprivate func arriving(
    _ rows: [AnyRow], where isElsewhere: (GroupID) -> Bool = { _ in true }
  ) throws(ListError) -> [AnyRow] {
    var left: [AnyRow] = []
    for row in rows {
      if self.row(row.id) != nil, isElsewhere(try place(of: row.id).group) {
        try replace(row)
      } else {
        left.append(row)
      }
    }
    return left
  }

  fileprivate func arriving(_ sections: [Section]) throws(ListError) -> [Section] {
    var sections = sections
    for section in sections.indices {
      for group in sections[section].groups.indices {
        sections[section].groups[group].rows = try arriving(sections[section].groups[group].rows)
      }
    }
    return sections
  }

  /// Takes rows out of the list that may have gone already.
  ///
  /// - Parameter group: the only one that rows leave; `nil` if they leave all, and with them the sections that are then
  ///   empty.
  fileprivate func leave(_ ids: [RowID], _ group: GroupID? = nil) throws(ListError) {
    var sections: Set<SectionID> = []
    for id in ids where row(id) != nil {
      let place = try draft.place(of: id).group
      if let group, draft.divisions[place].id != group { continue }
      sections.insert(draft.divisions.sections[place.section].id)
      try remove(id)
    }
    if group != nil { return }
    for id in sections where try draft.section(id).record.rowCount == 0 {
      try removeSection(id)
    }
  }

  /// Adds sections at the end; the first may go on the last of the list.
  fileprivate func append(_ sections: [Section]) throws(ListError) {
    for section in sections {
      guard let last = sectionIDs.last, last == section.traits.id else {
        try insert(section)
        continue
      }
      for group in section.groups {
        if try groupIDs(of: last).last == group.traits.id {
          try insert(group.rows, at: .groupEnd(group.traits.id))
        } else {
          try insert(group, in: section.traits.id)
        }
      }
    }
  }

  /// Adds sections at the start; the last may come before the first of the list.
  fileprivate func prepend(_ sections: [Section]) throws(ListError) {
    for section in sections.reversed() {
      guard let first = sectionIDs.first, first == section.traits.id else {
        try insert(section, at: 0)
        continue
      }
      for group in section.groups.reversed() {
        if try groupIDs(of: first).first == group.traits.id {
          try insert(group.rows, at: .groupStart(group.traits.id))
        } else {
          try insert(group, in: section.traits.id, at: 0)
        }
      }
    }
  }
}
