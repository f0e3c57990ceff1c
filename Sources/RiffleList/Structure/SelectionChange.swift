internal import HashTreeCollections
import Riffle

/// The rows newly selected, individually or by their groups, and the rows no longer selected.
struct SelectionChange {
  /// The selected rows in their new form.
  private(set) var selected: [AnyRow] = []
  /// The deselected rows in their old form, whether they are still there or not.
  private(set) var deselected: [AnyRow] = []

  /// - Complexity: O(*c* log² *n*) for *c* changed groups and rows selected or deselected.
  init(from before: ListBase, to after: ListBase) {
    var old = before.selected.ids(notIn: after.selected)
    var new = after.selected.ids(notIn: before.selected)
    let groups = after.divisions.changedGroups(since: before.divisions)
    old.formUnion(groups.gone.compactMap(\.traits.style.selected))
    new.formUnion(groups.come.compactMap(\.traits.style.selected))
    deselected = old.filter { !after.isSelected($0) }.sorted().compactMap { before.snapshot.element(withID: $0) }
    selected = new.filter { !before.isSelected($0) }.sorted().compactMap { after.snapshot.element(withID: $0) }
  }
}

extension ListBase {
  /// All selected rows, individually or by their groups, in list order.
  var selectedRows: [AnyRow] {
    var ids = Set(selected.ids)
    sections.visit { section, _, _ in
      section.groups.visit { group, _, _ in
        if let selected = group.traits.style.selected { ids.insert(selected) }
        return true
      }
      return true
    }
    return ids.compactMap { snapshot.position(of: $0) }.sorted().flatMap { snapshot.elements(offset: $0, limit: 1) }
  }

  /// Returns whether a row is selected, individually or by its group.
  func isSelected(_ id: RowID) -> Bool {
    selected.contains(id) || place(of: id)?.group.traits.style.selected == id
  }
}
