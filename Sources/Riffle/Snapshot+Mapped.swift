extension Snapshot {
  /// The same list with other elements, which are made of these when somebody asks for them.
  ///
  /// - Parameters:
  ///   - index: what lists of such elements are made with: the same options and names of scopes, and their own order.
  ///   - element: makes an element; it is called whenever somebody asks for one, on any thread.
  ///   - id: makes an id.
  ///   - original: what an id is made of; `nil` for one that is made of none.
  /// - Returns: a list without buckets. It shares all columns with this one.
  /// - Complexity: O(segments), and the length of the tail.
  package func mapped<NewElement, NewID>(
    as index: SearchIndex<NewElement, NewID>, element: @escaping @Sendable (Element) -> NewElement,
    id: @escaping @Sendable (ID) -> NewID, original: @escaping @Sendable (NewID) -> ID?
  ) -> Snapshot<NewElement, NewID> {
    let map = ElementMap(element: element, id: id, original: original)
    return Snapshot<NewElement, NewID>(ListContent(state.mapped(map, index.core.reader)), within: within)
  }
}
