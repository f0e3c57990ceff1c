extension Snapshot where Element == Item<ID> {
  /// Returns whether each of some items, in any state, meets a filter. They need not be in the list.
  ///
  /// - Parameter items: with their ``Item/fields`` and ``Item/scopes``.
  /// - Complexity: O(`items.count`) for each condition.
  /// - Throws: ``FilterError``.
  package func meets(_ filter: Filter, _ items: [Item<ID>]) throws(FilterError) -> [Bool] {
    let reader = state.reader
    let resolved = try ResolvedFilter(
      filter, reader.fieldDefinitions, scopes: reader.scopeNames, TextAnalyzer(reader.options.folding))
    var rows = reader.fieldRows
    for item in items { reader.append(item, to: &rows) }
    let columns: FieldColumns
    do throws(IndexError) {
      columns = try rows.columns(rowCount: items.count)
    } catch {
      throw .index(error)
    }
    let scopes = ScopeColumns(reader.scopeNames, of: items.map { reader.scopes(of: $0) })
    // Without a cancellation the result is never `nil`.
    guard let found = columns.rows(resolved, nil, scope: { scopes[$0] }) else { return items.map { _ in false } }
    return items.indices.map { found[$0] }
  }
}
