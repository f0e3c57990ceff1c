extension Snapshot {
  /// Counts values of fields in the whole answer to a query, inside and outside its window.
  ///
  ///     let counts = try snapshot.facets(
  ///       [Facet("country", ignoresOwnFilter: true), Facet("population", limit: 0, histogram: .every(100_000))],
  ///       of: SearchRequest(try Query("berg")), filter: Filter("country = SE"))
  ///
  /// A facet with ``Facet/ignoresOwnFilter`` is counted in another answer: that of `filter` without the conditions on the facet's
  /// field alone. Such a condition is either all of the filter or part of its outermost `AND`. ``Reach`` is measured from the
  /// best hit of that answer.
  ///
  /// - Parameters:
  ///   - request: the query; its window and order are ignored. A query without terms finds all items.
  ///   - filter: a condition on items, beside those of this snapshot.
  ///   - cancellation: ends the search; see ``FacetCounts/isComplete``.
  /// - Returns: the counts of each facet, in the order of `facets`.
  /// - Complexity: a search for all hits, O(hits) for each facet, and another search for each field whose conditions are ignored.
  /// - Throws: ``FilterError``.
  public func facets(
    _ facets: [Facet], of request: SearchRequest = SearchRequest(), filter: Filter? = nil,
    cancellation: Cancellation? = nil
  ) throws(FilterError) -> [FacetCounts] {
    var counters: [Filter?: (counter: FacetCounter, isComplete: Bool)] = [:]
    var counts: [FacetCounts] = []
    for facet in facets {
      // Unknown names are found before the search.
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

  /// The rows of each part that match a query and a filter.
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

  /// The rows of each part in an answer of this snapshot.
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
  /// Counts values of fields in the whole answer that these results are a window of. ``Facet/ignoresOwnFilter`` has no effect.
  ///
  /// - Returns: the counts of each facet; `nil` unless the hits are in list order (``HitOrder/list``). For other orders, call
  ///   ``Snapshot/facets(_:of:filter:cancellation:)``.
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
