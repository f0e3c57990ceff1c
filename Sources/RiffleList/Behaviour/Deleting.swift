import Riffle

/// The outcome of a deletion of rows.
public struct DeletionReport: Sendable {
  public let deleted: [RowID]
  /// The rows that are still there, each with the reason.
  public let refused: [RowID: Refusal]
  public let update: ListUpdate
}

extension ListModel {
  /// Deletes rows as a user does. ``ListHooks/willDelete`` is called for each row that may be deleted; those that it allows are
  /// then removed together.
  ///
  /// Repeated ids are ignored. A row that disappears while the hooks run counts as deleted. The hooks are called one after the
  /// other, on the caller's task.
  @discardableResult
  public func delete(_ ids: [RowID]) async -> DeletionReport {
    var refused: [RowID: Refusal] = [:]
    var allowed: [AnyRow] = []
    var seen: Set<RowID> = []
    for id in ids where seen.insert(id).inserted {
      guard let row = rendered(id) else {
        refused[id] = .unknownRow
        continue
      }
      if settings.requiresEditMode, !isEditing {
        refused[id] = .notEditing
      } else if row.abilities.isDeletable != true {
        refused[id] = .notAble
      } else if case .deny(let reason) = await verdict(deleting: row.row) {
        refused[id] = .denied(reason: reason)
      } else {
        allowed.append(row.row)
      }
    }
    let shown = state.withLock { $0.shown }
    do {
      let update = try transaction { editor in
        let left = allowed.filter { editor.row($0.id) != nil }
        try editor.remove(left.map(\.id))
        if !left.isEmpty { try editor.note(.event(.didDelete(left))) }
      }
      return DeletionReport(deleted: allowed.map(\.id), refused: refused, update: update)
    } catch {
      for row in allowed { refused[row.id] = Refusal(error) }
      return DeletionReport(deleted: [], refused: refused, update: ListUpdate(earlier: shown, later: shown))
    }
  }
}
