internal import HashTreeCollections
import Riffle

/// Which rows have come to be selected, by themselves or by their groups, and which no longer are.
struct SelectionChange {
  /// As they are now.
  private(set) var selected: [AnyRow] = []
  /// As they were, whether they are still there or not.
  private(set) var deselected: [AnyRow] = []

  /// - Complexity: O(*c* log² *n*) for *c* groups that differ and rows selected or deselected.
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
  /// All rows that are selected, by themselves or by their groups, in list order.
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

  /// Whether a row is selected, by itself or by its group.
  func isSelected(_ id: RowID) -> Bool {
    selected.contains(id) || place(of: id)?.group.traits.style.selected == id
  }
}
