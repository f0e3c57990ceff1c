extension Snapshot {
  /// Searches the list, or the part of it that this snapshot covers.
  ///
  /// A predicate replaces, narrows, widens or ranks the rows that the words find. The total then counts what is kept. It is
  /// mostly not exact, because elements are tested in the order of the answer and only until the window is full; with
  /// ``TotalLimit/exact``, until all is counted. ``Reach`` depends on words alone: elements that a predicate keeps by itself
  /// stay, whatever they cost.
  ///
  /// If the budget is spent or the search is cancelled, returns the hits found so far and throws nothing; see
  /// ``SearchResults/predicateReport``.
  ///
  /// - Parameters:
  ///   - predicate: a condition on elements, called on the caller's thread; `nil` to match words only.
  ///   - options: the elements to test, and the budget.
  ///   - cancellation: ends the search within a millisecond, excluding time in a predicate; see ``SearchResults/ending``.
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

  /// Searches for a typed text.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, limit: Int = .max, applying predicate: SearchPredicate<Element>? = nil,
    options: PredicateOptions = PredicateOptions()
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(SearchRequest(try Query(text), limit: limit), applying: predicate, options: options)
  }

  /// Searches for elements that also meet a condition at query time. A condition that is used repeatedly is better a ``Scope``,
  /// which costs nothing at query time. A ``SearchPredicate`` can do more than narrow, and can be cancelled.
  ///
  ///     let near = try snapshot.search("st", limit: 10) { $0.distance(to: here) < 1000 }
  ///
  /// The condition is tested on hits in the order of the answer, and only until the window is full; for a query without terms,
  /// on the list in its order. So the total is mostly a lower bound; ``TotalLimit/exact`` tests all hits.
  ///
  /// - Parameter condition: called on the caller's thread, at most once for each element.
  public func search(_ request: SearchRequest, where condition: (Element) -> Bool) -> SearchResults<Element, ID> {
    var search = PredicateSearch(
      self, request, PredicateOptions(includesUnsearchable: true), SearchBudget(of: request))
    return search.narrow { elements, mask, _ in SearchPredicate.kept(of: elements, mask, condition) }
  }

  /// Searches for a typed text among elements that also meet a condition at query time.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, limit: Int = .max, where condition: (Element) -> Bool
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(SearchRequest(try Query(text), limit: limit), where: condition)
  }
}
