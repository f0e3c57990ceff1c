/// Edits of sections and groups.
extension ListEditor {
  // MARK: - Sections

  /// Adds a section.
  /// - Parameter index: the new index of the section; `nil` for the end.
  public func insert(_ section: Section, at index: Int? = nil) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    let count = draft.divisions.sections.count
    let index = index ?? count
    guard 0...count ~= index else { throw .outOfRange(index: index, count: count, in: "the list") }
    try ListContents(sections: [section]).checkIDs()
    if draft.divisions.section(section.traits.id) != nil {
      throw .duplicateID(of: .section, id: section.traits.id.description)
    }
    for group in section.groups where draft.divisions.place(of: group.traits.id) != nil {
      throw .duplicateID(of: .group, id: group.traits.id.description)
    }
    try edit { draft throws(ListError) in try draft.insert(section, at: index) }
  }

  /// Removes a section with all its rows.
  public func removeSection(_ id: SectionID) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    let index = try draft.section(id).index
    try edit { draft throws(ListError) in draft.removeSection(at: index) }
  }

  /// Moves a section.
  /// - Parameter index: the new index of the section.
  /// - Complexity: that of moving its rows, or the rows between both places if they are fewer.
  public func moveSection(_ id: SectionID, to index: Int) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    let old = try draft.section(id).index
    let count = draft.divisions.sections.count
    guard 0..<count ~= index else { throw .outOfRange(index: index, count: count - 1, in: "the list") }
    if old == index { return }
    try transaction { editor throws(ListError) in
      try editor.edit { draft throws(ListError) in try draft.moveSection(from: old, to: index) }
    }
  }

  /// Changes the traits of a section, except its id.
  public func updateSection(_ id: SectionID, _ change: (inout SectionTraits) -> Void) throws(ListError) {
    try checkIsOpen()
    let old = try draft.section(id).record.traits
    var new = old
    change(&new)
    guard new.id == id else { throw .changedID(from: id.description, to: new.id.description) }
    let (index, record) = try draft.section(id)
    let traits = record.traits.changed(from: old, to: new)
    if traits == record.traits { return }
    try edit { draft throws(ListError) in draft.setTraits(traits, ofSection: index) }
  }

  // MARK: - Groups

  /// Adds a group to a section.
  /// - Parameter index: among the groups of the section; `nil` for the end.
  public func insert(_ group: RowGroup, in section: SectionID, at index: Int? = nil) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    let id = group.traits.id
    let (place, record) = try draft.section(section)
    let index = index ?? record.groups.count
    if id.isEmpty { throw .missingID(of: .group, offset: index, inSection: section) }
    if id.isOwn, id.name != section.name { throw .groupOfAnother(section: SectionID(id.name)) }
    if draft.divisions.place(of: id) != nil { throw .duplicateID(of: .group, id: id.description) }
    guard 0...record.groups.count ~= index else {
      throw .outOfRange(index: index, count: record.groups.count, in: "section “\(section)”")
    }
    try transaction { editor throws(ListError) in
      try editor.edit { draft throws(ListError) in
        try draft.insert(group, at: Draft.Place(section: place, group: index))
      }
    }
  }

  /// Removes a group with all its rows.
  public func removeGroup(_ id: GroupID) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    let place = try draft.group(id)
    try edit { draft throws(ListError) in draft.removeGroup(at: place) }
  }

  /// Moves a group, possibly to another section. A section's own group becomes the own group of the other section. In a section
  /// of the list's arrangement, the rows of the group go to their places in the arrangement.
  /// - Parameter index: the new index among the groups of the section.
  public func moveGroup(_ id: GroupID, to index: Int, in section: SectionID) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    let old = try draft.group(id)
    let (new, record) = try draft.section(section)
    let count = record.groups.count - (old.section == new ? 1 : 0)
    guard 0...count ~= index else { throw .outOfRange(index: index, count: count, in: "section “\(section)”") }
    if old == Draft.Place(section: new, group: index) { return }
    try transaction { editor throws(ListError) in
      try editor.edit { draft throws(ListError) in
        try draft.moveGroup(from: old, to: Draft.Place(section: new, group: index))
      }
    }
  }

  /// Changes the traits of a group, except its id.
  public func updateGroup(_ id: GroupID, _ change: (inout GroupTraits) -> Void) throws(ListError) {
    try checkIsOpen()
    let old = draft.divisions[try draft.group(id)].traits
    var new = old
    change(&new)
    guard new.id == old.id else { throw .changedID(from: id.description, to: new.id.description) }
    let place = try draft.group(id)
    let now = draft.divisions[place].traits
    let traits = now.changed(from: old, to: new)
    if traits == now { return }
    try edit { draft throws(ListError) in draft.setTraits(traits, of: place) }
  }

  // MARK: - Showing and hiding

  /// Hides or shows a row. It shows only if its group and its section do.
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

  /// Replaces the contents of the list: rows, groups and sections with known ids are kept, the others are removed or inserted.
  ///
  /// The list's traits outside sections, such as its header and footer, stay unless the contents set them, each part separately.
  /// Rows of sections of the list's arrangement go to their places there. Groups that select one row never select a row outside
  /// the group.
  /// - Complexity: O(*n*).
  public func setContents(_ contents: ListContents) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    try transaction { editor throws(ListError) in
      try editor.edit { draft throws(ListError) in try draft.setContents(contents) }
    }
  }

  /// Replaces the arrangement of the list, which makes sections of rows. Rows keep their ids, so they are moves in a change set.
  ///
  /// - Parameters:
  ///   - arrangement: `nil` leaves sections as they are, and keeps them sorted no longer.
  ///   - sections: the sections whose rows are arranged; these sections are removed with their groups. If `nil`, these are the
  ///     sections of the former arrangement, or all sections if there was none. Rows of other sections stay.
  /// - Complexity: O(*n* log *n*).
  public func arrange(by arrangement: ListArrangement?, rowsOf sections: [SectionID]? = nil) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    for id in sections ?? [] { _ = try draft.section(id) }
    try transaction { editor throws(ListError) in
      try editor.edit { draft throws(ListError) in try draft.arrange(by: arrangement, rowsOf: sections) }
    }
  }

  /// Removes all sections with their groups and rows. The other traits of the list stay.
  public func removeAll() throws(ListError) { try setContents(ListContents()) }

  /// Changes the traits of the list, except its sections.
  public func updateList(_ change: (inout ListTraits) -> Void) throws(ListError) {
    try checkIsOpen()
    let old = draft.traits
    var new = old
    change(&new)
    // Edits that `change` makes by other calls are kept.
    let traits = draft.traits.changed(from: old, to: new)
    if traits == draft.traits { return }
    try edit { draft throws(ListError) in
      draft.traits = traits
      draft.hasChanged = true
    }
  }
}
