/// Undo.
extension ListEditor {
  /// Makes the list what it was before an update, which must have been its last change; redoing is undoing the update of that.
  ///
  ///     let update = try list.transaction { try $0.removeSection("drafts") }
  ///     let undone = try list.undo(update)
  ///     try list.undo(undone)  // removed again
  ///
  /// Rows, sections, groups, selection and arrangement are then what they were; the filter stays. Several updates can be undone, the
  /// last one first.
  ///
  /// In a list over a store, nothing can be undone: the item of a row has fields that the list does not hold, so a deleted item could
  /// not be written again as it was, and other programs may have written the item since. Keep the items, and write them to the store.
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
  /// Makes the list what it was before an update; see ``ListEditor/undo(_:)``.
  @discardableResult
  public func undo(_ update: ListUpdate) throws -> ListUpdate { try transaction { try $0.undo(update) } }
}

extension Draft {
  /// Makes all of the list what it was.
  mutating func restore(_ base: ListBase) throws(ListError) {
    divisions.arrangement = base.divisions.arrangement
    try setContents(base.contents)
    (traits, selected) = (base.traits, base.selected)
    // It was in order then.
    suspects = Suspects()
    hasChanged = true
    restored = base.content
  }
}
