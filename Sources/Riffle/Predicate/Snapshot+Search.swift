extension Snapshot {
  /// Searches the list, or the part of it that this is.
  ///
  /// A predicate takes the place of the words that are found, or narrows, widens or ranks them. The total then counts what
  /// is kept. It is mostly not exact, because elements are asked in the order in which they are given, and only until the
  /// window is full, or with ``TotalLimit/exact`` until all is counted. ``Reach`` is judged by words alone: what a predicate
  /// keeps by itself stays whatever it costs.
  ///
  /// Results that end too soon, because the budget was spent or someone cancelled, are given all the same: what was found
  /// is right as far as it goes, and who does not want it can tell by ``SearchResults/predicateReport``. Nothing is
  /// thrown, so nothing is lost.
  ///
  /// - Parameters:
  ///   - predicate: what to ask of elements, on the caller's thread; `nil` for nothing but what their words say.
  ///   - options: whom to ask, and how far to go.
  ///   - cancellation: ends the search within a millisecond, but for what a predicate takes; see ``SearchResults/ending``.
  public func search(
    _ request: SearchRequest, applying predicate: SearchPredicate<Element>? = nil,
    options: PredicateOptions = PredicateOptions(), cancellation: Cancellation? = nil
  ) -> SearchResults<Element, ID> {
    let budget = SearchBudget(of: request, cancellation)
    guard let predicate else { return results(answer(request, budget), request, budget) }
    var search = PredicateSearch(self, request, options, budget)
    return switch predicate.kind {
    case .replace(let test): search.replace(test)
    case .and(let test): search.narrow(test)
    case .or(let test): search.widen(test)
    case .score(let bound, let extra): search.rank(ExtraCostBound(bound), extra)
    }
  }

  /// Searches for what someone typed.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, limit: Int = .max, applying predicate: SearchPredicate<Element>? = nil,
    options: PredicateOptions = PredicateOptions()
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(SearchRequest(try Query(text), limit: limit), applying: predicate, options: options)
  }

  /// Searches for elements that also meet a condition of the moment. One that is asked again and again is better a
  /// ``Scope``, which costs nothing when it is asked. A ``SearchPredicate`` can do more than narrow, and be given up.
  ///
  ///     let near = try snapshot.search("st", limit: 10) { $0.distance(to: here) < 1000 }
  ///
  /// The condition is asked of hits in the order in which they are given, and only until the window is full; of a query
  /// without terms, of the list as it stands. So the total is mostly not exact: it says how many were found on the way,
  /// unless ``TotalLimit/exact`` has the condition asked of all hits.
  ///
  /// - Parameter condition: called on the caller's thread, at most once for each element.
  public func search(_ request: SearchRequest, where condition: (Element) -> Bool) -> SearchResults<Element, ID> {
    var search = PredicateSearch(
      self, request, PredicateOptions(includesUnsearchable: true), SearchBudget(of: request))
    return search.narrow { elements, mask, _ in SearchPredicate.kept(of: elements, mask, condition) }
  }

  /// Searches for what someone typed, among elements that also meet a condition of the moment.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, limit: Int = .max, where condition: (Element) -> Bool
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(SearchRequest(try Query(text), limit: limit), where: condition)
  }
}
