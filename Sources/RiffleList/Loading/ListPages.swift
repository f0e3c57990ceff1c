import Riffle

/// Puts the pages that a ``PagedLoader`` loads into a list.
///
///     let loader = PagedLoader(source: source, target: list.pages(in: "feed"))
///
/// Pages of sections make up the whole list. Pages of rows go into one group, and leave alone what else the list has.
public struct ListPages: PageTarget {
  let list: ListModel
  let group: GroupID

  public func apply(_ change: PageChange) throws -> Int {
    try list.transaction { editor in
      switch change {
      case .replace(.rows(let rows)):
        try editor.makeGroup(group)
        try editor.setRows(rows, of: group)
      case .replace(.sections(let sections)):
        for id in editor.sectionIDs { try editor.removeSection(id) }
        for section in sections { try editor.insert(section) }
      case .append(let content, let leaving):
        switch content {
        case .rows(let rows):
          try editor.makeGroup(group)
          try editor.leave(leaving, keeping: group)
          try editor.append(rows, to: group)
        case .sections(let sections):
          try editor.leave(leaving)
          try editor.append(sections)
        }
      case .prepend(let content, let leaving):
        switch content {
        case .rows(let rows):
          try editor.makeGroup(group)
          try editor.leave(leaving, keeping: group)
          try editor.prepend(rows, to: group)
        case .sections(let sections):
          try editor.leave(leaving)
          try editor.prepend(sections)
        }
      }
    }
    return list.rowCount
  }
}

extension ListModel {
  /// Where pages go.
  ///
  /// - Parameter group: that of pages of rows; if the list has none of that id, the first page adds it, in a section of the
  ///   same id at the end.
  public func pages(in group: GroupID = "pages") -> ListPages { ListPages(list: self, group: group) }
}

extension ListEditor {
  fileprivate func makeGroup(_ id: GroupID) throws(ListError) {
    if (try? draft.group(id)) == nil { try insert(Section(id: id, rows: [])) }
  }

  /// Takes rows out of the list that may have gone already, and the sections that are then empty but for that of a group.
  fileprivate func leave(_ ids: [RowID], keeping group: GroupID? = nil) throws(ListError) {
    var sections: Set<SectionID> = []
    for id in ids where draft.row(id) != nil {
      let place = try draft.place(of: id).group
      sections.insert(draft.sections[place.section].traits.id)
      try remove(id)
    }
    if let group { sections.remove(draft.sections[try draft.group(group).section].traits.id) }
    for id in sections where draft.sections[try draft.section(id)].rowCount == 0 {
      try removeSection(id)
    }
  }

  /// Adds sections at the end; the first may go on the last of the list.
  fileprivate func append(_ sections: [Section]) throws(ListError) {
    for section in sections {
      guard let last = draft.sections.last, last.traits.id == section.traits.id else {
        try insert(section)
        continue
      }
      for group in section.groups {
        if last.groups.last?.traits.id == group.traits.id {
          try append(group.rows, to: group.traits.id)
        } else {
          try insert(group, in: section.traits.id)
        }
      }
    }
  }

  /// Adds sections at the start; the last may come before the first of the list.
  fileprivate func prepend(_ sections: [Section]) throws(ListError) {
    for section in sections.reversed() {
      guard let first = draft.sections.first, first.traits.id == section.traits.id else {
        try insert(section, at: 0)
        continue
      }
      for group in section.groups.reversed() {
        if first.groups.first?.traits.id == group.traits.id {
          try prepend(group.rows, to: group.traits.id)
        } else {
          try insert(group, in: section.traits.id, at: 0)
        }
      }
    }
  }
}
