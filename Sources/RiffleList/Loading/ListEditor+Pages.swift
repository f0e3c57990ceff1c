import Riffle

/// Edits by pages. A row of a page that is elsewhere in the list stays there and gets the page's content.
extension ListEditor {
  /// Returns the number of rows of the list.
  func rowCount() -> Int { draft.rows.count }

  /// Returns the number of rows of a group; 0 if there is no group of that id.
  func rowCount(ofFeed id: GroupID) -> Int { (try? rowCount(of: id)) ?? 0 }

  /// Replaces the content of a feed by a page.
  ///
  /// - Parameter group: the group of the feed, if the page has rows.
  /// - Returns: the rows that belong to the feed by this page.
  func replace(_ page: PageContent, in group: GroupID) throws(ListError) -> [RowID] {
    switch page {
    case .rows(let rows):
      let group = try makeGroup(group)
      let rows = try arriving(rows) { $0 != group }
      if try rowIDs(of: group) == rows.map(\.id) {
        // Sends no event of a change if there is none.
        for row in rows { try replace(row) }
      } else {
        try setRows(rows, of: group)
      }
      return rows.map(\.id)
    case .sections(let sections):
      try setContents(ListContents(sections: sections))
      return page.rowIDs
    }
  }

  /// Adds a page at the end of a feed.
  func append(_ page: PageContent, to group: GroupID) throws(ListError) -> [RowID] {
    let page = try arriving(page)
    switch page {
    case .rows(let rows):
      try insert(rows, at: .groupEnd(try makeGroup(group)))
    case .sections(let sections): try append(sections)
    }
    return page.rowIDs
  }

  /// Adds a page at the start of a feed.
  func prepend(_ page: PageContent, to group: GroupID) throws(ListError) -> [RowID] {
    let page = try arriving(page)
    switch page {
    case .rows(let rows):
      try insert(rows, at: .groupStart(try makeGroup(group)))
    case .sections(let sections): try prepend(sections)
    }
    return page.rowIDs
  }

  /// Removes rows, ignoring those that have already gone.
  ///
  /// - Parameter group: the only group that rows leave; `nil` if they leave all groups, and sections left empty are removed.
  /// - Returns: the number of rows removed.
  func leave(_ ids: [RowID], _ group: GroupID?) throws(ListError) -> Int {
    let group = group.map { id in (try? draft.group(id)).map { draft.divisions[$0].id } ?? id }
    var sections: Set<SectionID> = []
    var count = 0
    for id in ids where row(id) != nil {
      let place = try draft.place(of: id).group
      if let group, draft.divisions[place].id != group { continue }
      sections.insert(draft.divisions.sections[place.section].id)
      try remove(id)
      count += 1
    }
    if group != nil { return count }
    for section in sections where try draft.section(section).record.rowCount == 0 { try removeSection(section) }
    return count
  }

  /// - Returns: the id of the group, which may be the own group of the section of that name.
  func makeGroup(_ id: GroupID) throws(ListError) -> GroupID {
    if let place = try? draft.group(id) { return draft.divisions[place].id }
    let section = SectionID(id.name)
    if draft.divisions.section(section) == nil { try insert(Section(SectionTraits(id: section))) }
    try insert(RowGroup(GroupTraits(id: id)), in: section)
    return id
  }

  /// Replaces rows that the list already has by those of a page, where they are.
  ///
  /// - Parameter isElsewhere: returns whether rows of a group count as being elsewhere.
  /// - Returns: the other rows.
  private func arriving(
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

  private func arriving(_ page: PageContent) throws(ListError) -> PageContent {
    switch page {
    case .rows(let rows): return .rows(try arriving(rows))
    case .sections(var sections):
      for section in sections.indices {
        for group in sections[section].groups.indices {
          sections[section].groups[group].rows = try arriving(sections[section].groups[group].rows)
        }
      }
      return .sections(sections)
    }
  }

  /// Adds sections at the end; the first may continue the last section of the list.
  private func append(_ sections: [Section]) throws(ListError) {
    for section in sections {
      let id = section.traits.id
      if try insertArranged(section) { continue }
      guard draft.divisions.sections.last?.id == id else {
        try insert(section)
        continue
      }
      for group in section.groups {
        if try draft.section(id).record.groups.last?.id == group.traits.id {
          try insert(group.rows, at: .groupEnd(group.traits.id))
        } else {
          try insert(group, in: id)
        }
      }
    }
  }

  /// Adds sections at the start; the last may extend the first section of the list.
  private func prepend(_ sections: [Section]) throws(ListError) {
    for section in sections.reversed() {
      let id = section.traits.id
      if try insertArranged(section) { continue }
      guard draft.divisions.sections.first?.id == id else {
        try insert(section, at: 0)
        continue
      }
      for group in section.groups.reversed() {
        if try draft.section(id).record.groups.first?.id == group.traits.id {
          try insert(group.rows, at: .groupStart(group.traits.id))
        } else {
          try insert(group, in: id, at: 0)
        }
      }
    }
  }

  /// Inserts the rows of a section of the list's arrangement at their places there, among the present ones.
  /// - Returns: `false` if the section is not one of the arrangement. Nothing has then been done.
  private func insertArranged(_ section: Section) throws(ListError) -> Bool {
    let id = section.traits.id
    guard let arrangement = draft.arrangement, arrangement.owns(id) else { return false }
    if draft.divisions.section(id) == nil, arrangement.keepsEmptySections || !section.rows.isEmpty {
      let index = draft.divisions.index(ofArranged: id, arrangement)
      try insert(Section(section.traits, groups: [RowGroup(id: .section(id), rows: [])]), at: index)
    }
    try insert(section.rows)
    return true
  }
}
