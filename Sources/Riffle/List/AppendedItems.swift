/// Items on their way to the end of a stored list, in a segment of their own: they are indexed while they come, and none of
/// them is kept.
package struct AppendedItems: ~Copyable {
  private var builder: SegmentBuilder
  private var ids: [ItemID] = []
  private let scopeNames: [String]
  /// For each scope, by name, which rows are in it.
  private var rowsOfScopes: [[UInt32]]

  init(_ reader: ElementReader<Item<ItemID>, ItemID>, expectedCount: Int) {
    builder = SegmentBuilder(options: reader.options, expectedCount: expectedCount)
    ids.reserveCapacity(expectedCount)
    scopeNames = reader.scopeNames
    rowsOfScopes = scopeNames.map { _ in [] }
  }

  package var count: Int { ids.count }

  /// - Parameter item: the list has none with its id.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``; the others are then of no use any more.
  package mutating func append(_ item: Item<ItemID>) throws(IndexError) {
    if !item.scopes.isEmpty {
      for (index, name) in scopeNames.enumerated() where item.scopes.contains(name) {
        rowsOfScopes[index].append(UInt32(truncatingIfNeeded: ids.count))
      }
    }
    try builder.append(
      title: item.title, reading: item.reading, searchText: item.searchText, weight: item.weight,
      isSearchable: item.isSearchable)
    ids.append(item.id)
  }

  consuming func segment(
    _ reader: ElementReader<Item<ItemID>, ItemID>
  ) throws(IndexError) -> ListSegment<Item<ItemID>, ItemID> {
    let count = ids.count
    let columns = rowsOfScopes.map { rows in
      var column = BitColumn(count: count)
      for row in rows { column.insert(Int(row)) }
      return column
    }
    return try ListSegment(
      builder, elements: [], ids: ids, bucketStarts: [], reader,
      scopes: ScopeColumns(scopeNames, columns, rowCount: count))
  }
}

extension ListState {
  /// The label of the first of some new items behind all others; `nil` if there are not as many labels.
  func labelAtEnd(for count: Int) -> OrderLabel? {
    guard let first = OrderLabel(after: rows.last.map { rows.label($0) }, before: nil) else { return nil }
    return OrderLabels.areThere(count, from: first) ? first : nil
  }
}
