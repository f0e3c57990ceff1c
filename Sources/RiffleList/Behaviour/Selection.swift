internal import HashTreeCollections
import Riffle

/// The outcome of choosing a row.
public struct ChoiceOutcome: Sendable {
  /// The row chosen, after redirections by hooks.
  public let row: RowID
  /// Whether it is selected now.
  public let isSelected: Bool
  /// The value that the responder to its primary action returned, if the action was performed.
  public let answer: JSONValue?
}

/// Selection in groups that select one row, and of rows that stay selected (``SelectionStyle/sticky``).
extension ListModel {
  /// The rows that are selected individually, hidden or not; the selected rows of groups are in their ``GroupStyle``.
  /// - Complexity: O(*n*) in their number.
  public var selected: Set<RowID> { Set(base.selected.ids) }

  /// The same in the order in which they have been selected.
  /// - Complexity: O(*s* log *s*).
  public var selectionOrder: [RowID] { base.selected.inOrder }

  /// All selected rows, individually or by their groups, in list order.
  /// - Complexity: O(*s* log² *n*) for *s* rows, and O(groups).
  public var selectedRows: [AnyRow] { base.selectedRows }

  /// Returns whether a row is selected, individually or by its group.
  public func isSelected(_ id: RowID) -> Bool { base.isSelected(id) }

  /// Chooses a row as a user does by a tap, a click or Return.
  ///
  /// - In a group that selects one row, the row becomes the selected one. A folded accordion is only expanded; the choice folds
  ///   it again.
  /// - A sticky row is selected or, if it is selected, deselected.
  ///
  /// Then its primary action is performed. The hooks are called first; they may deny the choice or redirect it to another row.
  ///
  /// - Throws: ``Refusal``.
  @discardableResult
  public func choose(_ id: RowID) throws(Refusal) -> ChoiceOutcome {
    guard let row = rendered(id) else { throw .unknownRow }
    let style = row.abilities.selection ?? .momentary
    if style == .unselectable { throw .notAble }
    guard let place = place(of: id), let group = group(place.group) else { throw .unknownRow }
    // A hit in a folded group shows, and is chosen itself.
    if group.style.isFolded, !(settings.unfoldsWhileFiltering && view.isFiltering) {
      edit { try $0.setExpanded(true, group: group.id) }
      return ChoiceOutcome(row: id, isSelected: row.isSelected, answer: nil)
    }
    if style == .sticky, case .plain = group.style, row.isSelected {
      let meant = try deselectPermitted(id)
      return ChoiceOutcome(row: meant, isSelected: isSelected(meant), answer: nil)
    }
    let meant = try permit(row.row, \.willSelect)
    // A hook or an observer of the selection may have changed the row.
    guard let chosen = rendered(meant) else { throw .unknownRow }
    try select(permitted: chosen)
    let answer = rendered(meant).flatMap { perform(.key(.primary), $0.actions[.primary], nil, $0) }
    return ChoiceOutcome(row: meant, isSelected: isSelected(meant), answer: answer)
  }

  /// Selects a row without doing anything else.
  /// - Throws: ``Refusal``.
  public func select(_ id: RowID) throws(Refusal) {
    guard let row = rendered(id) else { throw .unknownRow }
    if row.abilities.selection == .unselectable { throw .notAble }
    let meant = try permit(row.row, \.willSelect)
    guard let chosen = rendered(meant) else { throw .unknownRow }
    try select(permitted: chosen)
  }

  /// Selects all selectable rows from one visible row through another, given in either order. Selectable are rows of plain groups
  /// that stay selected individually (``SelectionStyle/sticky``), if the hooks allow it. A redirect counts as a refusal.
  ///
  /// - Returns: the newly selected rows, in order.
  /// - Throws: ``Refusal/unknownRow`` if one of the two does not show; ``Refusal/notAble`` unless ``ListSettings/selectsMany`` is
  ///   set.
  /// - Complexity: O(*r* log² *n*) for *r* rows between.
  @discardableResult
  public func select(from first: RowID, through last: RowID) throws(Refusal) -> [RowID] {
    let view = view
    guard let start = view.position(of: first), let end = view.position(of: last) else { throw .unknownRow }
    return try select(view.rows(offset: min(start, end), limit: abs(end - start) + 1))
  }

  /// Selects all selectable rows that show; see ``select(from:through:)``.
  @discardableResult
  public func selectAll() throws(Refusal) -> [RowID] { try select(view.rows()) }

  /// Deselects all rows that are selected individually, hidden or not, unless the hooks deny it.
  /// - Returns: the rows deselected, in list order.
  @discardableResult
  public func deselectAll() -> [RowID] {
    let base = base
    let rows = base.selected.ids.compactMap { id in base.snapshot.position(of: id).map { (position: $0, id: id) } }
      .sorted { $0.position < $1.position }.compactMap { row($0.id) }
    let ids = rows.filter { verdict($0, \.willDeselect) == .allow }.map(\.id)
    edit { editor in for id in ids where editor.row(id) != nil { try editor.deselect(id) } }
    return ids
  }

  private func select(_ rows: [AnyRow]) throws(Refusal) -> [RowID] {
    guard settings.selectsMany else { throw .notAble }
    let ids = rows.lazy.map(\.id).filter { id in
      guard let row = self.rendered(id), row.abilities.selection == .sticky, !row.isSelected,
        let group = self.place(of: id).flatMap({ self.group($0.group) }), case .plain = group.style
      else { return false }
      return self.verdict(row.row, \.willSelect) == .allow
    }
    let meant = Array(ids)
    edit { editor in for id in meant where editor.row(id) != nil { try editor.select(id) } }
    return meant
  }

  /// Deselects a row that is selected individually. Does nothing if it is not selected.
  /// - Throws: ``Refusal``.
  public func deselect(_ id: RowID) throws(Refusal) { _ = try deselectPermitted(id) }

  /// - Returns: the row deselected, after redirections.
  private func deselectPermitted(_ id: RowID) throws(Refusal) -> RowID {
    guard let row = row(id) else { throw .unknownRow }
    guard base.selected.contains(id) else { return id }
    let meant = try permit(row, \.willDeselect)
    edit { editor in
      if editor.draft.selected.contains(meant) { try editor.deselect(meant) }
    }
    if self.row(meant) == nil { throw .unknownRow }
    return meant
  }

  private func permit(
    _ row: AnyRow, _ hook: KeyPath<ListHooks, (@Sendable (AnyRow) -> SelectionVerdict)?>
  ) throws(Refusal) -> RowID {
    switch verdict(row, hook) {
    case .allow: return row.id
    case .deny(let reason): throw .denied(reason: reason)
    case .redirect(let id): return id
    }
  }

  private func select(permitted row: RenderedRow) throws(Refusal) {
    let id = row.row.id
    guard let style = place(of: id).flatMap({ group($0.group) })?.style else { throw .unknownRow }
    switch (style, row.abilities.selection ?? .momentary) {
    case (_, .unselectable): throw .notAble
    case (.radio, _), (.accordion, _): edit { try $0.select(id) }
    // A row that the program has selected stays selected; no event is sent.
    case (.plain, .momentary) where isSelected(id): break
    case (.plain, .momentary):
      edit { editor in
        try editor.note(.event(.didSelect(row.row)))
        try editor.note(.event(.didDeselect(row.row)))
      }
    case (.plain, .sticky):
      let others = settings.selectsMany ? [] : base.selected.ids.filter { $0 != id }
      for other in others.sorted() { try deselect(other) }
      edit { try $0.select(id) }
    }
  }

  /// Makes edits that can fail only if their rows have gone meanwhile; then it does nothing.
  private func edit(_ body: (ListEditor) throws -> Void) { _ = try? transaction(body) }
}
