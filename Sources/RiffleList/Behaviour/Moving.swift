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
    if case .deny(let reason)? = hooks.willMove?(row, place) { throw .denied(reason: reason) }
    let update: ListUpdate
    do {
      update = try transaction { try $0.move(id, to: place) }
    } catch {
      throw Refusal(error)
    }
    if !update.isEmpty {
      tell(.didMove(row, from: update.before.path(of: id), to: update.after.path(of: id)))
    }
    return update
  }

  private func home(of place: ListEditor.RowPlace) throws(Refusal) -> (section: SectionID, group: GroupID) {
    switch place {
    case .before(let row), .after(let row):
      guard let found = self.place(of: row) else { throw .failed(.unknownID(of: .row, id: row)) }
      return (found.section, found.group)
    case .start(let group), .end(let group), .index(_, let group):
      let home = base.sections.first { $0.groups.contains { $0.traits.id == group } }
      guard let home else { throw .failed(.unknownID(of: .group, id: group)) }
      return (home.traits.id, group)
    }
  }
}
