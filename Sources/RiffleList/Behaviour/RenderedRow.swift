import Riffle

/// A row with all that it has from its list, its section and its kind.
public struct RenderedRow: Sendable {
  public let row: AnyRow
  public let section: SectionID
  public var attributes: [String: JSONValue]
  public var actions: [ActionKey: Action]
  public var abilities: RowAbilities
  public var isSelected: Bool
}

/// What changes rows as they are rendered, without changing the list.
struct RowAdjustment: Sendable {
  let scope: ActionScope
  let adjust: @Sendable (inout RenderedRow) -> Void
}

extension ListBase {
  /// What a row has of its own, and for the rest what its kind, its section and the list have: of each attribute and action
  /// the first of these that says something.
  func render(_ row: AnyRow, inSection section: Int, isSelected: Bool) -> RenderedRow {
    let traits = sections[section].traits
    let defaults = [traits.defaults, self.traits.defaults]
    let all = [self.traits.kindDefaults[row.kind]].compactMap(\.self) + defaults
    var rendered = RenderedRow(
      row: row, section: traits.id, attributes: row.attributes, actions: row.actions, abilities: row.abilities,
      isSelected: isSelected)
    for next in all {
      rendered.attributes.merge(next.attributes) { own, _ in own }
      rendered.actions.merge(next.actions) { own, _ in own }
      rendered.abilities = rendered.abilities.filled(with: next.abilities)
    }
    return rendered
  }
}

extension ListModel {
  /// A row as it is to be drawn: with what it has from its kind, its section and the list, and then adjusted by
  /// ``adjust(_:_:)``. `nil` if there is none.
  public func rendered(_ id: RowID) -> RenderedRow? {
    let (base, isSelected, adjustments) = state.withLock {
      ($0.shown.base, $0.selected.contains(id), $0.adjustments)
    }
    guard let row = base.snapshot.element(withID: id), let position = base.snapshot.position(of: id),
      let place = base.group(at: position)?.place
    else { return nil }
    let selected = isSelected || base[place].traits.style.selected == id
    var rendered = base.render(row, inSection: place.section, isSelected: selected)
    for scope in [ActionScope.list, .section(base.sections[place.section].traits.id), .row(id), .kind(row.kind)] {
      for (_, adjustment) in adjustments where adjustment.scope == scope { adjustment.adjust(&rendered) }
    }
    return rendered
  }

  /// Has rows drawn anew that depend on something outside the list, as those that are adjusted may. Which of them show is
  /// told in the order of the view, once each.
  ///
  /// - Complexity: O(*r* log² *n*) for *r* ids.
  public func reconfigure(_ ids: [RowID]) {
    let view = view
    let positions = Set(ids).compactMap { id in view.position(of: id).map { (id, $0) } }
    if positions.isEmpty { return }
    tell(.reconfigured(positions.sorted { $0.1 < $1.1 }.map(\.0)))
  }

  /// Changes how rows are rendered, as long as the observation is kept. Each adjustment runs once for a row that is
  /// rendered: those of the list first, then those of its section, of the row itself, and of its kind, which has the last
  /// word; on the thread that asks for the row.
  public func adjust(_ scope: ActionScope, _ body: @escaping @Sendable (inout RenderedRow) -> Void) -> Observation {
    let number = state.withLock { state in
      state.adjustmentCount += 1
      state.adjustments.append((state.adjustmentCount, RowAdjustment(scope: scope, adjust: body)))
      return state.adjustmentCount
    }
    return Observation { [weak self] in self?.change { $0.adjustments.removeAll { $0.number == number } } }
  }
}
