import Riffle

extension ListModel {
  /// Returns the place where a row would go if the user dropped it at `place`. If the row may not leave its section or its group,
  /// this is its present place. In a section of the list's arrangement, the arrangement decides.
  ///
  /// - Throws: ``Refusal``: `notAble`, `notEditing`, `failed` or `unknownRow`. No hook is called.
  public func proposedPlace(
    for id: RowID, at place: ListEditor.RowPlace
  ) throws(Refusal) -> ListEditor.RowPlace {
    guard let row = rendered(id), let old = self.place(of: id) else { throw .unknownRow }
    if settings.requiresEditMode, !isEditing { throw .notEditing }
    let wanted = try home(of: place).section
    let place = arrangedPlace(for: row.row, now: old, in: wanted) ?? place
    let target = try home(of: place)
    let stays: Bool
    switch row.abilities.moves ?? .fixed {
    case .fixed: throw .notAble
    case .withinGroup: stays = target.group != old.group
    case .withinSection: stays = target.section != old.section
    case .anywhere: stays = false
    }
    return stays ? .index(old.index, in: old.group) : place
  }

  /// Moves a row as a user does by hand: to the place that its ``MovePolicy`` admits, if ``ListHooks/willMove`` allows it.
  ///
  /// - Throws: ``Refusal``; nothing has then been moved.
  @discardableResult
  public func move(_ id: RowID, to place: ListEditor.RowPlace) throws(Refusal) -> ListUpdate {
    let place = try proposedPlace(for: id, at: place)
    guard let row = row(id) else { throw .unknownRow }
    if case .deny(let reason) = verdict(moving: row, to: place) { throw .denied(reason: reason) }
    do {
      return try transaction { editor in
        let before = try editor.place(of: id)
        try editor.move(id, to: place)
        if try editor.place(of: id) != before { try editor.note(.moved(row)) }
      }
    } catch {
      throw Refusal(error)
    }
  }

  /// Returns the place that the arrangement gives a row in a section. `nil` if the section is not one of the arrangement, or the
  /// row's own section does not exist yet.
  private func arrangedPlace(
    for row: AnyRow, now old: (section: SectionID, group: GroupID, index: Int), in section: SectionID
  ) -> ListEditor.RowPlace? {
    let base = base
    guard let arrangement = base.divisions.arrangement, arrangement.owns(section) else { return nil }
    let home = GroupID.section(arrangement.section(row))
    if old.group == home { return .index(old.index, in: home) }
    guard let place = base.divisions.place(of: home) else { return nil }
    let start = base.divisions.start(of: place)
    return .index(
      arrangement.index(of: row, among: base.divisions[place].rowCount) {
        base.snapshot.elements(offset: start + $0, limit: 1).first
      }, in: home)
  }

  /// Moves rows as a user does by hand. Those that may go to the place, by ``proposedPlace(for:at:)``, then stand side by side
  /// there, in their order in `ids`; the others stay.
  ///
  /// - Throws: ``Refusal`` if one of them cannot be moved at all, or ``ListHooks/willMove`` denies it; nothing has then been
  ///   moved.
  @discardableResult
  public func move(_ ids: [RowID], to place: ListEditor.RowPlace) throws(Refusal) -> ListUpdate {
    let isArranged = base.divisions.arrangement?.owns(try home(of: place).section) ?? false
    var rows: [AnyRow] = []
    for id in ids {
      let proposed = try proposedPlace(for: id, at: place)
      guard let row = row(id) else { throw .unknownRow }
      guard proposed == place || isArranged else { continue }
      if case .deny(let reason) = verdict(moving: row, to: proposed) { throw .denied(reason: reason) }
      rows.append(row)
    }
    do {
      return try transaction { editor in
        let before = try rows.map { try editor.place(of: $0.id) }
        try editor.move(rows.map(\.id), to: place)
        for (row, old) in zip(rows, before) {
          if try editor.place(of: row.id) != old { try editor.note(.moved(row)) }
        }
      }
    } catch {
      throw Refusal(error)
    }
  }

  private func home(of place: ListEditor.RowPlace) throws(Refusal) -> (section: SectionID, group: GroupID?) {
    switch place {
    case .before(let row), .after(let row):
      guard let found = self.place(of: row) else { throw .failed(.unknownID(of: .row, id: row.description)) }
      return (found.section, found.group)
    case .start(let section), .end(let section):
      guard let groups = groups(of: section) else {
        throw .failed(.unknownID(of: .section, id: section.description))
      }
      var end = groups.last
      if case .start = place { end = groups.first }
      return (section, end.flatMap { $0.id.isOwn ? $0.id : nil })
    case .groupStart(let group), .groupEnd(let group), .index(_, let group):
      let divisions = base.divisions
      guard let place = divisions.place(named: group) else {
        throw .failed(.unknownID(of: .group, id: group.description))
      }
      return (divisions.sections[place.section].id, divisions[place].id)
    }
  }
}
