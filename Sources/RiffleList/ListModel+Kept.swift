import Riffle

/// Lists whose rows are kept elsewhere.
extension ListModel {
  /// Shows the rows as they are kept now. Called when the list is notified of a change; readers do not wait for it.
  ///
  /// While the keeper reads rows anew, a list that has rows continues to show the former ones.
  /// - Complexity: O(*c* log² *n*) for *c* rows that have changed; O(*r*) for *r* rows that have another address since.
  /// - Throws: the error of the keeper; the list is then unchanged.
  package func follow() throws {
    guard let keeper, openEditor == nil else { return }
    defer { tell() }
    try editing { shown, kept in
      try opening(draft(keeper, over: shown), kept) { editor in
        try editor.editing { draft in
          guard let rows = try take(&draft, keeper) else { return }
          if draft.hasChanged {
            _ = publish(draft, over: shown, rows)
          } else {
            // The same rows at other addresses: releases their former storage.
            move(rows)
          }
        }
      }
    }
  }

  /// Edits a list whose rows are kept elsewhere: see ``transaction(_:)``.
  func transaction(
    _ keeper: any RowKeeper, over shown: LazyView, _ kept: KeptUntilUnlocked, _ body: (ListEditor) throws -> Void
  ) throws -> ListUpdate {
    try opening(draft(keeper, over: shown), kept) { editor in
      try body(editor)
      return try editor.editing { draft in
        try draft.settle()
        let changes = draft.changes
        if !changes.isEmpty { try keeper.keep(changes) }
        // The keeper has stored the changes: from here on, nothing throws.
        var next = self.draft(keeper, over: shown, after: draft)
        next.show(draft)
        (next.traits, next.selected, next.isHandEditing) = (draft.traits, draft.selected, draft.isHandEditing)
        next.hasChanged = draft.hasChanged
        let unfollowed = next
        if let rows = try? take(&next, keeper) { return publish(next, over: shown, rows) }
        return publish(unfollowed, over: shown, shown.base.snapshot)
      }
    }
  }

  private func draft(_ keeper: any RowKeeper, over shown: LazyView, after other: Draft? = nil) -> Draft {
    Draft(shown.base, shown.rows, ListDraft(shown.base.snapshot), kept: keeper.order, after: other)
  }

  /// Takes over the rows as they are kept now.
  /// - Returns: the rows; `nil` if they are still being read, or are those that the list shows.
  private func take(_ draft: inout Draft, _ keeper: any RowKeeper) throws -> Snapshot<AnyRow, RowID>? {
    let known = draft.base.snapshot
    return try keeper.read { rows in
      if rows.snapshot.isSame(as: known) { return nil }
      if rows.snapshot.isPartial, known.count > 0, !known.isPartial { return nil }
      try draft.follow(rows)
      try draft.settle()
      return rows.snapshot
    }
  }

  private func move(_ rows: Snapshot<AnyRow, RowID>) {
    state.withLock { state in
      let old = state.shown.base
      let base = ListBase(
        traits: old.traits, divisions: old.divisions, selected: old.selected, generation: old.generation,
        content: old.content, snapshot: rows)
      state.shown = LazyView(base, state.shown.rows, state.filter)
    }
  }
}
