/// Sections and groups.
extension ListEditor {
  // MARK: - Sections

  /// Adds a section.
  /// - Parameter index: the one that it then has; `nil` for the end.
  public func insert(_ section: Section, at index: Int? = nil) throws(ListError) {
    let id = section.traits.id
    let index = index ?? draft.sections.count
    if id.isEmpty { throw .missingID(of: .section, offset: index, inSection: nil) }
    if draft.sections.contains(where: { $0.traits.id == id }) { throw .duplicateID(of: .section, id: id) }
    guard 0...draft.sections.count ~= index else {
      throw .outOfRange(index: index, count: draft.sections.count, in: "the list")
    }
    try transaction { editor throws(ListError) in
      editor.draft.sections.insert(Draft.Section(traits: section.traits, groups: [], hadRows: false), at: index)
      editor.draft.hasChanged = true
      for group in section.groups { try editor.insert(group, in: id) }
    }
  }

  /// Takes a section out of the list with all its rows.
  public func removeSection(_ id: SectionID) throws(ListError) {
    let index = try draft.section(id)
    for group in draft.sections[index].groups.indices { draft.removeRows(.init(section: index, group: group)) }
    draft.sections.remove(at: index)
    draft.hasChanged = true
  }

  /// Takes a section to another place.
  /// - Parameter index: the one that it then has.
  public func moveSection(_ id: SectionID, to index: Int) throws(ListError) {
    let old = try draft.section(id)
    guard draft.sections.indices.contains(index) else {
      throw .outOfRange(index: index, count: draft.sections.count - 1, in: "the list")
    }
    if old == index { return }
    draft.sections.insert(draft.sections.remove(at: old), at: index)
    draft.hasChanged = true
  }

  /// Changes all of a section but its id and its rows.
  public func updateSection(_ id: SectionID, _ change: (inout SectionTraits) -> Void) throws(ListError) {
    let index = try draft.section(id)
    var traits = draft.sections[index].traits
    change(&traits)
    guard traits.id == id else { throw .changedID(from: id, to: traits.id) }
    if traits == draft.sections[index].traits { return }
    draft.sections[index].traits = traits
    draft.hasChanged = true
  }

  // MARK: - Groups

  /// Adds a group to a section.
  /// - Parameter index: among the groups of the section; `nil` for the end.
  public func insert(_ group: RowGroup, in section: SectionID, at index: Int? = nil) throws(ListError) {
    let id = group.traits.id
    let place = try draft.section(section)
    let count = draft.sections[place].groups.count
    let index = index ?? count
    if id.isEmpty { throw .missingID(of: .group, offset: index, inSection: section) }
    if (try? draft.group(id)) != nil { throw .duplicateID(of: .group, id: id) }
    guard 0...count ~= index else { throw .outOfRange(index: index, count: count, in: "section “\(section)”") }
    try transaction { editor throws(ListError) in
      editor.draft.sections[place].groups.insert(
        Draft.Group(traits: group.traits, pieces: [], record: nil, basePositions: 0..<0), at: index)
      editor.draft.hasChanged = true
      try editor.draft.insert(group.rows, .init(section: place, group: index), at: 0)
    }
  }

  /// Takes a group out of the list with all its rows.
  public func removeGroup(_ id: GroupID) throws(ListError) {
    let place = try draft.group(id)
    draft.removeRows(place)
    draft.sections[place.section].groups.remove(at: place.group)
    draft.hasChanged = true
  }

  /// Takes a group to another place, maybe in another section.
  /// - Parameter index: the one that it then has among the groups of the section.
  public func moveGroup(_ id: GroupID, to index: Int, in section: SectionID) throws(ListError) {
    let old = try draft.group(id)
    let new = try draft.section(section)
    let count = draft.sections[new].groups.count - (old.section == new ? 1 : 0)
    guard 0...count ~= index else { throw .outOfRange(index: index, count: count, in: "section “\(section)”") }
    let group = draft.sections[old.section].groups.remove(at: old.group)
    draft.sections[new].groups.insert(group, at: index)
    draft.hasChanged = true
  }

  /// Changes all of a group but its id and its rows.
  public func updateGroup(_ id: GroupID, _ change: (inout GroupTraits) -> Void) throws(ListError) {
    let place = try draft.group(id)
    var traits = draft[place].traits
    change(&traits)
    guard traits.id == id else { throw .changedID(from: id, to: traits.id) }
    if traits == draft[place].traits { return }
    draft[place].traits = traits
    draft.hasChanged = true
  }

  // MARK: - Showing and hiding

  /// Hides a row or shows it again, as far as its group and its section do.
  public func setHidden(_ isHidden: Bool, row id: RowID) throws(ListError) { try update(id) { $0.isHidden = isHidden } }

  public func setHidden(_ isHidden: Bool, group id: GroupID) throws(ListError) {
    try updateGroup(id) { $0.isHidden = isHidden }
  }

  public func setHidden(_ isHidden: Bool, section id: SectionID) throws(ListError) {
    try updateSection(id) { $0.isHidden = isHidden }
  }

  /// Expands an accordion or folds it; other groups are always expanded.
  public func setExpanded(_ isExpanded: Bool, group id: GroupID) throws(ListError) {
    try updateGroup(id) { group in
      if case .accordion(let selected, _) = group.style {
        group.style = .accordion(selected: selected, isExpanded: isExpanded)
      }
    }
  }

  // MARK: - The list

  /// Makes these the contents of the list: rows, groups and sections whose ids it has are kept, the others come and go.
  /// - Complexity: O(*n*).
  public func setContents(_ contents: ListContents) throws(ListError) {
    try contents.checkIDs()
    try transaction { editor throws(ListError) in
      for section in editor.draft.sections.indices {
        for group in editor.draft.sections[section].groups.indices {
          editor.draft.removeRows(.init(section: section, group: group))
        }
      }
      editor.draft.sections = []
      editor.draft.traits = contents.traits
      editor.draft.hasChanged = true
      for section in contents.sections { try editor.insert(section) }
    }
  }

  /// Changes all of the list but its sections.
  public func updateList(_ change: (inout ListTraits) -> Void) {
    let before = draft.traits
    change(&draft.traits)
    if draft.traits != before { draft.hasChanged = true }
  }
}
