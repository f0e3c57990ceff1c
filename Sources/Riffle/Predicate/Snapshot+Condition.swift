extension Snapshot {
  /// Searches for elements that also meet a condition of the moment. One that is asked again and again is better a
  /// ``Scope``, which costs nothing when it is asked. A ``SearchPredicate`` can do more than narrow, and be given up.
  ///
  ///     let near = try snapshot.search("st", limit: 10) { $0.distance(to: here) < 1000 }
  ///
  /// The condition is asked of hits in the order in which they are given, and only until the window is full; of a query
  /// without terms, of the list as it stands. So the total is mostly not exact: it says how many were found on the way.
  ///
  /// - Parameters:
  ///   - order: whether the best hits come first, or those that come first in the list.
  ///   - offset: how many of the first hits to leave out.
  ///   - limit: how many hits to give at most.
  ///   - totalLimit: ``TotalLimit/exact`` to ask the condition of all hits.
  ///   - reach: how much dearer than the best hit another may be, in mode ``QueryMode/smart``.
  ///   - condition: asked on the caller's thread; of a hit in list order up to twice.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, mode: QueryMode = .smart, order: HitOrder = .relevance, offset: Int = 0, limit: Int = .max,
    totalLimit: TotalLimit = .standard, reach: Reach = .standard, where condition: (Element) -> Bool
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(
      try Query(text, mode: mode), order: order, offset: offset, limit: limit, totalLimit: totalLimit, reach: reach,
      where: condition)
  }

  /// Searches for a query made before.
  public func search(
    _ query: Query, order: HitOrder = .relevance, offset: Int = 0, limit: Int = .max,
    totalLimit: TotalLimit = .standard, reach: Reach = .standard, where condition: (Element) -> Bool
  ) -> SearchResults<Element, ID> {
    var search = PredicateSearch(
      self, query, order, .init(offset: max(0, offset), limit: max(0, limit), totalLimit: totalLimit, reach: reach),
      PredicateOptions(includesUnsearchable: true))
    return search.narrow { elements, mask, _ in
      var kept: UInt64 = 0
      var left = mask
      while left != 0 {
        let bit = left.trailingZeroBitCount
        left &= left &- 1
        if condition(elements[elements.startIndex + bit]) { kept |= 1 << UInt64(bit) }
      }
      return kept
    }
  }
}
