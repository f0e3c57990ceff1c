extension FieldColumns {
  /// The rows that meet a filter of these fields, live or not.
  /// - Parameters:
  ///   - cancellation: checked before each condition.
  ///   - scope: returns the rows of a scope, by the place of its name; `nil` if the filter names none.
  /// - Returns: `nil` if cancelled.
  /// - Complexity: O(rows) for each condition.
  func rows(
    _ filter: ResolvedFilter, _ cancellation: Cancellation?, scope: ((_ place: Int) -> BitColumn)? = nil
  ) -> BitColumn? {
    if cancellation?.isCancelled == true { return nil }
    switch filter {
    case .all(let filters):
      var rows: BitColumn?
      for filter in filters {
        guard let others = self.rows(filter, cancellation, scope: scope) else { return nil }
        rows?.formIntersection(others)
        if rows == nil { rows = others }
      }
      return rows ?? BitColumn(count: rowCount, repeating: true)
    case .any(let filters):
      var rows = BitColumn(count: rowCount)
      for filter in filters {
        guard let others = self.rows(filter, cancellation, scope: scope) else { return nil }
        rows.formUnion(others)
      }
      return rows
    case .not(let filter):
      guard let others = self.rows(filter, cancellation, scope: scope) else { return nil }
      var rows = BitColumn(count: rowCount, repeating: true)
      rows.subtract(others)
      return rows
    case .exists(let field): return columns[field].present ?? BitColumn(count: rowCount, repeating: true)
    case .flags(let field, let flags):
      guard case .flags(let column) = columns[field] else { return BitColumn(count: rowCount) }
      return flags.reduce(into: BitColumn(count: rowCount)) { rows, flag in rows.formUnion(column.rows(of: flag)) }
    case .codes(let field, let ranges):
      guard case .numbers(let column) = columns[field] else { return BitColumn(count: rowCount) }
      return column.rows(of: ranges)
    case .keywords(let field, let ranges):
      guard case .keywords(let column) = columns[field] else { return BitColumn(count: rowCount) }
      let numbers = ranges.map { column.numbers($0) }.sorted { $0.lowerBound < $1.lowerBound }
      return column.rows(of: Array(RangeSet(numbers).ranges))
    case .scope(let place): return scope?(place) ?? BitColumn(count: rowCount)
    }
  }
}
