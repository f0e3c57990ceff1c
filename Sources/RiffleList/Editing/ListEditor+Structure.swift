/// Sections and groups.
extension ListEditor {
  // MARK: - Sections

  /// Adds a section.
  /// - Parameter index: the one that it then has; `nil` for the end.
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

  /// Takes a section out of the list with all its rows.
  public func removeSection(_ id: SectionID) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    let index = try draft.section(id).index
    try edit { draft throws(ListError) in draft.removeSection(at: index) }
  }

  /// Takes a section to another place.
  /// - Parameter index: the one that it then has.
  /// - Complexity: as if its rows were moved, or those that it passes if they are fewer.
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

  /// Changes all of a section but its id and its rows.
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

  /// Takes a group out of the list with all its rows.
  public func removeGroup(_ id: GroupID) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    let place = try draft.group(id)
    try edit { draft throws(ListError) in draft.removeGroup(at: place) }
  }

  /// Takes a group to another place, maybe in another section. One that a section has of its own becomes the other section's
  /// own; of one that comes into a section of the list's arrangement, the rows go where that has them.
  /// - Parameter index: the one that it then has among the groups of the section.
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

  /// Changes all of a group but its id and its rows.
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
  ///
  /// What stands above and below the list, and all else that is not in a section, stays unless the contents set it, each part by
  /// itself. Rows of sections of the list's arrangement go where
  /// that has them, and groups that select one row do not select one that they do not have.
  /// - Complexity: O(*n*).
  public func setContents(_ contents: ListContents) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    try transaction { editor throws(ListError) in
      try editor.edit { draft throws(ListError) in try draft.setContents(contents) }
    }
  }

  /// Makes sections of rows by another arrangement, which the list keeps from now on. Rows keep their ids, so a change set has them
  /// move.
  ///
  /// - Parameters:
  ///   - arrangement: `nil` leaves sections as they are, and keeps no order any longer.
  ///   - sections: those whose rows are arranged, and which go, with the groups that they have. If `nil`, these are the sections of the
  ///     arrangement of before, or all sections if there was none. Rows of other sections stay.
  /// - Complexity: O(*n* log *n*).
  public func arrange(by arrangement: ListArrangement?, rowsOf sections: [SectionID]? = nil) throws(ListError) {
    try checkIsOpen()
    try draft.checkOwnsStructure()
    for id in sections ?? [] { _ = try draft.section(id) }
    try transaction { editor throws(ListError) in
      try editor.edit { draft throws(ListError) in try draft.arrange(by: arrangement, rowsOf: sections) }
    }
  }

  /// Takes all sections out of the list, with their groups and rows. What else it has stays.
  public func removeAll() throws(ListError) { try setContents(ListContents()) }

  /// Changes all of the list but its sections.
  public func updateList(_ change: (inout ListTraits) -> Void) throws(ListError) {
    try checkIsOpen()
    let old = draft.traits
    var new = old
    change(&new)
    // What `change` has edited by another call stays.
    let traits = draft.traits.changed(from: old, to: new)
    if traits == draft.traits { return }
    try edit { draft throws(ListError) in
      draft.traits = traits
      draft.hasChanged = true
    }
  }
}
