/// The rows that are left of a list in a scope, by part.
struct ScopedRows: Sendable {
  /// Live ones, searchable or not.
  let rows: [RankedBits]
  /// Those of them that may be hits.
  let searchable: [BitColumn]
  /// The same of each segment.
  let searched: [SearchedRows]
  let count: Int

  /// - Parameter within: what was left before; `nil` for the whole list.
  /// - Returns: `nil` if it was cancelled.
  init?<Element, ID>(
    _ scope: Scope, of state: ListState<Element, ID>, within: ScopedRows?, _ cancellation: Cancellation?
  ) throws(ScopeError) {
    var rows: [BitColumn] = []
    for part in 0...state.tailPart {
      guard var chosen = try state.scopes(ofPart: part).rows(scope, cancellation) else { return nil }
      if let within {
        chosen.formIntersection(within.rows[part].bits)
      } else if part < state.tailPart, let live = state.rows.segments[part].live.bits {
        chosen.formIntersection(live)
      }
      rows.append(chosen)
    }
    self.init(rows.map { RankedBits($0) }, of: state)
  }

  /// - Parameter rows: live ones, of every part.
  init<Element, ID>(_ rows: [RankedBits], of state: ListState<Element, ID>) {
    self.rows = rows
    count = rows.reduce(0) { $0 + $1.setCount }
    let searchable = rows.enumerated().map { part, rows in
      guard let column = state.searchable(ofPart: part) else { return rows.bits }
      var searchable = rows.bits
      searchable.formIntersection(column)
      return searchable
    }
    self.searchable = searchable
    searched = zip(searchable, state.contents).map { SearchedRows($0, in: $1.segment) }
  }

  func contains(_ place: ListRow) -> Bool { rows[Int(place.part)].bits[Int(place.row)] }
}

extension ListState {
  /// The rows of a part that are searchable, live or not; `nil` for all.
  func searchable(ofPart part: Int) -> BitColumn? {
    if part < tailPart { return contents[part].segment.searchable }
    guard tail.items.contains(where: { !$0.fields.isSearchable }) else { return nil }
    var rows = BitColumn(count: tail.count, repeating: true)
    for (row, item) in tail.items.enumerated() where !item.fields.isSearchable { rows.remove(row) }
    return rows
  }

  fileprivate func scopes(ofPart part: Int) -> ScopeColumns {
    part == tailPart ? ScopeColumns(reader.scopeNames, of: tail.entries.map(\.scopes)) : contents[part].scopes
  }
}
