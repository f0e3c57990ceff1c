/// The fields of items that are in no index, counted and sorted as those of a ``Snapshot`` are.
package struct FieldTable: Sendable {
  private let columns: FieldColumns
  private let options: IndexOptions
  private let rows: BitColumn

  /// - Parameters:
  ///   - count: the number of items.
  ///   - options: how folded keywords are folded.
  ///   - content: returns the content of a field of an item.
  /// - Complexity: O(items) for each field, and O(*k* log *k*) for *k* distinct keywords.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``, ``IndexError/duplicateField(_:)``.
  package init(
    _ fields: [FieldDefinition], count: Int, options: IndexOptions,
    content: (_ item: Int, _ field: Int) -> FieldContent
  ) throws(IndexError) {
    try IndexError.check(fields)
    // As many as there are labels; see ``OrderLabels/areThere(_:from:)``.
    let most = Int(Int32.max)
    guard count <= most else { throw .tooLarge(what: "items", limit: most) }
    var made = FieldRows(fields, TextAnalyzer(options.folding))
    for field in fields.indices {
      for item in 0..<count { made.append(content(item, field), field: field) }
    }
    columns = try made.columns(rowCount: count)
    rows = BitColumn(count: count, repeating: true)
    self.options = options
  }

  /// Counts the values of a field of all items.
  /// - Complexity: O(items), and that of ``Snapshot/facets(_:of:filter:cancellation:)``.
  /// - Throws: ``FilterError``.
  package func counts(_ facet: Facet) throws(FilterError) -> FacetCounts {
    try FacetCounter(columns.fields, [columns], [rows], options).counts(facet)
  }

  /// The items, by how many come before them, in the order of some keys. Items that are equal by all keys keep their order.
  /// - Complexity: O(items) for each key.
  /// - Throws: ``FilterError/unknownField(_:known:)``, ``FilterError/tooLarge(what:limit:)``.
  package func sorted(by keys: [SortKey]) throws(FilterError) -> [Int] {
    try SortKey.check(keys)
    var sorting: [SortColumn] = []
    for key in keys {
      let column = columns.columns[try columns.fields.number(of: key.field)]
      sorting.append(SortColumn(key, [column], KeywordOrder([column].keywords)))
    }
    let list = ListRows([ListRows.Segment(labels: OrderLabels(evenlySpaced: columns.rowCount))])
    return SortedRows(sorting, [rows, BitColumn(count: 0)], of: list).everyRow.map { Int($0.row) }
  }
}
