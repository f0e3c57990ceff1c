/// Lists that can be written to files, and read again from there.
extension SearchIndex where Element == Item<ItemID>, ID == ItemID {
  /// Indexes items for a list that will be written.
  /// - Parameters:
  ///   - key: what ids are hashed with, in this process and in all others that read the files.
  ///   - scopes: conditions by name; the same ones when the files are read.
  ///   - fields: the fields of items, with values in ``Item/fields``. Files are read with the same fields or some of them; values
  ///     of others are then lost.
  /// - Throws: ``IndexError``.
  package convenience init(
    storable items: some Sequence<Element>, key: SipHash, order: ListOrder<Element> = .manual,
    scopes: [String: @Sendable (Element) -> Bool] = [:], fields: [FieldDefinition] = [],
    options: IndexOptions = IndexOptions()
  ) throws(IndexError) {
    try IndexError.check(fields)
    let reader = SearchIndex.reader(key, order, scopes, fields, options)
    let ordered = OrderedElements(items, reader)
    let elements = ordered?.elements ?? Array(items)
    var list = NewSegments<Element, ID>(
      reader, expectedCount: elements.count, bucketStarts: ordered?.bucketStarts ?? [])
    for item in elements { try list.append(item) }
    try self.init(IndexCore(list, reader))
  }

  /// A list as it was written.
  ///
  /// - Parameters:
  ///   - rows: as ``StoredList/rows``.
  ///   - segments: where each comes from.
  ///   - key: as when it was written, and so are `order`, `scopes`, `fields` and `options`.
  /// - Complexity: O(*s*) in what is short of the segments, and O(*n* / 64) where rows have been deleted or moved.
  /// - Throws: ``SegmentError``.
  package convenience init(
    rows: ColumnSource, segments: [SegmentSource<Element, ID>], key: SipHash, order: ListOrder<Element> = .manual,
    scopes: [String: @Sendable (Element) -> Bool] = [:], fields: [FieldDefinition] = [],
    options: IndexOptions = IndexOptions()
  ) throws(SegmentError) {
    let reader = SearchIndex.reader(key, order, scopes, fields, options)
    self.init(IndexCore(try ListState(rows, segments: segments, SearchIndex.storage(key), reader)))
  }

  /// Begins to collect items that will stand at the end of the list.
  ///
  /// - Parameter expectedCount: more do not come.
  /// - Returns: `nil` if the list has an order of its own, or no labels are left behind its last item: then they can only be
  ///   upserted.
  package func appendedItems(expectedCount: Int) -> NewSegments<Element, ID>? {
    let state = core.content().state
    guard state.reader.order.isManual, state.labelAtEnd(for: expectedCount) != nil else { return nil }
    return NewSegments(state.reader, expectedCount: expectedCount)
  }

  /// Adds what has been collected behind all others.
  ///
  /// - Parameter items: made by ``appendedItems(expectedCount:)``, since when only this has changed the list.
  /// - Throws: ``IndexError/duplicateID(id:firstOffset:secondOffset:)``, ``IndexError/tooLarge(what:limit:)``,
  ///   ``IndexError/isBeingChanged``.
  package func append(_ items: consuming NewSegments<Element, ID>) throws(IndexError) {
    let count = items.count
    if count == 0 { return }
    let contents = try items.finish()
    try core.change(try core.beginTurn()) { state, _ throws(IndexError) in
      try state.indexTail()
      guard let first = state.labelAtEnd(for: count) else {
        throw .tooLarge(what: "labels at the end of the list", limit: count)
      }
      state.append(contents) { OrderLabels(evenlySpaced: $0.count, from: first.advanced(by: $0.lowerBound)) }
      state.generation += 1
    }
  }

  /// What is to be written of the list as it is now. Items that were in no segment are then in one.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``, ``IndexError/isBeingChanged``.
  package func storedList() throws(IndexError) -> StoredList<Element, ID> { StoredList(try core.settled()) }

  /// Searches segments where they have been written to, instead of where they are in memory.
  /// - Parameter columns: those that a segment has been written to.
  /// - Returns: the segments that are there instead of those in memory.
  /// - Throws: ``SegmentError``.
  package func exchange(
    _ columns: [StoredSegment<Element, ID>: ColumnSource]
  ) throws(SegmentError) -> [StoredSegment<Element, ID>: StoredSegment<Element, ID>] {
    guard let storage = core.reader.storage else { return [:] }
    var segments: [StoredSegment<Element, ID>: StoredSegment<Element, ID>] = [:]
    for (segment, columns) in columns {
      segments[segment] = StoredSegment(
        try ListSegment(columns, storage, core.reader, identity: segment.content.identity))
    }
    core.exchange(segments)
    return segments
  }

  /// Puts another list, made with the same key, order, scopes and options, in the place of this one.
  /// - Throws: ``IndexError/isBeingChanged``.
  package func replace(with other: SearchIndex) throws(IndexError) {
    try core.replace(with: other.core.content().state)
  }

  /// Says whether items are still to come that belong to the list already; see ``Snapshot/isPartial``.
  /// - Throws: ``IndexError/isBeingChanged``.
  package func setIncomplete(_ isIncomplete: Bool) throws(IndexError) { try core.setIncomplete(isIncomplete) }

  private static func reader(
    _ key: SipHash, _ order: ListOrder<Element>, _ scopes: [String: @Sendable (Element) -> Bool],
    _ fields: [FieldDefinition], _ options: IndexOptions
  ) -> ElementReader<Element, ID> {
    ElementReader(
      ElementReader(
        id: \.id, title: \.title, searchText: \.searchText, reading: \.reading, weight: \.weight,
        isSearchable: \.isSearchable, scopes: scopes, fields: fields.map { SearchField(keptIn: $0) }, order: order,
        options: options),
      storage(key))
  }

  private static func storage(_ key: SipHash) -> ElementStorage<Element, ID> {
    ElementStorage(
      hash: { UInt32(truncatingIfNeeded: key.hash($0)) }, ids: ItemIDs.self,
      element: { id, row in
        Item(
          id: id, title: row.title, searchText: row.searchText, reading: row.reading, weight: row.weight,
          isSearchable: row.isSearchable, scopes: row.scopes, fields: row.fields)
      })
  }
}

extension SearchIndex {
  /// Wakes up at once, and then whenever the list has changed or lies elsewhere; who is busy, once for all that has happened
  /// meanwhile.
  package var changes: AsyncStream<Void> {
    let wakeups = Wakeups()
    core.addObserver(wakeups)
    return wakeups.stream { [core] in core.removeObserver(wakeups) }
  }
}

extension SipHash {
  /// A number may have the hash of a text of eight bytes: then one more id is looked at.
  fileprivate func hash(_ id: ItemID) -> UInt64 {
    switch id {
    case .integer(let number): hash(UInt64(bitPattern: number))
    case .text(let text): hash(text.utf8Span.span)
    }
  }
}

extension ListState {
  /// The label of the first of some new items behind all others; `nil` if there are not as many labels.
  fileprivate func labelAtEnd(for count: Int) -> OrderLabel? {
    guard let first = OrderLabel(after: rows.last.map { rows.label($0) }, before: nil) else { return nil }
    return OrderLabels.areThere(count, from: first) ? first : nil
  }
}
