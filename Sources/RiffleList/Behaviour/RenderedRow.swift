import Riffle

/// A row with the defaults of its kind, its section and its list applied.
public struct RenderedRow: Sendable {
  public let row: AnyRow
  public let section: SectionID
  public var attributes: [String: JSONValue]
  public var actions: [ActionKey: Action]
  public var abilities: RowAbilities
  public var isSelected: Bool
}

/// A closure that changes rows as they are rendered, without changing the list.
struct RowConfiguration: Sendable {
  let scope: ActionScope
  let configure: @Sendable (inout RenderedRow) -> Void
}

extension ListBase {
  /// Returns a row with its own attributes and actions, then those of its kind, its section and the list. For each attribute and
  /// action, the first of these that defines it counts.
  func render(_ row: AnyRow, in traits: SectionTraits, isSelected: Bool) -> RenderedRow {
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
  /// Returns a row as it is to be drawn: with the defaults of its kind, its section and the list, then configured by
  /// ``configure(_:_:)``. `nil` if there is no such row.
  public func rendered(_ id: RowID) -> RenderedRow? {
    let (base, configurations) = (base, state.withLock { $0.configurations })
    guard let row = base.snapshot.element(withID: id), let place = base.place(of: id) else { return nil }
    var rendered = base.render(row, in: place.section.traits, isSelected: base.isSelected(id))
    for scope in [ActionScope.list, .section(place.section.id), .row(id), .kind(row.kind)] {
      for (_, next) in configurations where next.scope == scope { next.configure(&rendered) }
    }
    return rendered
  }

  /// Requests that rows be redrawn, because they depend on data outside the list, as configured rows may. Sends one event with
  /// the rows that show, in the order of the view and without repeats; unknown ids are ignored.
  ///
  /// - Complexity: O(*r* log² *n*) for *r* ids.
  public func reconfigure(_ ids: [RowID]) {
    if let editor = openEditor {
      try? editor.reconfigure(ids.filter { editor.row($0) != nil })
      return
    }
    let rows = view.rows(reconfigured: [.rows(ids)])
    if !rows.isEmpty { tell(.reconfigured(rows)) }
  }

  /// Changes how rows are rendered, as long as the observation is kept.
  ///
  /// Each configuration runs once for a rendered row, on the rendering thread. Those of the list run first, then those of its
  /// section, of the row itself, and of its kind, so that the kind takes precedence.
  public func configure(_ scope: ActionScope, _ body: @escaping @Sendable (inout RenderedRow) -> Void) -> Observation {
    let number = state.withLock { state in
      state.configurationCount += 1
      state.configurations.append((state.configurationCount, RowConfiguration(scope: scope, configure: body)))
      return state.configurationCount
    }
    return Observation { [weak self] in self?.change { $0.configurations.removeAll { $0.number == number } } }
  }
}

extension ListView {
  /// Returns the visible rows among those to redraw, in order, without repeats.
  func rows(reconfigured: [Draft.Reconfigured]) -> [RowID] {
    var positions: Set<Int> = []
    func add(_ rows: [AnyRow]) { positions.formUnion(rows.compactMap { position(of: $0.id) }) }
    for item in reconfigured {
      switch item {
      case .rows(let ids): positions.formUnion(ids.compactMap { position(of: $0) })
      case .group(let id): add(base.rows(of: id) ?? [])
      case .section(let id):
        for group in base.divisions.section(id)?.record.groups.elements ?? [] { add(base.rows(of: group.id) ?? []) }
      }
    }
    return positions.sorted().compactMap { row(at: $0)?.id }
  }
}
