import Riffle

/// What is asked before something is done with a list. All are called on the thread or task that wants to do it, without a
/// lock; none is asked of edits in a transaction, which are the program's own.
public struct ListHooks: Sendable {
  /// Whether a row may be selected, or which one is selected in its place. Not asked where choosing a row only expands
  /// its accordion, or deselects it.
  public var willSelect: (@Sendable (AnyRow) -> SelectionVerdict)?
  /// Whether a sticky row may be deselected; rows of groups are deselected by choosing another.
  public var willDeselect: (@Sendable (AnyRow) -> SelectionVerdict)?
  /// Whether a row may be deleted; it may take its time.
  public var willDelete: (@Sendable (AnyRow) async -> Verdict)?
  /// Whether a row may be moved to a place that its ``MovePolicy`` admits.
  public var willMove: (@Sendable (AnyRow, ListEditor.RowPlace) -> Verdict)?

  public init() {}
}

/// What a hook says.
public enum Verdict: Sendable, Hashable {
  case allow
  case deny(reason: String?)
}

/// What a hook says about a selection.
public enum SelectionVerdict: Sendable, Hashable {
  case allow
  case deny(reason: String?)
  /// Another row is meant.
  case redirect(to: RowID)
}

/// Why something has not been done with a row.
public enum Refusal: Error, Sendable, Hashable {
  /// There is no such row.
  case unknownRow
  /// The row does not admit it: see ``RowAbilities``.
  case notAble
  /// It takes ``ListModel/isEditing``.
  case notEditing
  /// A hook has denied it.
  case denied(reason: String?)
  /// The list cannot be changed so: for a move, the place is none that there is.
  case failed(ListError)
}

extension Refusal {
  /// - Parameter error: what a transaction has thrown.
  init(_ error: any Error) {
    self = .failed(error as? ListError ?? .keptRows(.failed(reason: "\(error)")))
  }
}

extension ListModel {
  /// What the program asks before something is done; none at first.
  public var hooks: ListHooks {
    get { state.withLock { $0.hooks } }
    set { change { $0.hooks = newValue } }
  }

  /// Adds hooks to those of ``hooks``, as long as the observation is kept. They are called after these, in the order in which they
  /// were added; the first that does not allow something decides.
  public func addHooks(_ hooks: ListHooks) -> Observation {
    let number = state.withLock { state in
      state.hookCount += 1
      state.otherHooks.append((state.hookCount, hooks))
      return state.hookCount
    }
    return Observation { [weak self] in self?.change { $0.otherHooks.removeAll { $0.number == number } } }
  }

  /// All that are asked, in order.
  private var allHooks: [ListHooks] { state.withLock { [$0.hooks] + $0.otherHooks.map(\.hooks) } }

  /// What the first hook says that does not allow it.
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

  /// Whether rows are being edited by hand. Set in the body of a transaction, it is part of that.
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
