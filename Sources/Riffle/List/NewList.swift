/// A list on its way into an index.
@usableFromInline
struct NewList<Element: Sendable, ID: Hashable & Sendable>: ~Copyable {
  @usableFromInline var elements: [Element] = []
  @usableFromInline var ids: [ID] = []
  @usableFromInline var builder: SegmentBuilder

  @usableFromInline
  init(_ options: IndexOptions, expectedCount: Int, threadCount: Int?) {
    builder = SegmentBuilder(options: options, expectedCount: expectedCount, threadCount: threadCount)
    elements.reserveCapacity(expectedCount)
    ids.reserveCapacity(expectedCount)
  }

  @inlinable
  mutating func append(
    _ element: Element, id: ID, title: String, reading: String, searchText: String, weight: UInt16, isSearchable: Bool
  ) throws(IndexError) {
    try builder.append(
      title: title, reading: reading, searchText: searchText, weight: weight, isSearchable: isSearchable)
    ids.append(id)
    elements.append(element)
  }

  consuming func finish(
    bucketStarts: [Int], _ reader: ElementReader<Element, ID>
  ) throws(IndexError) -> ListSegment<Element, ID> {
    let elements = elements.fitted()
    return try ListSegment(
      builder, elements: elements, ids: ids.fitted(), bucketStarts: bucketStarts, reader,
      scopes: reader.scopeColumns(of: elements))
  }
}

/// The elements of a new list as they will stand in it.
@usableFromInline
struct OrderedElements<Element: Sendable> {
  @usableFromInline let elements: [Element]
  /// Where each bucket begins, and at last the number of elements.
  @usableFromInline let bucketStarts: [Int]

  /// `nil` if they stand as they come.
  @usableFromInline
  init?<ID>(_ elements: some Sequence<Element>, _ reader: ElementReader<Element, ID>) {
    if reader.order.isManual { return nil }
    let given = Array(elements)
    let (order, starts) = reader.order.order(of: given) { reader.sortedText(of: $0) }
    self.elements = order.map { $0.map { given[$0] } } ?? given
    bucketStarts = starts
  }
}
