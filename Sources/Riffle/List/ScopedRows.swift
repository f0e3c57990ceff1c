/// The rows that are left of a list in a scope, by part.
struct ScopedRows: Sendable {
  /// Live ones, searchable or not.
  let rows: [RankedBits]
  /// Those of them that may be hits.
  let searchable: [BitColumn]
  /// The same of each segment.
  let searched: [SearchedRows]
  let count: Int

  /// The rows that meet a filter.
  /// - Parameter within: the rows to filter; `nil` for the whole list.
  /// - Returns: `nil` if cancelled.
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

  /// - Parameter within: what was left before; `nil` for the whole list.
  /// - Returns: `nil` if it was cancelled.
  init?<Element, ID>(
    _ filter: Filter, of state: ListState<Element, ID>, within: ScopedRows?, _ cancellation: Cancellation?
  ) throws(FilterError) {
    let resolved = try ResolvedFilter(
      filter, state.reader.fieldDefinitions, scopes: state.reader.scopeNames,
      TextAnalyzer(state.reader.options.folding))
    var rows: [BitColumn] = []
    var filtered: [FilterRows] = []
    for part in 0...state.tailPart {
      guard let found = try state.rows(filter, resolved, ofPart: part, cancellation) else { return nil }
      var chosen = found.rows
      filtered.append(found)
      if let within {
        chosen.formIntersection(within.rows[part].bits)
      } else if part < state.tailPart, let live = state.rows.segments[part].live.bits {
        chosen.formIntersection(live)
      }
      rows.append(chosen)
    }
    self.init(rows.map { RankedBits($0) }, of: state, filtered: within == nil ? filtered : nil)
  }

  /// - Parameters:
  ///   - rows: live ones, of every part.
  ///   - filtered: the rows of each part that meet a filter, if `rows` are all of these that are live.
  init<Element, ID>(_ rows: [RankedBits], of state: ListState<Element, ID>, filtered: [FilterRows]? = nil) {
    self.rows = rows
    count = rows.reduce(0) { $0 + $1.setCount }
    let searchable = rows.enumerated().map { part, rows in
      guard let column = state.searchable(ofPart: part) else { return rows.bits }
      var searchable = rows.bits
      searchable.formIntersection(column)
      return searchable
    }
    self.searchable = searchable
    searched = state.contents.indices.map { part in
      let segment = state.contents[part].segment
      return filtered.map { SearchedRows(searchable[part], of: $0[part], state.rows.segments[part].live, in: segment) }
        ?? SearchedRows(searchable[part], in: segment)
    }
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

  /// The fields of a part.
  func fields(ofPart part: Int) throws(FilterError) -> FieldColumns {
    if part < tailPart { return contents[part].fields }
    do throws(IndexError) {
      return try tail.fields(reader)
    } catch {
      throw .index(error)
    }
  }

  /// The rows of a part that meet a filter, live or not.
  fileprivate func rows(
    _ filter: Filter, _ resolved: ResolvedFilter, ofPart part: Int, _ cancellation: Cancellation?
  ) throws(FilterError) -> FilterRows? {
    let cache = part < tailPart ? contents[part].filterCache : nil
    if let rows = cache?[filter] { return rows }
    let scopes = scopes(ofPart: part)
    guard let found = try fields(ofPart: part).rows(resolved, cancellation, scope: { scopes[$0] }) else { return nil }
    let rows = FilterRows(found)
    cache?.insert(rows, for: filter)
    return rows
  }

  fileprivate func scopes(ofPart part: Int) -> ScopeColumns {
    part == tailPart ? ScopeColumns(reader.scopeNames, of: tail.entries.map(\.scopes)) : contents[part].scopes
  }
}
