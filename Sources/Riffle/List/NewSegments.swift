/// Elements on their way into segments, in list order: they are indexed while they come, and make one segment, or as many as it takes
/// to hold their texts.
@usableFromInline
package struct NewSegments<Element: Sendable, ID: Hashable & Sendable>: ~Copyable {
  private let reader: ElementReader<Element, ID>
  /// Where each bucket begins among all elements, and at last how many there are; empty in an order without buckets.
  private let bucketStarts: [Int]
  private let expectedCount: Int
  private let threadCount: Int?
  private var done: [ListSegment<Element, ID>] = []
  /// How many elements are in ``done``.
  private var doneCount = 0

  // Of the segment at hand.
  @usableFromInline var builder: SegmentBuilder
  @usableFromInline var ids: [ID] = []
  /// None if they can be made of the segment.
  @usableFromInline var elements: [Element] = []
  private var scopes: ScopeRows
  private var fields: FieldRows
  @usableFromInline let keepsElements: Bool
  @usableFromInline let hasScopesOrFields: Bool

  /// - Parameter expectedCount: how many come, if that is known.
  @usableFromInline
  init(
    _ reader: ElementReader<Element, ID>, expectedCount: Int, bucketStarts: [Int] = [], threadCount: Int? = nil
  ) {
    self.reader = reader
    self.bucketStarts = bucketStarts
    self.expectedCount = expectedCount
    self.threadCount = threadCount
    builder = SegmentBuilder(options: reader.options, expectedCount: expectedCount, threadCount: threadCount)
    scopes = ScopeRows(reader.scopeNames)
    fields = reader.fieldRows
    keepsElements = reader.storage == nil
    hasScopesOrFields = !reader.scopeNames.isEmpty || !reader.fieldDefinitions.isEmpty
    ids.reserveCapacity(expectedCount)
    if keepsElements { elements.reserveCapacity(expectedCount) }
  }

  package var count: Int { doneCount + ids.count }

  /// Adds the next element.
  /// - Throws: ``IndexError/duplicateID(id:firstOffset:secondOffset:)``, ``IndexError/tooLarge(what:limit:)``; the others are then of
  ///   no use any more.
  @inlinable
  mutating func append(
    _ element: Element, id: ID, title: String, reading: String, searchText: String, weight: UInt16, isSearchable: Bool
  ) throws(IndexError) {
    if !builder.hasRoom(for: title.utf8.count + reading.utf8.count + searchText.utf8.count) { try endSegment() }
    try builder.append(
      title: title, reading: reading, searchText: searchText, weight: weight, isSearchable: isSearchable)
    if hasScopesOrFields { addScopesAndFields(of: element) }
    ids.append(id)
    if keepsElements { elements.append(element) }
  }

  /// Adds elements one after the other.
  /// - Throws: as ``append(_:id:title:reading:searchText:weight:isSearchable:)``.
  mutating func append(contentsOf elements: [Element], _ ids: [ID]) throws(IndexError) {
    for (element, id) in zip(elements, ids) {
      let fields = reader.fields(of: element)
      try append(
        element, id: id, title: fields.title, reading: fields.reading, searchText: fields.searchText,
        weight: fields.weight, isSearchable: fields.isSearchable)
    }
  }

  /// Adds the items of a tail.
  /// - Throws: as ``append(_:id:title:reading:searchText:weight:isSearchable:)``.
  mutating func append(contentsOf tail: Tail<Element, ID>) throws(IndexError) {
    for (item, entry) in zip(tail.items, tail.entries) {
      let texts = item.fields
      let reading = texts.isRomanized ? "" : texts.reading
      if !builder.hasRoom(for: texts.title.utf8.count + reading.utf8.count + texts.searchText.utf8.count) {
        try endSegment()
      }
      try builder.append(
        title: texts.title, reading: reading, searchText: texts.searchText, weight: texts.weight,
        isSearchable: texts.isSearchable)
      scopes.append(entry.scopes)
      for (field, content) in entry.fields.enumerated() { fields.append(content, field: field) }
      ids.append(entry.id)
      if keepsElements { elements.append(entry.element) }
    }
  }

  @usableFromInline
  mutating func addScopesAndFields(of element: Element) {
    scopes.append(reader.scopes(of: element))
    reader.append(element, to: &fields)
  }

  /// The segments, none of them empty.
  /// - Throws: ``IndexError/duplicateID(id:firstOffset:secondOffset:)``, ``IndexError/tooLarge(what:limit:)``.
  consuming func finish() throws(IndexError) -> [ListSegment<Element, ID>] {
    if !ids.isEmpty { try endSegment() }
    return done
  }

  /// Makes a segment of what has come, and begins another one.
  @usableFromInline
  mutating func endSegment() throws(IndexError) {
    let (ownIDs, ownElements, ownScopes) = (ids.fitted(), elements.fitted(), scopes)
    (ids, elements, scopes) = ([], [], ScopeRows(reader.scopeNames))
    var ownFields = reader.fieldRows
    swap(&ownFields, &fields)
    let left = max(0, expectedCount - doneCount - ownIDs.count)
    var full = SegmentBuilder(options: reader.options, expectedCount: left, threadCount: threadCount)
    swap(&full, &builder)
    let rows = doneCount..<doneCount + ownIDs.count
    let known = firstKnown(ownIDs)
    let segment: ListSegment<Element, ID>
    do {
      let (scopes, fields) = (ownScopes.columns(rowCount: rows.count), try ownFields.columns(rowCount: rows.count))
      var truncated = full.truncatedFields
      let (texts, table) = try full.finish { [reader] () throws(IndexError) in try reader.idTable(of: ownIDs) }
      truncated += texts.truncatedRomanizedTitles
      segment = ListSegment(
        segment: texts, elements: reader.elementColumn(ownElements, of: texts, table, scopes, fields), ids: table,
        scopes: scopes, fields: fields,
        bucketStarts: bucketStarts.map { min(max($0, rows.lowerBound), rows.upperBound) - rows.lowerBound },
        truncated: truncated)
    } catch {
      guard case .duplicateID(let id, let first, let second) = error, second < known?.second ?? .max else {
        throw known.map { self.error($0, ownIDs) } ?? error
      }
      throw .duplicateID(id: id, firstOffset: first + doneCount, secondOffset: second + doneCount)
    }
    if let known { throw error(known, ownIDs) }
    done.append(segment)
    doneCount = rows.upperBound
  }

  /// The first of some ids that a segment has which is done.
  /// - Returns: the offset among all elements of the one that has it, and that among `ids`.
  private func firstKnown(_ ids: [ID]) -> (first: Int, second: Int)? {
    if done.isEmpty { return nil }
    let hashes = reader.idHash.hashes(of: ids)
    var found: (first: Int, second: Int)?
    var start = 0
    for segment in done {
      segment.ids.forEachRow(of: ids, hashes: hashes) { offset, row in
        if offset < found?.second ?? .max { found = (start + row, offset) }
      }
      start += segment.count
    }
    return found
  }

  private func error(_ known: (first: Int, second: Int), _ ids: [ID]) -> IndexError {
    .duplicateID(id: "\(ids[known.second])", firstOffset: known.first, secondOffset: doneCount + known.second)
  }
}

extension NewSegments where Element == Item<ID> {
  /// Adds the next item.
  /// - Throws: as ``append(_:id:title:reading:searchText:weight:isSearchable:)``.
  package mutating func append(_ item: Item<ID>) throws(IndexError) {
    try append(
      item, id: item.id, title: item.title, reading: item.reading, searchText: item.searchText, weight: item.weight,
      isSearchable: item.isSearchable)
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
