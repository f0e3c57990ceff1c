/// A list that answers queries as they are typed, and may change all the while.
///
///     let index = try SearchIndex(cities, id: \.id, title: \.name, searchText: \.aliases)
///     for hit in try index.search("gotebrg", limit: 10) {
///       print(hit.element.name, hit.highlights(in: .title))
///     }
///     try index.update { batch in
///       batch.upsert(newCity)
///       batch.delete(id: 42)
///     }
///
/// Any number of threads may read and write it. Writers wait for one another; readers wait for nobody, and a
/// ``Snapshot`` never changes.
public final class SearchIndex<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  let core: IndexCore<Element, ID>

  /// Indexes `elements`.
  ///
  /// What is asked of elements is asked on the caller's thread, and later on that of whoever changes the list, without a
  /// lock; what would wait for that change, as another change would, then throws ``IndexError/isBeingChanged``.
  ///
  /// - Parameters:
  ///   - order: the order of the list; see ``ListOrder``.
  ///   - id: tells elements apart; no two may share one.
  ///   - weight: puts an element before its equals; higher comes first.
  ///   - isSearchable: `false` keeps an element out of every answer, except to a query without terms.
  ///   - scopes: conditions by name, for ``Snapshot/restricted(to:)``; each is asked once of every element.
  ///   - fields: the fields that elements are filtered, counted and sorted by; see ``SearchField``.
  ///   - threadCount: how many threads to use at most, the caller's included; `nil` for as many as there are
  ///     processors, but no more than 4. The index is the same whatever the number, and a short list is left to one
  ///     thread.
  /// - Complexity: O(*n*) in the length of the text, which is read once; in a sorted list also O(*n* log *n*), and in an
  ///   alphabetical one some 2 µs for each element's place. Beside the elements, building takes up to 1.4 times the
  ///   memory that the index has in the end, or 1.6 times with several threads (measured with a million titles of
  ///   21 bytes).
  /// - Throws: ``IndexError``.
  // Inlinable, because what it asks of every element would otherwise cost more than reading the title.
  @inlinable
  public convenience init(
    _ elements: some Sequence<Element>,
    order: ListOrder<Element> = .manual,
    id: @escaping @Sendable (Element) -> ID,
    title: @escaping @Sendable (Element) -> String,
    searchText: (@Sendable (Element) -> String)? = nil,
    reading: (@Sendable (Element) -> String)? = nil,
    weight: (@Sendable (Element) -> UInt16)? = nil,
    isSearchable: (@Sendable (Element) -> Bool)? = nil,
    scopes: [String: @Sendable (Element) -> Bool] = [:],
    fields: [SearchField<Element>] = [],
    options: IndexOptions = IndexOptions(),
    threadCount: Int? = nil
  ) throws(IndexError) {
    try IndexError.check(fields.map(\.definition))
    let reader = ElementReader(
      id: id, title: title, searchText: searchText, reading: reading, weight: weight, isSearchable: isSearchable,
      scopes: scopes, fields: fields, order: order, options: options)
    let ordered = OrderedElements(elements, reader)
    var list = NewSegments<Element, ID>(
      reader, expectedCount: ordered?.elements.count ?? elements.underestimatedCount,
      bucketStarts: ordered?.bucketStarts ?? [], threadCount: threadCount)
    if let ordered {
      for element in ordered.elements {
        try list.append(
          element, id: id(element), title: title(element), reading: reading?(element) ?? "",
          searchText: searchText?(element) ?? "", weight: weight?(element) ?? 0,
          isSearchable: isSearchable?(element) ?? true)
      }
    } else {
      for element in elements {
        try list.append(
          element, id: id(element), title: title(element), reading: reading?(element) ?? "",
          searchText: searchText?(element) ?? "", weight: weight?(element) ?? 0,
          isSearchable: isSearchable?(element) ?? true)
      }
    }
    try self.init(IndexCore(list, reader))
  }

  @usableFromInline
  init(_ core: IndexCore<Element, ID>) { self.core = core }

  deinit { core.close() }

  // MARK: - Reading

  /// The list as it is now. A snapshot never changes.
  /// - Complexity: O(1). Nobody is waited for.
  public func snapshot() -> Snapshot<Element, ID> { Snapshot(core.content()) }

  /// Searches the list as it is now; see ``Snapshot/search(_:applying:options:)``.
  public func search(_ request: SearchRequest, cancellation: Cancellation? = nil) -> SearchResults<Element, ID> {
    snapshot().search(request, cancellation: cancellation)
  }

  /// Searches the list as it is now for what someone typed.
  /// - Throws: ``QueryError``.
  public func search(_ text: String, limit: Int = .max) throws(QueryError) -> SearchResults<Element, ID> {
    try snapshot().search(text, limit: limit)
  }

  // MARK: - Writing

  /// Changes the list: by all that `collect` says, or, if one change cannot be made, not at all. The next snapshot shows
  /// it.
  ///
  /// - Parameter collect: says what to change; nothing is changed before it returns.
  /// - Returns: the new generation, and what else there is to say.
  /// - Complexity: O(log² *n*) for each change, beside what it takes to read the new elements.
  /// - Throws: ``IndexError``; ``IndexError/isBeingChanged`` from within another change that this thread makes.
  @discardableResult
  public func update(
    _ collect: (inout UpdateBatch<Element, ID>) -> Void
  ) throws(IndexError) -> UpdateReport<ID> {
    var batch = UpdateBatch<Element, ID>()
    collect(&batch)
    return try core.update(batch)
  }

  /// Adds an element that the list does not have yet: in a sorted list where it belongs, otherwise at the end.
  /// - Throws: ``IndexError/idInUse(id:offset:)``, ``IndexError/tooLarge(what:limit:)``.
  @discardableResult
  public func insert(_ element: Element) throws(IndexError) -> UpdateReport<ID> {
    try update { $0.insert(element) }
  }

  /// Replaces the element with the same id, or adds it if there is none.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  @discardableResult
  public func upsert(_ element: Element) throws(IndexError) -> UpdateReport<ID> {
    try update { $0.upsert(element) }
  }

  /// Replaces elements or adds them.
  /// - Throws: ``IndexError/duplicateID(id:firstOffset:secondOffset:)``, ``IndexError/tooLarge(what:limit:)``.
  @discardableResult
  public func upsert(contentsOf elements: some Sequence<Element>) throws(IndexError) -> UpdateReport<ID> {
    try update { $0.upsert(contentsOf: elements) }
  }

  /// Changes an element of the list.
  /// - Throws: ``IndexError/unknownID(id:offset:)``, ``IndexError/changedID(from:to:offset:)``.
  @discardableResult
  public func update(id: ID, _ change: (inout Element) -> Void) throws(IndexError) -> UpdateReport<ID> {
    try withoutActuallyEscaping(change) { change throws(IndexError) in try update { $0.update(id: id, change) } }
  }

  /// Takes an element out of the list. If there is none with this id, the report says so.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  @discardableResult
  public func delete(id: ID) throws(IndexError) -> UpdateReport<ID> { try update { $0.delete(id: id) } }

  /// Takes an element to another place in a list in its own order.
  /// - Throws: ``IndexError/unknownID(id:offset:)``, ``IndexError/notInManualOrder(id:offset:)``,
  ///   ``IndexError/positionOutOfRange(position:count:offset:)``.
  @discardableResult
  public func move(
    id: ID, to destination: UpdateBatch<Element, ID>.Destination
  ) throws(IndexError) -> UpdateReport<ID> {
    try update { $0.move(id: id, to: destination) }
  }

  // MARK: - Upkeep

  /// Makes one piece of all that changes have left in the index, on this thread; that is otherwise done little by little
  /// in the background. Readers and writers need not wait. Where one text field of the list is
  /// more than 4 GiB, or its words, there are several pieces.
  ///
  /// - Complexity: O(*n*).
  /// - Throws: ``IndexError/tooLarge(what:limit:)``, ``IndexError/isBeingChanged`` from within a change of this index.
  public func optimize() throws(IndexError) { try core.optimize() }

  /// Waits until nothing is left to do in the background.
  /// - Throws: ``IndexError/isBeingChanged`` from within a change of this index.
  public func waitForMerges() throws(IndexError) { try core.waitForMerges() }

  /// What the index consists of at the moment.
  public func statistics() -> IndexStatistics { core.statistics() }
}

extension SearchIndex where Element == Item<ID> {
  /// Indexes items.
  /// - Parameters:
  ///   - order: the order of the list; see ``ListOrder``.
  ///   - fields: the fields that items are filtered, counted and sorted by; their values are in ``Item/fields``. Values of
  ///     another type are dropped, and so are all but the first unless the field may have several.
  ///   - threadCount: how many threads to use at most, the caller's included; `nil` leaves it to the index.
  /// - Throws: ``IndexError``.
  public convenience init(
    _ items: some Sequence<Item<ID>>, order: ListOrder<Element> = .manual, fields: [FieldDefinition] = [],
    options: IndexOptions = IndexOptions(), threadCount: Int? = nil
  ) throws(IndexError) {
    try self.init(
      items, order: order, id: \.id, title: \.title, searchText: \.searchText, reading: \.reading, weight: \.weight,
      isSearchable: \.isSearchable, fields: fields.map { SearchField(keptIn: $0) }, options: options,
      threadCount: threadCount)
  }
}
