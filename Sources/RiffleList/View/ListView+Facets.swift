public import Riffle

extension ListView {
  /// Counts values of fields in the visible rows; see ``ListSettings/fields``.
  ///
  ///     let counts = try view.facets([Facet("country", ignoresOwnFilter: true), Facet("population", limit: 0)])
  ///
  /// A facet with `ignoresOwnFilter` is counted in the view without the conditions of ``ListFilter/condition`` on its field
  /// alone, so that values outside the condition are counted, too.
  ///
  /// - Returns: the counts of each facet, in their order.
  /// - Complexity: O(rows) for each facet, and another search for each field whose conditions are ignored.
  /// - Throws: ``ListError/filter(_:)``.
  public func facets(_ facets: [Facet]) throws(ListError) -> [FacetCounts] {
    var parts: [Filter?: Snapshot<AnyRow, RowID>] = [filter.condition: shownPart]
    var counts: [FacetCounts] = []
    for facet in facets {
      let condition =
        facet.ignoresOwnFilter ? filter.condition?.without(conditionsOn: facet.field) : filter.condition
      let part = if let known = parts[condition] { known } else { try shownPart(meeting: condition) }
      parts[condition] = part
      do throws(FilterError) { counts += try part.facets([facet]) } catch { throw .filter(error) }
    }
    return counts
  }

  /// Returns the visible rows of the view with another condition.
  private func shownPart(meeting condition: Filter?) throws(ListError) -> Snapshot<AnyRow, RowID> {
    var filter = filter
    filter.condition = condition
    return try ListView(base, index, filter, remembers: false).shownPart
  }
}
