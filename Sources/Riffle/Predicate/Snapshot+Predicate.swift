extension Snapshot {
  /// Searches with a predicate, which takes the place of the words that are found, or narrows, widens or ranks them.
  ///
  /// The total counts what is kept. It is mostly not exact, because elements are asked in the order in which they are
  /// given, and only until the window is full.
  ///
  /// Results that end too soon, because the budget was spent or someone cancelled, are given all the same: what was found
  /// is right as far as it goes, and who does not want it can tell by ``SearchResults/predicateReport``. Nothing is
  /// thrown, so nothing is lost.
  ///
  /// - Parameters:
  ///   - order: whether the best hits come first, or those that come first in the list.
  ///   - offset: how many of the first hits to leave out.
  ///   - limit: how many hits to give at most.
  ///   - totalLimit: how far to count what words find; ``TotalLimit/exact`` to ask until all is counted.
  ///   - reach: how much dearer than the best hit another may be, in mode ``QueryMode/smart``, judged by words alone. What a
  ///     predicate keeps by itself stays whatever it costs.
  ///   - predicate: what to ask, on the caller's thread.
  ///   - options: whom to ask, and how far to go.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, mode: QueryMode = .smart, order: HitOrder = .relevance, offset: Int = 0, limit: Int = .max,
    totalLimit: TotalLimit = .standard, reach: Reach = .standard, applying predicate: SearchPredicate<Element>,
    options: PredicateOptions = PredicateOptions()
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(
      try Query(text, mode: mode), order: order, offset: offset, limit: limit, totalLimit: totalLimit,
      reach: reach, applying: predicate, options: options)
  }

  /// Searches for a query made before.
  public func search(
    _ query: Query, order: HitOrder = .relevance, offset: Int = 0, limit: Int = .max,
    totalLimit: TotalLimit = .standard, reach: Reach = .standard, applying predicate: SearchPredicate<Element>,
    options: PredicateOptions = PredicateOptions()
  ) -> SearchResults<Element, ID> {
    var search = PredicateSearch(
      self, query, order, .init(offset: max(0, offset), limit: max(0, limit), totalLimit: totalLimit, reach: reach),
      options)
    return switch predicate.kind {
    case .replace(let test): search.replace(test)
    case .and(let test): search.narrow(test)
    case .or(let test): search.widen(test)
    case .score(let bound, let extra): search.rank(ExtraCostBound(bound), extra)
    }
  }
}
