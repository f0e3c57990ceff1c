import Riffle

/// Edits of the selection.
extension ListEditor {
  /// Selects a row as the selection of its group or, if the group has no selection, individually. Calls no hook.
  ///
  /// An accordion is folded. Other rows are deselected unless ``ListSettings/selectsMany`` is set.
  public func select(_ id: RowID) throws(ListError) {
    try checkIsOpen()
    let place = try draft.place(of: id).group
    var traits = draft.divisions[place].traits
    try edit { draft throws(ListError) in
      switch traits.style {
      case .radio: traits.style = .radio(selected: id)
      case .accordion: traits.style = .accordion(selected: id, isExpanded: false)
      case .plain:
        if draft.selected.contains(id), draft.settings.selectsMany || draft.selected.count == 1 { return }
        if !draft.settings.selectsMany { draft.selected = SelectedRows() }
        draft.selected.insert(id)
        draft.hasChanged = true
        return
      }
      if traits != draft.divisions[place].traits { draft.setTraits(traits, of: place) }
    }
  }

  /// Deselects a row that is selected individually or by its group. Does nothing if it is not selected.
  public func deselect(_ id: RowID) throws(ListError) {
    try checkIsOpen()
    let place = try draft.place(of: id).group
    var traits = draft.divisions[place].traits
    try edit { draft throws(ListError) in
      if draft.selected.remove(id) { draft.hasChanged = true }
      guard traits.style.selected == id else { return }
      traits.style.select(nil)
      draft.setTraits(traits, of: place)
    }
  }
}
