/// What makes a list of other elements of a list: a counterpart for each element and for each id, made when somebody asks
/// for it, and from an id the way back.
struct ElementMap<Element: Sendable, ID: Hashable & Sendable, NewElement: Sendable, NewID: Hashable & Sendable>:
  Sendable
{
  let element: @Sendable (Element) -> NewElement
  let id: @Sendable (ID) -> NewID
  /// `nil` for an id that no id is made into.
  let original: @Sendable (NewID) -> ID?
}

extension ListState {
  /// The same items as a list of other elements, which shares all columns with this one. It has no buckets.
  ///
  /// - Parameter reader: what that list asks of its elements. Its options and the names of its scopes are those of this one,
  ///   and it is in its own order.
  /// - Complexity: O(segments), and the length of the tail.
  func mapped<NewElement, NewID>(
    _ map: ElementMap<Element, ID, NewElement, NewID>, _ reader: ElementReader<NewElement, NewID>
  ) -> ListState<NewElement, NewID> {
    let hash = self.reader.idHash
    let newHash = IDHash.keyed { (id: NewID) in map.original(id).map { hash($0) } ?? 0 }
    var state = ListState<NewElement, NewID>(
      contents.map { $0.mapped(map, newHash) }, reader: ElementReader(reader, newHash, self.reader.fieldDefinitions))
    state.tail = Tail(tail, map)
    state.rows = rows
    (state.generation, state.isIncomplete, state.synonyms) = (generation, isIncomplete, synonyms)
    return state
  }
}

extension ListSegment {
  fileprivate func mapped<NewElement, NewID>(
    _ map: ElementMap<Element, ID, NewElement, NewID>, _ hash: IDHash<NewID>
  ) -> ListSegment<NewElement, NewID> {
    ListSegment<NewElement, NewID>(
      segment: segment, elements: .made(count: count) { [elements] row in map.element(elements[row]) },
      ids: IDTable(ids, hash, id: map.id, original: map.original), scopes: scopes, fields: fields,
      bucketStarts: [], truncated: truncated, memory: memory, identity: identity, shortAnswers: shortAnswers)
  }
}
