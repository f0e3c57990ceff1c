extension Snapshot {
  /// Counts the values of fields in the whole answer to a query, inside and outside its window.
  ///
  ///     let counts = try snapshot.facets(
  ///       [Facet("country", ignoresOwnFilter: true), Facet("population", limit: 0, histogram: .every(100_000))],
  ///       of: SearchRequest(try Query("berg")), filter: Filter("country = SE"))
  ///
  /// A facet with ``Facet/ignoresOwnFilter`` counts what the query finds without those conditions of `filter` that are about the
  /// facet's field alone, and stand by themselves or in its outermost `AND`: what other choices in that field would find. ``Reach`` then
  /// goes from the best hit of that answer.
  ///
  /// - Parameters:
  ///   - request: what to search for; its window and order do not matter. A query without terms finds all items.
  ///   - filter: what items have to meet, beyond what this part of the list is.
  ///   - cancellation: ends the search; see ``FacetCounts/isComplete``.
  /// - Returns: for each facet its counts.
  /// - Complexity: that of finding all hits, and O(hits) for each facet; a second search for each field whose conditions are ignored.
  /// - Throws: ``FilterError``.
  public func facets(
    _ facets: [Facet], of request: SearchRequest = SearchRequest(), filter: Filter? = nil,
    cancellation: Cancellation? = nil
  ) throws(FilterError) -> [FacetCounts] {
    var counters: [Filter?: (counter: FacetCounter, isComplete: Bool)] = [:]
    var counts: [FacetCounts] = []
    for facet in facets {
      // Names are checked before anything is searched.
      _ = try fields.number(of: facet.field)
    }
    for facet in facets {
      let own = facet.ignoresOwnFilter ? filter.flatMap { $0.without(conditionsOn: facet.field) } : filter
      if counters[own] == nil { counters[own] = try counter(request, own, cancellation) }
      guard let (counter, isComplete) = counters[own] else { continue }
      var found = try counter.counts(facet)
      found.isComplete = isComplete
      counts.append(found)
    }
    return counts
  }

  private func counter(
    _ request: SearchRequest, _ filter: Filter?, _ cancellation: Cancellation?
  ) throws(FilterError) -> (FacetCounter, isComplete: Bool) {
    let (rows, isComplete) = try hitRows(request, filter, cancellation)
    return (try FacetCounter(rows, of: state), isComplete)
  }

  /// The rows of each part that a query finds.
  private func hitRows(
    _ request: SearchRequest, _ filter: Filter?, _ cancellation: Cancellation?
  ) throws(FilterError) -> (rows: [BitColumn], isComplete: Bool) {
    var part = self
    if let filter {
      guard let filtered = try filtered(by: filter, cancellation: cancellation) else {
        return (state.none, false)
      }
      part = filtered
    }
    let budget = SearchBudget(of: request, cancellation)
    let rows = part.hitRows(of: part.answer(request.all, budget))
    return (rows, budget.ending == .complete)
  }

  /// The rows of each part that an answer of this part of the list has.
  func hitRows(of answer: ListAnswer) -> [BitColumn] {
    switch answer.hits {
    case .wholeList: return partRows.map(\.bits)
    case .inListOrder(let rows): return rows.map(\.bits)
    case .ranked(let rows):
      var bits = state.none
      for row in rows { bits[Int(row.place.part)].insert(Int(row.place.row)) }
      return bits
    }
  }
}

extension SearchResults {
  /// Counts the values of fields in the whole answer, of which this is a window; ``Facet/ignoresOwnFilter`` changes nothing here.
  ///
  /// - Returns: for each facet its counts; `nil` if the hits are not in list order (``HitOrder/list``): then
  ///   ``Snapshot/facets(_:of:filter:cancellation:)`` finds all of them.
  /// - Complexity: O(hits) for each facet.
  /// - Throws: ``FilterError``.
  public func facets(_ facets: [Facet]) throws(FilterError) -> [FacetCounts]? {
    guard let part else { return nil }
    let counter = try FacetCounter(part.partRows.map(\.bits), of: part.state)
    var counts: [FacetCounts] = []
    for facet in facets {
      var found = try counter.counts(facet)
      found.isComplete = ending == .complete
      counts.append(found)
    }
    return counts
  }
}
