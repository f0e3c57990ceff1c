extension Snapshot {
  /// Returns the same list with other elements, which are made from these on demand.
  ///
  /// - Parameters:
  ///   - index: the index of such elements: the same options and names of scopes, and its own order.
  ///   - element: makes an element; called on every access, on any thread.
  ///   - id: makes an id.
  ///   - original: returns the original of an id; `nil` if it has none.
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
