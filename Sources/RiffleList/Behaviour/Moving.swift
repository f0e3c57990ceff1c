import Riffle

extension ListModel {
  /// Where a row would go if somebody let it go at a place: there, or, if it may not leave its section or its group for it,
  /// where it is.
  ///
  /// - Throws: ``Refusal``: `notAble`, `notEditing`, `failed` or `unknownRow`. No hook is asked.
  public func proposedPlace(
    for id: RowID, at place: ListEditor.RowPlace
  ) throws(Refusal) -> ListEditor.RowPlace {
    guard let row = rendered(id), let old = self.place(of: id) else { throw .unknownRow }
    if settings.requiresEditMode, !isEditing { throw .notEditing }
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

  /// Somebody moves a row by hand: to the place that its ``MovePolicy`` leaves of the one that is wanted, if
  /// ``ListHooks/willMove`` does not object.
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
