extension ListContents {
  /// Returns the contents as a list stores them: rows at their places in the arrangement, and no row selected that its group does
  /// not have.
  /// - Complexity: O(*n*), and O(*n* log *n*) in the rows of the arrangement, unless they are in order.
  func arranged(by arrangement: ListArrangement?) -> ListContents {
    var contents = self
    if let arrangement, !isArranged(by: arrangement) { contents.arrange(by: arrangement) }
    for section in contents.sections.indices {
      for (index, group) in contents.sections[section].groups.enumerated() {
        guard let selected = group.traits.style.selected, !group.rows.contains(where: { $0.id == selected }) else {
          continue
        }
        contents.sections[section].groups[index].traits.style.select(nil)
      }
    }
    return contents
  }

  private func isArranged(by arrangement: ListArrangement) -> Bool {
    sections.allSatisfy { section in
      let id = section.traits.id
      guard arrangement.owns(id) else { return true }
      return section.groups.allSatisfy { group in
        if group.rows.isEmpty { return true }
        return group.traits.id == .section(id) && group.rows.allSatisfy { arrangement.section($0) == id }
          && zip(group.rows, group.rows.dropFirst()).allSatisfy { !arrangement.isRowBefore($1, $0) }
      }
    }
  }

  /// Moves all rows of the arrangement's sections to their places.
  private mutating func arrange(by arrangement: ListArrangement) {
    var rows: [SectionID: [AnyRow]] = [:]
    for section in sections.indices where arrangement.owns(sections[section].traits.id) {
      for group in sections[section].groups.indices {
        for row in sections[section].groups[group].rows { rows[arrangement.section(row), default: []].append(row) }
        sections[section].groups[group].rows = []
      }
    }
    for (id, found) in rows.sorted(by: { arrangement.isSectionBefore($0.key, $1.key) }) {
      guard let first = found.first else { continue }
      let group = home(of: first, id, in: arrangement)
      sections[group.section].groups[group.index].rows = arrangement.sorted(found)
    }
  }

  /// Returns the group of a row, and creates it if there is none.
  private mutating func home(
    of row: AnyRow, _ id: SectionID, in arrangement: ListArrangement
  ) -> (section: Int, index: Int) {
    let known = sections.firstIndex { $0.traits.id == id }
    let section =
      known ?? arrangement.index(ofSection: id, among: sections.count) { sections[$0].traits.id } ?? sections.count
    if known == nil { sections.insert(Section(arrangement.traits(row)), at: section) }
    let own = sections[section].groups.firstIndex { $0.traits.id == .section(id) }
    if let own { return (section, own) }
    sections[section].groups.append(RowGroup(id: .section(id), rows: []))
    return (section, sections[section].groups.count - 1)
  }
}
