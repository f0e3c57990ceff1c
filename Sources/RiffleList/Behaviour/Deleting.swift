import Riffle

/// What became of rows that somebody wanted deleted.
public struct DeletionReport: Sendable {
  public let deleted: [RowID]
  /// Those that are still there, and why.
  public let refused: [RowID: Refusal]
  public let update: ListUpdate
}

extension ListModel {
  /// Somebody deletes rows. Each one that may be is asked about (``ListHooks/willDelete``), and those that are allowed are
  /// then removed together. Naming a row twice, or one that has gone meanwhile, does no harm.
  ///
  /// The hooks are called one after the other, on the caller's task.
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
      } else if case .deny(let reason)? = await hooks.willDelete?(row.row) {
        refused[id] = .denied(reason: reason)
      } else {
        allowed.append(row.row)
      }
    }
    var deleted: [AnyRow] = []
    let shown = state.withLock { $0.shown }
    var update = ListUpdate(earlier: shown, later: shown)
    do {
      update = try transaction { editor in
        // What has been removed while the hooks were asked is removed.
        deleted = allowed.filter { editor.row($0.id) != nil }
        try editor.remove(deleted.map(\.id))
      }
      let ids = Set(deleted.map(\.id))
      for row in allowed where !ids.contains(row.id) { refused[row.id] = .unknownRow }
    } catch {
      deleted = []
      for row in allowed { refused[row.id] = Refusal(error) }
    }
    if !deleted.isEmpty { tell(.didDelete(deleted)) }
    return DeletionReport(
      deleted: deleted.map(\.id), refused: refused, update: update)
  }
}
