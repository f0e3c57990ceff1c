/// Undo of updates.
extension ListEditor {
  /// Restores the list to its state before an update, which must have been its last change. To redo, undo the update that this
  /// makes.
  ///
  ///     let update = try list.transaction { try $0.removeSection("drafts") }
  ///     let undone = try list.undo(update)
  ///     try list.undo(undone)  // removed again
  ///
  /// Restores rows, sections, groups, selection and arrangement; the filter stays. Several updates can be undone, the last one
  /// first.
  ///
  /// In a list over a store, nothing can be undone. The item of a row has fields that the list does not hold, so a deleted item
  /// could not be written again unchanged; and other programs may have written the item since. Keep the items, and write them to
  /// the store.
  ///
  /// - Throws: ``ListError/hasChangedSince`` if anything else has changed the list since; ``ListError/keptRows(_:)`` with
  ///   ``KeptRowsError/undo`` if the rows are kept elsewhere.
  /// - Complexity: O(*n*).
  public func undo(_ update: ListUpdate) throws(ListError) {
    try checkIsOpen()
    if draft.kept != nil { throw .keptRows(.undo) }
    let (earlier, later) = (update.earlier.base, update.later.base)
    guard draft.content == later.content else { throw .hasChangedSince }
    if earlier.content == later.content { return }
    try transaction { editor throws(ListError) in
      try editor.edit { draft throws(ListError) in try draft.restore(earlier) }
    }
  }
}

extension ListModel {
  /// Restores the list to its state before an update; see ``ListEditor/undo(_:)``.
  @discardableResult
  public func undo(_ update: ListUpdate) throws -> ListUpdate { try transaction { try $0.undo(update) } }
}

extension Draft {
  /// Restores the whole list.
  mutating func restore(_ base: ListBase) throws(ListError) {
    divisions.arrangement = base.divisions.arrangement
    try setContents(base.contents)
    (traits, selected) = (base.traits, base.selected)
    // The restored list was settled.
    suspects = Suspects()
    hasChanged = true
    restored = base.content
  }
}
