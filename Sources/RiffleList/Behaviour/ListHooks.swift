import Riffle

/// Closures that allow or deny changes to a list before they are made.
///
/// They are called without a lock, on the thread or task that makes the change. Edits in a transaction are the program's own, and
/// call no hook.
public struct ListHooks: Sendable {
  /// Returns whether a row may be selected, or the row to select in its place. Not called where choosing a row only expands its
  /// accordion, or deselects it.
  public var willSelect: (@Sendable (AnyRow) -> SelectionVerdict)?
  /// Returns whether a sticky row may be deselected. Rows of groups are deselected by choosing another.
  public var willDeselect: (@Sendable (AnyRow) -> SelectionVerdict)?
  /// Returns whether a row may be deleted; it may suspend.
  public var willDelete: (@Sendable (AnyRow) async -> Verdict)?
  /// Returns whether a row may be moved to a place that its ``MovePolicy`` admits.
  public var willMove: (@Sendable (AnyRow, ListEditor.RowPlace) -> Verdict)?

  public init() {}
}

/// The result of a hook.
public enum Verdict: Sendable, Hashable {
  case allow
  case deny(reason: String?)
}

/// The result of a hook about a selection.
public enum SelectionVerdict: Sendable, Hashable {
  case allow
  case deny(reason: String?)
  /// Acts on another row instead.
  case redirect(to: RowID)
}

/// The reason why an operation on a row was refused.
public enum Refusal: Error, Sendable, Hashable {
  /// The list has no such row.
  case unknownRow
  /// The row does not allow it: see ``RowAbilities``.
  case notAble
  /// The operation requires ``ListModel/isEditing``.
  case notEditing
  /// A hook has denied it.
  case denied(reason: String?)
  /// The edit failed; for a move, the place does not exist.
  case failed(ListError)
}

extension Refusal {
  /// - Parameter error: an error thrown by a transaction.
  init(_ error: any Error) {
    self = .failed(error as? ListError ?? .keptRows(.failed(reason: "\(error)")))
  }
}

extension ListModel {
  /// The hooks that are called before a change; none by default.
  public var hooks: ListHooks {
    get { state.withLock { $0.hooks } }
    set { change { $0.hooks = newValue } }
  }

  /// Adds hooks to those of ``hooks``, as long as the observation is kept. They are called after these, in the order in which
  /// they were added; the first that does not return `allow` decides.
  public func addHooks(_ hooks: ListHooks) -> Observation {
    let number = state.withLock { state in
      state.hookCount += 1
      state.otherHooks.append((state.hookCount, hooks))
      return state.hookCount
    }
    return Observation { [weak self] in self?.change { $0.otherHooks.removeAll { $0.number == number } } }
  }

  /// All hooks, in the order of their calls.
  private var allHooks: [ListHooks] { state.withLock { [$0.hooks] + $0.otherHooks.map(\.hooks) } }

  /// Returns the first verdict of a hook that is not `allow`.
  func verdict(
    _ row: AnyRow, _ hook: KeyPath<ListHooks, (@Sendable (AnyRow) -> SelectionVerdict)?>
  ) -> SelectionVerdict {
    for hooks in allHooks { if let verdict = hooks[keyPath: hook]?(row), verdict != .allow { return verdict } }
    return .allow
  }

  func verdict(moving row: AnyRow, to place: ListEditor.RowPlace) -> Verdict {
    for hooks in allHooks { if let verdict = hooks.willMove?(row, place), verdict != .allow { return verdict } }
    return .allow
  }

  func verdict(deleting row: AnyRow) async -> Verdict {
    for hooks in allHooks { if let verdict = await hooks.willDelete?(row), verdict != .allow { return verdict } }
    return .allow
  }

  /// Whether the user is editing rows by hand. If set in the body of a transaction, the change is part of that transaction.
  public var isEditing: Bool {
    get { openEditor?.isHandEditing ?? state.withLock { $0.isEditing } }
    set {
      if let editor = openEditor {
        if isEditing != newValue { try? editor.setHandEditing(newValue) }
        return
      }
      state.withLock { state in
        guard state.isEditing != newValue else { return }
        state.isEditing = newValue
        state.events.append(.didSetEditing(newValue))
      }
      tell()
    }
  }
}
